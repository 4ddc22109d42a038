//! Latency of a whole answer, and whether it comes faster than it can be read.
//!
//! 1. The first token comes after the prompt and a step, each further one after a step more.
//! 2. Reading speed in words becomes tokens a second, and stands beside the stream.
//! 3. The chart runs the length of the answer.
//!
//! Steps are taken with half of the answer written, which is their mean where the cache grows evenly.

use super::capacity::OUTPUT;
use super::input::{HARDWARE, Input, MODEL, PLAIN, QUANTIZATION};
use super::prefill::{self, Times};
use super::prompt::{PROMPT, Reader};
use super::query::Query;
use super::shortage::{self, Shortage};
use super::subject::Subject;
use super::{InputError, Numbers, Outcome, Spec, measured, or_nan, record_schema, rows, steps};
use crate::calibration::Estimate;
use crate::calibration::prompt::Span;
use crate::fit;
use crate::prefill::streamed;
use crate::reading::{self, WORDS_A_MINUTE};
use crate::view::prelude::*;
use alloc::string::String;
use alloc::vec;

/// Seconds of reading so many tokens of so many words each, at the usual speed.
fn read_in(tokens: f64, words: f64) -> f64 {
    reading::seconds(reading::words(tokens, words), WORDS_A_MINUTE)
}

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "latency",
    title: "Answer latency",
    about: "How long a whole answer takes, from the prompt to its last token, and whether it comes faster than it can be read.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, PROMPT, ANSWER, WORDS],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::PROMPTS],
    evaluate,
};

const ANSWER: Input = OUTPUT.or("512");
const WORDS: Input = Input::real(("wt", "words_per_token"), "Words per token", "0.75", PLAIN, (0.1, 2.0)).folded();

const SOURCES: &[Source] = &[
    ("Brysbaert 2019, How many words do we read per minute?", "https://doi.org/10.1016/j.jml.2019.104047"),
    ("Pope et al. 2022, Efficiently scaling transformer inference", "https://arxiv.org/abs/2211.05102"),
    ("Kaplan et al. 2020, operations of a decoder", "https://arxiv.org/abs/2001.08361"),
];

const ASSUMED: &[&str] = &[
    "One request at a time; no waiting, no network, nothing cached.",
    "Every step takes as long as that with half of the answer written.",
    "Readers take in 238 words of English a minute, silently: a mean of many; few read evenly.",
    "A token is three quarters of a word unless you say otherwise. Other languages and code differ much.",
];

fn evaluate(query: &mut Query<'_>, report: &mut Report<'_>) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let reader = Reader::read(query, &subject)?;
    let prompt = query.number_to(&PROMPT, subject.longest() - 1.0)?;
    let output = query.number_to(&ANSWER, subject.longest() - prompt)?;
    let words = query.number(&WORDS)?;
    let setup = subject.setup(prompt + output / 2.0);
    let full = subject.setup(prompt + output);
    let answer = Answer {
        short: Shortage::of(&full, Sizes::Decimal),
        times: prefill::times(&subject, &reader, (prompt, 0.0, 0.0)),
        step: subject.profile.estimate(&setup),
        subject: &subject,
        reader: &reader,
        prompt,
        output,
        words,
    };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

struct Answer<'a> {
    short: Option<Shortage>,
    times: Times,
    step: Estimate,
    subject: &'a Subject<'a>,
    reader: &'a Reader<'a>,
    prompt: f64,
    output: f64,
    words: f64,
}

