//! The bandwidth, format, context or batch that reaches a target speed.
//!
//! 1. Ceiling and range of the setup tell whether it reaches the target.
//! 2. Bisection over the same estimate finds the bandwidth that reaches it, and the longest context and the largest
//!    batch at which each request still gets it.
//! 3. The table shows which of the model's other formats that the same engines run reach it on this device.
//!
//! Holds no formula of its own.
//!
//! It is no file: its figures are found by bisection over the estimate.

use super::alternatives::{self, RefusedCase};
use super::prelude::*;
use super::shortage::{self, Shortage};
use super::subject::{Subject, requests};
use rooflight_estimator::bisect;
use rooflight_estimator::calibration::Speeds;
use rooflight_estimator::fit;
use rooflight_estimator::hardware::Device;
use rooflight_estimator::ledger::Ledger;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::{GB, count};

/// The declaration of the calculator at `/calculators/target/`.
pub const SPEC: Spec = Spec {
    kind: "target",
    title: "What reaches this speed?",
    about: "Which bandwidth, quantization, context or number of requests reaches a speed.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, CONTEXT, TARGET, BATCH, SIZES],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Improvements, 0),
    validation: Validation::MadeOf("decode speed"),
    is_benchmarkable: true,
    evaluation: Evaluation::BuiltIn(evaluate),
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "reach a speed, how to get 20 tokens per second, make it faster";

const TARGET: Input = Input::real(("tps", "speed"), "Target speed", "100", SPEED, (0.01, 1_000_000.0));
const BATCH: Input = REQUESTS.folded();

/// Most requests that are tried.
const MAX_REQUESTS: f64 = 4096.0;

/// The range of bandwidths that is searched, bytes per second.
const BANDWIDTHS: (f64, f64) = (0.01 * GB, 1e7 * GB);

/// The two kinds of speed that the target is compared with.
#[derive(Clone, Copy)]
enum SpeedKind {
    Ceiling,
    Typical,
}

/// Resolved inputs, from which every part of the answer is written.
struct TargetAnswer<'a> {
    subject: &'a Subject<'a>,
    /// The longest context of the model, tokens.
    longest: f64,
    setup: Setup<'a>,
    target: f64,
    speeds: Speeds,
    short: Option<Shortage>,
    /// The least bytes per second, by the ceiling and by the typical speed.
    bandwidths: [Option<f64>; 2],
    /// The most tokens of context, likewise.
    contexts: [Option<f64>; 2],
    /// The most requests, likewise.
    batches: [Option<f64>; 2],
    formats: Vec<FormatSpeed<'a>>,
    sizes: Sizes,
}

/// A format of the model, with its speeds in the reader's setup.
struct FormatSpeed<'a> {
    id: &'a str,
    name: &'a str,
    bytes: f64,
    speeds: Speeds,
    fits: bool,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let longest = subject.longest();
    let context = query.number_to(&CONTEXT, longest)?;
    let target = query.number(&TARGET)?;
    let batch = query.number(&BATCH)?;
    let setup = Setup { batch, ..subject.setup(context) };
    let reaches = |setup: &Setup<'_>, by: SpeedKind| {
        let speeds = subject.profile.speeds(setup);
        match by {
            SpeedKind::Ceiling => speeds.ceiling >= target,
            SpeedKind::Typical => speeds.range.is_some_and(|range| range.typical >= target),
        }
    };
    let both = [SpeedKind::Ceiling, SpeedKind::Typical];
    let bandwidths = both.map(|by| {
        bisect::least(BANDWIDTHS, &|bandwidth| {
            let device = Device { bandwidth, ..subject.record.device.clone() };
            reaches(&Setup { device: &device, ..setup }, by)
        })
    });
    // Without a range there is no typical speed.
    let ranged = subject.profile.speeds(&setup).range.is_some();
    let most = |by: SpeedKind, most: f64, holds: &dyn Fn(f64) -> bool| {
        (ranged || matches!(by, SpeedKind::Ceiling)).then(|| bisect::largest(most, holds))
    };
    let contexts = both.map(|by| most(by, longest, &|depth| reaches(&Setup { depth, ..setup }, by)));
    let batches = both.map(|by| most(by, MAX_REQUESTS, &|batch| reaches(&Setup { batch, ..setup }, by)));
    let sizes = query.sizes()?;
    let short = Shortage::of(&setup, sizes);
    let answer = TargetAnswer {
        subject: &subject,
        longest,
        setup,
        target,
        speeds: subject.profile.speeds(&setup),
        short,
        bandwidths,
        contexts,
        batches,
        formats: formats(&subject, &setup),
        sizes,
    };
    let outcome = answer.write(report);
    let of = (subject.model, subject.format);
    alternatives::write(report, query, SPEC.inputs, RefusedCase::new(&setup, subject.profile, of, sizes));
    Ok(outcome)
}

