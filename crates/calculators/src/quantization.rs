//! Quantization: how large a model is in a format, how fast it can be, and the measured loss of quality.
//!
//! 1. The model's weights in the format give the bits per weight, the size of the file and the bytes streamed per
//!    token.
//! 2. The device's bandwidth over those bytes gives the ceiling, its profile the range. The chart shows both against
//!    the bits per weight, for all formats that the same engine runs.
//! 3. The tables show each part of the file, every format of the model, every measurement of quality with its model,
//!    and the decode runs of this model on this device.
//!
//! Never carries a loss of quality over from one model to another: shows it as measured, or states that none is known.

use super::measured::{self, ShownRow};
use super::prelude::*;
use super::subject::Subject;
use rooflight_calibration::Estimate;
use rooflight_document::markup::joined;
use rooflight_estimator::decode::{self, Range};
use rooflight_estimator::ledger::Ledger;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::{BITS, GIB};
use rooflight_records::FormatRecord;
use rooflight_records::quality::Loss;

/// The declaration of the calculator at `/calculators/quantization/`.
pub const SPEC: Spec = Spec {
    kind: "quantization",
    title: "Quantization",
    about: "How large a model is in a weight format, how fast it can run, and how its quality was measured.",
    inputs: &[MODEL, QUANTIZATION, HARDWARE, ENGINE, DEPTH, SIZES],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::QUALITY, record_schema::RUNS],
    group: (Group::Memory, 2),
    validation: Validation::MadeOf("decode speed"),
    is_benchmarkable: false,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "which quant, q4 or q8, which quantization, smaller quant speed";

const DEPTH: Input = CONTEXT.folded();

/// Bits of an unquantized weight.
const WHOLE: f64 = 16.0;

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let setup = subject.setup(query.number_to(&DEPTH, subject.longest())?);
    let estimate = subject.profile.estimate(&setup);
    let answer = QuantizationAnswer { sizes: query.sizes()?, subject: &subject, setup: &setup, estimate: &estimate };
    Ok(answer.write(report))
}

/// Resolved inputs, from which every part of the answer is written.
struct QuantizationAnswer<'a> {
    sizes: Sizes,
    subject: &'a Subject<'a>,
    setup: &'a Setup<'a>,
    estimate: &'a Estimate,
}

const ASSUMED: &[&str] = &[
    "One request; the ceiling from the specified bandwidth, on one device, whether the file fits into its memory or not.",
    "Weights alone are quantized: the cache stays at 16 bits.",
    "Tensors are stored as the tool that makes such files stores them; a publisher's own mix can differ.",
    "A loss of quality holds for the model and the text it was measured on. Figures of different models do not compare.",
];

const SOURCES: &[Source] = &[
    ("block layouts of llama.cpp", "https://github.com/ggml-org/llama.cpp/blob/master/ggml/src/ggml-common.h"),
    ("its mixing rules", "https://github.com/ggml-org/llama.cpp/blob/master/src/llama-quant.cpp"),
    ("bytes over bandwidth, Williams et al. 2009", "https://doi.org/10.1145/1498765.1498785"),
];