impl Answer<'_> {
    fn write(&self, report: &mut Report<'_>) {
        self.headline(report);
        self.figures(report);
        report.chart(&self.chart());
        self.steps(report);
        self.table(report);
        let nothing = "No measured value: no published time of whole answers is known here. The calculators of decode speed and of prompt \
                       time have measurements of the parts.";
        measured::nothing(report, nothing);
        steps::assumed(report, ASSUMED);
    }

    /// The least seconds of an answer of so many tokens, and the range.
    fn total(&self, output: f64) -> (f64, Option<Span>) {
        let setup = self.subject.setup(self.prompt + output / 2.0);
        let (ceiling, found) = self.subject.profile.speed(&setup);
        let least = streamed(self.times.first, output, ceiling.seconds);
        let span = self.times.first_span.zip(found).map(|(first, (range, _))| Span {
            fast: streamed(first.fast, output, 1.0 / range.high),
            typical: streamed(first.typical, output, 1.0 / range.typical),
            slow: streamed(first.slow, output, 1.0 / range.low),
        });
        (least, span)
    }

    /// Tokens a second once the first one is there: typical, or the ceiling.
    fn stream(&self) -> f64 {
        self.step.range.map_or_else(|| self.step.ceiling.per_stream(), |range| range.typical)
    }

    fn pace(&self) -> &'static str {
        if self.stream() >= reading::tokens_a_second(WORDS_A_MINUTE, self.words) {
            "faster than"
        } else {
            "slower than"
        }
    }

    fn headline(&self, report: &mut Report<'_>) {
        let conditions = [
            Arg::Text(&self.subject.record.device.name),
            Arg::Text(&self.subject.model.name),
            Arg::Text(&self.subject.format.name),
            Arg::Plain(self.prompt, 0),
            Arg::Plain(self.output, 0),
            Arg::Text(&self.subject.profile.words),
        ];
        let conditions =
            words!("{}, {} in {}, a prompt of {} and an answer of {} tokens, one request; {}", ..conditions);
        if let Some(short) = self.short {
            return short.headline(report, conditions);
        }
        let (least, span) = self.total(self.output);
        let pace = Arg::Text(self.pace());
        if let Some(span) = span {
            let values = [Arg::Speed(span.typical), Arg::Speed(least), pace];
            report.answer(
                words!("Whole answer in about <r>{}</r>\u{a0}s, <c>{}</c>\u{a0}s at best: {} it is read", ..values),
                conditions,
            );
        } else {
            let values = [Arg::Speed(least), pace];
            report.answer(words!("Whole answer in <c>{}</c>\u{a0}s at best: {} it is read", ..values), conditions);
        }
    }

    fn figures(&self, report: &mut Report<'_>) {
        let (least, span) = self.total(self.output);
        let unit = words!("(s)");
        report.figure(Ink::Ceiling, "Fastest possible", unit, Some(words!("{}", Arg::Speed(least))), "");
        let reason = if self.step.range.is_some() { &self.reader.profile.reason } else { &self.step.reason };
        steps::realistic(report, unit, span.map(Span::values), reason);
        let read = [Arg::Speed(read_in(self.output, self.words))];
        report.figure(Ink::Plain, "Reading it", words!("takes, s"), Some(words!("{}", ..read)), "");
        shortage::end_figures(report, self.short);
    }

    fn status(&self) -> String {
        if let Some(short) = self.short {
            return short.status();
        }
        let (least, span) = self.total(self.output);
        let pace = Arg::Text(self.pace());
        match span {
            Some(span) => {
                let values = [Arg::Speed(least), Arg::Speed(span.fast), Arg::Speed(span.slow), pace];
                filled(words!("At least {} seconds, likely {} to {}; {} it is read.", ..values))
            }
            None => filled(words!("At least {} seconds, no realistic range; {} it is read.", Arg::Speed(least), pace)),
        }
    }

    fn numbers(&self) -> Numbers {
        let (least, span) = self.total(self.output);
        vec![
            ("least first token", self.times.first),
            ("typical first token", or_nan(self.times.first_span.map(|span| span.typical))),
            ("least step", self.step.ceiling.seconds),
            ("typical step", or_nan(self.step.range.map(|range| 1.0 / range.typical))),
            ("least total", least),
            ("fast total", or_nan(span.map(|span| span.fast))),
            ("typical total", or_nan(span.map(|span| span.typical))),
            ("slow total", or_nan(span.map(|span| span.slow))),
            ("reading rate", reading::tokens_a_second(WORDS_A_MINUTE, self.words)),
            ("reading seconds", read_in(self.output, self.words)),
            ("typical stream", or_nan(self.step.range.map(|range| range.typical))),
        ]
    }

    fn chart(&self) -> Chart {
        let x = (self.output.min(16.0), scale::doubled(4096.0, self.output));
        let (least, span) = self.total(self.output);
        let read = read_in(self.output, self.words);
        let text = filled(words!("read in {}\u{a0}s", Arg::Speed(read)));
        let mut chart = Chart {
            title: "Seconds of a whole answer against its length",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&self.status()))),
            names: ["Fastest", "Realistic", ""],
            x,
            x_label: "tokens of the answer",
            y_label: "seconds until its last token",
            here: self.output,
            marks: vec![Mark { ink: Ink::Ceiling, y: least, text: number::speed(least) }],
            ..Chart::default()
        };
        if let Some(span) = span {
            chart.mark(Ink::Range, span.typical);
        }
        chart.marks.push(Mark { ink: Ink::Plain, y: read, text });
        let full = self.subject.setup(self.prompt + self.output);
        chart.end_of_memory(fit::longest_context(&full).map(|most| most - self.prompt));
        for output in scale::points(x) {
            let (least, span) = self.total(output);
            chart.point(output, least, span.map(Span::values));
        }
        chart
    }

    fn steps(&self, report: &mut Report<'_>) {
        let (least, span) = self.total(self.output);
        let rows = 5 + if span.is_some() { 3 } else { 0 };
        steps::open(report, "Step by step", "From the prompt to the last token, and to the reader", rows);
        let first = [Arg::Speed(self.times.first)];
        let formula = words!("{} prompt + {} step, at best", Arg::Speed(self.times.least), Arg::Speed(self.times.step));
        steps::inked(report, "First token", formula, Ink::Ceiling, words!(SECONDS, ..first));
        let further = Arg::Plain(self.output - 1.0, 0);
        let values = [first[0], further, Arg::Speed(self.step.ceiling.seconds * 1e3)];
        let formula = words!("{} + {} × {}\u{a0}ms, at best", ..values);
        steps::inked(report, "Last token", formula, Ink::Ceiling, words!(SECONDS, Arg::Speed(least)));
        if let (Some(span), Some(first), Some(range)) = (span, self.times.first_span, self.step.range) {
            let prompt = [Arg::Text(&self.reader.profile.reason)];
            let result = [Arg::Speed(first.typical)];
            steps::inked(report, "First token, typical", words!("{}", ..prompt), Ink::Range, words!(SECONDS, ..result));
            let values = [result[0], further, Arg::Speed(1e3 / range.typical)];
            let formula = words!("{} + {} × {}\u{a0}ms", ..values);
            steps::inked(report, "Last token, typical", formula, Ink::Range, words!(SECONDS, Arg::Speed(span.typical)));
            let result = [Arg::Range(span.fast, span.slow)];
            let formula = words!("fastest and slowest case");
            steps::inked(report, "Last token, realistic", formula, Ink::Range, words!(SECONDS, ..result));
        }
        let rate = [Arg::Speed(reading::tokens_a_second(WORDS_A_MINUTE, self.words))];
        steps::step(
            report,
            "Reading",
            words!("{} words per minute ÷ 60 ÷ {}", Arg::Plain(WORDS_A_MINUTE, 0), Arg::Plain(self.words, 4)),
            words!("{}\u{a0}tok/s", ..rate),
        );
        let values = [Arg::Plain(self.output, 0), rate[0]];
        let result = [Arg::Speed(read_in(self.output, self.words))];
        steps::step(report, "Reading the answer", words!("{} ÷ {}", ..values), words!(SECONDS, ..result));
        steps::step(
            report,
            "Stream against reader",
            words!("{} ÷ {} tokens per second", Arg::Speed(self.stream()), rate[0]),
            words!("{} times", Arg::Ratio(self.stream() / reading::tokens_a_second(WORDS_A_MINUTE, self.words))),
        );
        steps::close(report, SOURCES);
    }

    fn table(&self, report: &mut Report<'_>) {
        let mut lengths = rows::doublings((16.0, self.output.max(4096.0)), self.output.max(16.0));
        if self.output < 16.0 {
            lengths.insert(0, self.output);
        }
        report.section("lengths", "By the length of the answer");
        let caption = "Seconds until the last token after this prompt, and of reading the answer";
        report.table("lengths", caption, COLUMNS, (lengths.len(), "lengths"));
        for output in lengths {
            let (least, span) = self.total(output);
            report.row(rows::own(output, self.output));
            report.cell(None, words!("{}", Arg::Plain(output, 0)));
            report.cell(Some(Ink::Ceiling), words!("{}", Arg::Speed(least)));
            steps::cell(report, Ink::Range, span.map(|span| Arg::Range(span.fast, span.slow)));
            report.cell(None, words!("{}", Arg::Speed(read_in(output, self.words))));
        }
        steps::close(report, &[]);
    }
}

const SECONDS: &str = "{}\u{a0}s";

const COLUMNS: &[Column] = &[
    ("Answer", "tokens", Kind::Number),
    ("Fastest", "s", Kind::Number),
    ("Realistic", "s", Kind::Number),
    ("Reading", "s", Kind::Number),
];
