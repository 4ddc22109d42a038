//! Several equal devices: tensor parallelism divides every layer, a layer split divides the layers.
//!
//! 1. The same setup is asked for one device and for more: ceiling, range, what a step pays for communication, memory on each.
//! 2. Tensor parallelism divides the bytes of a step and makes every layer agree twice; a layer split divides the memory alone.
//! 3. The chart runs over the number of devices, with the published runs on several of these devices on it.
//!
//! The device's profile was fitted for one device; what communication costs was fitted to the few runs on several, and the ranges say so.

use super::machine::Machine;
use super::measured::{self, Shown};
use super::prelude::*;
use super::shortage::{self, Shortage};
use super::subject::requests;
use rooflight_calibration::{Estimate, FileFormat};
use rooflight_estimator::decode::Range;
use rooflight_estimator::fit;
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::units::count;
use rooflight_records::DeviceRecord;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "parallel",
    title: "Several devices",
    about: "How fast a model runs on several equal devices, and what working together costs.",
    inputs: &[HARDWARE, BIG_MODEL, QUANTIZATION, ENGINE, NUMBER, WAY, REQUESTS, DEPTH, SIZES],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::RUNS],
    group: (Group::Improvements, 2),
    validation: Validation::TensorParallel,
    is_benchmarkable: true,
    evaluate,
};

const BIG_MODEL: Input = MODEL.or("llama-3.1-70b");
const NUMBER: Input = DEVICES.or("2");
const WAY: Input = Input::new(("way", "split"), "Split by", "engine", Choice::One(WAYS));
const WAYS: &[(&str, &str)] = &[
    ("engine", "What the engine does unasked"),
    ("tensor", "Every layer (tensor parallel)"),
    ("layers", "Whole layers (layer split)"),
];
const DEPTH: Input = CONTEXT.folded();

/// Numbers of devices that are shown beside the reader's own.
const SHOWN: [u64; 7] = [1, 2, 4, 8, 16, 32, MOST];

/// The most devices that are looked at.
const MOST: u64 = 64;

/// Everything that the answer is made from.
struct ParallelAnswer<'a> {
    machine: &'a Machine<'a>,
    batch: f64,
    number: u64,
    tensor: bool,
    one: Estimate,
    estimate: Estimate,
    short: Option<Shortage>,
    rows: Vec<Shown<'a>>,
    sizes: Sizes,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let machine = Machine::read_as(query, &HARDWARE, &BIG_MODEL, &QUANTIZATION, &DEPTH)?;
    let devices = query.number(&NUMBER)?;
    let number = whole(devices);
    let tensor = match query.one(&WAY)? {
        "tensor" => true,
        "layers" => false,
        _ => !matches!(machine.format.habit, FileFormat::Gguf | FileFormat::Exl2 | FileFormat::Exl3),
    };
    query.hint(&WAY, if tensor { words!("every layer") } else { words!("whole layers") });
    let batch = query.number(&REQUESTS)?;
    let setup = |number: u64| Setup { devices: shared(number, tensor), ..machine.setup(machine.context, batch) };
    let mut rows = measured::rows(machine.record, machine.model, machine.format, machine.at, None);
    rows.retain(|shown| shown.row.count > 1);
    for shown in &mut rows {
        let near =
            shown.row.depth.is_some_and(|depth| depth >= 0.8 * machine.context && depth <= 1.25 * machine.context);
        let own = near && shown.row.profile == machine.at as u64;
        shown.matches = own && shown.row.count == number && alike(machine.record, shown, batch, tensor);
    }
    let sizes = query.sizes()?;
    let own = setup(number);
    let answer = ParallelAnswer {
        machine: &machine,
        batch,
        number,
        tensor,
        one: machine.profile.estimate(&setup(1)),
        estimate: machine.profile.estimate(&setup(number)),
        short: Shortage::of(&own, sizes),
        rows,
        sizes,
    };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

/// Whether a run differs from the question in the number of devices and the depth alone.
fn alike(record: &DeviceRecord, Shown { row, same_format, .. }: &Shown<'_>, batch: f64, tensor: bool) -> bool {
    let words = record.text(row.conditions).as_bytes();
    let divided = words.windows(LAYERS.len()).any(|part| part == LAYERS);
    let requests = count(row.requests.max(1)).to_bits() == batch.to_bits();
    *same_format && requests && !row.drafted && divided != tensor
}

