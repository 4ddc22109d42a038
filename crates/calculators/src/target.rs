//! The bandwidth, format, context or batch that reaches a target speed.
//!
//! 1. Ceiling and range of the setup say whether the reader's own question reaches the target.
//! 2. Turned around: the bandwidth it takes, the longest context and the largest batch at which each request still gets it.
//! 3. The table asks the same of the model's other formats on this device, those that run with the same engines.
//!
//! Each is found from the same estimate, by halving; none is a formula of its own.

use super::machine::{Machine, Speeds};
use super::prelude::*;
use super::shortage::{self, Shortage};
use super::subject::requests;
use rooflight_estimator::bisect;
use rooflight_estimator::decode::Range;
use rooflight_estimator::fit;
use rooflight_estimator::hardware::Device;
use rooflight_estimator::ledger::Ledger;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::GB;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "target",
    title: "What reaches this speed?",
    about: "Which bandwidth, quantization, context or number of requests reaches a speed.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, CONTEXT, TARGET, TOGETHER, SIZES],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Improvements, 0),
    validation: Validation::MadeOf("decode speed"),
    is_benchmarkable: true,
    evaluate,
};

const TARGET: Input = Input::real(("tps", "speed"), "Target speed", "100", SPEED, (0.01, 1_000_000.0));
const TOGETHER: Input = REQUESTS.folded();

/// The most requests that are looked at.
const MOST: f64 = 4096.0;

/// The bandwidths that are looked at, bytes a second.
const BANDWIDTHS: (f64, f64) = (0.01 * GB, 1e7 * GB);

/// The two kinds of speed that the target is compared with.
#[derive(Clone, Copy)]
enum SpeedKind {
    Ceiling,
    Typical,
}

/// Everything that the answer is made from.
struct TargetAnswer<'a> {
    machine: &'a Machine<'a>,
    setup: Setup<'a>,
    target: f64,
    speeds: Speeds,
    short: Option<Shortage>,
    /// By the ceiling, and typically: bytes a second, tokens, requests.
    bandwidths: [Option<f64>; 2],
    contexts: [Option<f64>; 2],
    batches: [Option<f64>; 2],
    formats: Vec<Format<'a>>,
    sizes: Sizes,
}

/// A format that was asked.
struct Format<'a> {
    id: &'a str,
    name: &'a str,
    bytes: f64,
    speeds: Speeds,
    fits: bool,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let machine = Machine::read(query)?;
    let target = query.number(&TARGET)?;
    let batch = query.number(&TOGETHER)?;
    let setup = machine.setup(machine.context, batch);
    let reaches = |setup: &Setup<'_>, by: SpeedKind| {
        let speeds = machine.each(setup);
        match by {
            SpeedKind::Ceiling => speeds.ceiling >= target,
            SpeedKind::Typical => speeds.range.is_some_and(|range| range.typical >= target),
        }
    };
    let both = [SpeedKind::Ceiling, SpeedKind::Typical];
    let bandwidths = both.map(|by| {
        bisect::least(BANDWIDTHS, &|bandwidth| {
            let device = Device { bandwidth, ..machine.record.device.clone() };
            reaches(&Setup { device: &device, ..setup }, by)
        })
    });
    // Without a range nothing can be said of what is typical.
    let ranged = machine.each(&setup).range.is_some();
    let most = |by: SpeedKind, most: f64, holds: &dyn Fn(f64) -> bool| {
        (ranged || matches!(by, SpeedKind::Ceiling)).then(|| bisect::largest(most, holds))
    };
    let contexts = both.map(|by| most(by, machine.longest, &|depth| reaches(&Setup { depth, ..setup }, by)));
    let batches = both.map(|by| most(by, MOST, &|batch| reaches(&Setup { batch, ..setup }, by)));
    let sizes = query.sizes()?;
    let short = Shortage::of(&setup, sizes);
    let answer = TargetAnswer {
        machine: &machine,
        setup,
        target,
        speeds: machine.each(&setup),
        short,
        bandwidths,
        contexts,
        batches,
        formats: formats(&machine, batch),
        sizes,
    };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

/// The formats that run with the same engines as the reader's.
fn formats<'a>(machine: &Machine<'a>, batch: f64) -> Vec<Format<'a>> {
    let mut list = Vec::new();
    for format in machine.model.formats.iter().filter(|format| format.habit == machine.format.habit) {
        let other = machine.with(format);
        let setup = other.setup(other.context, batch);
        let fits = fit::fit(&setup).is_none_or(|fit| fit.fits());
        let (bytes, speeds) = (format.weights.file_bytes(), other.each(&setup));
        list.push(Format { id: &format.id, name: &format.name, bytes, speeds, fits });
    }
    list
}

const ASSUMED: &[&str] = &[
    "Each request gets the target; the number of requests stays as entered, except where it is what is looked for.",
    "Another bandwidth means the same device with that bandwidth: its fixed costs and its arithmetic stay.",
    "The longest context and the most requests are by speed. Memory may end them earlier; the table of answers says where.",
    "A format that reaches the target says nothing about how well the model answers in it.",
];

