//! Latency of a whole answer: everything from the question to the last token, and whether it comes faster than it can
//! be read.
//!
//! 1. The wait has five parts: network, queue, prompt, the step of the first token, a step for each further token. Each
//!    has its least and, if measurements support one, its range. The reader's own rates replace the estimates.
//! 2. Their sum is the answer. The chart shows it against the length of the answer.
//! 3. Compares the stream with the speed of reading, with target paces, and with what each of several requests gets.
//!
//! All steps are computed with half of the answer written, which is their mean if the cache grows evenly.

use super::capacity::OUTPUT;
use super::measured;
use super::part_rows;
use super::prelude::*;
use super::prompt::{PROMPT, PromptReader, WAITING};
use super::shortage::{self, Shortage};
use super::subject::{Subject, requests};
use super::wait::{self, Wait, WaitPart};
use rooflight_calibration::prompt::Span;
use rooflight_estimator::fit;
use rooflight_estimator::reading::{self, WORDS_PER_MINUTE};

/// The declaration of the calculator at `/calculators/latency/`.
pub const SPEC: Spec = Spec {
    kind: "latency",
    title: "Answer latency",
    about: "How long a whole answer takes, from the question to its last token, part by part, and whether it comes faster than it can be read.",
    inputs: &[
        HARDWARE,
        MODEL,
        QUANTIZATION,
        ENGINE,
        PROMPT,
        ANSWER,
        REQUESTS,
        NETWORK,
        WAITING,
        PROMPT_SPEED,
        STREAM_SPEED,
        WORDS,
    ],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::PROMPTS],
    group: (Group::Speed, 2),
    validation: Validation::MadeOf("prompts and decode speed"),
    is_benchmarkable: false,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "time to a whole answer, how long for an answer, response time";

const ANSWER: Input = OUTPUT.with_default("512");
const NETWORK: Input =
    Input::real(("rtt", "round_trip"), "Network round trip", "0", MILLISECONDS, (0.0, 60_000.0)).folded();
const PROMPT_SPEED: Input =
    Input::real(("pps", "prompt_speed"), "Own prompt speed", "", SPEED, (0.01, 10_000_000.0)).folded();
const STREAM_SPEED: Input = Input::real(("tps", "speed"), "Own speed", "", SPEED, (0.01, 1_000_000.0)).folded();
const WORDS: Input = Input::real(("wt", "words_per_token"), "Words per token", "0.75", PLAIN, (0.1, 2.0)).folded();

/// Target paces in tokens per second: round numbers that products aim for, not measurements.
pub(super) const PACES: [f64; 4] = [10.0, 15.0, 30.0, 50.0];

const SOURCES: &[Source] = &[
    ("Brysbaert 2019, How many words do we read per minute?", "https://doi.org/10.1016/j.jml.2019.104047"),
    ("Pope et al. 2022, Efficiently scaling transformer inference", "https://arxiv.org/abs/2211.05102"),
    ("Kaplan et al. 2020, operations of a decoder", "https://arxiv.org/abs/2001.08361"),
];

const ASSUMED: &[&str] = &[
    "Network and queue take what you enter, nothing by default. The network counts once: tokens are streamed as they come.",
    "Your prompt is read alone, and nothing of it is cached. Other requests are decoded beside yours at every step, with as much context.",
    "Every step takes as long as that with half of the answer written.",
    "Readers take in 238 words of English a minute, silently: a mean of many; few read evenly.",
    "A token is three quarters of a word unless you say otherwise. Other languages and code differ much.",
];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let reader = PromptReader::read(query, &subject)?;
    let prompt = query.number_to(&PROMPT, subject.longest() - 1.0)?;
    let output = query.number_to(&ANSWER, subject.longest() - prompt)?;
    let batch = query.number(&REQUESTS)?;
    query.hint(&NETWORK, words!("ms, 0 on the same machine"));
    query.hint(&WAITING, words!("ms, 0 where none waits"));
    let (network, queue) = (query.number(&NETWORK)? / 1e3, query.number(&WAITING)? / 1e3);
    let (subject, reader, cached) = (&subject, &reader, 0.0);
    let mut wait = Wait { subject, reader, cached, prompt, output, batch, network, queue, own: [None; 2] };
    for (input, estimate) in [(&PROMPT_SPEED, wait.reading(prompt)), (&STREAM_SPEED, wait.step(wait.half(), batch))] {
        let tokens = if input.key == PROMPT_SPEED.key { prompt } else { 1.0 };
        if let Some(span) = estimate.span {
            query.hint(input, words!("tok/s, estimate {}", Arg::Speed(tokens / span.typical)));
        }
    }
    wait.own = [query.maybe(&PROMPT_SPEED)?, query.maybe(&STREAM_SPEED)?];
    let full = wait.setup(prompt + output, batch);
    let answer =
        LatencyAnswer { short: Shortage::of(&full, Sizes::Decimal), wait: &wait, words: query.number(&WORDS)? };
    Ok(answer.write(report))
}

