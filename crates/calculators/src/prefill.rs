//! Prompt time and time to the first token.
//!
//! 1. The operations and bytes of the prompt give the least time, the calibration of prompts the realistic time.
//! 2. The first token comes after the queue, the prompt and one decode step.
//! 3. The chart shows the time against the length of the prompt, with the measurements of this model in this format.
//!
//! Measured times are those of the prompt alone, without the step of the first token.

use super::measured::{self, Naming, ShownRow};
use super::prelude::*;
use super::prompt::{PROMPT, PromptReader, WAITING, rows};
use super::subject::Subject;
use rooflight_calibration::prompt::{self, PromptEstimate, Span};
use rooflight_estimator::prefill;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::TERA;
use rooflight_records::DeviceRecord;

/// The declaration of the calculator at `/calculators/prefill/`.
pub const SPEC: Spec = Spec {
    kind: "prefill",
    title: "Prompt time",
    about: "How long a model takes to read a prompt, and until its first token comes.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, PROMPT, CACHED, WAITING, UBATCH],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::PROMPTS, record_schema::PROMPT_RUNS],
    group: (Group::Speed, 1),
    validation: Validation::Prompts,
    is_benchmarkable: true,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "slow prompt processing, prompt processing speed, prompt eval time, pp512, \
    long prompt is slow, time to process the prompt";

const CACHED: Input = Input::whole(("pc", "cached"), "Already cached", "0", TOKENS, (0.0, 1_048_576.0)).folded();

/// Tokens per forward pass over the prompt, llama.cpp's `--ubatch-size`; empty for the engine's default.
const UBATCH: Input = Input::whole(("ub", "ubatch"), "Tokens per pass", "", TOKENS, (1.0, 65_536.0)).folded();

const SOURCES: &[Source] = &[
    ("Kaplan et al. 2020, operations of a decoder", "https://arxiv.org/abs/2001.08361"),
    ("Pope et al. 2022, Efficiently scaling transformer inference", "https://arxiv.org/abs/2211.05102"),
    ("Williams et al. 2009, Roofline", "https://doi.org/10.1145/1498765.1498785"),
];

const ASSUMED: &[&str] = &[
    "One request at a time; nothing else is decoded while the prompt is read.",
    "The least time takes the fastest published arithmetic for such weights and streams them once.",
    "What is cached already is not read again, but compared with.",
    "Tokens per pass (llama.cpp's --ubatch-size) are taken to matter for mixtures of experts alone.",
    "The first token takes one decode step after the prompt. The network is not counted; what you wait for is.",
];

const COLUMNS: &[Column] = &[
    ("Prompt", "tokens", CellKind::Number),
    ("Run", "", CellKind::Wide),
    ("Speed", "prompt tokens per second", CellKind::Number),
    ("Share", "of the limit", CellKind::Number),
    ("Ratio", "to estimate", CellKind::Number),
];

const MEASURED: Naming = Naming {
    columns: COLUMNS,
    bare: &[COLUMNS[0], COLUMNS[2], COLUMNS[3], COLUMNS[4]],
    caption: "Prompts read by this model on this device, as published. Share and ratio compare each with the limit of arithmetic and \
              bandwidth and with the estimate under its own conditions.",
    nothing: "Nothing measured: no published time of a prompt of this model on this hardware is known here.",
};

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let mut reader = PromptReader::read(query, &subject)?;
    let tokens = query.number_to(&PROMPT, subject.longest())?;
    let cached = query.number_to(&CACHED, subject.longest() - tokens)?;
    let waiting = query.number(&WAITING)? / 1e3;
    let ubatch = query.maybe(&UBATCH)?;
    if let Some(tokens) = ubatch {
        reader.chunk = tokens;
    }
    let record = reader.measurements(&subject);
    let plain = cached.to_bits() == 0 && ubatch.is_none();
    let rows = rows(&record, &subject, plain.then_some(tokens));
    let setup = subject.setup(cached + tokens);
    let answer = PrefillAnswer {
        inputs: (tokens, cached, waiting),
        ubatch,
        prompt: reader.estimate(&setup, tokens, cached),
        times: times(&subject, &reader, (tokens, cached, waiting)),
        setup: &setup,
        subject: &subject,
        reader: &reader,
        record: &record,
        rows: &rows,
    };
    Ok(answer.write(report))
}

