//! Several equal devices: tensor parallelism divides every layer, a layer split divides the layers.
//!
//! 1. Computes the same setup on one device and on several: ceiling, range, communication per step, memory of each.
//! 2. Tensor parallelism divides the bytes of a step and adds two all-reduces per layer; a layer split divides the
//!    memory alone.
//! 3. The chart shows the speed against the number of devices, with the published runs on several of these devices.
//!
//! The device's profile was fitted to runs on one device. The cost of communication was fitted to the few runs on
//! several, so their ranges are wider.

use super::launch::{self, EngineSetup};
use super::machine::Machine;
use super::measured::{self, ShownRow};
use super::prelude::*;
use super::shortage::{self, Shortage};
use super::subject::requests;
use rooflight_calibration::{Estimate, FileFormat, Terms};
use rooflight_estimator::decode::Range;
use rooflight_estimator::fit;
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::units::count;
use rooflight_records::DeviceRecord;

/// The declaration of the calculator at `/calculators/parallel/`.
pub const SPEC: Spec = Spec {
    kind: "parallel",
    title: "Several devices",
    about: "How fast a model runs on several equal devices, and what working together costs.",
    inputs: &[HARDWARE, BIG_MODEL, QUANTIZATION, ENGINE, NUMBER, SPLIT, REQUESTS, DEPTH, SIZES],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::RUNS],
    group: (Group::Improvements, 2),
    validation: Validation::TensorParallel,
    is_benchmarkable: true,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "two gpus, dual gpu, multi gpu, multiple gpus, second gpu, tensor-split, split-mode row, \
    tensor parallel speed, multi gpu slower than single";

const BIG_MODEL: Input = MODEL.with_default("llama-3.1-70b");
const NUMBER: Input = DEVICES.with_default("2");
const SPLIT: Input = Input::new(("way", "split"), "Split by", "engine", Choice::One(SPLITS));
const SPLITS: &[(&str, &str)] = &[
    ("engine", "What the engine does unasked"),
    ("tensor", "Every layer (tensor parallel)"),
    ("layers", "Whole layers (layer split)"),
];
const DEPTH: Input = CONTEXT.folded();

/// Numbers of devices in table and chart, in addition to the reader's own.
const SHOWN: [u64; 7] = [1, 2, 4, 8, 16, 32, MAX_DEVICES];

/// Most devices that are tried.
const MAX_DEVICES: u64 = 64;

/// Resolved inputs, from which every part of the answer is written.
struct ParallelAnswer<'a> {
    machine: &'a Machine<'a>,
    /// The engine's id in the catalog.
    engine: &'static str,
    batch: f64,
    number: u64,
    /// True for tensor parallelism, false for a layer split.
    tensor: bool,
    /// The estimate of a single device, as if its memory were large enough.
    one: Estimate,
    estimate: Estimate,
    short: Option<Shortage>,
    rows: Vec<ShownRow<'a>>,
    sizes: Sizes,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let machine = Machine::read_as(query, &HARDWARE, &BIG_MODEL, &QUANTIZATION, &DEPTH)?;
    let devices = query.number(&NUMBER)?;
    let number = whole(devices);
    let tensor = match query.one(&SPLIT)? {
        "tensor" => true,
        "layers" => false,
        _ => !matches!(machine.format.files, FileFormat::Gguf | FileFormat::Exl2 | FileFormat::Exl3),
    };
    query.hint(&SPLIT, if tensor { words!("every layer") } else { words!("whole layers") });
    let batch = query.number(&REQUESTS)?;
    let setup = |number: u64| Setup { devices: shared(number, tensor), ..machine.setup(machine.context, batch) };
    let mut rows = measured::rows(machine.record, machine.model, machine.format, machine.at, None);
    rows.retain(|shown| shown.row.count > 1);
    for shown in &mut rows {
        let own = shown.row.is_at(machine.context) && shown.row.profile == machine.at as u64;
        shown.matches =
            own && shown.row.count == number && differs_only_in_devices(machine.record, shown, batch, tensor);
    }
    let sizes = query.sizes()?;
    let own = setup(number);
    let engine = launch::engine(query.text(&ENGINE), &machine.record.device, machine.format.files);
    let answer = ParallelAnswer {
        machine: &machine,
        engine,
        batch,
        number,
        tensor,
        one: machine.profile.estimate(&setup(1)),
        estimate: machine.profile.estimate(&setup(number)),
        short: Shortage::of(&own, sizes),
        rows,
        sizes,
    };
    Ok(answer.write(report))
}

