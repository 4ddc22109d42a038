//! CPU offload: part of the model sits in system RAM and is read by the host's processor.
//!
//! 1. Takes the reader's number of layers on the device, whole or with their experts, or else as many as fit.
//! 2. The estimator's `offload` gives the bytes that each side reads and holds; their times add. The device's profile,
//!    and what published runs of splits show about hosts, give the range.
//! 3. The chart shows the speed against the layers on the device; the tables show each step, each number of layers, and
//!    what fits.
//!
//! No weights cross the link between the two: each side reads its own. A split that does not fit is refused.
//!
//! It is no file: the split is searched for, and its range has a fit of its own.

use super::alternatives::{self, RamOffer, RefusedCase};
use super::launch::{self, EngineSetup};
use super::measured;
use super::offload_inputs::{self, HOST, HOST_BANDWIDTH, LAYERS, PART};
use super::prelude::*;
use super::shortage::MUTED;
use super::subject::Subject;
use rooflight_estimator::calibration::arrangement::HOST as HOST_CASES;
use rooflight_estimator::calibration::{Estimate, Split};
use rooflight_estimator::decode::Range;
use rooflight_estimator::fit::Fit;
use rooflight_estimator::offload::{self, OnHost, Sides};
use rooflight_estimator::records::{FormatRecord, ModelRecord};
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::{GB, GIB, count};

/// The declaration of the calculator at `/calculators/offload/`.
pub const SPEC: Spec = Spec {
    kind: "offload",
    title: "CPU offload",
    about: "Speed when part of the model sits in system RAM, and how much of it fits on the device.",
    inputs: &[HARDWARE, LARGE, QUANTIZATION, ENGINE, HOST, LAYERS, PART, DEPTH, KV, OWN_MEMORY, HOST_BANDWIDTH, SIZES],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Memory, 3),
    validation: Validation::Recorded(&HOST_CASES),
    is_benchmarkable: false,
    evaluation: Evaluation::BuiltIn(evaluate),
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "experts in RAM, keep experts in RAM, experts kept in RAM, experts in system RAM, \
    n-cpu-moe, ncmoe, cpu-moe, -ot exps=CPU, override-tensor, offload experts to CPU, big model small gpu, \
    model larger than VRAM, partial offload, n-gpu-layers, ngl, how many layers to offload, gpu layers, \
    split between gpu and ram";

const LARGE: Input = MODEL.with_default("llama-3.1-70b");
const KV: Input = CACHE.folded();
const DEPTH: Input = CONTEXT.folded();

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let Subject { record, model, format, profile, .. } = Subject::read_as(query, [&HARDWARE, &LARGE, &QUANTIZATION])?;
    let host = offload_inputs::host(query)?;
    let context = query.number_to(&DEPTH, model.longest_context())?;
    let kv = cache_type(query.one(&KV)?);
    let mut device = record.device.clone();
    query.own_memory(&mut device, &OWN_MEMORY)?;
    let setup = Setup { kv, ..Setup::single(&model.shape, &format.weights, &device, context) };
    let part = offload_inputs::part(query, model, &setup)?;
    let most = offload::most_layers(&setup, part);
    let layers = offload_inputs::layers(query, model, most)?;
    let split = Split { setup: &setup, host: &host, near: profile };
    let estimate = split.estimate(part(1.0 - layers / count(model.shape.layers)));
    let sizes = query.sizes()?;
    let engine = launch::engine(query.text(&ENGINE), &record.device, format.files);
    let short = offload::on_device(&setup, part(1.0 - layers / count(model.shape.layers))).filter(|fit| !fit.fits());
    let answer = OffloadAnswer { sizes, model, format, engine, split, part, most, layers, estimate: &estimate, short };
    query.hint(&HOST, words!("{}\u{a0}GB/s", Arg::Plain(host.bandwidth / GB, 1)));
    let outcome = answer.write(report);
    let case = RefusedCase::new(&setup, profile, (model, format), sizes);
    let case = RefusedCase { ram: RamOffer::Here, part, host: host.bandwidth, ..case };
    alternatives::write(report, query, SPEC.inputs, case);
    Ok(outcome)
}