/// Seconds of a prompt and until the first token. The spans are `None` if measurements support no range.
#[derive(Clone, Copy, Debug)]
struct Times {
    /// The least time of the prompt.
    least: f64,
    /// The least time of the step after the prompt.
    step: f64,
    /// The least time until the first token.
    first: f64,
    /// The realistic time of the prompt.
    span: Option<Span>,
    /// The realistic time until the first token.
    first_span: Option<Span>,
}

/// Computes the times of a prompt from its tokens, the tokens cached before it, and the seconds in the queue.
fn times(subject: &Subject<'_>, reader: &PromptReader<'_>, (tokens, cached, waiting): (f64, f64, f64)) -> Times {
    let setup = subject.setup(cached + tokens);
    let prompt = reader.estimate(&setup, tokens, cached);
    let (least, span) = reader.seconds(&setup, tokens, cached);
    let step = subject.profile.estimate(&setup);
    let first = prefill::first_token(waiting, least, &step.ceiling);
    let first_span = prompt::first_token(waiting, &prompt, &step);
    Times { least, step: step.ceiling.seconds, first, span, first_span }
}

struct PrefillAnswer<'a> {
    /// Tokens of the prompt, tokens cached before it, seconds in the queue.
    inputs: (f64, f64, f64),
    /// Tokens per pass, if the reader gave them.
    ubatch: Option<f64>,
    prompt: PromptEstimate,
    times: Times,
    setup: &'a Setup<'a>,
    subject: &'a Subject<'a>,
    reader: &'a PromptReader<'a>,
    record: &'a DeviceRecord,
    rows: &'a [ShownRow<'a>],
}

