//! Training: operations, device-hours and days of training a model from nothing.
//!
//! 1. Parameters times tokens times six are the operations.
//! 2. The device's peak 16-bit rate times the utilisation is what it does in a second; the number of devices divides the time.
//! 3. Tokens a parameter stand beside the 20 that Hoffmann et al. found best for a fixed sum of operations.
//!
//! Utilisation is an assumption that the reader can change; it is not known to the catalog.

use super::answer::{Numbers, Outcome};
use super::input::{HARDWARE, Input, PARAMETERS, PERCENT, PLAIN};
use super::input_error::InputError;
use super::query::Query;
use super::spec::{Group, Spec, Validation};
use super::{record_schema, rows, steps};
use alloc::string::String;
use alloc::vec;
use rooflight_document::prelude::*;
use rooflight_estimator::training;
use rooflight_primitives::units::TERA;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "training",
    title: "Training compute",
    about: "How many operations, device-hours and days it takes to train a model from scratch.",
    inputs: &[MODEL_SIZE, TEXT, DEVICE, NUMBER, USE, RATE],
    records: &[record_schema::DEVICES],
    group: (Group::Output, 19),
    validation: Validation::Never,
    is_benchmarkable: false,
    evaluate,
};

const MODEL_SIZE: Input = Input::real(("p", "parameters"), "Parameters", "8", PARAMETERS, (0.001, 100_000.0));
const TEXT: Input = Input::real(("d", "training_tokens"), "Training tokens", "160", PARAMETERS, (0.001, 1e7));
const DEVICE: Input = HARDWARE.or("h100-sxm-80gb");
const NUMBER: Input = Input::whole(("n", "devices"), "Devices", "8", PLAIN, (1.0, 1_000_000.0));
const USE: Input = Input::real(("mfu", "mfu"), "Utilisation (MFU)", "40", PERCENT, (0.1, 100.0));
const RATE: Input = Input::real(("tf", "tflops"), "Override 16-bit rate", "", TFLOPS, (0.001, 1e7)).folded();
const TFLOPS: &[(&str, f64)] = &[("TFLOPS", 1.0), ("PFLOPS", 1e3)];

const SOURCES: &[Source] = &[
    ("6 operations for each parameter and token: Kaplan et al. 2020, section 2.1", "https://arxiv.org/abs/2001.08361"),
    ("20 tokens per parameter: Hoffmann et al. 2022", "https://arxiv.org/abs/2203.15556"),
];

const ASSUMED: &[&str] = &[
    "A dense model, trained once over the text. For a mixture of experts, enter the active parameters.",
    "Utilisation is the share of the peak 16-bit rate that goes into these operations. 40 % is an assumption: it depends on the model, \
     the devices, their network and the software.",
    "Attention between positions, restarts, experiments and evaluation are not counted.",
    "20 tokens per parameter make the best model for a fixed sum of training operations. Models that will be used much are trained on far \
     more.",
];

const HOURS: f64 = 3600.0;
const DAYS: f64 = 24.0 * HOURS;

/// Everything that the answer is made from.
struct TrainingAnswer<'a> {
    device: &'a str,
    parameters: f64,
    tokens: f64,
    devices: f64,
    busy: f64,
    rate: f64,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let record = query.device(&DEVICE)?;
    let known = record.device.flops_16;
    if let Some(rate) = known {
        let rate = [Arg::Plain(rate / TERA, 1)];
        query.hint(&DEVICE, words!("{}\u{a0}TFLOPS at 16 bits", ..rate));
        query.hint(&RATE, words!("of {}\u{a0}TFLOPS", ..rate));
    }
    let parameters = query.number(&MODEL_SIZE)? * 1e9;
    let tokens = query.number(&TEXT)? * 1e9;
    let devices = query.number(&NUMBER)?;
    let busy = query.number(&USE)? / 100.0;
    let Some(rate) = query.maybe(&RATE)?.map(|rate| rate * TERA).or(known) else {
        let message =
            filled(words!("The 16-bit rate of {} is not known here: enter it.", Arg::Text(&record.device.name)));
        return Err(InputError { field: RATE.key, message });
    };
    let answer = TrainingAnswer { device: &record.device.name, parameters, tokens, devices, busy, rate };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