/// Computes the speeds of all formats that the same engines run as the reader's.
fn formats<'a>(subject: &Subject<'a>, setup: &Setup<'_>) -> Vec<FormatSpeed<'a>> {
    let mut list = Vec::new();
    for format in subject.model.formats.iter().filter(|format| format.files == subject.format.files) {
        let setup = Setup { weights: &format.weights, ..*setup };
        let fits = fit::fit(&setup).is_none_or(|fit| fit.fits());
        let (bytes, speeds) = (format.weights.file_bytes(), subject.profile.speeds(&setup));
        list.push(FormatSpeed { id: &format.id, name: &format.name, bytes, speeds, fits });
    }
    list
}

const SOURCES: &[Source] =
    &[("bytes over bandwidth, the roofline: Williams et al. 2009", "https://doi.org/10.1145/1498765.1498785")];

const ASSUMED: &[&str] = &[
    "Each request gets the target; the number of requests stays as entered, except where it is what is looked for.",
    "Another bandwidth means the same device with that bandwidth: its fixed costs and its arithmetic stay.",
    "The longest context and the most requests are by speed. Memory may end them earlier; the table of answers says where.",
    "A format that reaches the target says nothing about how well the model answers in it.",
];

/// Explains the words of [`verdict`] below its tables.
pub(super) const VERDICTS: &str = "yes: the whole range reaches the target; likely: its middle does; perhaps: its upper end; hardly: only the ceiling.";