const ANSWERS: &[Column] = &[
    ("What", "", Kind::Words),
    ("By the ceiling", "", Kind::Number),
    ("Typically", "", Kind::Number),
    ("By memory", "", Kind::Number),
];

/// For either unit of sizes.
const COLUMNS: [&[Column]; 2] = [&columns("GB"), &columns("GiB")];

const fn columns(unit: &'static str) -> [Column; 5] {
    [
        ("Format", "", Kind::Words),
        ("Size", unit, Kind::Number),
        ("Ceiling", "tokens per second", Kind::Number),
        ("Realistic", "tokens per second", Kind::Number),
        ("Reaches it", "", Kind::Words),
    ]
}

/// The words of [`verdict`], explained.
pub(super) const VERDICTS: &str = "yes: the whole range reaches the target; likely: its middle does; perhaps: its upper end; hardly: only the ceiling.";

/// Whether speeds reach a target, in a word.
pub(super) fn verdict(speeds: &Speeds, target: f64, fits: bool) -> &'static str {
    let over = |value: f64| value >= target;
    match speeds.range {
        _ if !fits => "does not fit",
        _ if !over(speeds.ceiling) => "no",
        None => "by the ceiling",
        Some(range) if over(range.low) => "yes",
        Some(range) if over(range.typical) => "likely",
        Some(range) if over(range.high) => "perhaps",
        Some(_) => "hardly",
    }
}