/// Resolved inputs, from which every part of the answer is written.
struct OffloadAnswer<'a> {
    sizes: Sizes,
    model: &'a ModelRecord,
    format: &'a FormatRecord,
    /// The engine's id in the catalog.
    engine: &'static str,
    split: Split<'a>,
    /// The part of the model on the host, from the share of layers that lie there.
    part: fn(f64) -> OnHost,
    /// The most layers that fit on the device; `None` if none does or its memory is not known.
    most: Option<u64>,
    /// Layers on the device.
    layers: f64,
    estimate: &'a Estimate,
    /// The memory of the device, if the split does not fit.
    short: Option<Fit>,
}

const ASSUMED: &[&str] = &[
    "One request. Device and processor take turns on every token, each at the bandwidth of its own memory: their times add.",
    "No weights cross the link between them; handing the token over costs nothing in the ceiling.",
    "The cache of a layer lies with the layer; where only experts lie on the host, all of it is on the device.",
    "Layers are of one size, and tables that are looked up are divided with them.",
    "The computer's memory is large enough, and runs at the bandwidth of the processor's specification.",
    "The processor reads its part at the same share of that bandwidth everywhere: what published runs of a split show on average.",
];

const SOURCES: &[Source] = &[
    ("bytes over bandwidth on each side, Williams et al. 2009", "https://doi.org/10.1145/1498765.1498785"),
    (
        "--n-gpu-layers and --n-cpu-moe of llama.cpp",
        "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md",
    ),
];

const RATE: &str = "{}\u{a0}tok/s";

