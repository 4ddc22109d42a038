//! An agent's session: how long one task takes, turn by turn, as its context grows.
//!
//! 1. The estimator's `session` gives the tokens of each request: cached, read and written.
//! 2. Each request takes as long as in the latency calculator: the uncached part of the prompt, the first token, the
//!    further tokens. Their sum is the time of the task.
//! 3. The longest context of the session has to fit into memory. The table of changes computes the same session with
//!    one thing changed.
//!
//! Does not count the time that tools take. Holds no formula.
//!
//! It is no file: a session is a list of requests that each build on the one before, which no formula holds.

use super::alternatives::{self, RefusedCase};
use super::measured;
use super::part_rows;
use super::prelude::*;
use super::prompt::PromptReader;
use super::session_inputs::{
    ANSWER, COMPACT, KEEP, LIMIT, LOST, MESSAGE, SUMMARY, SYSTEM, SessionInputs, THINKING, TURNS,
};
use super::shortage::{self, Shortage};
use super::subject::Subject;
use super::wait::{self, Wait, WaitPart};
use rooflight_estimator::fit;
use rooflight_estimator::kv::KvType;
use rooflight_estimator::session::{Request, Session, Turn};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::units::count;

/// The declaration of the calculator at `/calculators/agent-session/`.
pub const SPEC: Spec = Spec {
    kind: "agent-session",
    title: "Agent session",
    about: "How many minutes an agent's task takes, turn by turn, as its context grows, and where the cache stops fitting.",
    inputs: &[
        SESSION_HARDWARE,
        SESSION_MODEL,
        QUANTIZATION,
        ENGINE,
        SYSTEM,
        TURNS,
        MESSAGE,
        ANSWER,
        THINKING,
        LOST,
        KEEP,
        KV,
        SHARED,
        LIMIT,
        COMPACT,
        SUMMARY,
        SIZES,
    ],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::PROMPTS],
    group: (Group::Speed, 3),
    validation: Validation::MadeOf("prompts and decode speed"),
    is_benchmarkable: false,
    evaluation: Evaluation::BuiltIn(evaluate),
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "minutes per task, coding agent speed, how long does an agent take, agent gets slower, \
    time per turn";

const SESSION_HARDWARE: Input = HARDWARE.with_default("rtx-3090");
const SESSION_MODEL: Input = MODEL.with_default("qwen3.8-27b");
const KV: Input = CACHE.folded();
const SHARED: Input = DEVICES.folded();

/// Seconds in a minute.
pub(super) const MINUTE: f64 = 60.0;

const SOURCES: &[Source] = &[
    (
        "vllm-mlx pull request 46: a session of Claude Code, 17 requests",
        "https://github.com/waybarrios/vllm-mlx/pull/46",
    ),
    (
        "llama-server: cache_prompt and cache_n",
        "https://docs.rs/crate/llama-cpp-sys-2/0.1.161/source/llama.cpp/tools/server/README.md",
    ),
    (
        "Codex: compact.rs",
        "https://github.com/openai/codex/blob/0100b103625752f6a10c21b79a8c423761dc4c6a/codex-rs/core/src/compact.rs",
    ),
];

const ASSUMED: &[&str] = &[
    "Turns are equal: each appends a tool result or message, and the model answers once. The time that tools take is not counted.",
    "One request runs at a time, and what the cache holds is matched token for token. A model with recurrent layers cannot cut its state \
     back: its engine restarts from a checkpoint, and may read some thousands of tokens more.",
    "Thinking stays in the cache while its turn lasts. If the next prompt leaves it out, the answer behind it is read again.",
    "A compaction reads the new message with the whole conversation, writes the summary, and keeps the system prompt, the summary and that \
     message.",
    "A quantized cache changes bytes and decode speed, and not the time of prompts.",
    "Several devices hold whole layers each for GGUF and EXL files, and a part of every layer otherwise. What they exchange while a prompt \
     is read is not counted.",
    "Every step of an answer takes as long as that with half of it written, and the ends of all ranges are added: the range of the task \
     is as wide as those of its parts.",
];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let mut subject = Subject::read_as(query, [&SESSION_HARDWARE, &SESSION_MODEL, &QUANTIZATION])?;
    let reader = PromptReader::read_as(query, &SESSION_HARDWARE, &subject)?;
    subject.kv = cache_type(query.one(&KV)?);
    let devices = whole(query.number_to(&SHARED, count(subject.model.shape.layers))?);
    if devices > 1 {
        subject.devices = subject.format.files.usual_share()(devices);
    }
    let inputs = SessionInputs::read(query, subject.longest())?;
    let sizes = query.sizes()?;
    let task = Task { subject, reader: &reader, inputs, sizes };
    let outcome = task.write(report);
    let full = task.full();
    let case = RefusedCase::new(&full, subject.profile, (subject.model, subject.format), sizes);
    alternatives::write(report, query, SPEC.inputs, RefusedCase { session: Some(inputs), ..case });
    Ok(outcome)
}

