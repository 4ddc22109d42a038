//! Memory fit: whether a model in a format fits, with the caches of all requests, and what would.
//!
//! 1. `fit` sums weights, caches, states and what a runtime needs, and compares them with the memory that programs can use.
//! 2. It also says the longest context, the largest batch and the fewest devices that would do.
//! 3. The chart runs the sum over the context; the tables show each part, each context, and every format of the model.
//!
//! Says nothing of speed; `ways_out` says what else would fit. Without a known memory there is no answer, and the reader is asked for one.

use super::own_model::{self, OwnModel};
use super::prelude::*;
use super::usable;
use rooflight_estimator::fit::{self, Fit, PROMPT_CHUNK, RUNTIME};
use rooflight_estimator::kv;
use rooflight_estimator::setup::{Devices, LIMIT, Setup};
use rooflight_primitives::units::{GIB, MIB, count};
use rooflight_records::{FormatRecord, ModelRecord};

/// The calculator.
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
    let most = fit::longest_context(&setup).unwrap_or(LIMIT).min(own.longest);
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
    answer.write(report);
    if let Some(memory) = device.memory {
        query.hint(&HARDWARE, words!("{}\u{a0}GiB", Arg::Plain(memory / GIB, 1)));
    }
    query.hint(&MODEL, words!("{} parameters", Arg::Billions(format.weights.parameters())));
    let numbers = vec![
        ("bytes needed", fit.needed()),
        ("bytes usable", fit.usable),
        ("bytes left", fit.left()),
        ("weights", fit.weights),
        ("cache", fit.cache),
        ("overhead", fit.overhead),
        ("longest context", most),
        ("largest batch", or_nan(answer.requests)),
        ("devices needed", or_nan(answer.needed)),
    ];
    Ok(Outcome { status: answer.status(), numbers })
}

