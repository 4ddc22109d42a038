//! Training: operations, device-hours and days of training a model from scratch.
//!
//! 1. Six times parameters times tokens are the operations.
//! 2. The device's peak 16-bit rate times the utilisation is its rate; the number of devices divides the time.
//! 3. Compares tokens per parameter with the 20 that Hoffmann et al. found best for a fixed number of operations.
//!
//! The utilisation is an assumption that the reader can change; the catalog has none.

use super::prelude::*;
use rooflight_estimator::training;
use rooflight_primitives::units::TERA;

/// The declaration of the calculator at `/calculators/training/`.
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

/// Search phrases in addition to the title, separated by commas; empty if the title suffices.
pub const PHRASES: &str = "";

const MODEL_SIZE: Input = Input::real(("p", "parameters"), "Parameters", "8", PARAMETERS, (0.001, 100_000.0));
const TEXT: Input = Input::real(("d", "training_tokens"), "Training tokens", "160", PARAMETERS, (0.001, 1e7));
const DEVICE: Input = HARDWARE.with_default("h100-sxm-80gb");
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

/// Resolved inputs, from which every part of the answer is written.
struct TrainingAnswer<'a> {
    device: &'a str,
    parameters: f64,
    tokens: f64,
    devices: f64,
    /// Utilisation, from 0 to 1.
    busy: f64,
    /// Peak 16-bit operations per second of a device.
    rate: f64,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let record = query.device(&DEVICE)?;
    let specified = record.device.flops_16;
    if let Some(rate) = specified {
        let rate = [Arg::Plain(rate / TERA, 1)];
        query.hint(&DEVICE, words!("{}\u{a0}TFLOPS at 16 bits", ..rate));
        query.hint(&RATE, words!("of {}\u{a0}TFLOPS", ..rate));
    }
    let parameters = query.number(&MODEL_SIZE)? * 1e9;
    let tokens = query.number(&TEXT)? * 1e9;
    let devices = query.number(&NUMBER)?;
    let busy = query.number(&USE)? / 100.0;
    let Some(rate) = query.maybe(&RATE)?.map(|rate| rate * TERA).or(specified) else {
        let message =
            filled(words!("The 16-bit rate of {} is not known here: enter it.", Arg::Text(&record.device.name)));
        return Err(InputError { field: RATE.key, message });
    };
    let answer = TrainingAnswer { device: &record.device.name, parameters, tokens, devices, busy, rate };
    Ok(answer.write(report))
}

/// Formats a large number as a value and a power of a thousand; below a million as the number alone.
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

/// Formats days in hours, days or years: value and unit.
fn time(days: f64) -> [Arg<'static>; 2] {
    if days < 2.0 {
        [Arg::Speed(days * 24.0), Arg::Text("hours")]
    } else if days < 1000.0 {
        [Arg::Speed(days), Arg::Text("days")]
    } else {
        [Arg::Speed(days / 365.0), Arg::Text("years")]
    }
}

/// Numbers of devices in the table.
const ROWS: [f64; 8] = [1.0, 8.0, 16.0, 64.0, 256.0, 1024.0, 4096.0, 16_384.0];

