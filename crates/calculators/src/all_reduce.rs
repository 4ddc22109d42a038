//! Time of one all-reduce of tensor parallelism, by bytes, link and latency.
//!
//! 1. The vector has the model's hidden size for each request, unless the reader enters the bytes. The link's bandwidth
//!    is the catalog's, unless the reader enters it.
//! 2. A ring all-reduce sends the vector in chunks: bytes over bandwidth, plus a latency per message.
//! 3. Every token pays two all-reduces per layer. The inverse of that time bounds the speed.
//! 4. For comparison, the communication time fitted to published runs on several devices, as `parallel` counts it.
//!
//! Steps 1 to 3 describe a ring alone. Trees, reducing switches and one-shot kernels for small vectors are faster or
//! slower, as step 4 shows.

use super::prelude::*;
use super::rows;
use super::subject::requests;
use rooflight_estimator::collective;
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::units::{GB, count};
use rooflight_records::{DeviceRecord, ModelRecord};

/// The declaration of the calculator at `/calculators/all-reduce/`.
pub const SPEC: Spec = Spec {
    kind: "all-reduce",
    title: "All-reduce",
    about: "Time of one all-reduce, and what it costs tensor parallelism in every token.",
    inputs: &[HARDWARE, MODEL, NUMBER, REQUESTS, LATENCY, LINK, BYTES, ELEMENT],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Bounds, 2),
    validation: Validation::Never,
    is_benchmarkable: false,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas; empty if the title suffices.
pub const PHRASES: &str = "";

const NUMBER: Input = DEVICES.with_default("2");
const LATENCY: Input = Input::real(("lat", "latency"), "Latency", "10", MICROSECONDS, (0.01, 1_000_000.0));
const LINK: Input =
    Input::real(("lk", "link"), "Override link bandwidth, one way", "", BANDWIDTH, (0.01, 100_000.0)).folded();
const BYTES: Input = Input::real(("by", "bytes"), "Override bytes", "", KILOBYTES, (0.001, 1e9)).folded();
const ELEMENT: Input = Input::real(("el", "element"), "Bytes per element", "2", &[("bytes", 1.0)], (0.5, 8.0)).folded();
const MICROSECONDS: &[(&str, f64)] = &[("µs", 1.0), ("us", 1.0), ("ms", 1e3), ("s", 1e6)];
const KILOBYTES: &[(&str, f64)] =
    &[("kB", 1.0), ("MB", 1e3), ("GB", 1e6), ("KiB", 1.024), ("MiB", 1048.576), ("GiB", 1_073_741.824)];

const SOURCES: &[Source] = &[
    ("the ring: Patarasuk and Yuan 2009", "https://doi.org/10.1016/j.jpdc.2008.09.002"),
    ("bus bandwidth: NCCL tests", "https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md"),
    ("two in a layer: Megatron-LM, section 3", "https://arxiv.org/abs/1909.08053"),
];

const ASSUMED: &[&str] = &[
    "A ring: every piece passes every device. Libraries use other ways for small vectors, and switches that add on the way.",
    "The link's bandwidth is the published one, in one direction, all of it.",
    "The time of a message is an assumption. It depends on the link and the software: measure yours with NCCL tests.",
    "What runs pay is fitted to published speeds of several devices over a link of this kind, whatever their software does.",
    "One vector of the model's width for each request, twice in every layer, and nothing else is done meanwhile.",
];

const MICRO: f64 = 1e6;

/// Resolved inputs, from which every part of the answer is written.
struct AllReduceAnswer<'a> {
    device: &'a str,
    model: &'a ModelRecord,
    number: u64,
    batch: f64,
    element: f64,
    own: Option<f64>,
    /// Bandwidth in one direction, bytes per second.
    link: f64,
    /// Seconds per message.
    latency: f64,
    /// Seconds of communication per step, fitted to published runs; `None` for one device or without a calibration.
    fitted: Option<f64>,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let record = query.device(&HARDWARE)?;
    let model = query.model(&MODEL)?;
    let devices = query.number(&NUMBER)?;
    let batch = query.number(&REQUESTS)?;
    let latency = query.number(&LATENCY)? / MICRO;
    if let Some(link) = record.device.link {
        query.hint(&LINK, words!("of {}\u{a0}GB/s", Arg::Plain(link / GB, 1)));
    }
    let Some(link) = query.maybe(&LINK)?.map(|link| link * GB).or(record.device.link) else {
        let message =
            filled(words!("The link of {} is not known here: enter its bandwidth.", Arg::Text(&record.device.name)));
        return Err(InputError { field: LINK.key, message });
    };
    let own = query.maybe(&BYTES)?.map(|kilobytes| kilobytes * 1e3);
    let element = query.number(&ELEMENT)?;
    query.hint(&MODEL, words!("{} layers, {} wide", Arg::Count(model.shape.layers), Arg::Count(model.shape.hidden)));
    let number = whole(devices);
    let fitted = fitted(record, model, number, batch);
    let device = &record.device.name;
    let answer = AllReduceAnswer { device, model, number, batch, element, own, link, latency, fitted };
    Ok(answer.write(report))
}