impl OffloadAnswer<'_> {
    /// Returns the part on the host if `layers` layers are on the device.
    fn on_host(&self, layers: f64) -> OnHost {
        (self.part)(1.0 - layers / self.all())
    }

    fn all(&self) -> f64 {
        count(self.model.shape.layers)
    }

    fn here(&self) -> OnHost {
        self.on_host(self.layers)
    }

    fn ceiling(&self, layers: f64) -> f64 {
        1.0 / self.split.least(self.on_host(layers))
    }

    fn fit_with(&self, layers: f64) -> Option<Fit> {
        offload::on_device(self.split.setup, self.on_host(layers))
    }

    /// Bytes of weights, cache and state that lie on the host.
    fn host_bytes(&self, layers: f64) -> f64 {
        let on_host = self.on_host(layers);
        offload::host_bytes(self.split.setup, on_host) + offload::host_cache(self.split.setup, on_host)
    }

    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.end_figures(self.warning());
        writer.report.chart(self.chart());
        if self.short.is_none() {
            let (setup, profile, longest) = (self.split.setup, self.split.near, self.model.longest_context());
            let host = (self.layers < self.all()).then(|| (self.here(), whole(self.layers)));
            let repository = launch::repository(self.model, self.format);
            launch::write(
                writer.report,
                &EngineSetup { engine: self.engine, repository, setup, profile, longest, host },
            );
        }
        let caption = filled(words!("Read for every token, in {}; then what each memory holds", self.sizes.words()));
        writer.open_steps("bytes", "The two sides of a token", &caption);
        steps::close(writer.report, SOURCES);
        self.table(&mut writer);
        let nothing =
            "Nothing measured: no published run of a split is known here that says how much of the model lay where.";
        measured::nothing(writer.report, nothing);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    /// Returns what `layers` counts, in words.
    fn counted(&self) -> &'static str {
        match self.here() {
            OnHost::Layers(_) => "layers on the device",
            OnHost::Experts(_) => "layers with their experts on the device",
        }
    }

    fn headline(&self, report: &mut Report) {
        let setup = self.split.setup;
        let conditions = [
            Arg::Text(&setup.device.name),
            Arg::Text(&self.split.host.name),
            Arg::Text(&self.model.name),
            Arg::Text(&self.format.name),
            Arg::Plain(setup.depth, 0),
            Arg::Plain(self.layers, 0),
            Arg::Plain(self.all(), 0),
            Arg::Text(self.counted()),
            Arg::Text(&self.split.near.words),
        ];
        let conditions =
            words!("{} beside {}, {} in {}, {} tokens of context, one request, {} of {} {}; {}", ..conditions);
        if let Some(fit) = self.short {
            let values = [self.sizes.giga(fit.needed()), self.sizes.giga(fit.usable)];
            return report.refusal(words!("Does not fit: {} needed on the device, {} usable", ..values), conditions);
        }
        let ceiling = Arg::Speed(self.ceiling(self.layers));
        match self.estimate.range {
            Some(range) => {
                let values = [Arg::Speed(range.typical), ceiling];
                report.answer(
                    words!("About <r>{}</r> tokens per second; the two memories allow <c>{}</c>", ..values),
                    conditions,
                );
            }
            None => report.answer(words!("At most <c>{}</c> tokens per second", ceiling), conditions),
        }
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let Split { setup, host, .. } = self.split;
        let Sides { device, host: far, cache, host_cache } = offload::sides(setup, self.here());
        for (name, bytes, cache, bandwidth) in
            [("On the device", device, cache, setup.device.bandwidth), ("On the host", far, host_cache, host.bandwidth)]
        {
            let values = [bytes, cache, bandwidth].map(|bytes| self.sizes.giga(bytes));
            let formula = words!("({} weights + {} cache) ÷ {}/s", ..values);
            let milliseconds = (bytes + cache) / bandwidth * 1e3;
            writer.quantity(words!("{}\u{a0}ms", Arg::Speed(milliseconds))).step(name, formula);
        }
        let ceiling = self.ceiling(self.layers);
        let token = words!("{}\u{a0}ms", Arg::Speed(1e3 / ceiling));
        writer.quantity(token).sum("A token", words!("both, one after the other"));
        let quantity = writer.quantity(words!("{}", Arg::Speed(ceiling))).ink(Ink::Ceiling);
        quantity.number("ceiling").figure("Ceiling", "");
        let quantity = writer.quantity(words!(RATE, Arg::Speed(ceiling))).ink(Ink::Ceiling);
        quantity.step("Ceiling", words!("1 ÷ that"));
        let (range, reason) = (self.estimate.range, &self.estimate.reason);
        writer.range(["low", "typical", "high"], range.map(Range::values));
        writer.realistic("80\u{a0}%", range.map(Range::values), reason);
        writer.realistic_step(RATE, range.map(|range| Arg::Range(range.low, range.high)), reason);
        let note = match self.most {
            Some(most) => filled(words!("{} fit", Arg::Count(most))),
            None => String::from("how many fit is not known"),
        };
        let layers = words!("{} of {}", Arg::Plain(self.layers, 0), Arg::Plain(self.all(), 0));
        let quantity = writer.quantity(layers).number("layers on the device");
        quantity.wide_figure("Layers", "on the device", &note);
        writer.number("most layers", or_nan(self.most.map(count)));
        if let Some(fit) = self.fit_with(self.layers) {
            let usable = Arg::Plain(setup.device.memory.unwrap_or_default() / GIB, 1);
            let [weights, cache, overhead, room] =
                [fit.weights, fit.cache, fit.overhead, fit.usable].map(|bytes| self.sizes.giga(bytes));
            let values = [weights, cache, overhead, room, usable];
            let formula = words!("{} weights + {} cache + {} buffers (estimated), of {} usable of {} GiB", ..values);
            let quantity = writer.quantity(words!("{}", self.sizes.giga(fit.needed())));
            quantity.number("bytes on the device").step("Device's memory", formula);
            writer.number("bytes usable", fit.usable);
        } else {
            writer.number("bytes on the device", f64::NAN);
            writer.number("bytes usable", f64::NAN);
        }
        let quantity = writer.quantity(words!("{}", self.sizes.giga(self.host_bytes(self.layers))));
        quantity.number("bytes on the host").step("Host's memory", words!("the rest of weights and cache"));
        writer.number("ceiling of the device alone", self.ceiling(self.all()));
        writer.number("ceiling of the host alone", 1.0 / self.split.least(OnHost::Layers(1.0)));
    }

    fn warning(&self) -> &'static str {
        match self.fit_with(self.layers) {
            Some(fit) if !fit.fits() => MUTED,
            Some(_) => "",
            None => "The device's memory is not known here: give it under “Override memory”.",
        }
    }

    fn status(&self) -> String {
        let ceiling = Arg::Speed(self.ceiling(self.layers));
        let layers = Arg::Plain(self.layers, 0);
        match self.estimate.range {
            Some(range) => {
                let values = [layers, ceiling, Arg::Speed(range.low), Arg::Speed(range.high)];
                filled(words!("{} layers on the device: ceiling {} tokens per second; likely {} to {}.", ..values))
            }
            None => filled(words!("{} layers on the device: ceiling {} tokens per second.", layers, ceiling)),
        }
    }

    fn chart(&self) -> Chart {
        let ceiling = self.ceiling(self.layers);
        let mut chart = Chart {
            title: "Decode speed against the layers on the device: ceiling and realistic range",
            desc: filled(words!(
                "With {} of {} layers on the device the ceiling is {} tokens per second. The tables have the numbers.",
                Arg::Plain(self.layers, 0),
                Arg::Plain(self.all(), 0),
                Arg::Speed(ceiling)
            )),
            x: (1.0, self.all().max(2.0)),
            x_label: self.counted().into(),
            y_label: "tokens per second".into(),
            // The axis is logarithmic: zero is drawn at its left end.
            here: self.layers,
            ..Chart::default()
        };
        if self.layers >= 1.0 {
            chart.mark(Ink::Ceiling, ceiling);
            if let Some(range) = self.estimate.range {
                chart.mark(Ink::Range, range.typical);
            }
        }
        chart.end_of_memory(self.most.map(count));
        for layers in 1..=self.model.shape.layers.min(offload::MAX_LAYERS) {
            let x = count(layers);
            chart.point(x, self.ceiling(x), self.split.range(self.on_host(x)).map(Range::values));
        }
        chart
    }

    fn table(&self, writer: &mut ReportWriter<'_>) {
        let caption = filled(words!("The numbers of the chart, in {} and tokens per second", self.sizes.words()));
        let mut counts = vec![0.0];
        counts.extend(rows::doublings((1.0, self.all()), self.layers));
        writer.table(("layers", "Over the layers on the device"), &caption, "counts", counts, |row, layers| {
            let held = self.fit_with(layers);
            row.highlight(rows::same(layers, self.layers));
            row.number("Layers", "", words!("{}", Arg::Plain(layers, 0)));
            let needed = Arg::Speed(or_nan(held.map(|fit| fit.needed())) / self.sizes.unit());
            row.number("Device", self.sizes.name(), words!("{}", needed));
            let fits = held.map_or(NONE, |fit| if fit.fits() { "yes" } else { "no" });
            row.text("Fits", "", words!("{}", Arg::Text(fits)));
            let ceiling = Arg::Speed(self.ceiling(layers));
            row.inked(Ink::Ceiling, "Ceiling", "", words!("{}", ceiling));
            let range = self.split.range(self.on_host(layers)).map(|range| Arg::Range(range.low, range.high));
            row.optional(Ink::Range, "Realistic", "80\u{a0}%", range);
        });
    }
}