/// True if a run differs from the reader's inputs at most in the number of devices and in depth.
fn differs_only_in_devices(
    record: &DeviceRecord,
    ShownRow { row, same_format, .. }: &ShownRow<'_>,
    batch: f64,
    tensor: bool,
) -> bool {
    let words = record.text(row.conditions).as_bytes();
    let divided = words.windows(LAYERS.len()).any(|part| part == LAYERS);
    let requests = count(row.requests.max(1)).to_bits() == batch.to_bits();
    *same_format && requests && !row.drafted && divided != tensor
}

/// The words in the conditions of a run with a layer split.
const LAYERS: &[u8] = b"layers split";

const fn shared(number: u64, tensor: bool) -> Devices {
    match (number, tensor) {
        (0 | 1, _) => Devices::One,
        (_, true) => Devices::TensorParallel(number),
        (_, false) => Devices::LayerSplit(number),
    }
}

const SOURCES: &[Source] = &[
    (
        "llama.cpp splits layers unless told otherwise",
        "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md",
    ),
    ("dividing every layer: Megatron-LM", "https://arxiv.org/abs/1909.08053"),
    ("the time of a step: Pope et al. 2022", "https://arxiv.org/abs/2211.05102"),
];

const ASSUMED: &[&str] = &[
    "All devices are equal, and weights and cache are divided evenly among them.",
    "In tensor parallelism every layer waits twice for all devices. The cache is divided no further than there are key-value heads.",
    "In a layer split one device works at a time on a request: memory adds up, speed does not.",
    "The cost of working together is that of the links of today's runs on such devices: slower or faster links change it, and no link is \
     asked for here.",
    "The profile of the device was fitted on one device. Few published runs divide a model, so that the ranges for several are wider.",
];