pub(super) struct LatencyAnswer<'a> {
    short: Option<Shortage>,
    pub(super) wait: &'a Wait<'a>,
    /// Words per token.
    pub(super) words: f64,
}

impl LatencyAnswer<'_> {
    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.chart(self.chart());
        self.steps(writer.report);
        self.paces(&mut writer);
        self.batches(&mut writer);
        self.lengths(&mut writer);
        let nothing = "No measured value: no published time of whole answers is known here. The calculators of decode speed and of prompt \
                       time have measurements of the parts.";
        measured::nothing(writer.report, nothing);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    /// Tokens per second that a person reads.
    pub(super) fn reader(&self) -> f64 {
        reading::tokens_per_second(WORDS_PER_MINUTE, self.words)
    }

    /// Seconds that a person takes to read a text of `tokens`.
    pub(super) fn read_in(&self, tokens: f64) -> f64 {
        reading::seconds(reading::words(tokens, self.words), WORDS_PER_MINUTE)
    }

    fn pace(&self) -> Arg<'static> {
        Arg::Text(if self.wait.speeds().likely() >= self.reader() { "faster than" } else { "slower than" })
    }

    fn headline(&self, report: &mut Report) {
        let mut more = requests(self.wait.batch);
        for (seconds, word) in [(self.wait.network, "of network"), (self.wait.queue, "in the queue")] {
            if seconds > 0.0 {
                more.push_str(&filled(words!(", {}\u{a0}ms {}", Arg::Plain(seconds * 1e3, 1), Arg::Text(word))));
            }
        }
        for (own, word) in self.wait.own.into_iter().zip(["the prompt", "the answer"]) {
            if let Some(own) = own {
                more.push_str(&filled(words!(", own {}\u{a0}tok/s for {}", Arg::Plain(own, 2), Arg::Text(word))));
            }
        }
        let conditions = [
            Arg::Text(&self.wait.subject.record.device.name),
            Arg::Text(&self.wait.subject.model.name),
            Arg::Text(&self.wait.subject.format.name),
            Arg::Plain(self.wait.prompt, 0),
            Arg::Plain(self.wait.output, 0),
            Arg::Plain(self.wait.prompt + self.wait.output, 0),
            Arg::Text(&more),
            Arg::Text(&self.wait.subject.profile.words),
        ];
        let conditions =
            words!("{}, {} in {}, a prompt of {} and an answer of {} tokens, {} of context, {}; {}", ..conditions);
        if let Some(short) = self.short {
            return short.headline(report, conditions);
        }
        let mut end = filled(words!("{} it is read", self.pace()));
        if self.wait.batch > 1.0 {
            let each = self.wait.speeds().likely();
            let values = [Arg::Speed(each), Arg::Speed(each * self.wait.batch)];
            end.push_str(&filled(words!("; {} tokens per second each, {} together", ..values)));
        }
        let total = self.wait.total(self.wait.output);
        let (least, end) = (Arg::Speed(total.least), Arg::Text(&end));
        if let Some(span) = total.span {
            let values = [Arg::Speed(span.typical), least, end];
            report.answer(
                words!("Whole answer in about <r>{}</r>\u{a0}s, <c>{}</c>\u{a0}s at best: {}", ..values),
                conditions,
            );
        } else {
            report.answer(words!("Whole answer in <c>{}</c>\u{a0}s at best: {}", least, end), conditions);
        }
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let parts = self.wait.parts(self.wait.output, self.wait.batch);
        let (first, total) = (wait::sum(&parts[..4]), wait::sum(&parts));
        let step = self.wait.step(self.wait.half(), self.wait.batch);
        let typical = |part: WaitPart| or_nan(part.span.map(|span| span.typical));
        writer.number("least first token", first.least);
        writer.number("typical first token", typical(first));
        writer.number("least step", step.least);
        writer.number("typical step", typical(step));
        let quantity = writer.quantity(words!("{}", Arg::Speed(total.least))).ink(Ink::Ceiling);
        quantity.number("least total").wide_figure("Fastest possible", "(s)", "");
        writer.range(["fast total", "typical total", "slow total"], total.span.map(Span::values));
        let estimate = self.wait.subject.profile.estimate(&self.wait.setup(self.wait.half(), self.wait.batch));
        let reason = if estimate.range.is_some() { &self.wait.reader.profile.reason } else { &estimate.reason };
        writer.realistic("(s)", total.span.map(Span::values), reason);
        writer.number("reading rate", self.reader());
        let quantity = writer.quantity(words!("{}", Arg::Speed(self.read_in(self.wait.output))));
        quantity.number("reading seconds").wide_figure("Reading it", "takes, s", "");
        writer.number("typical stream", 1.0 / typical(step));
        writer.number("together", self.wait.speeds().likely() * self.wait.batch);
        writer.number("least prompt", parts[2].least);
        writer.number("typical prompt", typical(parts[2]));
        writer.number("share before the prompt", (self.wait.network + self.wait.queue) / total.likely());
        let own =
            "Your own speed is above what one token per step allows, so the fastest possible time is no limit to it.";
        let beyond = [self.wait.reading(self.wait.prompt), step].iter().any(|part| part.likely() < part.least);
        if beyond && self.short.is_none() {
            writer.report.end_figures(own);
        } else {
            shortage::end_figures(writer.report, self.short);
        }
    }

    fn status(&self) -> String {
        if let Some(short) = self.short {
            return short.status();
        }
        let total = self.wait.total(self.wait.output);
        let least = Arg::Speed(total.least);
        match total.span {
            Some(span) => {
                let values = [least, Arg::Speed(span.fast), Arg::Speed(span.slow), self.pace()];
                filled(words!("At least {} seconds, likely {} to {}; {} it is read.", ..values))
            }
            None => filled(words!("At least {} seconds, no realistic range; {} it is read.", least, self.pace())),
        }
    }

    fn chart(&self) -> Chart {
        let x = (self.wait.output.min(16.0), scale::doubled(4096.0, self.wait.output));
        let total = self.wait.total(self.wait.output);
        let mut chart = Chart {
            title: "Seconds of a whole answer against its length",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&self.status()))),
            names: ["Fastest", "Realistic", ""],
            x,
            x_label: "tokens of the answer",
            y_label: "seconds until its last token",
            here: self.wait.output,
            ..Chart::default()
        };
        chart.mark(Ink::Ceiling, total.least);
        if let Some(span) = total.span {
            chart.mark(Ink::Range, span.typical);
        }
        let read = self.read_in(self.wait.output);
        let mut plain = |y: f64, text: String| chart.marks.push(ValueLabel { ink: Ink::Plain, y, text });
        plain(read, filled(words!("read in {}\u{a0}s", Arg::Speed(read))));
        for pace in PACES {
            plain(self.wait.output / pace, filled(words!("{}\u{a0}tok/s", Arg::Plain(pace, 0))));
        }
        let full = self.wait.setup(self.wait.prompt + self.wait.output, self.wait.batch);
        chart.end_of_memory(fit::longest_context(&full).map(|most| most - self.wait.prompt));
        for output in scale::points(x) {
            let total = self.wait.total(output);
            chart.point(output, total.least, total.span.map(Span::values));
        }
        chart
    }

    fn steps(&self, report: &mut Report) {
        let parts = self.wait.parts(self.wait.output, self.wait.batch);
        let total = wait::sum(&parts);
        report.section("steps", "Part by part");
        let caption = "Seconds from the question to the last token; the share is of the typical time, or of the fastest where there is no range";
        report.table("steps", caption, part_rows::COLUMNS, "parts");
        let further = self.wait.output - 1.0;
        let values = [Arg::Plain(self.wait.prompt, 0), Arg::Speed(self.wait.prompt / parts[2].likely())];
        let steps =
            [Arg::Plain(further, 0), Arg::Speed(self.wait.step(self.wait.half(), self.wait.batch).likely() * 1e3)];
        let rows: [(&str, Words<'_>); 5] = [
            ("Network round trip", words!("as entered")),
            ("Queue wait", words!("as entered")),
            ("Prompt", words!("{} tokens ÷ {}\u{a0}tok/s", ..values)),
            ("First token", words!("a step after the prompt")),
            ("Further tokens", words!("{} × {}\u{a0}ms", ..steps)),
        ];
        for (row, part) in rows.into_iter().zip(parts) {
            part_rows::write(report, Emphasis::None, row, part, total);
        }
        part_rows::write(report, Emphasis::Sum, ("Whole answer", words!("all of them")), total, total);
        let reason = &self.wait.reader.profile.reason;
        if self.wait.own[0].is_none() && !reason.is_empty() {
            report.paragraph("note", words!("Range of the prompt: {}.", Arg::Text(reason)));
        }
        report.sources(SOURCES);
        report.end_section();
    }
}