impl TargetAnswer<'_> {
    fn write(&self, report: &mut Report) {
        self.headline(report);
        self.figures(report);
        report.chart(self.chart());
        self.answers(report);
        self.table(report);
        steps::assumed(report, ASSUMED);
    }

    fn headline(&self, report: &mut Report) {
        let machine = self.machine;
        let together = requests(self.setup.batch);
        let conditions = [
            Arg::Text(&machine.record.device.name),
            Arg::Text(&machine.model.name),
            Arg::Text(&machine.format.name),
            Arg::Plain(machine.context, 0),
            Arg::Text(&together),
            Arg::Text(&machine.profile.words),
        ];
        let conditions = words!("{}, {} in {}, {} tokens of context, {}; {}", ..conditions);
        if let Some(short) = self.short {
            return short.headline(report, conditions);
        }
        let (target, ceiling) = (Arg::Plain(self.target, 2), Arg::Speed(self.speeds.ceiling));
        let typical = Arg::Speed(self.speeds.likely());
        let values = [target, typical];
        let bound = [target, ceiling];
        let words = match verdict(&self.speeds, self.target, true) {
            "no" => words!("{} tokens per second: no, at most <c>{}</c>", ..bound),
            "by the ceiling" => words!("{} tokens per second: the memory bus allows <c>{}</c>", ..bound),
            "yes" => words!("{} tokens per second: yes; typical is <r>{}</r>", ..values),
            "likely" => words!("{} tokens per second: likely; typical is <r>{}</r>", ..values),
            "perhaps" => words!("{} tokens per second: perhaps; typical is <r>{}</r>", ..values),
            _ => words!("{} tokens per second: hardly; typical is <r>{}</r>", ..values),
        };
        report.answer(words, conditions);
    }

    fn figures(&self, report: &mut Report) {
        let none = words!("");
        report.figure(Ink::Ceiling, "Ceiling", none, Some(words!("{}", Arg::Speed(self.speeds.ceiling))), "");
        steps::realistic(report, none, self.speeds.range.map(Range::values), &self.machine.profile.reason);
        let value = self.bandwidths[1].map(|bandwidth| Arg::Speed(bandwidth / GB));
        let has = filled(words!("GB/s; it has {}", Arg::Plain(self.setup.device.bandwidth / GB, 1)));
        let note = if value.is_some() { has.as_str() } else { "none, or no range to say" };
        steps::figure(report, (Ink::Range, "Bandwidth"), words!("for it, typically"), value, note);
        shortage::end_figures(report, self.short);
    }

    fn answers(&self, report: &mut Report) {
        report.section("steps", "What reaches it");
        report.table("steps", "Everything else as entered", ANSWERS, "answers");
        let bytes = Ledger::of(&self.setup).moved_bytes();
        report.row(Emphasis::None);
        report.cell(None, words!("Bandwidth, GB/s, at least"));
        for (bandwidth, ink) in self.bandwidths.into_iter().zip([Ink::Ceiling, Ink::Range]) {
            steps::cell(report, ink, bandwidth.map(|bandwidth| Arg::Speed(bandwidth / GB)));
        }
        report.cell(None, words!(NONE));
        let room = [fit::longest_context(&self.setup), fit::largest_batch(&self.setup)];
        let rows = [("Tokens of context, at most", self.contexts), ("Requests together, at most", self.batches)];
        for ((name, found), room) in rows.into_iter().zip(room) {
            report.row(Emphasis::None);
            report.cell(None, words!("{}", Arg::Text(name)));
            for (value, ink) in found.into_iter().zip([Ink::Ceiling, Ink::Range]) {
                match value {
                    Some(value) if value > 0.0 => report.cell(Some(ink), words!("{}", Arg::Plain(value, 0))),
                    Some(_) => report.cell(Some(ink), words!("not one")),
                    None => report.cell(None, words!(NONE)),
                }
            }
            report.cell(None, or_dash(room.is_some(), &[Arg::Plain(room.unwrap_or_default(), 0)]));
        }
        report.row(Emphasis::None);
        report.cell(None, words!("Formats like this that fit"));
        for (by, ink) in [(SpeedKind::Ceiling, Ink::Ceiling), (SpeedKind::Typical, Ink::Range)] {
            report.cell(Some(ink), words!("{}", Arg::Count(self.reaching(by))));
        }
        let fitting = self.formats.iter().filter(|format| format.fits).count() as u64;
        report.cell(None, words!("{}", Arg::Count(fitting)));
        let values = [Arg::Gigabytes(bytes), Arg::Plain(self.target, 2), Arg::Speed(bytes * self.target / GB)];
        let formula = words!(
            "A step of all requests moves {}, times {} steps per second: {} GB/s at the ceiling, if arithmetic is no limit.",
            ..values
        );
        report.paragraph("note", formula);
        report.sources(&[(
            "bytes over bandwidth, the roofline: Williams et al. 2009",
            "https://doi.org/10.1145/1498765.1498785",
        )]);
        report.end_section();
    }

    fn reaching(&self, by: SpeedKind) -> u64 {
        let reaches = |format: &&Format<'_>| {
            let speed = match by {
                SpeedKind::Ceiling => Some(format.speeds.ceiling),
                SpeedKind::Typical => format.speeds.range.map(|range| range.typical),
            };
            format.fits && speed.is_some_and(|speed| speed >= self.target)
        };
        self.formats.iter().filter(reaches).count() as u64
    }

    fn table(&self, report: &mut Report) {
        report.section("formats", "Other formats of this model");
        let caption = "Those that run with the same engines, on this device, at this context";
        report.table("formats", caption, COLUMNS[self.sizes as usize], "formats");
        for format in &self.formats {
            let own = format.id == self.machine.format.id;
            report.row(if own { Emphasis::Match } else { Emphasis::None });
            report.cell(None, words!("{}", Arg::Text(format.name)));
            report.cell(None, words!("{}", Arg::Speed(format.bytes / self.sizes.unit())));
            report.cell(Some(Ink::Ceiling), words!("{}", Arg::Speed(format.speeds.ceiling)));
            steps::cell(report, Ink::Range, format.speeds.range.map(|range| Arg::Range(range.low, range.high)));
            report.cell(None, words!("{}", Arg::Text(verdict(&format.speeds, self.target, format.fits))));
        }
        report.paragraph("note", words!("{}", Arg::Text(VERDICTS)));
        report.end_section();
    }

    fn chart(&self) -> Chart {
        let mut chart = self.machine.over_contexts(&self.setup);
        chart.title = "Tokens per second against context length: ceiling and realistic range";
        chart.desc = self.status();
        chart.y_label = "tokens per second for each request";
        chart.end_of_memory(fit::longest_context(&self.setup));
        chart.marks.push(Mark {
            ink: Ink::Plain,
            y: self.target,
            text: filled(words!("target {}", Arg::Plain(self.target, 2))),
        });
        chart
    }

    fn status(&self) -> String {
        let values = [
            Arg::Plain(self.target, 2),
            Arg::Text(verdict(&self.speeds, self.target, self.short.is_none())),
            Arg::Speed(self.speeds.ceiling),
        ];
        filled(words!("{} tokens per second: {}; ceiling {}.", ..values))
    }

    fn numbers(&self) -> Numbers {
        let range = self.speeds.range;
        vec![
            ("ceiling", self.speeds.ceiling),
            ("low", or_nan(range.map(|range| range.low))),
            ("typical", or_nan(range.map(|range| range.typical))),
            ("high", or_nan(range.map(|range| range.high))),
            ("GB/s at the ceiling", or_nan(self.bandwidths[0].map(|bandwidth| bandwidth / GB))),
            ("GB/s typical", or_nan(self.bandwidths[1].map(|bandwidth| bandwidth / GB))),
            ("context at the ceiling", or_nan(self.contexts[0])),
            ("context typical", or_nan(self.contexts[1])),
            ("batch at the ceiling", or_nan(self.batches[0])),
            ("batch typical", or_nan(self.batches[1])),
            ("formats at the ceiling", rooflight_primitives::units::count(self.reaching(SpeedKind::Ceiling))),
            ("formats typical", rooflight_primitives::units::count(self.reaching(SpeedKind::Typical))),
        ]
    }
}