impl ParallelAnswer<'_> {
    fn setup(&self, number: u64) -> Setup<'_> {
        let devices = shared(number, self.tensor);
        Setup { devices, ..self.machine.setup(self.machine.context, self.batch) }
    }

    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        shortage::end_figures(writer.report, self.short);
        writer.report.chart(self.chart());
        let (setup, profile, longest) = (self.setup(self.number), self.machine.profile, self.machine.longest);
        let repository = launch::repository(self.machine.model, self.machine.format);
        let started = EngineSetup { engine: self.engine, repository, setup: &setup, profile, longest, host: None };
        launch::write(writer.report, &started);
        if self.estimate.terms.is_some() {
            writer.steps("One step", "What takes the time of a typical step", SOURCES);
            writer.report.paragraph("note", words!("The range: {}.", Arg::Text(&self.estimate.reason)));
        } else {
            writer.report.section("steps", "One step");
            writer.report.paragraph("none", words!("No typical step: {}.", Arg::Text(&self.estimate.reason)));
            steps::close(writer.report, SOURCES);
        }
        self.table(&mut writer);
        if self.rows.is_empty() {
            let nothing = "Nothing measured: no published run of this model on several of these devices is known here.";
            measured::nothing(writer.report, nothing);
        } else {
            measured::write(writer.report, self.machine.record, &self.rows);
        }
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    /// Returns the typical speed over that of one device.
    fn times(&self) -> Option<f64> {
        Some(self.estimate.range?.typical / self.one.range?.typical)
    }

    /// Milliseconds of communication in a typical step.
    fn communication(estimate: &Estimate) -> Option<f64> {
        estimate.terms.map(|terms| terms.step.communication * 1e3)
    }

    /// Bytes needed and usable on each device; `None` if the memory is not known.
    fn bytes_per_device(&self, number: u64) -> Option<(f64, f64)> {
        let fit = fit::fit(&self.setup(number))?;
        Some((fit.needed() / count(number), fit.usable / count(number)))
    }

    /// Returns the fewest devices whose memory is enough.
    fn min_devices(&self) -> Option<u64> {
        (1..=MAX_DEVICES).find(|number| self.bytes_per_device(*number).is_some_and(|(needed, usable)| needed <= usable))
    }

    fn headline(&self, report: &mut Report) {
        let machine = self.machine;
        let concurrency = requests(self.batch);
        let conditions = [
            Arg::Count(self.number),
            Arg::Text(&machine.record.device.name),
            Arg::Text(if self.tensor { "every layer divided" } else { "layers divided" }),
            Arg::Text(&machine.model.name),
            Arg::Text(&machine.format.name),
            Arg::Text(&concurrency),
            Arg::Plain(machine.context, 0),
            Arg::Text(&machine.profile.words),
        ];
        let conditions = words!("{} × {}, {}; {} in {}, {}, {} tokens of context; {}", ..conditions);
        let ceiling = Arg::Speed(self.estimate.ceiling.per_stream());
        if let Some(short) = self.short {
            short.headline(report, conditions);
        } else if let Some(range) = self.estimate.range {
            let values = [Arg::Speed(range.typical), ceiling];
            report.answer(
                words!("About <r>{}</r> tokens per second for each request; at most <c>{}</c>", ..values),
                conditions,
            );
        } else {
            report.answer(words!("At most <c>{}</c> tokens per second for each request", ceiling), conditions);
        }
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let range = self.estimate.range.map(Range::values);
        let quantity = writer.quantity(words!("{}", Arg::Speed(self.estimate.ceiling.per_stream())));
        quantity.ink(Ink::Ceiling).number("ceiling").figure("Ceiling", "");
        writer.range(["low", "typical", "high"], range);
        writer.realistic("", range, &self.estimate.reason);
        writer.number("typical on one", or_nan(self.one.range.map(|range| range.typical)));
        let times = [Arg::Ratio(or_nan(self.times()))];
        let quantity = writer.optional(self.times().map(|_| words!("{}\u{a0}×", ..times))).number("times one");
        quantity.figure("Speed-up", "vs one device with enough memory");
        writer.number("communication ms", or_nan(Self::communication(&self.estimate)));
        let each = self.bytes_per_device(self.number);
        writer.number("bytes on each", or_nan(each.map(|(needed, _)| needed)));
        writer.number("bytes usable on each", or_nan(each.map(|(_, usable)| usable)));
        writer.number("devices by memory", or_nan(self.min_devices().map(count)));
        if let Some(terms) = self.estimate.terms {
            self.terms(writer, &terms);
        }
    }

    fn terms(&self, writer: &mut ReportWriter<'_>, Terms { step, efficiency, .. }: &Terms) {
        let (layers, number) = (Arg::Count(self.machine.model.shape.layers), Arg::Count(self.number));
        let others = Arg::Count(self.number.saturating_sub(1));
        let [reduce, hop] = [efficiency.all_reduce, efficiency.hop].map(|seconds| Arg::Speed(seconds * 1e6));
        let (streaming, communication) = if self.tensor {
            (
                words!("bytes ÷ {} devices ÷ bandwidth that is reached", number),
                words!("2 × {} layers × {} µs", layers, reduce),
            )
        } else {
            (words!("bytes ÷ bandwidth that is reached"), words!("{} hand-overs × {} µs", others, hop))
        };
        let fixed = words!("{} layers × fixed cost", layers);
        let sum = words!("the sum, and never less than the ceiling's step");
        for (name, seconds, formula) in [
            ("Weights", step.weights, streaming),
            ("Cache", step.cache, streaming),
            ("Layers", step.overhead, fixed),
            ("Working together", step.communication, communication),
            ("Step", step.seconds, sum),
        ] {
            writer.quantity(words!("{}\u{a0}ms", Arg::Speed(seconds * 1e3))).ink(Ink::Range).step(name, formula);
        }
        let formula = words!("1 ÷ {}\u{a0}ms", Arg::Speed(step.seconds * 1e3));
        let quantity = writer.quantity(words!("{}\u{a0}tok/s", Arg::Speed(step.per_stream()))).ink(Ink::Range);
        quantity.step("Typical", formula);
    }

    /// Returns the numbers of devices to show, the reader's own among them.
    fn numbers_shown(&self) -> Vec<u64> {
        let most = self.number.max(8);
        let mut numbers: Vec<u64> = SHOWN.iter().copied().filter(|number| *number <= most).collect();
        if !numbers.contains(&self.number) {
            let at = numbers.iter().position(|number| *number > self.number).unwrap_or(numbers.len());
            numbers.insert(at, self.number);
        }
        numbers
    }

    fn table(&self, writer: &mut ReportWriter<'_>) {
        let caption = "Tokens per second of each request, at the same context and number of requests";
        let (head, numbers) = (("chart-table", "The numbers of the chart"), self.numbers_shown());
        writer.table(head, caption, "numbers of devices", numbers, |row, number| {
            let estimate = self.machine.profile.estimate(&self.setup(number));
            let ceiling = Arg::Speed(estimate.ceiling.per_stream());
            row.highlight(number == self.number);
            row.number("Devices", "", words!("{}", Arg::Count(number)));
            row.inked(Ink::Ceiling, "Ceiling", "tokens per second", words!("{}", ceiling));
            let found = estimate.range.zip(Self::communication(&estimate));
            let range = found.map(|(range, _)| Arg::Range(range.low, range.high));
            row.optional(Ink::Range, "Realistic", "tokens per second", range);
            row.optional(Ink::Range, "Together", "ms a token", found.map(|(_, ms)| Arg::Speed(ms)));
            let each = self.bytes_per_device(number);
            let size = [each.map_or(Arg::Text(NONE), |(needed, _)| Arg::Speed(needed / self.sizes.unit()))];
            let over = each.is_some_and(|(needed, usable)| needed > usable);
            let words = if over { words!("{} (too much)", ..size) } else { words!("{}", ..size) };
            row.number("On each", self.sizes.name(), words);
        });
    }

    fn chart(&self) -> Chart {
        let numbers = self.numbers_shown();
        let last = numbers.last().copied().unwrap_or(8);
        let mut chart = Chart {
            title: "Tokens per second of a request against devices: ceiling, realistic range and measurements",
            desc: self.status(),
            x: (1.0, count(last)),
            x_label: "devices",
            y_label: "tokens per second for each request",
            here: count(self.number),
            ..Chart::default()
        };
        for number in numbers {
            let (x, speeds) = (count(number), self.machine.speeds_per_request(&self.setup(number)));
            chart.point(x, speeds.ceiling, speeds.range.map(Range::values));
        }
        for shown in &self.rows {
            if differs_only_in_devices(self.machine.record, shown, self.batch, self.tensor) {
                let (x, y) = (count(shown.row.count), shown.row.speed / self.batch);
                chart.dots.push(Dot { x, y, open: shown.open });
            }
        }
        chart.key = &["other contexts among them"];
        if self.short.is_some() {
            chart.void = Some(Void { from: 1.0, lines: ["does not fit", "on so few"].map(String::from) });
        }
        chart.mark(Ink::Ceiling, self.estimate.ceiling.per_stream());
        if let Some(range) = self.estimate.range {
            chart.mark(Ink::Range, range.typical);
        }
        chart
    }

    fn status(&self) -> String {
        if let Some(short) = self.short {
            return short.status();
        }
        let ceiling = Arg::Speed(self.estimate.ceiling.per_stream());
        match self.estimate.range {
            Some(range) => {
                let values = [ceiling, Arg::Speed(range.low), Arg::Speed(range.high)];
                filled(words!("Ceiling {} tokens per second for each request; likely {} to {}.", ..values))
            }
            None => filled(words!("Ceiling {} tokens per second for each request; nothing supports a range.", ceiling)),
        }
    }
}