impl PrefillAnswer<'_> {
    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        let unknown = "No arithmetic rate of this device is published for such weights: the least time is that of streaming the \
                       weights once, and the real one is far longer for a long prompt.";
        writer.report.end_figures(if self.prompt.floor.is_none() { unknown } else { "" });
        writer.report.chart(self.chart());
        writer.steps("Step by step", "From the operations of the prompt to the first token", SOURCES);
        self.table(&mut writer);
        measured::write_named(writer.report, self.record, self.rows, &MEASURED);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn headline(&self, report: &mut Report) {
        let (tokens, cached, waiting) = self.inputs;
        let mut further = String::new();
        if cached > 0.0 {
            further.push_str(&filled(words!(" after {} cached", Arg::Plain(cached, 0))));
        }
        if let Some(tokens) = self.ubatch {
            further.push_str(&filled(words!(", {} at a time", Arg::Plain(tokens, 0))));
        }
        if waiting > 0.0 {
            further.push_str(&filled(words!(", {}\u{a0}s of waiting", Arg::Speed(waiting))));
        }
        let conditions = [
            Arg::Text(&self.setup.device.name),
            Arg::Text(&self.subject.model.name),
            Arg::Text(&self.subject.format.name),
            Arg::Plain(tokens, 0),
            Arg::Text(&further),
            Arg::Text(&self.reader.profile.words),
        ];
        let conditions = words!("{}, {} in {}, a prompt of {} tokens{}; {}", ..conditions);
        let least = Arg::Speed(self.times.first);
        match self.times.first_span {
            Some(span) => {
                let values = [Arg::Speed(span.typical), least];
                report.answer(
                    words!("First token after about <r>{}</r>\u{a0}s, <c>{}</c>\u{a0}s at best", ..values),
                    conditions,
                );
            }
            None => report.answer(words!("First token after <c>{}</c>\u{a0}s at best", least), conditions),
        }
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let Times { least, step, first, span, first_span } = self.times;
        let quantity = writer.quantity(words!("{}", Arg::Speed(first))).ink(Ink::Ceiling);
        quantity.wide_figure("Fastest possible", "to first token (s)", "");
        let wide = if first_span.is_some() { "80\u{a0}%, s" } else { "" };
        writer.realistic(wide, first_span.map(Span::values), &self.prompt.reason);
        self.measured(writer);
        self.least(writer);
        writer.number("least prompt", least);
        writer.range(["fast prompt", "typical prompt", "slow prompt"], span.map(Span::values));
        writer.number("least step", step);
        writer.number("least first token", first);
        let names = ["fast first token", "typical first token", "slow first token"];
        writer.range(names, first_span.map(Span::values));
        let rate = or_nan(span.map(|span| self.inputs.0 / span.typical));
        writer.number("prompt tokens per second", rate);
        if let (Some(span), Some(first)) = (span, first_span) {
            let waiting = self.inputs.2;
            let quantity = writer.quantity(words!(SECONDS, Arg::Range(span.fast, span.slow))).ink(Ink::Range);
            quantity.step("Prompt, realistic", words!("{}", Arg::Text(&self.prompt.reason)));
            let (tokens, chunk) = (self.inputs.0, self.reader.chunk.min(self.inputs.0));
            let formula = words!("{} ÷ {} tokens at a time", Arg::Plain(tokens, 0), Arg::Plain(chunk, 0));
            let passes = Arg::Plain(rooflight_primitives::math::ceil(tokens / chunk), 0);
            writer.quantity(words!("{}", passes)).ink(Ink::Range).step("Passes", formula);
            let parts = [waiting, span.typical, first.typical - span.typical - waiting].map(Arg::Speed);
            let quantity = writer.quantity(words!(SECONDS, Arg::Speed(first.typical))).ink(Ink::Range);
            quantity.step("First token, typical", words!("{} waiting + {} prompt + {} step", ..parts));
            let formula = words!("{} ÷ {}\u{a0}s", Arg::Plain(self.inputs.0, 0), Arg::Speed(span.typical));
            let quantity = writer.quantity(words!("{}\u{a0}tok/s", Arg::Speed(rate))).ink(Ink::Range);
            quantity.step("Prompt speed", formula);
        }
    }

    fn measured(&self, writer: &mut ReportWriter<'_>) {
        let (mut low, mut high, mut runs) = (f64::INFINITY, 0.0_f64, 0);
        for shown in self.rows.iter().filter(|shown| shown.matches) {
            let seconds = self.inputs.0 / shown.row.speed;
            (low, high, runs) = (low.min(seconds), high.max(seconds), runs + 1);
        }
        let note = if self.rows.is_empty() { "nothing measured" } else { "not under these conditions" };
        let value = [Arg::Range(low, high)];
        let quantity = writer.optional((runs > 0).then_some(words!("{}", ..value))).ink(Ink::Measured);
        quantity.wide_figure("Measured", "prompt alone (s)", if runs == 0 { note } else { "" });
    }

    /// Writes the steps to the least time of the first token.
    fn least(&self, writer: &mut ReportWriter<'_>) {
        let (operations, device) = (self.operations(), self.setup.device);
        let values = [operations.weights, operations.attention, operations.head].map(Arg::Billions);
        let all = operations.total();
        let quantity = writer.quantity(words!("{}", Arg::Billions(all))).number("operations");
        quantity.step("Operations", words!("{} weights + {} between positions + {} output head", ..values));
        if let Some(rate) = device.peak_operations(self.setup.weights.bits_per_weight()) {
            let formula = words!("{} ÷ {} T operations/s", Arg::Billions(all), Arg::Speed(rate / TERA));
            writer.quantity(words!(SECONDS, Arg::Speed(all / rate))).step("Arithmetic", formula);
        } else {
            writer.optional(None).step("Arithmetic", words!("no rate is published for such weights"));
        }
        let streamed = self.setup.weights.streamed_bytes(self.inputs.0);
        let formula = words!("{} ÷ {}/s, once", Arg::Gigabytes(streamed), Arg::Gigabytes(device.bandwidth));
        let quantity = writer.quantity(words!(SECONDS, Arg::Speed(streamed / device.bandwidth)));
        quantity.step("Streaming the weights", formula);
        let parts = [self.inputs.2, self.times.least, self.times.step].map(Arg::Speed);
        for (name, seconds, formula) in [
            ("Prompt at best", parts[1], words!("the longer of arithmetic and streaming")),
            ("One step at best", parts[2], words!("weights and cache over the bandwidth")),
            ("First token at best", Arg::Speed(self.times.first), words!("{} waiting + {} prompt + {} step", ..parts)),
        ] {
            writer.quantity(words!(SECONDS, seconds)).ink(Ink::Ceiling).step(name, formula);
        }
    }

    fn status(&self) -> String {
        let least = Arg::Speed(self.times.first);
        match self.times.first_span {
            Some(span) => {
                let values = [least, Arg::Speed(span.fast), Arg::Speed(span.slow)];
                filled(words!("First token after at least {} seconds; likely {} to {}.", ..values))
            }
            None => filled(words!("First token after at least {} seconds; no realistic range.", least)),
        }
    }

    fn operations(&self) -> prefill::Operations {
        let (tokens, cached, _) = self.inputs;
        prefill::operations(self.setup, &self.reader.profile.prompt(tokens, cached))
    }

    fn at(&self, tokens: f64) -> Times {
        times(self.subject, self.reader, (tokens, self.inputs.1, self.inputs.2))
    }

    fn chart(&self) -> Chart {
        let mut lengths = Vec::new();
        for shown in self.rows.iter().filter(|shown| shown.same_format) {
            lengths.extend(shown.row.depth.filter(|depth| *depth > 0.0));
        }
        let x = scale::span(self.inputs.0, &lengths, self.subject.longest() - self.inputs.1);
        let first = self.times.first;
        let mut chart = Chart {
            title: "Seconds to the first token against the length of the prompt",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&self.status()))),
            names: ["Fastest", "Realistic", "Measured"],
            x,
            x_label: "tokens of prompt",
            y_label: "seconds to the first token",
            here: self.inputs.0,
            marks: vec![ValueLabel { ink: Ink::Ceiling, y: first, text: number::speed(first) }],
            ..Chart::default()
        };
        for tokens in scale::points(x) {
            let times = self.at(tokens);
            chart.point(tokens, times.first, times.first_span.map(Span::values));
        }
        if let Some(span) = self.times.first_span {
            chart.mark_range(span.values());
        }
        for ShownRow { row, open, .. } in self.rows.iter().filter(|shown| shown.same_format) {
            if let Some(depth) = row.depth.filter(|depth| *depth > 0.0) {
                chart.dots.push(Dot { x: depth, y: depth / row.speed, open: *open });
            }
        }
        if !chart.dots.is_empty() {
            chart.key = &["the prompt alone"];
        }
        chart
    }

    fn table(&self, writer: &mut ReportWriter<'_>) {
        let mut lengths = Vec::new();
        let mut length = 128.0;
        let longest = (self.subject.longest() - self.inputs.1).min(131_072.0);
        while length <= longest {
            lengths.push(length);
            if length < self.inputs.0 && self.inputs.0 < length * 2.0 {
                lengths.push(self.inputs.0);
            }
            length *= 2.0;
        }
        if lengths.is_empty() {
            lengths.push(self.inputs.0);
        }
        let caption = "Seconds to the first token; tokens per second of reading the prompt, typical";
        writer.table(("lengths", "By the length of the prompt"), caption, "lengths", lengths, |row, tokens| {
            let times = self.at(tokens);
            row.highlight(rows::same(tokens, self.inputs.0));
            row.number("Prompt", "tokens", words!("{}", Arg::Plain(tokens, 0)));
            row.inked(Ink::Ceiling, "Fastest", "s", words!("{}", Arg::Speed(times.first)));
            let spans = times.span.zip(times.first_span);
            row.optional(Ink::Range, "Realistic", "s", spans.map(|(_, first)| Arg::Range(first.fast, first.slow)));
            let speed = spans.map(|(span, _)| Arg::Speed(tokens / span.typical));
            row.optional(Ink::Range, "Prompt speed", "tokens per second", speed);
        });
    }
}

const SECONDS: &str = "{}\u{a0}s";