/// Returns the fitted seconds of communication per step of tensor parallelism, which do not depend on the format.
fn fitted(record: &DeviceRecord, model: &ModelRecord, number: u64, batch: f64) -> Option<f64> {
    let (format, profile) = (model.formats.first()?, record.profiles.first()?);
    let devices = if number > 1 { Devices::TensorParallel(number) } else { return None };
    let setup = Setup::single(&model.shape, &format.weights, &record.device, 1.0);
    profile.estimate(&Setup { devices, batch, ..setup }).terms.map(|terms| terms.step.communication)
}

/// Formats a time in s, ms or µs: value and unit.
fn time(seconds: f64) -> [Arg<'static>; 2] {
    if seconds >= 1.0 {
        [Arg::Speed(seconds), Arg::Text("s")]
    } else if seconds >= 1e-3 {
        [Arg::Speed(seconds * 1e3), Arg::Text(MILLISECONDS[0].0)]
    } else {
        [Arg::Speed(seconds * MICRO), Arg::Text("µs")]
    }
}

/// Formats bytes in GB, MB or kB: value and unit.
fn size(bytes: f64) -> [Arg<'static>; 2] {
    if bytes >= 1e9 {
        [Arg::Speed(bytes / 1e9), Arg::Text("GB")]
    } else if bytes >= 1e6 {
        [Arg::Speed(bytes / 1e6), Arg::Text("MB")]
    } else {
        [Arg::Speed(bytes / 1e3), Arg::Text("kB")]
    }
}

/// Numbers of devices in the table.
const ROWS: [u64; 6] = [2, 4, 8, 16, 32, 64];