/// A large number and the power of a thousand that it is counted in; below a million the number alone.
fn large(value: f64) -> [Arg<'static>; 2] {
    const POWERS: [&str; 9] = ["", " × 10³", " × 10⁶", " × 10⁹", " × 10¹²", " × 10¹⁵", " × 10¹⁸", " × 10²¹", " × 10²⁴"];
    if value < 1e6 {
        return [Arg::Plain(value, 0), Arg::Text("")];
    }
    let (mut rest, mut power) = (value, 0);
    while rest >= 1000.0 && power + 1 < POWERS.len() {
        rest /= 1000.0;
        power += 1;
    }
    [Arg::Speed(rest), Arg::Text(POWERS.get(power).copied().unwrap_or_default())]
}

/// A time in the unit that suits it.
fn time(days: f64) -> [Arg<'static>; 2] {
    if days < 2.0 {
        [Arg::Speed(days * 24.0), Arg::Text("hours")]
    } else if days < 1000.0 {
        [Arg::Speed(days), Arg::Text("days")]
    } else {
        [Arg::Speed(days / 365.0), Arg::Text("years")]
    }
}

const COLUMNS: &[Column] =
    &[("Devices", "", Kind::Number), ("At this utilisation", "", Kind::Number), ("At the peak rate", "", Kind::Number)];

/// The numbers of devices in the table.
const ROWS: [f64; 8] = [1.0, 8.0, 16.0, 64.0, 256.0, 1024.0, 4096.0, 16_384.0];