/// Everything that the answer is made from.
struct MemoryFitAnswer<'a> {
    sizes: Sizes,
    setup: &'a Setup<'a>,
    model: &'a ModelRecord,
    format: &'a FormatRecord,
    own: &'a OwnModel,
    fit: Fit,
    /// The longest that fits, tokens.
    most: f64,
    /// The most requests that fit.
    requests: Option<f64>,
    /// The fewest devices that do.
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
    fn write(&self, report: &mut Report) {
        self.headline(report);
        self.figures(report);
        report.chart(self.chart());
        self.parts(report);
        self.contexts(report);
        self.formats(report);
        steps::assumed(report, ASSUMED);
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

    fn figures(&self, report: &mut Report) {
        let none = words!("");
        report.figure(Ink::Plain, "Needed", none, Some(words!("{}", self.sizes.giga(self.fit.needed()))), "");
        let of = usable::words(self.setup.device, self.setup.devices.number(), self.sizes);
        report.figure(Ink::Ceiling, "Usable", none, Some(words!("{}", self.sizes.giga(self.fit.usable))), &of);
        let left = self.fit.left();
        let label = if left < 0.0 { "Missing" } else { "Left over" };
        report.figure(Ink::Plain, label, none, Some(words!("{}", self.sizes.giga(left.abs()))), "");
        report.end_figures("");
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
                Mark { ink: Ink::Ceiling, y: usable, text: number::speed(usable) },
                Mark { ink: Ink::Plain, y: needed, text: number::speed(needed) },
            ],
            ..Chart::default()
        }
    }

    fn parts(&self, report: &mut Report) {
        let Self { setup, fit, .. } = self;
        let model = setup.model;
        report.section("bytes", "Where the bytes go");
        let caption = filled(words!("In memory, in {}; GiB are 2³⁰, MiB 2²⁰ bytes", self.sizes.words()));
        report.table("bytes", &caption, steps::COLUMNS, "steps");
        let weights = [Arg::Billions(setup.weights.parameters()), Arg::Plain(setup.weights.bits_per_weight(), 3)];
        steps::step(
            report,
            "Weights",
            words!("{} × {} bits ÷ 8", ..weights),
            words!("{}", self.sizes.giga(fit.weights)),
        );
        for group in model.cache.iter().filter(|group| group.storing > 0) {
            let (layers, elements) = (count(group.storing), count(group.elements));
            let (positions, bytes) = (group.positions(setup.depth), setup.kv.bytes());
            let values = [setup.batch, layers, elements, positions, bytes].map(|value| Arg::Plain(value, 4));
            let part = if group.window.is_some() { "KV cache, local layers" } else { "KV cache" };
            let formula = words!("{} × {} layers × {} elements × {} tokens × {} B", ..values);
            let result = [self.sizes.any(setup.batch * layers * elements * positions * bytes)];
            steps::step(report, part, formula, words!("{}", ..result));
        }
        if model.state_elements > 0 {
            let values = [setup.batch, count(model.state_elements), kv::STATE_BYTES].map(|value| Arg::Plain(value, 0));
            steps::step(
                report,
                "State of recurrent layers",
                words!("{} × {} elements × {} B", ..values),
                words!("{}", self.sizes.any(setup.batch * kv::state_bytes(model))),
            );
        }
        self.overhead(report);
        steps::sum(report, "Needed", words!("all lines above"), words!("{}", self.sizes.giga(fit.needed())));
        let share = fit::usable_share(setup.device).unwrap_or_default();
        let memory = setup.device.memory.unwrap_or_default() / GIB;
        let values = [Arg::Count(setup.devices.number()), Arg::Plain(memory, 1), Arg::Plain(share, 3)];
        let usable = [self.sizes.giga(fit.usable)];
        steps::inked(report, "Usable", words!("{} × {} GiB × {}", ..values), Ink::Ceiling, words!("{}", ..usable));
        self.limits(report);
        steps::close(report, SOURCES);
    }

    fn overhead(&self, report: &mut Report) {
        let setup = self.setup;
        let number = setup.devices.number();
        let values = [Arg::Count(number), Arg::Plain(RUNTIME / MIB, 0)];
        let runtime = [self.sizes.any(count(number) * RUNTIME)];
        steps::step(report, "Runtime and driver, estimated", words!("{} × {} MiB", ..values), words!("{}", ..runtime));
        let values = [Arg::Plain(PROMPT_CHUNK, 0), Arg::Count(setup.model.vocabulary), Arg::Count(setup.model.hidden)];
        let formula = words!("4 B × {} tokens × ({} words + {} hidden)", ..values);
        steps::step(report, "Buffers, estimated", formula, words!("{}", self.sizes.any(fit::buffers(setup.model))));
    }

    /// Writes the longest context, the most requests and the fewest devices.
    fn limits(&self, report: &mut Report) {
        let setup = self.setup;
        let per_token = kv::stored_bytes(setup.model, setup.kv, 1.0);
        let values = [self.sizes.any(setup.batch * per_token), Arg::Plain(self.own.longest, 0)];
        let formula = if self.own.longest < f64::INFINITY {
            words!("what is left, {} a token while no window is full; the model has {}", ..values)
        } else {
            words!("what is left, {} a token", values[0])
        };
        steps::step(report, "Longest context", formula, words!("{}\u{a0}tokens", Arg::Plain(self.most, 0)));
        let each = [self.sizes.any(fit::sequence_bytes(setup.model, setup.kv, setup.depth))];
        let requests = [Arg::Plain(self.requests.unwrap_or_default(), 0)];
        let result = or_dash(self.requests.is_some(), &requests);
        steps::step(report, "Most requests", words!("what is left, {} each", ..each), result);
        let needed = [Arg::Plain(self.needed.unwrap_or_default(), 0)];
        let result = if self.needed.is_some() { words!("{}", ..needed) } else { words!("none will do") };
        steps::step(report, "Fewest devices", words!("what is needed ÷ what each has beside its runtime"), result);
    }

    fn contexts(&self, report: &mut Report) {
        let here = self.setup.depth;
        let (_, depths) = rows::contexts(here, self.own.longest);
        report.section("contexts", "Over the context");
        let caption = filled(words!("The numbers of the chart, in {}", self.sizes.words()));
        report.table("contexts", &caption, CONTEXTS, "contexts");
        for depth in depths {
            let fit = self.at(depth);
            report.row(rows::own(depth, here));
            report.cell(None, words!("{}", Arg::Plain(depth, 0)));
            for value in [fit.cache, fit.needed(), fit.left()] {
                report.cell(None, words!("{}", Arg::Speed(value / self.sizes.unit())));
            }
        }
        steps::close(report, &[]);
    }

    /// The formats of the model, the largest first.
    fn formats(&self, report: &mut Report) {
        let formats = rows::largest_first(self.model, self.format);
        report.section("formats", "In other formats");
        let caption =
            "Each format of this model at the context and the requests above, those of the same engines first";
        report.table("formats", caption, FORMATS[self.sizes as usize], "formats");
        for format in formats {
            let weights = self.own.in_format(format);
            let setup = Setup { weights: &weights, ..*self.setup };
            let Some(fit) = fit::fit(&setup) else { continue };
            let longest = fit::longest_context(&setup).unwrap_or(LIMIT).min(self.own.longest);
            let chosen = format.id == self.format.id;
            report.row(if chosen { Emphasis::Match } else { Emphasis::None });
            report.cell(None, words!("{}", Arg::Text(&format.name)));
            report.cell(None, words!("{}", Arg::Fixed(weights.bits_per_weight(), 2)));
            report.cell(None, words!("{}", Arg::Speed(fit.weights / self.sizes.unit())));
            report.cell(None, if fit.fits() { words!("yes") } else { words!("no") });
            report.cell(None, or_dash(longest >= 1.0, &[Arg::Plain(longest, 0)]));
        }
        steps::close(report, &[]);
    }
}

const CONTEXTS: &[Column] = &[
    ("Context", "tokens", Kind::Number),
    ("Cache", "", Kind::Number),
    ("Needed", "", Kind::Number),
    ("Left", "", Kind::Number),
];

/// For either unit of sizes.
const FORMATS: [&[Column]; 2] = [&formats("GB"), &formats("GiB")];

const fn formats(unit: &'static str) -> [Column; 5] {
    [
        ("Format", "", Kind::Words),
        ("Bits", "each", Kind::Number),
        ("Weights", unit, Kind::Number),
        ("Fits", "", Kind::Words),
        ("Longest", "tokens", Kind::Number),
    ]
}
