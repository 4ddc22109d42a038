//! Memory fit: whether a model in a format fits, with the caches of all requests, and what would.
//!
//! 1. The estimator's `fit` sums weights, caches, states and runtime overhead, and compares the sum with the usable
//!    memory.
//! 2. It also gives the longest context, the largest batch and the fewest devices that fit.
//! 3. The chart shows the sum against the context; the tables show each part, each context, and every format of the
//!    model.
//!
//! Says nothing of speed; `alternatives` lists what else would fit. If the device's memory is not known, asks the
//! reader for it.

use super::own_model::{self, OwnModel};
use super::prelude::*;
use super::usable;
use rooflight_estimator::fit::{self, Fit, PROMPT_CHUNK, RUNTIME};
use rooflight_estimator::kv;
use rooflight_estimator::setup::{Devices, MAX_COUNT, Setup};
use rooflight_primitives::units::{GIB, MIB, count};
use rooflight_records::{FormatRecord, ModelRecord};

/// The declaration of the calculator at `/calculators/memory-fit/`.
pub const SPEC: Spec = Spec {
    kind: "memory-fit",
    title: "Memory fit",
    about: "Whether a model fits into a machine's memory, and the longest context and the most requests that do.",
    inputs: &[
        HARDWARE,
        MODEL,
        QUANTIZATION,
        CONTEXT,
        REQUESTS,
        DEVICES,
        KV,
        OWN_MEMORY,
        own_model::SIZE,
        own_model::LAYERS,
        own_model::HEADS,
        own_model::HEAD_SIZE,
        SIZES,
    ],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Memory, 0),
    validation: Validation::Arithmetic,
    is_benchmarkable: false,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "does not fit, doesn't fit, will it fit, does it fit, out of memory, CUDA out of memory, \
    OOM, failed to allocate buffer, vram calculator, how much vram for a model, not enough memory, \
    memory requirements, maximum context that fits";

const KV: Input = CACHE.folded();

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let record = query.device(&HARDWARE)?;
    let model = query.model(&MODEL)?;
    let format = query.format(&QUANTIZATION, model)?;
    let own = OwnModel::read(query, model, format)?;
    let context = query.number_to(&CONTEXT, own.longest)?;
    let batch = query.number(&REQUESTS)?;
    let number = query.number_to(&DEVICES, count(own.shape.layers))?;
    let kv = cache_type(query.one(&KV)?);
    let mut device = record.device.clone();
    query.own_memory(&mut device, &OWN_MEMORY)?;
    let devices = if number > 1.0 { Devices::LayerSplit(whole(number)) } else { Devices::One };
    let setup = Setup { devices, kv, batch, ..Setup::single(&own.shape, &own.weights, &device, context) };
    let Some(fit) = fit::fit(&setup) else {
        let words = words!(
            "How much memory {} has is not known here: it is bought apart. Give it under “Override memory”.",
            Arg::Text(&device.name)
        );
        return Err(InputError { field: HARDWARE.key, message: filled(words) });
    };
    let most = fit::longest_context(&setup).unwrap_or(MAX_COUNT).min(own.longest);
    let sizes = query.sizes()?;
    let answer = MemoryFitAnswer {
        sizes,
        model,
        format,
        own: &own,
        fit,
        most,
        requests: fit::largest_batch(&setup),
        needed: fit::devices_needed(&setup),
        setup: &setup,
    };
    if let Some(memory) = device.memory {
        query.hint(&HARDWARE, words!("{}\u{a0}GiB", Arg::Plain(memory / GIB, 1)));
    }
    query.hint(&MODEL, words!("{} parameters", Arg::Billions(format.weights.parameters())));
    Ok(answer.write(report))
}

/// Resolved inputs, from which every part of the answer is written.
struct MemoryFitAnswer<'a> {
    sizes: Sizes,
    setup: &'a Setup<'a>,
    model: &'a ModelRecord,
    format: &'a FormatRecord,
    own: &'a OwnModel,
    fit: Fit,
    /// The longest context that fits, tokens.
    most: f64,
    /// The most requests that fit.
    requests: Option<f64>,
    /// The fewest devices that hold the model; `None` if no number does.
    needed: Option<f64>,
}

