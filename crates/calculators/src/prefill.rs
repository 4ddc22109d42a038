//! Prompt time and time to the first token.
//!
//! 1. The operations and bytes of the prompt give the least time; the calibration of prompts the realistic one.
//! 2. The first token comes after waiting, the prompt and one decode step.
//! 3. The chart runs the length of the prompt, with the measurements of prompts of this model in this format.
//!
//! Measured prompts hold the prompt alone, without the first token's own step.

use super::measured::{self, Naming, Shown};
use super::prelude::*;
use super::prompt::{PROMPT, Reader, WAITING, rows};
use super::subject::Subject;
use rooflight_calibration::prompt::{self, PromptEstimate, Span};
use rooflight_estimator::prefill::{self, Prompt};
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::TERA;
use rooflight_records::DeviceRecord;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "prefill",
    title: "Prompt time",
    about: "How long a model takes to read a prompt, and until its first token comes.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, PROMPT, CACHED, WAITING],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::PROMPTS, record_schema::PROMPT_RUNS],
    group: (Group::Speed, 1),
    validation: Validation::Prompts,
    is_benchmarkable: true,
    evaluate,
};

const CACHED: Input = Input::whole(("pc", "cached"), "Already cached", "0", TOKENS, (0.0, 1_048_576.0)).folded();

const SOURCES: &[Source] = &[
    ("Kaplan et al. 2020, operations of a decoder", "https://arxiv.org/abs/2001.08361"),
    ("Pope et al. 2022, Efficiently scaling transformer inference", "https://arxiv.org/abs/2211.05102"),
    ("Williams et al. 2009, Roofline", "https://doi.org/10.1145/1498765.1498785"),
];

const ASSUMED: &[&str] = &[
    "One request at a time; nothing else is decoded while the prompt is read.",
    "The least time takes the fastest published arithmetic for such weights and streams them once.",
    "What is cached already is not read again, but compared with.",
    "The first token takes one decode step after the prompt. The network is not counted; what you wait for is.",
];

const COLUMNS: &[Column] = &[
    ("Prompt", "tokens", Kind::Number),
    ("Run", "", Kind::Wide),
    ("Speed", "prompt tokens per second", Kind::Number),
    ("Share", "of the limit", Kind::Number),
    ("Ratio", "to estimate", Kind::Number),
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
    let reader = Reader::read(query, &subject)?;
    let tokens = query.number_to(&PROMPT, subject.longest())?;
    let cached = query.number_to(&CACHED, subject.longest() - tokens)?;
    let waiting = query.number(&WAITING)? / 1e3;
    let record = reader.measurements(&subject);
    let plain = cached.to_bits() == 0;
    let rows = rows(&record, &subject, plain.then_some(tokens));
    let setup = subject.setup(cached + tokens);
    let answer = PrefillAnswer {
        asked: (tokens, cached, waiting),
        prompt: reader.estimate(&setup, tokens, cached),
        times: times(&subject, &reader, (tokens, cached, waiting)),
        setup: &setup,
        subject: &subject,
        reader: &reader,
        record: &record,
        rows: &rows,
    };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

/// Seconds of a prompt and of the first token: the least, and the range where there is one.
#[derive(Clone, Copy, Debug)]
struct Times {
    /// The least of the prompt.
    least: f64,
    /// The least of the step after it.
    step: f64,
    /// The least until the first token.
    first: f64,
    /// The realistic time of the prompt.
    span: Option<Span>,
    /// The realistic time until the first token.
    first_span: Option<Span>,
}

/// The times of a prompt of so many tokens after so many cached ones and so many seconds of waiting.
fn times(subject: &Subject<'_>, reader: &Reader<'_>, (tokens, cached, waiting): (f64, f64, f64)) -> Times {
    let setup = subject.setup(cached + tokens);
    let prompt = reader.estimate(&setup, tokens, cached);
    let (least, span) = reader.seconds(&setup, tokens, cached);
    let step = subject.profile.estimate(&setup);
    let first = prefill::first_token(waiting, least, &step.ceiling);
    let first_span = prompt::first_token(waiting, &prompt, &step);
    Times { least, step: step.ceiling.seconds, first, span, first_span }
}

struct PrefillAnswer<'a> {
    asked: (f64, f64, f64),
    prompt: PromptEstimate,
    times: Times,
    setup: &'a Setup<'a>,
    subject: &'a Subject<'a>,
    reader: &'a Reader<'a>,
    record: &'a DeviceRecord,
    rows: &'a [Shown<'a>],
}

