//! Decode speed of one request: the limit and the expected range, against the length of the context.
//!
//! 1. Device, model, format and context make a setup. The ledger gives its bytes, the device's profile the ceiling and
//!    the range.
//! 2. The chart shows the same estimate over all contexts, with the measurements of this model in this format.
//! 3. The tables show each step, and every measurement of this model on this device with its ratio to the estimate.
//!
//! A setup that does not fit is refused; its muted speed is what the bandwidth would allow.
//!
//! It is no file: its steps are the lines of the ledger, of which each kind has a formula of its own.

use super::alternatives::{self, RefusedCase};
use super::launch::{self, EngineSetup};
use super::ledger;
use super::measured::{self, ShownRow};
use super::own_model::{self, OwnModel};
use super::prelude::*;
use super::shortage::{self, Shortage};
use rooflight_document::date::date;
use rooflight_estimator::calibration::Estimate;
use rooflight_estimator::calibration::profile::Profile;
use rooflight_estimator::decode::Range;
use rooflight_estimator::fit::{self, Fit};
use rooflight_estimator::kv::{self, KvType};
use rooflight_estimator::ledger::Ledger;
use rooflight_estimator::records::{DeviceRecord, FormatRecord};
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::GB;

/// The declaration of the calculator at `/calculators/decode-speed/`.
pub const SPEC: Spec = Spec {
    kind: "decode-speed",
    title: "Decode speed",
    about: "How many tokens per second one request gets from a model on a machine: the limit, and what to expect.",
    inputs: &[
        HARDWARE,
        MODEL,
        QUANTIZATION,
        ENGINE,
        CONTEXT,
        KV,
        OWN_BANDWIDTH,
        OWN_MEMORY,
        own_model::SIZE,
        own_model::LAYERS,
        own_model::HEADS,
        own_model::HEAD_SIZE,
        SIZES,
    ],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::RUNS],
    group: (Group::Speed, 0),
    validation: Validation::OneRequest,
    is_benchmarkable: true,
    evaluation: Evaluation::BuiltIn(evaluate),
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "tokens per second calculator, how fast is it, speed calculator, tg128, eval time";

const KV: Input = CACHE.folded();

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let record = query.device(&HARDWARE)?;
    let model = query.model(&MODEL)?;
    let format = query.format(&QUANTIZATION, model)?;
    let own = OwnModel::read(query, model, format)?;
    let context = query.number_to(&CONTEXT, own.longest)?;
    let kv = cache_type(query.one(&KV)?);
    let device = query.device_with(record, &OWN_BANDWIDTH, &OWN_MEMORY)?;
    let setup = Setup { kv, ..Setup::single(&own.shape, &own.weights, &device, context) };
    let (at, profile) = query.engine(&ENGINE, record, format)?;
    let engine = launch::engine(query.text(&ENGINE), &record.device, format.files);
    let estimate = profile.estimate(&setup);
    let plain = query.text(&OWN_BANDWIDTH).is_empty() && kv == KvType::F16;
    let rows =
        if own.is_changed() { Vec::new() } else { measured::rows(record, model, format, at, plain.then_some(context)) };
    let fit = fit::fit(&setup);
    let sizes = query.sizes()?;
    let answer = DecodeSpeedAnswer {
        record,
        setup: &setup,
        format,
        repository: launch::repository(model, format).filter(|_| !own.is_changed()),
        longest: own.longest,
        engine,
        profile,
        estimate: &estimate,
        fit: fit.as_ref(),
        short: Shortage::of(&setup, sizes),
        rows: &rows,
        model_name: &own.name,
        further: further(kv),
        sizes,
    };
    query.hint(&HARDWARE, words!("{}\u{a0}GB/s", Arg::Plain(device.bandwidth / GB, 1)));
    query.hint(&MODEL, words!("{} parameters", Arg::Billions(format.weights.parameters())));
    let outcome = answer.write(report);
    alternatives::write(report, query, SPEC.inputs, RefusedCase::new(&setup, profile, (model, format), sizes));
    Ok(outcome)
}

/// Returns the cache format in words, unless it is the default of 16 bits.
fn further(kv: KvType) -> String {
    match kv {
        KvType::F16 => String::new(),
        _ => filled(words!(", cache in {}", Arg::Text(kv.name()))),
    }
}

/// Resolved inputs, from which every part of the answer is written.
struct DecodeSpeedAnswer<'a> {
    record: &'a DeviceRecord,
    setup: &'a Setup<'a>,
    model_name: &'a str,
    format: &'a FormatRecord,
    /// The repository of the model's files, if its publisher provides the format.
    repository: Option<&'a str>,
    longest: f64,
    /// The engine's id in the catalog.
    engine: &'static str,
    profile: &'a Profile,
    estimate: &'a Estimate,
    fit: Option<&'a Fit>,
    short: Option<Shortage>,
    rows: &'a [ShownRow<'a>],
    further: String,
    sizes: Sizes,
}

/// The answer if nothing supports a range.
const AT_MOST: &str = "At most <c>{}</c> tokens per second";

const ASSUMED: &[&str] = &["Ceiling from the specified bandwidth.", "Speed with this many tokens behind it."];

