//! Quantization: how large a model is in a format, how fast it can be, and what the format was measured to cost in quality.
//!
//! 1. The model's weights in the format give bits a weight, the file's bytes and the bytes that each token streams.
//! 2. The device's bandwidth over those gives the ceiling, its profile the range; the chart shows both for all formats that the same
//!    engine runs, by their bits.
//! 3. The tables show each part of the file, every format of the model, every figure of quality with the model it was measured on, and the
//!    decode runs of this model on this device.
//!
//! A loss of quality is never carried over from one model to another: it is shown as it was measured, or said not to be known.

use super::measured::{self, Shown};
use super::prelude::*;
use super::subject::Subject;
use rooflight_calibration::Estimate;
use rooflight_document::markup::joined;
use rooflight_estimator::decode;
use rooflight_estimator::ledger::Ledger;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::{BITS, GIB};
use rooflight_records::FormatRecord;
use rooflight_records::quality::Loss;

/// The calculator.
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

const DEPTH: Input = CONTEXT.folded();

/// Bits of a weight that is not quantized.
const WHOLE: f64 = 16.0;

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let setup = subject.setup(query.number_to(&DEPTH, subject.longest())?);
    let estimate = subject.profile.estimate(&setup);
    let answer = QuantizationAnswer { sizes: query.sizes()?, subject: &subject, setup: &setup, estimate: &estimate };
    answer.write(report);
    let Subject { format, .. } = subject;
    let weights = &format.weights;
    let range = estimate.range;
    let numbers = vec![
        ("bits per weight", weights.bits_per_weight()),
        ("file bytes", weights.file_bytes()),
        ("streamed bytes", weights.streamed_bytes(1.0)),
        ("share of 16 bits", weights.bits_per_weight() / WHOLE),
        ("ceiling", answer.ceiling()),
        ("low", or_nan(range.map(|range| range.low))),
        ("typical", or_nan(range.map(|range| range.typical))),
        ("high", or_nan(range.map(|range| range.high))),
        ("ceiling over 16 bits", or_nan(answer.gain())),
        ("published bytes", or_nan(format.file.map(|file| file.gib * GIB))),
        ("quality loss", or_nan(format.quality.first().map(|loss| loss.value))),
    ];
    Ok(Outcome { status: answer.status(), numbers })
}