impl AllReduceAnswer<'_> {
    fn bytes(&self, batch: f64) -> f64 {
        self.own.unwrap_or_else(|| collective::vector_bytes(self.model.shape.hidden, batch, self.element))
    }

    fn seconds(&self, number: u64, bytes: f64) -> f64 {
        collective::seconds(number, bytes, self.link, self.latency)
    }

    fn current(&self) -> f64 {
        self.seconds(self.number, self.bytes(self.batch))
    }

    fn all_reduces_per_token(&self) -> f64 {
        collective::PER_LAYER * count(self.model.shape.layers)
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let bytes = self.bytes(self.batch);
        let ([here, unit], token) = (time(self.current()), time(self.current() * self.all_reduces_per_token()));
        let concurrency = requests(self.batch);
        let (number, latency) = (Arg::Count(self.number), Arg::Plain(self.latency * MICRO, 2));
        let conditions = [
            number,
            Arg::Text(self.device),
            Arg::Text(&self.model.name),
            Arg::Text(&concurrency),
            Arg::Speed(self.link / GB),
            latency,
        ];
        let [vector, prefix] = size(bytes);
        let runs = self.fitted.map(|seconds| filled(words!(", where runs pay {} {}", ..time(seconds))));
        let values = [here, unit, vector, prefix, token[0], token[1], Arg::Text(runs.as_deref().unwrap_or_default())];
        report.answer(
            words!("<b>{} {}</b> for {} {}; <b>{} {}</b> in every step{}", ..values),
            words!("{} × {}, {}, {}; {} GB/s each way, {} µs a message", ..conditions),
        );
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.chart(self.chart());
        writer.steps("The ring step by step", "kB of 1,000 bytes, µs of a millionth of a second", SOURCES);
        let (head, caption) = (("chart-table", "Other numbers of devices"), "The same vector, link and latency");
        writer.table(head, caption, "numbers of devices", ROWS, |row, number| {
            let seconds = self.seconds(number, bytes);
            let wire = collective::sent_share(number) * bytes / self.link;
            row.highlight(number == self.number);
            row.number("Devices", "", words!("{}", Arg::Count(number)));
            row.inked(Ink::Ceiling, "By bandwidth", "", words!("{}\u{a0}{}", ..time(wire)));
            row.number("With latency", "", words!("{}\u{a0}{}", ..time(seconds)));
            row.number("A token", "", words!("{}\u{a0}{}", ..time(seconds * self.all_reduces_per_token())));
        });
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    /// Tokens per second of a request if all-reduces took all of its time; `None` for one device.
    fn most(&self) -> Option<f64> {
        let seconds = self.current() * self.all_reduces_per_token();
        (seconds > 0.0).then(|| 1.0 / seconds)
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let bytes = self.bytes(self.batch);
        let [vector, prefix] = size(bytes);
        let several = Arg::Text(if rows::same(self.batch, 1.0) { "request" } else { "requests" });
        let (width, element) = (Arg::Count(self.model.shape.hidden), Arg::Plain(self.element, 2));
        let values = [width, Arg::Plain(self.batch, 0), several, element];
        let formula = match self.own {
            Some(_) => words!("your number"),
            None => words!("{} wide × {} {} × {} bytes", ..values),
        };
        let quantity = writer.quantity(words!("{}\u{a0}{}", vector, prefix)).number_of("bytes", bytes);
        quantity.step("Vector", formula);
        let share = collective::sent_share(self.number);
        let [sent, unit] = size(share * bytes);
        let values = [Arg::Count(self.number.saturating_sub(1)), Arg::Count(self.number), vector, prefix];
        let quantity = writer.quantity(words!("{}\u{a0}{}", sent, unit));
        quantity
            .number_of("bytes sent by each", share * bytes)
            .step("Sent by each", words!("2 × {} ÷ {} × {} {}", ..values));
        let (here, layers) = (self.current(), Arg::Count(self.model.shape.layers));
        let (wire, messages) = (share * bytes / self.link, collective::messages(self.number) * self.latency);
        let formula = words!("{} {} ÷ {} GB/s", sent, unit, Arg::Speed(self.link / GB));
        writer.quantity(words!("{}\u{a0}{}", ..time(wire))).step("By bandwidth", formula);
        let formula = words!("2 × {} messages × {} µs", values[0], Arg::Plain(self.latency * MICRO, 2));
        writer.quantity(words!("{}\u{a0}{}", ..time(messages))).step("By latency", formula);
        let ([wire_value, wire_unit], [latency_value, latency_unit]) = (time(wire), time(messages));
        let [value, unit] = time(here);
        let quantity = writer.quantity(words!("{}\u{a0}{}", value, unit)).number_of("seconds", here);
        quantity
            .figure("One all-reduce", "")
            .step("One all-reduce", words!("{} {} + {} {}", wire_value, wire_unit, latency_value, latency_unit));
        writer.number("seconds by bandwidth", wire);
        writer.number("seconds by latency", messages);
        writer.number("all-reduces a token", self.all_reduces_per_token());
        let quantity =
            writer.quantity(words!("{}\u{a0}{}", ..time(here * self.all_reduces_per_token()))).figure("A token", "");
        let quantity = quantity.number_of("seconds a token", here * self.all_reduces_per_token());
        quantity.step("A token", words!("2 × {} layers × {} {}", layers, value, unit));
        if let Some(seconds) = self.fitted {
            let quantity = writer.quantity(words!("{}\u{a0}{}", ..time(seconds))).ink(Ink::Range);
            let quantity = quantity.number_of("fitted seconds a token", seconds);
            quantity.step("In runs", words!("fitted to runs of several devices over such a link"));
        } else {
            writer.number("fitted seconds a token", f64::NAN);
        }
        if let Some(most) = self.most() {
            let quantity = writer.quantity(words!("{}", Arg::Speed(most))).number("most tokens per second");
            quantity.figure("At most", "tokens per second, if nothing else took time");
        } else {
            let quantity = writer.optional(None).number("most tokens per second");
            quantity.figure("At most", "a single device needs no all-reduce");
        }
        writer.number("bus bandwidth", if here > 0.0 { share * bytes / here } else { f64::NAN });
    }

    /// Draws the time against the bytes of the vector: flat where latency dominates, linear where bandwidth does.
    fn chart(&self) -> Chart {
        let bytes = self.bytes(self.batch) / 1e3;
        let mut chart = Chart {
            title: "Time of an all-reduce against bytes: by bandwidth alone, and with latency",
            desc: self.status(),
            names: ["By bandwidth", "With latency", ""],
            x: (1.0_f64.min(bytes), (bytes * 4.0).max(65_536.0)),
            x_label: "kB",
            y_label: "µs",
            here: bytes,
            ..Chart::default()
        };
        let share = collective::sent_share(self.number);
        chart = chart.with_bound(&|kilobytes| share * (kilobytes * 1e3) / self.link * MICRO);
        chart.with_curve(&|kilobytes| self.seconds(self.number, kilobytes * 1e3) * MICRO)
    }

    fn status(&self) -> String {
        let ([one, unit], [step, step_unit]) =
            (time(self.current()), time(self.current() * self.all_reduces_per_token()));
        filled(words!("{} {} for one all-reduce, {} {} in every step.", one, unit, step, step_unit))
    }
}