impl DecodeSpeedAnswer<'_> {
    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.chart(self.chart());
        let Self { engine, repository, setup, profile, longest, .. } = *self;
        launch::write(writer.report, &EngineSetup { engine, repository, setup, profile, longest, host: None });
        ledger::write(&mut writer, self.setup, self.estimate, self.fit, self.sizes);
        measured::write(writer.report, self.record, self.rows);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn ceiling(&self) -> f64 {
        self.estimate.ceiling.per_stream()
    }

    fn headline(&self, report: &mut Report) {
        let conditions = [
            Arg::Text(&self.setup.device.name),
            Arg::Text(self.model_name),
            Arg::Text(&self.format.name),
            Arg::Plain(self.setup.depth, 0),
            Arg::Text(&self.further),
            Arg::Text(&self.profile.words),
        ];
        let conditions = words!("{}, {} in {}, {} tokens of context, one request{}; {}", ..conditions);
        let ceiling = Arg::Speed(self.ceiling());
        if let Some(short) = self.short {
            short.headline(report, conditions);
        } else if let Some(range) = self.estimate.range {
            let values = [Arg::Speed(range.typical), ceiling];
            report.answer(
                words!("About <r>{}</r> tokens per second; the memory bus allows <c>{}</c>", ..values),
                conditions,
            );
        } else {
            report.answer(words!(AT_MOST, ceiling), conditions);
        }
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let (setup, range) = (self.setup, self.estimate.range);
        let quantity = writer.quantity(words!("{}", Arg::Speed(self.ceiling()))).ink(Ink::Ceiling);
        quantity.number("ceiling").figure("Ceiling", "");
        writer.range(["low", "typical", "high"], range.map(Range::values));
        let note = if range.is_some() { &self.profile.coverage } else { &self.estimate.reason };
        let value = range.map(|range| [Arg::Range(range.low, range.high)]);
        let quantity = writer.optional(value.as_ref().map(|value| words!("{}", ..*value))).ink(Ink::Range);
        // The profile's words end with the years of its runs.
        let years = self.profile.words.rsplit_once(", ").map_or("", |(_, years)| years);
        quantity.figure_of("Realistic", words!("80\u{a0}%, {}", Arg::Text(years)), note);
        let mut speeds = self.same_format().filter(|shown| shown.matches).map(|shown| shown.row.speed);
        let none = if self.same_format().next().is_some() { "not under these conditions" } else { "nothing measured" };
        let wide = words!("at {}", Arg::Plain(setup.depth, 0));
        measured::figure(writer.report, wide, &mut speeds, [&self.when(), none]);
        shortage::end_figures(writer.report, self.short);
        writer.number("bytes per token", Ledger::of(setup).moved_bytes());
        writer.number("weight bytes per token", setup.weights.streamed_bytes(setup.batch));
        writer.number("cache bytes per token", kv::read_bytes(setup.model, setup.kv, setup.depth));
        writer.number("bytes needed", or_nan(self.fit.map(Fit::needed)));
        writer.number("bytes usable", or_nan(self.fit.map(|fit| fit.usable)));
    }

    fn same_format(&self) -> impl Iterator<Item = &ShownRow<'_>> {
        self.rows.iter().filter(|shown| shown.same_format)
    }

    /// Returns the date of the measurements in the figure, or their first and last date; empty without dates.
    fn when(&self) -> String {
        let dates = self.same_format().filter(|shown| shown.matches).map(|shown| self.record.text(shown.row.date));
        let dates: Vec<&str> = dates.filter(|date| !date.is_empty()).collect();
        match (dates.iter().min(), dates.iter().max()) {
            (Some(first), Some(last)) if first == last => date(first),
            (Some(first), Some(last)) => filled(words!("{} to {}", Arg::Text(&date(first)), Arg::Text(&date(last)))),
            _ => String::new(),
        }
    }

    fn status(&self) -> String {
        if let Some(short) = self.short {
            return short.status();
        }
        let ceiling = Arg::Speed(self.ceiling());
        sentence(&match self.estimate.range {
            Some(range) => {
                let values = [ceiling, Arg::Speed(range.low), Arg::Speed(range.high)];
                filled(words!("Ceiling {} tokens per second; likely {} to {}", ..values))
            }
            None => filled(words!(AT_MOST, ceiling)),
        })
    }

    fn chart(&self) -> Chart {
        let here = self.setup.depth;
        let depths: Vec<f64> =
            self.same_format().filter_map(|shown| shown.row.depth).filter(|depth| *depth > 0.0).collect();
        let x = scale::span(here, &depths, self.longest);
        let mut chart = Chart {
            title: "Decode speed against context length",
            desc: self.status(),
            x,
            x_label: "tokens of context".into(),
            y_label: "tokens per second".into(),
            here,
            ..Chart::default()
        };
        for depth in scale::points(x) {
            let speeds = self.profile.speeds(&Setup { depth, ..*self.setup });
            chart.point(depth, speeds.ceiling, speeds.ends());
        }
        chart.mark(Ink::Ceiling, self.ceiling());
        measured::mark(&mut chart, self.record, self.same_format());
        if let Some(range) = self.estimate.range {
            chart.mark_range(range.values());
        }
        for shown in self.same_format() {
            if let Some(x) = shown.row.depth.filter(|depth| *depth > 0.0) {
                chart.dots.push(Dot { x, y: shown.row.speed, open: shown.open || shown.row.old });
            }
        }
        chart.explain_dots(&["solid: your conditions, of late", "open: others, or older than 18 months"]);
        let last = depths.iter().copied().fold(x.0, f64::max);
        // The memory calculator shows where memory ends: computing it here would cost a quarter of a kilobyte.
        let over = self.short.is_some();
        let from = if over { here } else { last };
        let words = if over || depths.is_empty() {
            String::from("in this format")
        } else {
            filled(words!("beyond {}", Arg::Plain(last, 0)))
        };
        let what = if over { "does not fit" } else { "not measured" };
        chart.void = (over || from < x.1 * 0.9).then(|| Void { from, lines: [String::from(what), words] });
        chart
    }
}