/// Everything that the answer is made from.
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
    fn write(&self, report: &mut Report) {
        let rows = measured::rows(
            self.subject.record,
            self.subject.model,
            self.subject.format,
            self.subject.at,
            Some(self.setup.depth),
        );
        self.headline(report);
        self.figures(report);
        report.chart(self.chart());
        self.steps(report);
        self.formats(report);
        self.quality(report);
        measured::write(report, self.subject.record, &rows);
        steps::assumed(report, ASSUMED);
    }

    fn ceiling(&self) -> f64 {
        self.estimate.ceiling.per_stream()
    }

    /// The ceiling of the model in another format.
    fn ceiling_of(&self, format: &FormatRecord) -> f64 {
        decode::hard_ceiling(&Setup { weights: &format.weights, ..*self.setup }).per_stream()
    }

    /// How many times the ceiling of the model at 16 bits.
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

    fn figures(&self, report: &mut Report) {
        let weights = &self.subject.format.weights;
        let bits = [Arg::Fixed(weights.bits_per_weight(), 2)];
        let size = [self.sizes.giga(weights.file_bytes())];
        report.figure(Ink::Plain, "File", words!("at {} bits", ..bits), Some(words!("{}", ..size)), "");
        let note = self.gain().map(|gain| filled(words!("{} × that of 16 bits", Arg::Ratio(gain)))).unwrap_or_default();
        report.figure(Ink::Ceiling, "Ceiling", words!(""), Some(words!("{}", Arg::Speed(self.ceiling()))), &note);
        match self.subject.format.quality.first() {
            Some(loss) => {
                let values =
                    [Arg::Text(self.subject.model.text(loss.metric)), Arg::Text(self.subject.model.text(loss.model))];
                let note = filled(words!("{}, on {}", ..values));
                let value = [Arg::Plain(loss.value, 4)];
                report.figure(Ink::Measured, "Quality", words!(""), Some(words!("+{}", ..value)), &note);
            }
            None => report.figure(Ink::Measured, "Quality", words!(""), None, "no measurement known"),
        }
        report.end_figures("");
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

    /// The formats that the same engine runs, by their bits.
    fn alike(&self) -> Vec<&FormatRecord> {
        let mut alike: Vec<&FormatRecord> = Vec::new();
        for format in self.subject.model.formats.iter().filter(|format| format.habit == self.subject.format.habit) {
            let bits = |format: &FormatRecord| format.weights.bits_per_weight();
            let at = alike.iter().position(|other| bits(other) > bits(format)).unwrap_or(alike.len());
            alike.insert(at, format);
        }
        alike
    }

    fn chart(&self) -> Chart {
        let here = self.subject.format.weights.bits_per_weight();
        let alike = self.alike();
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
            marks: vec![Mark { ink: Ink::Ceiling, y: ceiling, text: number::speed(ceiling) }],
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

    /// Plain runs of this model on this device near the reader's context, in whatever format.
    fn dots(&self, chart: &mut Chart) {
        for Shown { row, .. } in
            measured::rows(self.subject.record, self.subject.model, self.subject.format, self.subject.at, None)
        {
            let near =
                row.depth.is_some_and(|depth| depth >= 0.8 * self.setup.depth && depth <= 1.25 * self.setup.depth);
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

    fn steps(&self, report: &mut Report) {
        let weights = &self.subject.format.weights;
        report.section("bytes", "The bytes of the file");
        let caption = filled(words!("Each part of the model, in {}", self.sizes.words()));
        report.table("bytes", &caption, steps::COLUMNS, "steps");
        for line in weights.lines() {
            let part = joined(&[&capital(line.group.name()), ", ", line.block.name]);
            let values = [Arg::Billions(line.parameters), Arg::Plain(line.bytes * BITS / line.parameters, 4)];
            steps::step(report, &part, words!("{} × {} bits ÷ 8", ..values), words!("{}", self.sizes.any(line.bytes)));
        }
        let file = weights.file_bytes();
        steps::sum(report, "The file", words!("all lines above"), words!("{}", self.sizes.giga(file)));
        if let Some(published) = self.subject.format.file {
            let values = [Arg::Plain(published.gib, 4), Arg::Text(self.subject.model.text(published.source))];
            steps::inked(
                report,
                "Published file",
                words!("{} GiB: {}", ..values),
                Ink::Measured,
                words!("{}", self.sizes.giga(published.gib * GIB)),
            );
        }
        let values = [self.sizes.giga(file), Arg::Billions(weights.parameters())];
        let bits = [Arg::Fixed(weights.bits_per_weight(), 3)];
        steps::step(report, "Bits per weight", words!("{} × 8 ÷ {}", ..values), words!("{}", ..bits));
        let share = [Arg::Percent(weights.bits_per_weight() / WHOLE)];
        let values = [Arg::Fixed(weights.bits_per_weight(), 3)];
        steps::step(report, "Share of 16 bits", words!("{} ÷ 16", ..values), words!("{}", ..share));
        self.speeds(report);
        if weights.is_estimated() {
            let template = "The publisher mixed this file: its size is published, how it is shared among the parts is an estimate.";
            report.paragraph("note", words!("{}", Arg::Text(template)));
        }
        report.sources(SOURCES);
        report.end_section();
    }

    fn speeds(&self, report: &mut Report) {
        let streamed = [self.sizes.giga(self.subject.format.weights.streamed_bytes(1.0))];
        let formula = "the file, less what is looked up and experts that a token does not use";
        steps::step(report, "Streamed for a token", words!("{}", Arg::Text(formula)), words!("{}", ..streamed));
        let moved = Ledger::of(self.setup).moved_bytes();
        let result = [Arg::Speed(self.ceiling())];
        steps::inked(
            report,
            "Ceiling",
            words!("{}/s ÷ {} with the cache", self.sizes.giga(self.setup.device.bandwidth), self.sizes.giga(moved)),
            Ink::Ceiling,
            words!("{}\u{a0}tok/s", ..result),
        );
        if let Some(range) = self.estimate.range {
            steps::inked(
                report,
                "Realistic, 80\u{a0}%",
                words!("{}", Arg::Text(&self.estimate.reason)),
                Ink::Range,
                words!("{}\u{a0}tok/s", Arg::Range(range.low, range.high)),
            );
        } else {
            steps::step(report, "Realistic", words!("{}", Arg::Text(&self.estimate.reason)), words!(NONE));
        }
    }

    fn formats(&self, report: &mut Report) {
        let formats = rows::largest_first(self.subject.model, self.subject.format);
        report.section("formats", "Every format of this model");
        report.table(
            "formats",
            "The ceiling is that of this device at this context; formats of the same engines come first",
            FORMATS[self.sizes as usize],
            "formats",
        );
        for format in formats {
            let weights = &format.weights;
            report.row(if format.id == self.subject.format.id { Emphasis::Match } else { Emphasis::None });
            report.cell(None, words!("{}", Arg::Text(&format.name)));
            report.cell(None, words!("{}", Arg::Fixed(weights.bits_per_weight(), 2)));
            report.cell(None, words!("{}", Arg::Speed(weights.file_bytes() / self.sizes.unit())));
            report.cell(None, words!("{}", Arg::Percent(weights.bits_per_weight() / WHOLE)));
            report.cell(Some(Ink::Ceiling), words!("{}", Arg::Speed(self.ceiling_of(format))));
        }
        steps::close(report, &[]);
    }

    /// Measurements of quality: a group for each series of figures that compare with each other.
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
            if !series.iter().any(|known| same(known, loss)) {
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
            self.head(report, first);
            for (format, loss) in losses().filter(|(_, loss)| same(first, loss)) {
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

    fn head(&self, report: &mut Report, loss: &Loss) {
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

/// Whether two figures compare with each other.
fn same(a: &Loss, b: &Loss) -> bool {
    let key = |loss: &Loss| [loss.metric, loss.model, loss.basis, loss.source];
    key(a) == key(b)
}

/// For either unit of sizes.
const FORMATS: [&[Column]; 2] = [&formats("GB"), &formats("GiB")];

const fn formats(unit: &'static str) -> [Column; 5] {
    [
        ("Format", "", Kind::Words),
        ("Bits", "each", Kind::Number),
        ("File", unit, Kind::Number),
        ("Share", "of 16 bits", Kind::Number),
        ("Ceiling", "tok/s", Kind::Number),
    ]
}

const QUALITY: &[Column] = &[
    ("Format", "", Kind::Words),
    ("Bits", "of your model", Kind::Number),
    ("Increase", "", Kind::Number),
    ("Share", "of 16 bits", Kind::Number),
];