impl TrainingAnswer<'_> {
    fn operations(&self) -> f64 {
        training::operations(self.parameters, self.tokens)
    }

    /// Seconds of one device, at a utilisation.
    fn seconds(&self, busy: f64) -> f64 {
        training::device_seconds(self.operations(), self.rate, busy)
    }

    fn days(&self, devices: f64, busy: f64) -> f64 {
        self.seconds(busy) / devices / DAYS
    }

    fn a_parameter(&self) -> f64 {
        self.tokens / self.parameters
    }

    fn write(&self, report: &mut Report) {
        let days = time(self.days(self.devices, self.busy));
        let conditions = [
            Arg::Billions(self.parameters),
            large(self.tokens)[0],
            large(self.tokens)[1],
            Arg::Text(self.device),
            Arg::Speed(self.rate / TERA),
            Arg::Percent(self.busy),
        ];
        let devices = if self.devices > 1.0 { "devices" } else { "device" };
        report.answer(
            words!("About <b>{}</b> {} on {} {}", days[0], days[1], Arg::Plain(self.devices, 0), Arg::Text(devices)),
            words!("{} parameters, {}{} tokens, {} at {} TFLOPS, of which {} are used", ..conditions),
        );
        let none = words!("");
        report.figure(Ink::Plain, "Operations", none, Some(words!("{}{}", ..large(self.operations()))), "");
        let hours = large(self.seconds(self.busy) / HOURS);
        report.figure(Ink::Plain, "Device-hours", none, Some(words!("{}{}", ..hours)), "");
        let ratio = [Arg::Speed(self.a_parameter())];
        let note = "20 make the best of the operations";
        report.figure(Ink::Plain, "Tokens per parameter", none, Some(words!("{}", ..ratio)), note);
        report.end_figures("");
        report.chart(self.chart());
        self.steps(report);
        self.table(report);
        steps::assumed(report, ASSUMED);
    }

    fn steps(&self, report: &mut Report) {
        steps::open(report, "The operations step by step", "From parameters and tokens to days");
        let [tokens, power] = large(self.tokens);
        let operations = large(self.operations());
        steps::step(
            report,
            "Operations",
            words!("6 × {} parameters × {}{} tokens", Arg::Billions(self.parameters), tokens, power),
            words!("{}{}", ..operations),
        );
        let values = [Arg::Plain(self.rate / TERA, 2), Arg::Percent(self.busy)];
        let used = [Arg::Speed(self.rate * self.busy / TERA)];
        steps::step(report, "Rate of a device", words!("{} TFLOPS × {}", ..values), words!("{}\u{a0}TFLOPS", ..used));
        let hours = large(self.seconds(self.busy) / HOURS);
        let values = [operations[0], operations[1], used[0]];
        steps::step(report, "Device-hours", words!("{}{} ÷ {} TFLOPS ÷ 3,600 s", ..values), words!("{}{}", ..hours));
        let values = [hours[0], hours[1], Arg::Plain(self.devices, 0)];
        let days = [Arg::Speed(self.days(self.devices, self.busy))];
        steps::step(report, "Days", words!("{}{} h ÷ {} devices ÷ 24 h", ..values), words!("{}", ..days));
        let values = [tokens, power, Arg::Billions(self.parameters)];
        let ratio = [Arg::Speed(self.a_parameter())];
        steps::step(report, "Tokens per parameter", words!("{}{} ÷ {}", ..values), words!("{}", ..ratio));
        let best = large(self.parameters * training::BEST_TOKENS);
        let values = [Arg::Billions(self.parameters)];
        steps::step(report, "Best for the operations", words!("20 × {} tokens", ..values), words!("{}{}", ..best));
        steps::close(report, SOURCES);
    }

    fn table(&self, report: &mut Report) {
        report.section("chart-table", "The numbers of the chart");
        report.table("chart-table", "The same training on other numbers of devices", COLUMNS, "numbers");
        for devices in ROWS {
            report.row(rows::own(devices, self.devices));
            report.cell(None, words!("{}", Arg::Plain(devices, 0)));
            report.cell(None, words!("{} {}", ..time(self.days(devices, self.busy))));
            report.cell(Some(Ink::Ceiling), words!("{} {}", ..time(self.days(devices, 1.0))));
        }
        steps::close(report, &[]);
    }

    fn chart(&self) -> Chart {
        let x = (1.0, (self.devices * 4.0).max(1024.0));
        let (here, least) = (self.days(self.devices, self.busy), self.days(self.devices, 1.0));
        let peak = |devices: f64| (devices, self.days(devices, 1.0));
        let chart = Chart {
            title: "Days of training against devices: at the peak rate and at this utilisation",
            desc: self.status(),
            names: ["At the peak rate", "At this utilisation", ""],
            x,
            x_label: "devices",
            y_label: "days",
            ceiling: scale::points(x).into_iter().map(peak).collect(),
            here: self.devices,
            marks: vec![
                Mark { ink: Ink::Ceiling, y: least, text: number::speed(least) },
                Mark { ink: Ink::Plain, y: here, text: number::speed(here) },
            ],
            ..Chart::default()
        };
        steps::with_curve(chart, &scale::points(x), &|devices| self.days(devices, self.busy))
    }

    fn status(&self) -> String {
        let [value, unit] = time(self.days(self.devices, self.busy));
        let hours = large(self.seconds(self.busy) / HOURS);
        filled(words!("About {} {}; {}{} device-hours.", value, unit, hours[0], hours[1]))
    }

    fn numbers(&self) -> Numbers {
        vec![
            ("operations", self.operations()),
            ("device hours", self.seconds(self.busy) / HOURS),
            ("days", self.days(self.devices, self.busy)),
            ("days at peak", self.days(self.devices, 1.0)),
            ("tokens per parameter", self.a_parameter()),
            ("best tokens", self.parameters * training::BEST_TOKENS),
        ]
    }
}