impl TrainingAnswer<'_> {
    fn operations(&self) -> f64 {
        training::operations(self.parameters, self.tokens)
    }

    /// Device-seconds at a utilisation.
    fn seconds(&self, busy: f64) -> f64 {
        training::device_seconds(self.operations(), self.rate, busy)
    }

    fn days(&self, devices: f64, busy: f64) -> f64 {
        self.seconds(busy) / devices / DAYS
    }

    fn tokens_per_parameter(&self) -> f64 {
        self.tokens / self.parameters
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let (parameters, [tokens, power]) = (Arg::Billions(self.parameters), large(self.tokens));
        let days = self.days(self.devices, self.busy);
        let ([value, unit], number) = (time(days), Arg::Plain(self.devices, 0));
        let devices = Arg::Text(if self.devices > 1.0 { "devices" } else { "device" });
        let (rate, busy) = (self.rate / TERA, Arg::Percent(self.busy));
        let conditions = [parameters, tokens, power, Arg::Text(self.device), Arg::Speed(rate), busy];
        report.answer(
            words!("About <b>{}</b> {} on {} {}", value, unit, number, devices),
            words!("{} parameters, {}{} tokens, {} at {} TFLOPS, of which {} are used", ..conditions),
        );
        let mut writer = ReportWriter::new(report);
        let operations = large(self.operations());
        let formula = words!("6 × {} parameters × {}{} tokens", parameters, tokens, power);
        let quantity = writer.quantity(words!("{}{}", ..operations)).figure("Operations", "");
        quantity.number_of("operations", self.operations()).step("Operations", formula);
        let (used, formula) =
            (Arg::Speed(self.rate * self.busy / TERA), words!("{} TFLOPS × {}", Arg::Plain(rate, 2), busy));
        writer.quantity(words!("{}\u{a0}TFLOPS", used)).step("Rate of a device", formula);
        let seconds = self.seconds(self.busy) / HOURS;
        let hours = large(seconds);
        let formula = words!("{}{} ÷ {} TFLOPS ÷ 3,600 s", operations[0], operations[1], used);
        let quantity = writer.quantity(words!("{}{}", ..hours)).figure("Device-hours", "");
        quantity.number_of("device hours", seconds).step("Device-hours", formula);
        let formula = words!("{}{} h ÷ {} devices ÷ 24 h", hours[0], hours[1], number);
        writer.quantity(words!("{}", Arg::Speed(days))).number("days").step("Days", formula);
        writer.number("days at peak", self.days(self.devices, 1.0));
        let formula = words!("{}{} ÷ {}", tokens, power, parameters);
        let quantity =
            writer.quantity(words!("{}", Arg::Speed(self.tokens_per_parameter()))).number("tokens per parameter");
        let quantity = quantity.figure("Tokens per parameter", "20 make the best of the operations");
        quantity.step("Tokens per parameter", formula);
        let best = self.parameters * training::BEST_TOKENS;
        let quantity = writer.quantity(words!("{}{}", ..large(best))).number_of("best tokens", best);
        quantity.step("Best for the operations", words!("20 × {} tokens", parameters));
        writer.report.chart(self.chart());
        writer.steps("The operations step by step", "From parameters and tokens to days", SOURCES);
        let caption = "The same training on other numbers of devices";
        writer.table(("chart-table", "The numbers of the chart"), caption, "numbers", ROWS, |row, devices| {
            row.highlight(rows::same(devices, self.devices));
            row.number("Devices", "", words!("{}", Arg::Plain(devices, 0)));
            row.number("At this utilisation", "", words!("{} {}", ..time(self.days(devices, self.busy))));
            row.inked(Ink::Ceiling, "At the peak rate", "", words!("{} {}", ..time(self.days(devices, 1.0))));
        });
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn chart(&self) -> Chart {
        let mut chart = Chart {
            title: "Days of training against devices: at the peak rate and at this utilisation",
            desc: self.status(),
            names: ["At the peak rate", "At this utilisation", ""],
            x: (1.0, (self.devices * 4.0).max(1024.0)),
            x_label: "devices",
            y_label: "days",
            here: self.devices,
            ..Chart::default()
        };
        chart.mark(Ink::Ceiling, self.days(self.devices, 1.0));
        let chart = chart.with_bound(&|devices| self.days(devices, 1.0));
        chart.with_curve(&|devices| self.days(devices, self.busy))
    }

    fn status(&self) -> String {
        let [value, unit] = time(self.days(self.devices, self.busy));
        let hours = large(self.seconds(self.busy) / HOURS);
        filled(words!("About {} {}; {}{} device-hours.", value, unit, hours[0], hours[1]))
    }
}