impl QuantizationAnswer<'_> {
    fn write(&self, report: &mut Report) -> Outcome {
        let rows = measured::rows(
            self.subject.record,
            self.subject.model,
            self.subject.format,
            self.subject.at,
            Some(self.setup.depth),
        );
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.chart(self.chart());
        let caption = filled(words!("Each part of the model, in {}", self.sizes.words()));
        writer.open_steps("bytes", "The bytes of the file", &caption);
        if self.subject.format.weights.is_estimated() {
            let template = "The publisher mixed this file: its size is published, how it is shared among the parts is an estimate.";
            writer.report.paragraph("note", words!("{}", Arg::Text(template)));
        }
        steps::close(writer.report, SOURCES);
        self.formats(&mut writer);
        self.quality(writer.report);
        measured::write(writer.report, self.subject.record, &rows);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn ceiling(&self) -> f64 {
        self.estimate.ceiling.per_stream()
    }

    /// Returns the ceiling of the model in another format, tokens per second.
    fn ceiling_of(&self, format: &FormatRecord) -> f64 {
        decode::hard_ceiling(&Setup { weights: &format.weights, ..*self.setup }).per_stream()
    }

    /// Returns the ceiling over that at 16 bits; `None` if the model has no such format.
    fn gain(&self) -> Option<f64> {
        let mut whole = self.subject.model.formats.iter();
        let whole = whole.find(|format| (format.weights.bits_per_weight() - WHOLE).abs() < 0.1)?;
        Some(self.ceiling() / self.ceiling_of(whole))
    }

    fn headline(&self, report: &mut Report) {
        let weights = &self.subject.format.weights;
        let (bytes, share) = (self.sizes.giga(weights.file_bytes()), Arg::Percent(weights.bits_per_weight() / WHOLE));
        let ceiling = Arg::Speed(self.ceiling());
        let conditions = [
            Arg::Text(&self.subject.model.name),
            Arg::Text(&self.subject.format.name),
            Arg::Text(&self.subject.record.device.name),
            Arg::Plain(self.setup.depth, 0),
            Arg::Text(&self.subject.profile.words),
        ];
        let conditions = words!("{} in {}; on {}, {} tokens of context, one request; {}", ..conditions);
        if let Some(range) = self.estimate.range {
            let values = [bytes, share, Arg::Speed(range.typical), ceiling];
            report.answer(
                words!("<b>{}</b>, {} of 16 bits: about <r>{}</r> tokens per second, at most <c>{}</c>", ..values),
                conditions,
            );
        } else {
            report.answer(
                words!("<b>{}</b>, {} of 16 bits: at most <c>{}</c> tokens per second", bytes, share, ceiling),
                conditions,
            );
        }
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let Subject { format, model, .. } = self.subject;
        let (weights, published) = (&format.weights, format.file.map(|file| file.gib * GIB));
        for line in weights.lines() {
            let part = joined(&[&capital(line.group.name()), ", ", line.block.name]);
            let values = [Arg::Billions(line.parameters), Arg::Plain(line.bytes * BITS / line.parameters, 4)];
            let quantity = writer.quantity(words!("{}", self.sizes.any(line.bytes)));
            quantity.step(&part, words!("{} × {} bits ÷ 8", ..values));
        }
        let bits = weights.bits_per_weight();
        let (file, share) = (self.sizes.giga(weights.file_bytes()), Arg::Percent(bits / WHOLE));
        writer.number("bits per weight", bits);
        let quantity = writer.quantity(words!("{}", file)).number("file bytes");
        let quantity = quantity.figure_of("File", words!("at {} bits", Arg::Fixed(bits, 2)), "");
        quantity.sum("The file", words!("all lines above"));
        if let (Some(file), Some(bytes)) = (format.file, published) {
            let formula = words!("{} GiB: {}", Arg::Plain(file.gib, 4), Arg::Text(model.text(file.source)));
            let quantity = writer.quantity(words!("{}", self.sizes.giga(bytes))).ink(Ink::Measured);
            quantity.step("Published file", formula);
        }
        let each = Arg::Fixed(bits, 3);
        let formula = words!("{} × 8 ÷ {}", file, Arg::Billions(weights.parameters()));
        writer.quantity(words!("{}", each)).step("Bits per weight", formula);
        writer.quantity(words!("{}", share)).step("Share of 16 bits", words!("{} ÷ 16", each));
        let quantity = writer.quantity(words!("{}", self.sizes.giga(weights.streamed_bytes(1.0))));
        let formula = words!("the file, less what is looked up and experts that a token does not use");
        quantity.number("streamed bytes").step("Streamed for a token", formula);
        writer.number("share of 16 bits", share.number());
        let (ceiling, range) = (Arg::Speed(self.ceiling()), self.estimate.range);
        let note = self.gain().map(|gain| filled(words!("{} × that of 16 bits", Arg::Ratio(gain)))).unwrap_or_default();
        let quantity = writer.quantity(words!("{}", ceiling)).ink(Ink::Ceiling);
        quantity.number("ceiling").figure("Ceiling", &note);
        let bytes = [self.setup.device.bandwidth, Ledger::of(self.setup).moved_bytes()];
        let formula = words!("{}/s ÷ {} with the cache", ..bytes.map(|bytes| self.sizes.giga(bytes)));
        writer.quantity(words!(RATE, ceiling)).ink(Ink::Ceiling).step("Ceiling", formula);
        writer.range(["low", "typical", "high"], range.map(Range::values));
        writer.realistic_step(RATE, range.map(|range| Arg::Range(range.low, range.high)), &self.estimate.reason);
        writer.number("ceiling over 16 bits", or_nan(self.gain()));
        writer.number("published bytes", or_nan(published));
        if let Some(loss) = format.quality.first() {
            let note =
                filled(words!("{}, on {}", Arg::Text(model.text(loss.metric)), Arg::Text(model.text(loss.model))));
            let quantity = writer.quantity(words!("+{}", Arg::Plain(loss.value, 4))).ink(Ink::Measured);
            quantity.number("quality loss").figure("Quality", &note);
        } else {
            let quantity = writer.optional(None).ink(Ink::Measured);
            quantity.number("quality loss").figure("Quality", "no measurement known");
        }
    }

    fn status(&self) -> String {
        let weights = &self.subject.format.weights;
        let values = [
            self.sizes.giga(weights.file_bytes()),
            Arg::Percent(weights.bits_per_weight() / WHOLE),
            Arg::Speed(self.ceiling()),
        ];
        filled(words!("{}, {} of 16 bits; ceiling {} tokens per second.", ..values))
    }

    /// Returns the formats that the same engine runs, from the fewest bits to the most.
    fn same_engine_formats(&self) -> Vec<&FormatRecord> {
        let mut alike: Vec<&FormatRecord> = Vec::new();
        for format in self.subject.model.formats.iter().filter(|format| format.files == self.subject.format.files) {
            let bits = |format: &FormatRecord| format.weights.bits_per_weight();
            let at = alike.iter().position(|other| bits(other) > bits(format)).unwrap_or(alike.len());
            alike.insert(at, format);
        }
        alike
    }

    fn chart(&self) -> Chart {
        let here = self.subject.format.weights.bits_per_weight();
        let alike = self.same_engine_formats();
        let bits = |format: Option<&&FormatRecord>| format.map_or(here, |format| format.weights.bits_per_weight());
        let (low, high) = (bits(alike.first()), bits(alike.last()));
        let ceiling = self.ceiling();
        let mut chart = Chart {
            title: "Decode speed against bits per weight: ceiling, realistic range and measurements",
            desc: filled(words!(
                "At {} bits per weight the ceiling is {} tokens per second. The tables have the numbers.",
                Arg::Fixed(here, 2),
                Arg::Speed(ceiling)
            )),
            x: ((low * 0.9).max(1.0), (high * 1.1).max(4.0)),
            x_label: "bits per weight",
            y_label: "tokens per second",
            here,
            marks: vec![ValueLabel { ink: Ink::Ceiling, y: ceiling, text: number::speed(ceiling) }],
            ..Chart::default()
        };
        for format in alike {
            let x = format.weights.bits_per_weight();
            let (step, found) = self.subject.profile.speed(&Setup { weights: &format.weights, ..*self.setup });
            chart.point(x, step.per_stream(), found.map(|(range, _)| range.values()));
        }
        if let Some(range) = self.estimate.range {
            chart.mark(Ink::Range, range.typical);
        }
        self.dots(&mut chart);
        chart
    }

    /// Adds the plain runs of this model on this device near the reader's context, in every format of the model.
    fn dots(&self, chart: &mut Chart) {
        for ShownRow { row, .. } in
            measured::rows(self.subject.record, self.subject.model, self.subject.format, self.subject.at, None)
        {
            let near = row.is_at(self.setup.depth);
            let format =
                self.subject.model.formats.iter().find(|format| self.subject.record.text(row.format) == format.id);
            if let Some(format) = format.filter(|_| near && !row.open) {
                chart.dots.push(Dot {
                    x: format.weights.bits_per_weight(),
                    y: row.speed,
                    open: format.id != self.subject.format.id,
                });
            }
        }
        if chart.dots.iter().any(|dot| dot.open) {
            chart.key = &["solid: this format", "open: another"];
        }
    }

    fn formats(&self, writer: &mut ReportWriter<'_>) {
        let caption = "The ceiling is that of this device at this context; formats of the same engines come first";
        let head = ("formats", "Every format of this model");
        let formats = rows::largest_first(self.subject.model, self.subject.format);
        writer.table(head, caption, "formats", formats, |row, format| {
            let weights = &format.weights;
            row.highlight(format.id == self.subject.format.id);
            row.text("Format", "", words!("{}", Arg::Text(&format.name)));
            row.number("Bits", "each", words!("{}", Arg::Fixed(weights.bits_per_weight(), 2)));
            let giga = Arg::Speed(weights.file_bytes() / self.sizes.unit());
            row.number("File", self.sizes.name(), words!("{}", giga));
            row.number("Share", "of 16 bits", words!("{}", Arg::Percent(weights.bits_per_weight() / WHOLE)));
            row.inked(Ink::Ceiling, "Ceiling", "tok/s", words!("{}", Arg::Speed(self.ceiling_of(format))));
        });
    }

    /// Writes the measurements of quality, in a group for each series that can be compared.
    fn quality(&self, report: &mut Report) {
        report.section("quality", "What it costs in quality");
        if self.subject.format.quality.is_empty() {
            report.paragraph("none", words!("No measurement of this format's quality is known here."));
        }
        let losses = || {
            self.subject.model.formats.iter().flat_map(|format| format.quality.iter().map(move |loss| (format, loss)))
        };
        let mut series: Vec<&Loss> = Vec::new();
        for (_, loss) in losses() {
            if !series.iter().any(|known| are_comparable(known, loss)) {
                series.push(loss);
            }
        }
        if series.is_empty() {
            report.end_section();
            return;
        }
        let caption =
            "As published. Figures of different models do not compare, and another model can lose more or less";
        report.table("quality", caption, QUALITY, "figures");
        for first in series {
            self.series_head(report, first);
            for (format, loss) in losses().filter(|(_, loss)| are_comparable(first, loss)) {
                report.row(if format.id == self.subject.format.id { Emphasis::Match } else { Emphasis::None });
                report.cell(None, words!("{}", Arg::Text(&format.name)));
                report.cell(None, words!("{}", Arg::Fixed(format.weights.bits_per_weight(), 2)));
                report.cell(Some(Ink::Measured), words!("+{}", Arg::Fixed(loss.value, 4)));
                let share = [Arg::Percent(loss.value / loss.whole)];
                report.cell(None, or_dash(loss.whole > 0.0, &share));
            }
        }
        steps::close(report, &[]);
    }

    /// Writes the facts that a series of figures shares.
    fn series_head(&self, report: &mut Report, loss: &Loss) {
        let text = |at: usize| Arg::Text(self.subject.model.text(at));
        report.group(self.subject.model.text(loss.model) != self.subject.model.name, "");
        report.say(words!("<b>{}</b>, {}", text(loss.model), text(loss.metric)));
        if loss.whole > 0.0 {
            report.say(words!(" over {}", Arg::Plain(loss.whole, 4)));
        }
        report.say(words!("; {}; ", text(loss.basis)));
        report.link(self.subject.model.text(loss.source), self.subject.model.text(loss.href));
    }
}

/// True if two figures have the same metric, model, basis and source.
fn are_comparable(first: &Loss, second: &Loss) -> bool {
    let key = |loss: &Loss| [loss.metric, loss.model, loss.basis, loss.source];
    key(first) == key(second)
}

const RATE: &str = "{}\u{a0}tok/s";

const QUALITY: &[Column] = &[
    ("Format", "", CellKind::Words),
    ("Bits", "of your model", CellKind::Number),
    ("Increase", "", CellKind::Number),
    ("Share", "of 16 bits", CellKind::Number),
];