impl PrefillAnswer<'_> {
    fn write(&self, report: &mut Report) {
        self.headline(report);
        self.figures(report);
        report.chart(self.chart());
        self.steps(report);
        self.table(report);
        measured::write_named(report, self.record, self.rows, &MEASURED);
        steps::assumed(report, ASSUMED);
    }

    fn headline(&self, report: &mut Report) {
        let (tokens, cached, waiting) = self.asked;
        let mut further = String::new();
        if cached > 0.0 {
            further.push_str(&filled(words!(" after {} cached", Arg::Plain(cached, 0))));
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

    fn figures(&self, report: &mut Report) {
        let unit = words!("to first token (s)");
        report.figure(Ink::Ceiling, "Fastest possible", unit, Some(words!("{}", Arg::Speed(self.times.first))), "");
        let span = self.times.first_span.map(Span::values);
        let wide = if span.is_some() { words!("80\u{a0}%, s") } else { words!("") };
        steps::realistic(report, wide, span, &self.prompt.reason);
        let (mut low, mut high, mut runs) = (f64::INFINITY, 0.0_f64, 0);
        for shown in self.rows.iter().filter(|shown| shown.matches) {
            let seconds = self.asked.0 / shown.row.speed;
            (low, high, runs) = (low.min(seconds), high.max(seconds), runs + 1);
        }
        let wide = words!("prompt alone (s)");
        let note = if self.rows.is_empty() { "nothing measured" } else { "not under these conditions" };
        let value = (runs > 0).then_some(Arg::Range(low, high));
        steps::figure(report, (Ink::Measured, "Measured"), wide, value, if runs == 0 { note } else { "" });
        let unknown = "No arithmetic rate of this device is published for such weights: the least time is that of streaming the \
                       weights once, and the real one is far longer for a long prompt.";
        report.end_figures(if self.prompt.floor.is_none() { unknown } else { "" });
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
        let (tokens, cached, _) = self.asked;
        prefill::operations(self.setup, &Prompt { tokens, cached, chunk: tokens })
    }

    fn numbers(&self) -> Numbers {
        let of = |span: Option<Span>| match span {
            Some(span) => [span.fast, span.typical, span.slow],
            None => [f64::NAN; 3],
        };
        let ([fast, typical, slow], [soon, usual, late]) = (of(self.times.span), of(self.times.first_span));
        let Times { least, step, first, .. } = self.times;
        let rate = self.asked.0 / typical;
        vec![
            ("operations", self.operations().total()),
            ("least prompt", least),
            ("fast prompt", fast),
            ("typical prompt", typical),
            ("slow prompt", slow),
            ("least step", step),
            ("least first token", first),
            ("fast first token", soon),
            ("typical first token", usual),
            ("slow first token", late),
            ("prompt tokens per second", rate),
        ]
    }

    fn at(&self, tokens: f64) -> Times {
        times(self.subject, self.reader, (tokens, self.asked.1, self.asked.2))
    }

    fn chart(&self) -> Chart {
        let mut lengths = Vec::new();
        for shown in self.rows.iter().filter(|shown| shown.same_format) {
            lengths.extend(shown.row.depth.filter(|depth| *depth > 0.0));
        }
        let x = scale::span(self.asked.0, &lengths, self.subject.longest() - self.asked.1);
        let first = self.times.first;
        let mut chart = Chart {
            title: "Seconds to the first token against the length of the prompt",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&self.status()))),
            names: ["Fastest", "Realistic", "Measured"],
            x,
            x_label: "tokens of prompt",
            y_label: "seconds to the first token",
            here: self.asked.0,
            marks: vec![Mark { ink: Ink::Ceiling, y: first, text: number::speed(first) }],
            ..Chart::default()
        };
        for tokens in scale::points(x) {
            let times = self.at(tokens);
            chart.point(tokens, times.first, times.first_span.map(Span::values));
        }
        if let Some(span) = self.times.first_span {
            chart.mark_range(span.values());
        }
        for Shown { row, open, .. } in self.rows.iter().filter(|shown| shown.same_format) {
            if let Some(depth) = row.depth.filter(|depth| *depth > 0.0) {
                chart.dots.push(Dot { x: depth, y: depth / row.speed, open: *open });
            }
        }
        if !chart.dots.is_empty() {
            chart.key = &["the prompt alone"];
        }
        chart
    }

    fn steps(&self, report: &mut Report) {
        let (tokens, _, waiting) = self.asked;
        let operations = self.operations();
        steps::open(report, "Step by step", "From the operations of the prompt to the first token");
        let values = [operations.weights, operations.attention, operations.head].map(Arg::Billions);
        let formula = words!("{} weights + {} between positions + {} output head", ..values);
        steps::step(report, "Operations", formula, words!("{}", Arg::Billions(operations.total())));
        self.arithmetic(report, operations.total());
        let streamed = self.setup.weights.streamed_bytes(tokens);
        let values = [Arg::Gigabytes(streamed), Arg::Gigabytes(self.setup.device.bandwidth)];
        let result = [Arg::Speed(streamed / self.setup.device.bandwidth)];
        steps::step(report, "Streaming the weights", words!("{} ÷ {}/s, once", ..values), words!(SECONDS, ..result));
        let least = [Arg::Speed(self.times.least)];
        let formula = words!("the longer of arithmetic and streaming");
        steps::inked(report, "Prompt at best", formula, Ink::Ceiling, words!(SECONDS, ..least));
        let step = [Arg::Speed(self.times.step)];
        let formula = words!("weights and cache over the bandwidth");
        steps::inked(report, "One step at best", formula, Ink::Ceiling, words!(SECONDS, ..step));
        let values = [Arg::Speed(waiting), least[0], step[0]];
        let result = [Arg::Speed(self.times.first)];
        let formula = words!("{} waiting + {} prompt + {} step", ..values);
        steps::inked(report, "First token at best", formula, Ink::Ceiling, words!(SECONDS, ..result));
        if let (Some(span), Some(first)) = (self.times.span, self.times.first_span) {
            let result = [Arg::Range(span.fast, span.slow)];
            let formula = words!("{}", Arg::Text(&self.prompt.reason));
            steps::inked(report, "Prompt, realistic", formula, Ink::Range, words!(SECONDS, ..result));
            let values =
                [Arg::Speed(waiting), Arg::Speed(span.typical), Arg::Speed(first.typical - span.typical - waiting)];
            let result = [Arg::Speed(first.typical)];
            let formula = words!("{} waiting + {} prompt + {} step", ..values);
            steps::inked(report, "First token, typical", formula, Ink::Range, words!(SECONDS, ..result));
            steps::inked(
                report,
                "Prompt speed",
                words!("{} ÷ {}\u{a0}s", Arg::Plain(tokens, 0), Arg::Speed(span.typical)),
                Ink::Range,
                words!("{}\u{a0}tok/s", Arg::Speed(tokens / span.typical)),
            );
        }
        steps::close(report, SOURCES);
    }

    fn arithmetic(&self, report: &mut Report, operations: f64) {
        let rate = self.setup.device.peak_operations(self.setup.weights.bits_per_weight());
        match rate {
            Some(rate) => {
                let formula = words!("{} ÷ {} T operations/s", Arg::Billions(operations), Arg::Speed(rate / TERA));
                steps::step(report, "Arithmetic", formula, words!(SECONDS, Arg::Speed(operations / rate)));
            }
            None => steps::step(report, "Arithmetic", words!("no rate is published for such weights"), words!(NONE)),
        }
    }

    fn table(&self, report: &mut Report) {
        let mut lengths = Vec::new();
        let mut length = 128.0;
        let longest = (self.subject.longest() - self.asked.1).min(131_072.0);
        while length <= longest {
            lengths.push(length);
            if length < self.asked.0 && self.asked.0 < length * 2.0 {
                lengths.push(self.asked.0);
            }
            length *= 2.0;
        }
        if lengths.is_empty() {
            lengths.push(self.asked.0);
        }
        report.section("lengths", "By the length of the prompt");
        let caption = "Seconds to the first token; tokens per second of reading the prompt, typical";
        report.table("lengths", caption, LENGTHS, "lengths");
        for tokens in lengths {
            let times = self.at(tokens);
            report.row(super::rows::own(tokens, self.asked.0));
            report.cell(None, words!("{}", Arg::Plain(tokens, 0)));
            report.cell(Some(Ink::Ceiling), words!("{}", Arg::Speed(times.first)));
            let spans = times.span.zip(times.first_span);
            steps::cell(report, Ink::Range, spans.map(|(_, first)| Arg::Range(first.fast, first.slow)));
            steps::cell(report, Ink::Range, spans.map(|(span, _)| Arg::Speed(tokens / span.typical)));
        }
        steps::close(report, &[]);
    }
}

const SECONDS: &str = "{}\u{a0}s";

const LENGTHS: &[Column] = &[
    ("Prompt", "tokens", Kind::Number),
    ("Fastest", "s", Kind::Number),
    ("Realistic", "s", Kind::Number),
    ("Prompt speed", "tokens per second", Kind::Number),
];