const ASSUMED: &[&str] = &[
    "Every request has a context of this length, and none shares its cache with another.",
    "A layer with a window keeps its window and no more; some runtimes keep more.",
    "Runtime, driver and buffers are an estimate: 400 MiB on each device, and the buffers of a prompt of 512 tokens.",
    "A card's driver and display keep 2 % of its memory; macOS lets programs use 2/3 of a memory below 36 GiB and 3/4 of a larger one; a \
     computer keeps 1/8 of its memory for itself, a phone half.",
    "Several devices divide the layers so evenly that each is full; whole layers leave a little of each unused.",
];

const SOURCES: &[Source] = &[
    ("Pope et al. 2022, weights and cache", "https://arxiv.org/abs/2211.05102"),
    (
        "recommendedMaxWorkingSetSize of Metal",
        "https://developer.apple.com/documentation/metal/mtldevice/recommendedmaxworkingsetsize",
    ),
    ("block layouts of llama.cpp", "https://github.com/ggml-org/llama.cpp/blob/master/ggml/src/ggml-common.h"),
];

impl MemoryFitAnswer<'_> {
    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.chart(self.chart());
        let caption = filled(words!("In memory, in {}; GiB are 2³⁰, MiB 2²⁰ bytes", self.sizes.words()));
        writer.open_steps("bytes", "Where the bytes go", &caption);
        steps::close(writer.report, SOURCES);
        self.contexts(&mut writer);
        self.formats(&mut writer);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn headline(&self, report: &mut Report) {
        let times = self.times();
        let conditions = [
            Arg::Text(&times),
            Arg::Text(&self.setup.device.name),
            Arg::Text(&self.own.name),
            Arg::Text(&self.format.name),
            Arg::Plain(self.setup.depth, 0),
            Arg::Plain(self.setup.batch, 0),
            Arg::Text(if self.setup.batch > 1.0 { "requests" } else { "request" }),
            Arg::Text(self.setup.kv.name()),
        ];
        let conditions = words!("{}{}, {} in {}, {} tokens of context, {} {}, cache in {}", ..conditions);
        let values = [self.sizes.giga(self.fit.needed()), self.sizes.giga(self.fit.usable)];
        let fits = self.fit.fits();
        let words = if fits {
            words!("Fits: {} needed of <c>{}</c> usable", ..values)
        } else {
            words!("Does not fit: {} needed, <c>{}</c> usable", ..values)
        };
        report.answer(words, conditions);
        report.refused = !fits;
    }

    fn times(&self) -> String {
        match self.setup.devices {
            Devices::One => String::new(),
            several => filled(words!("{} × ", Arg::Count(several.number()))),
        }
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let Self { setup, fit, .. } = self;
        let (left, number) = (fit.left(), setup.devices.number());
        let formula = words!(
            "{} × {} bits ÷ 8",
            Arg::Billions(setup.weights.parameters()),
            Arg::Plain(setup.weights.bits_per_weight(), 3)
        );
        writer.quantity(words!("{}", self.sizes.giga(fit.weights))).step("Weights", formula);
        self.cache(writer);
        self.overhead(writer);
        let quantity = writer.quantity(words!("{}", self.sizes.giga(fit.needed()))).number("bytes needed");
        quantity.figure("Needed", "").sum("Needed", words!("all lines above"));
        let share = fit::usable_share(setup.device).unwrap_or_default();
        let memory = setup.device.memory.unwrap_or_default() / GIB;
        let values = [Arg::Count(number), Arg::Plain(memory, 1), Arg::Plain(share, 3)];
        let of = usable::words(setup.device, number, self.sizes);
        let quantity = writer.quantity(words!("{}", self.sizes.giga(fit.usable))).ink(Ink::Ceiling);
        let quantity = quantity.number("bytes usable").figure("Usable", &of);
        quantity.step("Usable", words!("{} × {} GiB × {}", ..values));
        let quantity = writer.quantity(words!("{}", self.sizes.giga(left.abs()))).number_of("bytes left", left);
        quantity.figure(if left < 0.0 { "Missing" } else { "Left over" }, "");
        for (name, bytes) in [("weights", fit.weights), ("cache", fit.cache), ("overhead", fit.overhead)] {
            writer.number(name, bytes);
        }
        self.limits(writer);
    }

    fn status(&self) -> String {
        let values = [self.sizes.giga(self.fit.needed()), self.sizes.giga(self.fit.usable), Arg::Plain(self.most, 0)];
        let fits = self.fit.fits();
        filled(if fits {
            words!("Fits: {} needed of {} usable; the longest context that does is {} tokens.", ..values)
        } else {
            words!("Does not fit: {} needed, {} usable; the longest context that does is {} tokens.", ..values)
        })
    }

    /// Returns the fit at another context.
    fn at(&self, depth: f64) -> Fit {
        fit::fit(&Setup { depth, ..*self.setup }).unwrap_or(self.fit)
    }

    fn chart(&self) -> Chart {
        let here = self.setup.depth;
        let x = scale::span(here, &[], self.own.longest);
        let (needed, usable) = (self.fit.needed() / self.sizes.unit(), self.fit.usable / self.sizes.unit());
        let values = [Arg::Plain(here, 0), self.sizes.giga(self.fit.needed()), self.sizes.giga(self.fit.usable)];
        let points = scale::points(x);
        Chart {
            title: "Memory needed against context length, and the memory that is usable",
            desc: filled(words!("At {} tokens {} are needed; {} are usable. The tables have the numbers.", ..values)),
            names: ["Usable", "Needed", ""],
            x,
            x_label: "tokens of context",
            y_label: self.sizes.name(),
            ceiling: vec![(x.0, usable), (x.1, usable)],
            typical: points.iter().map(|depth| (*depth, self.at(*depth).needed() / self.sizes.unit())).collect(),
            here,
            marks: vec![
                ValueLabel { ink: Ink::Ceiling, y: usable, text: number::speed(usable) },
                ValueLabel { ink: Ink::Plain, y: needed, text: number::speed(needed) },
            ],
            ..Chart::default()
        }
    }

    fn cache(&self, writer: &mut ReportWriter<'_>) {
        let (setup, model) = (self.setup, self.setup.model);
        for group in model.cache.iter().filter(|group| group.storing > 0) {
            let (layers, elements) = (count(group.storing), count(group.elements));
            let values = [setup.batch, layers, elements, group.positions(setup.depth), setup.kv.bytes()];
            let bytes = words!("{}", self.sizes.any(values.iter().product()));
            let values = values.map(|value| Arg::Plain(value, 4));
            let part = if group.window.is_some() { "KV cache, local layers" } else { "KV cache" };
            let formula = words!("{} × {} layers × {} elements × {} tokens × {} B", ..values);
            writer.quantity(bytes).step(part, formula);
        }
        if model.state_elements > 0 {
            let values = [setup.batch, count(model.state_elements), kv::STATE_BYTES].map(|value| Arg::Plain(value, 0));
            let quantity = writer.quantity(words!("{}", self.sizes.any(setup.batch * kv::state_bytes(model))));
            quantity.step("State of recurrent layers", words!("{} × {} elements × {} B", ..values));
        }
    }

    fn overhead(&self, writer: &mut ReportWriter<'_>) {
        let (model, number) = (self.setup.model, self.setup.devices.number());
        let formula = words!("{} × {} MiB", Arg::Count(number), Arg::Plain(RUNTIME / MIB, 0));
        let quantity = writer.quantity(words!("{}", self.sizes.any(count(number) * RUNTIME)));
        quantity.step("Runtime and driver, estimated", formula);
        let values = [Arg::Plain(PROMPT_CHUNK, 0), Arg::Count(model.vocabulary), Arg::Count(model.hidden)];
        let quantity = writer.quantity(words!("{}", self.sizes.any(fit::buffers(model))));
        quantity.step("Buffers, estimated", words!("4 B × {} tokens × ({} words + {} hidden)", ..values));
    }

    /// Writes the longest context, the largest batch and the fewest devices that fit.
    fn limits(&self, writer: &mut ReportWriter<'_>) {
        let setup = self.setup;
        let per_token = kv::stored_bytes(setup.model, setup.kv, 1.0);
        let values = [self.sizes.any(setup.batch * per_token), Arg::Plain(self.own.longest, 0)];
        let formula = if self.own.longest < f64::INFINITY {
            words!("what is left, {} a token while no window is full; the model has {}", ..values)
        } else {
            words!("what is left, {} a token", values[0])
        };
        let quantity = writer.quantity(words!("{}\u{a0}tokens", Arg::Plain(self.most, 0))).number("longest context");
        quantity.step("Longest context", formula);
        let each = self.sizes.any(fit::sequence_bytes(setup.model, setup.kv, setup.depth));
        let requests = [Arg::Plain(or_nan(self.requests), 0)];
        let quantity = writer.optional(self.requests.map(|_| words!("{}", ..requests))).number("largest batch");
        quantity.step("Most requests", words!("what is left, {} each", each));
        let needed = [Arg::Plain(or_nan(self.needed), 0)];
        let result = if self.needed.is_some() { words!("{}", ..needed) } else { words!("none will do") };
        let quantity = writer.quantity(result).number("devices needed");
        quantity.step("Fewest devices", words!("what is needed ÷ what each has beside its runtime"));
    }

    fn contexts(&self, writer: &mut ReportWriter<'_>) {
        let caption = filled(words!("The numbers of the chart, in {}", self.sizes.words()));
        let (here, (_, depths)) = (self.setup.depth, rows::contexts(self.setup.depth, self.own.longest));
        writer.table(("contexts", "Over the context"), &caption, "contexts", depths, |row, depth| {
            let (fit, unit) = (self.at(depth), self.sizes.unit());
            row.highlight(rows::same(depth, here));
            row.number("Context", "tokens", words!("{}", Arg::Plain(depth, 0)));
            row.number("Cache", "", words!("{}", Arg::Speed(fit.cache / unit)));
            row.number("Needed", "", words!("{}", Arg::Speed(fit.needed() / unit)));
            row.number("Left", "", words!("{}", Arg::Speed(fit.left() / unit)));
        });
    }

    /// Writes the table of the model's formats: those of the same engines first, and of each kind the largest first.
    fn formats(&self, writer: &mut ReportWriter<'_>) {
        let formats = rows::largest_first(self.model, self.format).into_iter().filter_map(|format| {
            let weights = self.own.in_format(format);
            let setup = Setup { weights: &weights, ..*self.setup };
            let (fit, longest) = (fit::fit(&setup)?, fit::longest_context(&setup).unwrap_or(MAX_COUNT));
            Some((format, weights.bits_per_weight(), fit, longest.min(self.own.longest)))
        });
        let caption =
            "Each format of this model at the context and the requests above, those of the same engines first";
        let head = ("formats", "In other formats");
        writer.table(head, caption, "formats", formats, |row, (format, bits, fit, longest)| {
            row.highlight(format.id == self.format.id);
            row.text("Format", "", words!("{}", Arg::Text(&format.name)));
            row.number("Bits", "each", words!("{}", Arg::Fixed(bits, 2)));
            row.number("Weights", self.sizes.name(), words!("{}", Arg::Speed(fit.weights / self.sizes.unit())));
            row.text("Fits", "", if fit.fits() { words!("yes") } else { words!("no") });
            row.number("Longest", "tokens", or_dash(longest >= 1.0, &[Arg::Plain(longest, 0)]));
        });
    }
}