/// Returns in words whether speeds reach a target.
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
    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        shortage::end_figures(writer.report, self.short);
        writer.report.chart(self.chart());
        self.answers(&mut writer);
        self.table(&mut writer);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn headline(&self, report: &mut Report) {
        let subject = self.subject;
        let concurrency = requests(self.setup.batch);
        let conditions = [
            Arg::Text(&subject.record.device.name),
            Arg::Text(&subject.model.name),
            Arg::Text(&subject.format.name),
            Arg::Plain(self.setup.depth, 0),
            Arg::Text(&concurrency),
            Arg::Text(&subject.profile.words),
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

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let range = self.speeds.ends();
        let quantity = writer.quantity(words!("{}", Arg::Speed(self.speeds.ceiling))).ink(Ink::Ceiling);
        quantity.number("ceiling").figure("Ceiling", "");
        writer.range(["low", "typical", "high"], range);
        writer.realistic("", range, &self.subject.profile.reason);
        let [least, bandwidth] = self.bandwidths.map(|bandwidth| bandwidth.map(|bandwidth| bandwidth / GB));
        writer.number("GB/s at the ceiling", or_nan(least));
        let has = filled(words!("GB/s; it has {}", Arg::Plain(self.setup.device.bandwidth / GB, 1)));
        let note = if bandwidth.is_some() { has.as_str() } else { "none, or no range to say" };
        let value = [Arg::Speed(or_nan(bandwidth))];
        let quantity = writer.optional(bandwidth.map(|_| words!("{}", ..value))).ink(Ink::Range);
        quantity.number("GB/s typical").wide_figure("Bandwidth", "for it, typically", note);
        let formats = [SpeedKind::Ceiling, SpeedKind::Typical].map(|by| Some(count(self.reaching(by))));
        for ([at_ceiling, typical], found) in [
            (["context at the ceiling", "context typical"], self.contexts),
            (["batch at the ceiling", "batch typical"], self.batches),
            (["formats at the ceiling", "formats typical"], formats),
        ] {
            writer.number(at_ceiling, or_nan(found[0]));
            writer.number(typical, or_nan(found[1]));
        }
    }

    fn answers(&self, writer: &mut ReportWriter<'_>) {
        let bytes = Ledger::of(&self.setup).moved_bytes();
        let [depth, batch] = [fit::longest_context(&self.setup), fit::largest_batch(&self.setup)];
        let whole = |value: f64| if value > 0.0 { Arg::Plain(value, 0) } else { Arg::Text("not one") };
        let formats = [SpeedKind::Ceiling, SpeedKind::Typical].map(|by| Some(Arg::Count(self.reaching(by))));
        let fitting = self.formats.iter().filter(|format| format.fits).count() as u64;
        let memory = |most: Option<f64>| most.map(|most| Arg::Plain(most, 0));
        let bandwidths = self.bandwidths.map(|bandwidth| bandwidth.map(|bandwidth| Arg::Speed(bandwidth / GB)));
        let found = [
            ("Bandwidth, GB/s, at least", bandwidths, None),
            ("Tokens of context, at most", self.contexts.map(|most| most.map(whole)), memory(depth)),
            ("Requests together, at most", self.batches.map(|most| most.map(whole)), memory(batch)),
            ("Formats like this that fit", formats, Some(Arg::Count(fitting))),
        ];
        let head = ("steps", "What reaches it");
        writer.open_table(
            head,
            "Everything else as entered",
            "answers",
            found,
            |row, (name, [bound, typical], room)| {
                row.text("What", "", words!("{}", Arg::Text(name)));
                row.optional(Ink::Ceiling, "By the ceiling", "", bound);
                row.optional(Ink::Range, "Typically", "", typical);
                row.number("By memory", "", words!("{}", room.unwrap_or(Arg::Text(NONE))));
            },
        );
        let values = [Arg::Gigabytes(bytes), Arg::Plain(self.target, 2), Arg::Speed(bytes * self.target / GB)];
        let formula = words!(
            "A step of all requests moves {}, times {} steps per second: {} GB/s at the ceiling, if arithmetic is no limit.",
            ..values
        );
        writer.report.paragraph("note", formula);
        steps::close(writer.report, SOURCES);
    }

    /// Counts the formats that fit and reach the target.
    fn reaching(&self, by: SpeedKind) -> u64 {
        let reaches = |format: &&FormatSpeed<'_>| {
            let speed = match by {
                SpeedKind::Ceiling => Some(format.speeds.ceiling),
                SpeedKind::Typical => format.speeds.range.map(|range| range.typical),
            };
            format.fits && speed.is_some_and(|speed| speed >= self.target)
        };
        self.formats.iter().filter(reaches).count() as u64
    }

    fn table(&self, writer: &mut ReportWriter<'_>) {
        let caption = "Those that run with the same engines, on this device, at this context";
        let head = ("formats", "Other formats of this model");
        writer.open_table(head, caption, "formats", &self.formats, |row, format| {
            row.highlight(format.id == self.subject.format.id);
            row.text("Format", "", words!("{}", Arg::Text(format.name)));
            row.number("Size", self.sizes.name(), words!("{}", Arg::Speed(format.bytes / self.sizes.unit())));
            let (ceiling, range) = (Arg::Speed(format.speeds.ceiling), format.speeds.range);
            row.inked(Ink::Ceiling, "Ceiling", "tokens per second", words!("{}", ceiling));
            let range = range.map(|range| Arg::Range(range.low, range.high));
            row.optional(Ink::Range, "Realistic", "tokens per second", range);
            row.text("Reaches it", "", words!("{}", Arg::Text(verdict(&format.speeds, self.target, format.fits))));
        });
        writer.report.paragraph("note", words!("{}", Arg::Text(VERDICTS)));
        writer.report.end_section();
    }

    fn chart(&self) -> Chart {
        let x = (1.0_f64.max(128.0_f64.min(self.longest / 2.0)), self.longest.max(2.0));
        let mut chart = Chart {
            title: "Tokens per second against context length: ceiling and realistic range",
            desc: self.status(),
            x,
            x_label: "tokens of context".into(),
            y_label: "tokens per second for each request".into(),
            here: self.setup.depth,
            ..Chart::default()
        };
        for depth in scale::points(x) {
            let speeds = self.subject.profile.speeds(&Setup { depth, ..self.setup });
            chart.point(depth, speeds.ceiling, speeds.ends());
        }
        chart.mark(Ink::Ceiling, self.speeds.ceiling);
        if let Some(range) = self.speeds.range {
            chart.mark(Ink::Range, range.typical);
        }
        chart.end_of_memory(fit::longest_context(&self.setup));
        chart.marks.push(ValueLabel {
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
}