/// The words in the conditions of a run whose layers were split.
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

/// For either unit of sizes.
const COLUMNS: [&[Column]; 2] = [&columns("GB"), &columns("GiB")];

const fn columns(unit: &'static str) -> [Column; 5] {
    [
        ("Devices", "", Kind::Number),
        ("Ceiling", "tokens per second", Kind::Number),
        ("Realistic", "tokens per second", Kind::Number),
        ("Together", "ms a token", Kind::Number),
        ("On each", unit, Kind::Number),
    ]
}

impl ParallelAnswer<'_> {
    fn setup(&self, number: u64) -> Setup<'_> {
        let devices = shared(number, self.tensor);
        Setup { devices, ..self.machine.setup(self.machine.context, self.batch) }
    }

    fn write(&self, report: &mut Report) {
        self.headline(report);
        self.figures(report);
        report.chart(self.chart());
        self.steps(report);
        self.table(report);
        if self.rows.is_empty() {
            let nothing = "Nothing measured: no published run of this model on several of these devices is known here.";
            measured::nothing(report, nothing);
        } else {
            measured::write(report, self.machine.record, &self.rows);
        }
        steps::assumed(report, ASSUMED);
    }

    /// The typical speed over that of one device.
    fn times(&self) -> Option<f64> {
        Some(self.estimate.range?.typical / self.one.range?.typical)
    }

    fn communication(estimate: &Estimate) -> Option<f64> {
        estimate.terms.map(|terms| terms.step.communication * 1e3)
    }

    /// Bytes needed on each device, and usable there.
    fn each(&self, number: u64) -> Option<(f64, f64)> {
        let fit = fit::fit(&self.setup(number))?;
        Some((fit.needed() / count(number), fit.usable / count(number)))
    }

    /// The least number of devices whose memory is enough.
    fn enough(&self) -> Option<u64> {
        (1..=MOST).find(|number| self.each(*number).is_some_and(|(needed, usable)| needed <= usable))
    }

    fn headline(&self, report: &mut Report) {
        let machine = self.machine;
        let together = requests(self.batch);
        let conditions = [
            Arg::Count(self.number),
            Arg::Text(&machine.record.device.name),
            Arg::Text(if self.tensor { "every layer divided" } else { "layers divided" }),
            Arg::Text(&machine.model.name),
            Arg::Text(&machine.format.name),
            Arg::Text(&together),
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

    fn figures(&self, report: &mut Report) {
        let none = words!("");
        let ceiling = [Arg::Speed(self.estimate.ceiling.per_stream())];
        report.figure(Ink::Ceiling, "Ceiling", none, Some(words!("{}", ..ceiling)), "");
        steps::realistic(report, none, self.estimate.range.map(Range::values), &self.estimate.reason);
        let times = [Arg::Ratio(self.times().unwrap_or_default())];
        let value = self.times().map(|_| words!("{}\u{a0}×", ..times));
        report.figure(Ink::Plain, "Speed-up", none, value, "vs one device with enough memory");
        shortage::end_figures(report, self.short);
    }

    fn steps(&self, report: &mut Report) {
        let Some(terms) = self.estimate.terms else {
            report.section("steps", "One step");
            report.paragraph("none", words!("No typical step: {}.", Arg::Text(&self.estimate.reason)));
            report.sources(SOURCES);
            return report.end_section();
        };
        let step = terms.step;
        steps::open(report, "One step", "What takes the time of a typical step");
        let layers = Arg::Count(self.machine.model.shape.layers);
        let number = Arg::Count(self.number);
        let ms = |seconds: f64| [Arg::Speed(seconds * 1e3)];
        let divided = if self.tensor {
            words!("bytes ÷ {} devices ÷ bandwidth that is reached", number)
        } else {
            words!("bytes ÷ bandwidth that is reached")
        };
        steps::inked(report, "Weights", divided, Ink::Range, words!("{}\u{a0}ms", ..ms(step.weights)));
        steps::inked(report, "Cache", divided, Ink::Range, words!("{}\u{a0}ms", ..ms(step.cache)));
        let formula = words!("{} layers × fixed cost", layers);
        steps::inked(report, "Layers", formula, Ink::Range, words!("{}\u{a0}ms", ..ms(step.overhead)));
        let micro = |seconds: f64| Arg::Speed(seconds * 1e6);
        let hand = [Arg::Count(self.number.saturating_sub(1)), micro(terms.efficiency.hop)];
        let formula = if self.tensor {
            words!("2 × {} layers × {} µs", layers, micro(terms.efficiency.all_reduce))
        } else {
            words!("{} hand-overs × {} µs", ..hand)
        };
        steps::inked(report, "Working together", formula, Ink::Range, words!("{}\u{a0}ms", ..ms(step.communication)));
        let formula = words!("the sum, and never less than the ceiling's step");
        steps::inked(report, "Step", formula, Ink::Range, words!("{}\u{a0}ms", ..ms(step.seconds)));
        steps::inked(
            report,
            "Typical",
            words!("1 ÷ {}\u{a0}ms", ..ms(step.seconds)),
            Ink::Range,
            words!("{}\u{a0}tok/s", Arg::Speed(step.per_stream())),
        );
        steps::close(report, SOURCES);
        report.paragraph("note", words!("The range: {}.", Arg::Text(&self.estimate.reason)));
    }

    /// The numbers of devices to show, the reader's own among them.
    fn numbers_shown(&self) -> Vec<u64> {
        let most = self.number.max(8);
        let mut numbers: Vec<u64> = SHOWN.iter().copied().filter(|number| *number <= most).collect();
        if !numbers.contains(&self.number) {
            let at = numbers.iter().position(|number| *number > self.number).unwrap_or(numbers.len());
            numbers.insert(at, self.number);
        }
        numbers
    }

    fn table(&self, report: &mut Report) {
        let numbers = self.numbers_shown();
        report.section("chart-table", "The numbers of the chart");
        let caption = "Tokens per second of each request, at the same context and number of requests";
        report.table("chart-table", caption, COLUMNS[self.sizes as usize], "numbers of devices");
        for number in numbers {
            let estimate = self.machine.profile.estimate(&self.setup(number));
            report.row(if number == self.number { Emphasis::Match } else { Emphasis::None });
            report.cell(None, words!("{}", Arg::Count(number)));
            report.cell(Some(Ink::Ceiling), words!("{}", Arg::Speed(estimate.ceiling.per_stream())));
            let found = estimate.range.zip(Self::communication(&estimate));
            steps::cell(report, Ink::Range, found.map(|(range, _)| Arg::Range(range.low, range.high)));
            steps::cell(report, Ink::Range, found.map(|(_, ms)| Arg::Speed(ms)));
            match self.each(number) {
                Some((needed, usable)) => {
                    let size = [Arg::Speed(needed / self.sizes.unit())];
                    report.cell(
                        None,
                        if needed > usable { words!("{} (too much)", ..size) } else { words!("{}", ..size) },
                    );
                }
                None => report.cell(None, words!(NONE)),
            }
        }
        steps::close(report, &[]);
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
            let (x, speeds) = (count(number), self.machine.each(&self.setup(number)));
            chart.point(x, speeds.ceiling, speeds.range.map(Range::values));
        }
        for shown in &self.rows {
            if alike(self.machine.record, shown, self.batch, self.tensor) {
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

    fn numbers(&self) -> Numbers {
        let range = self.estimate.range;
        let each = self.each(self.number);
        vec![
            ("ceiling", self.estimate.ceiling.per_stream()),
            ("low", or_nan(range.map(|range| range.low))),
            ("typical", or_nan(range.map(|range| range.typical))),
            ("high", or_nan(range.map(|range| range.high))),
            ("typical on one", or_nan(self.one.range.map(|range| range.typical))),
            ("times one", or_nan(self.times())),
            ("communication ms", or_nan(Self::communication(&self.estimate))),
            ("bytes on each", or_nan(each.map(|(needed, _)| needed))),
            ("bytes usable on each", or_nan(each.map(|(_, usable)| usable))),
            ("devices by memory", or_nan(self.enough().map(count))),
        ]
    }
}