/// A session on a machine.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) reader: &'a PromptReader,
    pub(super) inputs: SessionInputs,
    pub(super) sizes: Sizes,
}

/// A turn with its times.
pub(super) struct Timed {
    /// The turn in tokens.
    pub(super) turn: Turn,
    /// Seconds of the compaction before the turn; zero without one.
    pub(super) compaction: WaitPart,
    /// Seconds of the prompt, of the first token and of the further tokens.
    pub(super) parts: [WaitPart; 3],
}

impl Timed {
    /// Seconds from the start of the turn to its first token, a compaction included.
    pub(super) fn first(&self) -> WaitPart {
        wait::sum(&[self.compaction, self.parts[0], self.parts[1]])
    }

    /// Seconds of the whole turn, a compaction included.
    pub(super) fn whole(&self) -> WaitPart {
        wait::sum(&[self.first(), self.parts[2]])
    }
}

impl Task<'_> {
    pub(super) const fn session(&self) -> &Session {
        &self.inputs.session
    }

    /// Returns the setup at the longest context of the session.
    pub(super) fn full(&self) -> Setup<'_> {
        self.subject.setup(self.session().longest_context())
    }

    /// Computes the seconds of a request: prompt, first token, further tokens.
    fn request(&self, request: Request) -> [WaitPart; 3] {
        let Request { cached, read: prompt, written: output } = request;
        let (subject, reader) = (&self.subject, self.reader);
        let (batch, network, queue, own) = (1.0, 0.0, 0.0, [None; 2]);
        let wait = Wait { subject, reader, cached, prompt, batch, network, queue, own };
        let [_, _, prompt, first, further] = wait.parts(output, batch);
        [prompt, first, further]
    }

    /// Computes the times of every turn.
    pub(super) fn turns(&self) -> Vec<Timed> {
        let timed = |turn: Turn| {
            let compaction = turn.compaction.map_or(wait::sum(&[]), |request| wait::sum(&self.request(request)));
            Timed { turn, compaction, parts: self.request(turn.request) }
        };
        self.session().turns().map(timed).collect()
    }

    /// Computes the seconds of the whole task.
    pub(super) fn total(&self) -> WaitPart {
        sum_of(&self.turns(), &Timed::whole)
    }

    /// Returns this task with prefix caching inverted: lost in every turn if it was kept, else kept.
    pub(super) fn other_prefix(&self) -> Self {
        let mut other = *self;
        other.inputs.session.lost_every = u64::from(self.session().lost_every == 0);
        other
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let (turns, short) = (self.turns(), Shortage::of(&self.full(), self.sizes));
        let total = sum_of(&turns, &Timed::whole);
        self.headline(report, total, short);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer, &turns, total);
        shortage::end_figures(writer.report, short);
        writer.report.chart(self.chart(&turns));
        self.table(&mut writer, &turns);
        self.steps(writer.report, &turns, total);
        self.changes(&mut writer);
        let nothing = "No measured value: no published time of whole tasks is known here. The calculators of decode speed and of prompt \
                       time have measurements of the parts.";
        measured::nothing(writer.report, nothing);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(short.map_or_else(|| status(total), Shortage::status))
    }

    fn headline(&self, report: &mut Report, total: WaitPart, short: Option<Shortage>) {
        let session = self.session();
        let times = match self.subject.devices {
            Devices::One => String::new(),
            several => filled(words!("{} × ", Arg::Count(several.number()))),
        };
        let mut more = String::new();
        if session.thinking > 0.0 {
            more.push_str(&filled(words!(" and {} of thinking", Arg::Plain(session.thinking, 0))));
        }
        more.push_str(&match session.lost_every {
            0 => String::from(", prefix kept"),
            1 => String::from(", prefix lost in every turn"),
            every => filled(words!(", prefix lost every {} turns", Arg::Count(every))),
        });
        if let Some(compaction) = session.compaction {
            more.push_str(&filled(words!(", compaction at {} tokens", Arg::Plain(compaction.threshold, 0))));
        }
        if self.subject.kv != KvType::F16 {
            more.push_str(&filled(words!(", cache in {}", Arg::Text(self.subject.kv.name()))));
        }
        let conditions = [
            Arg::Text(&times),
            Arg::Text(&self.subject.record.device.name),
            Arg::Text(&self.subject.model.name),
            Arg::Text(&self.subject.format.name),
            Arg::Count(session.turns),
            Arg::Text(if session.turns == 1 { "turn" } else { "turns" }),
            Arg::Plain(session.system, 0),
            Arg::Plain(session.message, 0),
            Arg::Plain(session.answer, 0),
            Arg::Text(&more),
            Arg::Text(&self.subject.profile.words),
        ];
        let conditions = words!(
            "{}{}, {} in {}, {} {} after a system prompt of {} tokens, each with {} of tool result and {} of answer{}; {}",
            ..conditions
        );
        if let Some(short) = short {
            return short.headline(report, conditions);
        }
        let context = Arg::Plain(session.longest_context(), 0);
        let least = Arg::Speed(total.least / MINUTE);
        if let Some(span) = total.span {
            let values = [Arg::Speed(span.typical / MINUTE), least, context];
            let words = words!(
                "About <r>{}</r>\u{a0}minutes per task, <c>{}</c> at best; the context grows to {} tokens",
                ..values
            );
            report.answer(words, conditions);
        } else {
            let words =
                words!("At least <c>{}</c>\u{a0}minutes per task; the context grows to {} tokens", least, context);
            report.answer(words, conditions);
        }
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>, turns: &[Timed], total: WaitPart) {
        let minutes = |part: WaitPart| part.values().map(|values| values.map(|seconds| seconds / MINUTE));
        let quantity = writer.quantity(words!("{}", Arg::Speed(total.least / MINUTE))).ink(Ink::Ceiling);
        quantity.number("least minutes").wide_figure("Fastest possible", "(min)", "");
        writer.range(["fast minutes", "typical minutes", "slow minutes"], minutes(total));
        let estimate = self.subject.profile.estimate(&self.full());
        let reason = if estimate.range.is_some() { &self.reader.profile.reason } else { &estimate.reason };
        writer.realistic("(min)", minutes(total), reason);
        let other = self.other_prefix().total();
        let (label, wide) = match self.session().lost_every {
            0 => ("Prefix lost", "in every turn (min)"),
            _ => ("Prefix kept", "in every turn (min)"),
        };
        let ink = if other.span.is_some() { Ink::Range } else { Ink::Ceiling };
        let quantity = writer.quantity(words!("{}", Arg::Speed(other.likely() / MINUTE))).ink(ink);
        quantity.number("minutes with the other prefix").wide_figure(label, wide, "");
        let requests = |of: &dyn Fn(Request) -> f64| -> f64 {
            turns.iter().map(|timed| of(timed.turn.request) + timed.turn.compaction.map_or(0.0, of)).sum()
        };
        writer.number("tokens read", requests(&|request| request.read));
        writer.number("tokens written", requests(&|request| request.written));
        writer.number("longest context", self.session().longest_context());
        writer.number("compactions", requests(&|_| 1.0) - count(self.session().turns));
        let (first, last) = (turns.first().map(Timed::first), turns.last());
        for (least, typical, part) in [
            ("least first token, first turn", "typical first token, first turn", first),
            ("least first token, last turn", "typical first token, last turn", last.map(Timed::first)),
            ("least last turn", "typical last turn", last.map(Timed::whole)),
        ] {
            writer.number(least, or_nan(part.map(|part| part.least)));
            writer.number(typical, or_nan(part.and_then(|part| part.span).map(|span| span.typical)));
        }
        let waits = sum_of(turns, &Timed::first);
        writer.number("least first tokens", waits.least);
        writer.range(["fast first tokens", "typical first tokens", "slow first tokens"], waits.values());
        let full = self.full();
        writer.number("cache bytes", fit::sequence_bytes(full.model, full.kv, full.depth));
        writer.number("context that fits", or_nan(fit::longest_context(&full)));
    }

    /// Draws the seconds of each turn against its number.
    fn chart(&self, turns: &[Timed]) -> Chart {
        let last = count(self.session().turns);
        let mut chart = Chart {
            title: "Seconds of each turn of the session",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&status(sum_of(turns, &Timed::whole))))),
            names: ["Fastest", "Realistic", ""],
            x: (1.0, last.max(2.0)),
            x_label: "turn".into(),
            y_label: "seconds of the turn".into(),
            here: last,
            ..Chart::default()
        };
        // At most 128 evenly spaced turns, and the last one.
        let stride = turns.len() / 128 + 1;
        let mut points: Vec<&Timed> = turns.iter().step_by(stride).collect();
        points.extend(turns.last());
        for timed in points {
            let whole = timed.whole();
            chart.point(count(timed.turn.number), whole.least, whole.values());
        }
        if let Some(timed) = turns.last() {
            chart.mark(Ink::Ceiling, timed.whole().least);
            if let Some(values) = timed.whole().values() {
                chart.mark_range(values);
            }
        }
        let number = self.first_too_long(turns).map_or(u64::MAX, |turn| turn.number);
        let from = count(number - 1).max(1.0);
        if from < last * 0.9 {
            let beyond = filled(words!("from turn {}", Arg::Count(number)));
            chart.void = Some(Void { from, lines: [String::from("does not fit"), beyond] });
        }
        chart
    }

    /// Returns the first turn whose context does not fit into memory.
    pub(super) fn first_too_long<'t>(&self, turns: &'t [Timed]) -> Option<&'t Turn> {
        let most = fit::longest_context(&self.full())?;
        turns.iter().map(|timed| &timed.turn).find(|turn| turn.peak_context() > most)
    }

    fn steps(&self, report: &mut Report, turns: &[Timed], total: WaitPart) {
        report.section("steps", "Part by part");
        let caption = "Seconds of all turns together; the share is of the typical time, or of the fastest where there is no range";
        report.table("steps", caption, part_rows::COLUMNS, "parts");
        let read: f64 = turns.iter().map(|timed| timed.turn.request.read).sum();
        let parts: [WaitPart; 4] = [
            sum_of(turns, &|timed| timed.parts[0]),
            sum_of(turns, &|timed| timed.parts[1]),
            sum_of(turns, &|timed| timed.parts[2]),
            sum_of(turns, &|timed| timed.compaction),
        ];
        let session = self.session();
        let number = Arg::Count(session.turns);
        let prompts = [Arg::Plain(read, 0), Arg::Speed(read / parts[0].likely())];
        let written = [number, Arg::Plain(session.written() - 1.0, 0)];
        let compactions = turns.iter().filter(|timed| timed.turn.compaction.is_some()).count();
        let summaries = [Arg::Count(compactions as u64), Arg::Plain(self.inputs.summary, 0)];
        let rows: [(&str, Words<'_>); 4] = [
            ("Prompts", words!("{} tokens read ÷ {}\u{a0}tok/s", ..prompts)),
            ("First tokens", words!("{} steps after the prompts", number)),
            ("Further tokens", words!("{} × {} steps", ..written)),
            ("Compactions", words!("{} × {} tokens of summary", ..summaries)),
        ];
        for (row, part) in rows.into_iter().zip(parts) {
            if part.likely() > 0.0 {
                part_rows::write(report, Emphasis::None, row, part, total);
            }
        }
        part_rows::write(report, Emphasis::Sum, ("Whole task", words!("all of them")), total, total);
        report.sources(SOURCES);
        report.end_section();
    }
}

/// Adds up one part over all turns.
pub(super) fn sum_of(turns: &[Timed], of: &dyn Fn(&Timed) -> WaitPart) -> WaitPart {
    wait::sum(&turns.iter().map(of).collect::<Vec<WaitPart>>())
}

fn status(total: WaitPart) -> String {
    let least = Arg::Speed(total.least / MINUTE);
    match total.span {
        Some(span) => {
            let values = [least, Arg::Speed(span.fast / MINUTE), Arg::Speed(span.slow / MINUTE)];
            filled(words!("At least {} minutes per task, likely {} to {}.", ..values))
        }
        None => filled(words!("At least {} minutes per task, no realistic range.", least)),
    }
}
