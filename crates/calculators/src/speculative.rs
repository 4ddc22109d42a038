//! Speculative decoding: how much faster a model decodes if a draft proposes tokens and one step checks several of
//! them.
//!
//! 1. The kind of draft gives the acceptance rate, from published runs, and the cost of drafting. The reader's own
//!    figures override both.
//! 2. Acceptance and drafted tokens give the tokens per step; drafting and checking give the cost of a step.
//! 3. Their ratio times the plain speed is the speed with speculation, with a range from published runs with drafts.
//!    The plain ceiling does not change, so that the gain is visible.
//! 4. Tries every number of drafted tokens from 1 to 16, names the best, and compares the kinds of drafts.
//!
//! The acceptance depends on draft, model and text. If no run of a kind states it, the answer calls it assumed.
//!
//! It is no file: its range joins the errors of two fits, and its best number of drafts is a search.

use super::alternatives::{self, RefusedCase};
use super::measured::{self, DECODING, Naming, ShownRow};
use super::prelude::*;
use super::shortage::{MUTED, Shortage};
use super::speculative_gain::{ASSUMED_CHANCE, MAX_DRAFT, SpeculativeGain};
use super::subject::Subject;
use rooflight_estimator::calibration::Estimate;
use rooflight_estimator::calibration::arrangement::{CHECK, check};
use rooflight_estimator::calibration::drafters::{Acceptance, Drafter};
use rooflight_estimator::decode::Range;
use rooflight_estimator::records::ModelRecord;
use rooflight_estimator::speculative::{check_cost, tokens_per_step};
use rooflight_primitives::units::{BILLION, count};

/// The declaration of the calculator at `/calculators/speculative/`.
pub const SPEC: Spec = Spec {
    kind: "speculative",
    title: "Speculative decoding",
    about: "How much faster a model decodes when a draft proposes tokens and one step checks several of them.",
    inputs: &[
        HARDWARE,
        MODEL,
        QUANTIZATION,
        ENGINE,
        CONTEXT,
        DRAFTER,
        ACCEPTANCE,
        DRAFTED,
        DRAFT_COST,
        DRAFT_PARAMETERS,
    ],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::RUNS],
    group: (Group::Improvements, 1),
    validation: Validation::Recorded(&CHECK),
    is_benchmarkable: false,
    evaluation: Evaluation::BuiltIn(evaluate),
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "draft model, is speculative decoding worth it, mtp speed, eagle-3, draft-max";

const DRAFTER: Input = Input::new(("k", "drafter"), "Draft", USUAL.0, Choice::One(&KINDS));
const ACCEPTANCE: Input = Input::real(("a", "acceptance"), "Accepted", "", PERCENT, (0.0, 100.0));
const DRAFTED: Input = Input::whole(("g", "drafted"), "Drafted", "4", TOKENS, (1.0, 16.0));
const DRAFT_COST: Input = Input::real(("d", "draft_cost"), "Cost of a draft", "", PERCENT, (0.0, 100.0)).folded();
const DRAFT_PARAMETERS: Input =
    Input::real(("b", "draft_parameters"), "Small model", "0.6", PARAMETERS, (0.01, 100.0)).folded();

/// The draft of whoever chooses none: the model's own heads if it has any, or else a small model.
const USUAL: (&str, &str) = ("usual", "the model's usual one");

/// The kinds of drafts as choices: id and label.
const KINDS: [(&str, &str); Drafter::ALL.len() + 1] = {
    let mut kinds = [USUAL; Drafter::ALL.len() + 1];
    let mut at = 0;
    while at < Drafter::ALL.len() {
        kinds[at + 1] = Drafter::ALL[at].names();
        at += 1;
    }
    kinds
};

/// Returns the kind of draft for a choice.
fn drafter(chosen: &str, model: &ModelRecord) -> Drafter {
    match chosen == USUAL.0 {
        true if model.has_heads => Drafter::Head,
        true => Drafter::Model,
        false => Drafter::of(chosen),
    }
}

/// The answer says that speculation brings little if the gain is at most this: runs of one set-up differ by as much.
const LITTLE: f64 = 1.1;

const SOURCES: &[Source] = &[
    ("Leviathan et al. 2022, equation 1 and theorem 3.8", "https://arxiv.org/abs/2211.17192"),
    ("DeepSeek-V3, multi-token prediction, section 2.2", "https://arxiv.org/abs/2412.19437"),
];

const ASSUMED: &[&str] = &[
    "Each drafted token is kept with the same chance, whatever came before: yours, or that of published runs with such drafts, on whatever model and text they had.",
    "Left empty, the cost of a draft is the bytes that it reads over those of a plain step: the output head and one layer for a head or EAGLE-3, the output head and five layers for a whole block, its own weights for a small model, nothing for n-grams. Drafting and checking do not overlap.",
    "Every drafted token makes the check longer by the same share of a plain step: what published runs with drafts show on average.",
    "llama.cpp and Ollama on Apple's GPUs have a share of their own, fitted to runs there: a few tokens at once take nearly as long as one after another.",
    "One request at a time, with the engine that the plain estimate is for.",
];

const MEASURED: Naming = Naming {
    caption: "Decode runs of this model on this device with drafted tokens, as published. Share and ratio compare each with ceiling and \
              estimate of plain decoding under its own conditions, so that both may pass one.",
    nothing: "Nothing measured: no published run of this model on this hardware with drafted tokens is known here.",
    ..DECODING
};

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read(query)?;
    let context = query.number_to(&CONTEXT, subject.longest())?;
    let kind = drafter(query.one(&DRAFTER)?, subject.model);
    let drafted = query.number(&DRAFTED)?;
    let setup = subject.setup(context);
    let parameters = query.number(&DRAFT_PARAMETERS)? * BILLION;
    let mut speculation =
        SpeculativeGain { setup: &setup, parameters, kind, own: [None; 2], check: check(&subject.profile.words) };
    let (chance, of) = match kind.acceptance() {
        Some(Acceptance { chance: [_, middle, _], .. }) => (middle, "as measured"),
        None => (ASSUMED_CHANCE, "assumed"),
    };
    query.hint(&ACCEPTANCE, words!("{} if empty, {}", Arg::Percent(chance), Arg::Text(of)));
    let cost = Arg::Percent(speculation.cost(kind, drafted));
    query.hint(&DRAFT_COST, words!("of a plain step; {} if empty", cost));
    speculation.own = [query.maybe(&ACCEPTANCE)?, query.maybe(&DRAFT_COST)?].map(|share| Some(share? / 100.0));
    let estimate = subject.profile.estimate(&setup);
    let mut rows = measured::rows(subject.record, subject.model, subject.format, subject.at, None);
    rows.retain(|shown| shown.row.drafted);
    let best = speculation.best();
    let answer = SpeculativeAnswer {
        subject: &subject,
        gain: speculation.gain(drafted),
        best: (best, speculation.gain(best)),
        speculation,
        drafted,
        estimate: &estimate,
        rows: &rows,
    };
    let outcome = answer.write(report);
    let of = (subject.model, subject.format);
    alternatives::write(report, query, SPEC.inputs, RefusedCase::new(&setup, subject.profile, of, Sizes::Decimal));
    Ok(outcome)
}

struct SpeculativeAnswer<'a> {
    subject: &'a Subject<'a>,
    speculation: SpeculativeGain<'a>,
    drafted: f64,
    /// Speed with speculation over plain speed.
    gain: f64,
    /// The best number of drafted tokens, and its gain.
    best: (f64, f64),
    estimate: &'a Estimate,
    rows: &'a [ShownRow<'a>],
}

impl SpeculativeAnswer<'_> {
    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        let slower = "With these drafts, speculation is slower than plain decoding.";
        let muted = self.short().map_or("", |_| MUTED);
        writer.report.end_figures(if self.gain < 1.0 { slower } else { muted });
        writer.report.chart(self.chart());
        if self.speculation.kind == Drafter::Head && !self.subject.model.has_heads {
            let note = words!(
                "No prediction head of {} is known here: this is the answer for a model that has one.",
                Arg::Text(&self.subject.model.name)
            );
            writer.report.paragraph("note", note);
        }
        writer.steps("Step by step", "A step with drafts against a plain step", SOURCES);
        if self.estimate.range.is_some() {
            let (with_drafts, plain) = (sentence(CHECK.reason), sentence(&self.estimate.reason));
            let note = words!("With drafts: {} The plain speed: {}", Arg::Text(&with_drafts), Arg::Text(&plain));
            writer.report.paragraph("note", note);
        }
        self.kinds(&mut writer);
        self.table(&mut writer);
        measured::write_named(writer.report, self.subject.record, self.rows, &MEASURED);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.short().map_or_else(|| self.status(), Shortage::status))
    }

    fn short(&self) -> Option<Shortage> {
        Shortage::of(self.speculation.setup, Sizes::Decimal)
    }

    fn ceiling(&self) -> f64 {
        self.estimate.ceiling.per_stream()
    }

    /// Computes the range from the low, middle and high gain. Combines the spread of the acceptance with the errors of
    /// runs whose acceptance is known as independent errors: as the root of the sum of squares of the logarithms.
    fn with(&self, [low, gain, high]: [f64; 3]) -> Option<Range> {
        let plain = self.estimate.range?;
        let range = CHECK.range(plain.typical * gain, &plain, f64::INFINITY)?;
        let both = |end: f64, by_chance: f64| libm::exp(libm::hypot(libm::log(end), libm::log(by_chance)));
        let Range { typical, .. } = range;
        let (low, high) =
            (typical / both(typical / range.low, gain / low), typical * both(range.high / typical, high / gain));
        Some(Range { low, typical, high })
    }

    /// Computes the range for a number of drafted tokens.
    fn range(&self, drafted: f64) -> Option<Range> {
        self.with(self.speculation.gains(self.speculation.kind, drafted))
    }

    fn headline(&self, report: &mut Report) {
        let speculation = &self.speculation;
        let conditions = [
            Arg::Text(&speculation.setup.device.name),
            Arg::Text(&self.subject.model.name),
            Arg::Text(&self.subject.format.name),
            Arg::Plain(speculation.setup.depth, 0),
            Arg::Plain(self.drafted, 0),
            Arg::Text(if self.drafted > 1.0 { "tokens" } else { "token" }),
            Arg::Text(speculation.kind.names().1),
            Arg::Percent(speculation.chances(speculation.kind)[1]),
            Arg::Text(&self.subject.profile.words),
        ];
        let conditions = words!(
            "{}, {} in {}, {} tokens of context, one request, {} {} drafted ({}), each kept by {}; {}",
            ..conditions
        );
        if let Some(short) = self.short() {
            short.headline(report, conditions);
        } else if self.gain <= LITTLE {
            self.little(report, conditions);
        } else if let (Some(range), Some(plain)) = (self.range(self.drafted), self.estimate.range) {
            let values = [Arg::Speed(range.typical), Arg::Speed(plain.typical), Arg::Ratio(self.gain)];
            report.answer(
                words!(
                    "About <r>{}</r> tokens per second with speculation, <r>{}</r> without: <b>{}</b> times as fast",
                    ..values
                ),
                conditions,
            );
        } else {
            let values = [Arg::Ratio(self.gain), Arg::Speed(self.ceiling())];
            report.answer(
                words!(
                    "<b>{}</b> times as fast as plain decoding, which reaches at most <c>{}</c> tokens per second",
                    ..values
                ),
                conditions,
            );
        }
    }

    /// Writes the answer if speculation gains little or nothing: the plain speed, and the gain.
    fn little(&self, report: &mut Report, conditions: Words<'_>) {
        let plain = self.estimate.range.map_or_else(|| self.ceiling(), |range| range.typical);
        let (plain, gain) = (Arg::Speed(plain), Arg::Ratio(self.gain));
        let answer = if self.estimate.range.is_some() {
            words!(
                "Little or nothing is gained: about <r>{}</r> tokens per second without drafts, <b>{}</b> times as fast with them",
                plain,
                gain
            )
        } else {
            words!(
                "Little or nothing is gained: at most <c>{}</c> tokens per second without drafts, <b>{}</b> times as fast with them",
                plain,
                gain
            )
        };
        report.answer(answer, conditions);
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let [_, acceptance, _] = self.speculation.chances(self.speculation.kind);
        let (draft_cost, each) = (self.speculation.cost(self.speculation.kind, self.drafted), self.speculation.check);
        let (plain, range) = (self.estimate.range, self.range(self.drafted));
        let quantity = writer.quantity(words!("{}", Arg::Speed(self.ceiling()))).ink(Ink::Ceiling);
        quantity.number("plain ceiling").figure("Plain ceiling", "");
        writer.number("plain typical", or_nan(plain.map(|range| range.typical)));
        let value = range.map(|range| [Arg::Range(range.low, range.high)]);
        let (wide, reason) = if range.is_some() { ("realistic", "") } else { ("", self.estimate.reason.as_str()) };
        let quantity = writer.optional(value.as_ref().map(|value| words!("{}", ..*value))).ink(Ink::Range);
        quantity.wide_figure("Speculative", wide, reason);
        let others = self.rows.iter().filter(|shown| shown.same_format && shown.row.count == 1);
        let (mut speeds, none) = (others.map(|shown| shown.row.speed), "nothing measured in this format");
        measured::figure(writer.report, words!("with other drafts"), &mut speeds, ["", none]);
        let (drafted, checked) = (Arg::Plain(self.drafted, 0), Arg::Plain(self.drafted + 1.0, 0));
        let tokens = Arg::Fixed(tokens_per_step(acceptance, self.drafted), 2);
        let values = [Arg::Plain(acceptance, 4), checked, Arg::Plain(acceptance, 4)];
        let formula = if acceptance < 1.0 {
            words!("(1 − {}^{}) ÷ (1 − {})", ..values)
        } else {
            words!("all {} and one more", drafted)
        };
        writer.quantity(words!("{}", tokens)).number("tokens per step").step("Tokens a step", formula);
        let cost = Arg::Fixed(self.drafted * draft_cost, 2);
        let formula = words!("{} × {} of a plain step", drafted, Arg::Plain(draft_cost, 4));
        writer.quantity(words!("{}", cost)).step("Drafting", formula);
        let check = Arg::Fixed(check_cost(self.drafted, each), 2);
        let formula = words!("1 + {} × {}, as measured", drafted, Arg::Plain(each, 4));
        writer.quantity(words!("{}", check)).number("check cost").step("Checking", formula);
        let (gain, formula) = (Arg::Ratio(self.gain), words!("{} ÷ ({} + {})", tokens, cost, check));
        writer.quantity(words!("{}", gain)).number("speed-up").step("Speed-up", formula);
        writer.range(["low", "typical", "high"], range.map(Range::values));
        if let (Some(plain), Some(range)) = (plain, range) {
            let typical = Arg::Speed(range.typical);
            let formula = words!("{} × {}", Arg::Speed(plain.typical), gain);
            writer.quantity(words!("{}\u{a0}tok/s", typical)).ink(Ink::Range).step("Typical", formula);
            let [low, high] = [range.low, range.high].map(|speed| Arg::Fixed(speed / range.typical, 2));
            let formula = words!("{} × {} to {}", typical, low, high);
            let quantity = writer.quantity(words!("{}\u{a0}tok/s", Arg::Range(range.low, range.high)));
            quantity.ink(Ink::Range).step("Realistic", formula);
        }
        let (best, gain) = self.best;
        let values = [Arg::Plain(best, 0), Arg::Ratio(gain)];
        let result = if gain > 1.0 { words!("{}: {} times", ..values) } else { words!("none: plain is faster") };
        let quantity = writer.quantity(result).number_of("best drafted", best).number_of("best speed-up", gain);
        quantity.step("Best number to draft", words!("the fastest of 1 to 16"));
    }

    fn status(&self) -> String {
        let (best, gain) = self.best;
        let values = [Arg::Ratio(self.gain), Arg::Plain(best, 0), Arg::Ratio(gain)];
        filled(words!("{} times as fast as plain decoding; best at {} drafted, {} times.", ..values))
    }

    fn chart(&self) -> Chart {
        let ceiling = self.ceiling();
        let supported = self.estimate.range.is_some();
        let mut chart = Chart {
            title: "Decode speed against drafted tokens: the plain ceiling, and speed with speculation",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&self.status()))),
            names: ["Plain ceiling", if supported { "Speculative" } else { "Speculative, at most" }, "Measured"],
            x: (1.0, f64::from(MAX_DRAFT)),
            x_label: "drafted tokens".into(),
            y_label: "tokens per second".into(),
            here: self.drafted,
            marks: vec![ValueLabel { ink: Ink::Ceiling, y: ceiling, text: number::speed(ceiling) }],
            ..Chart::default()
        };
        for drafted in 1..=MAX_DRAFT {
            let drafted = f64::from(drafted);
            let gains = self.speculation.gains(self.speculation.kind, drafted);
            chart.ceiling.push((drafted, ceiling));
            match self.with(gains) {
                Some(range) => chart.range_point(drafted, range.values()),
                None => chart.typical.push((drafted, ceiling * gains[1])),
            }
        }
        for ShownRow { row, open, .. } in self.rows.iter().filter(|shown| shown.same_format && shown.row.proposed > 0) {
            chart.dots.push(Dot { x: count(row.proposed), y: row.speed, open: *open });
        }
        if let Some(range) = self.range(self.drafted) {
            chart.mark_range(range.values());
        }
        chart
    }

    fn kinds(&self, writer: &mut ReportWriter<'_>) {
        let caption = "The same number of drafted tokens by each kind of draft; kept is the chance that one token is kept in published runs";
        let chosen = self.speculation.kind;
        let is_offered = |kind: &Drafter| *kind != Drafter::Head || self.subject.model.has_heads || *kind == chosen;
        let kinds = Drafter::ALL.into_iter().filter(is_offered);
        writer.table(("kinds", "By kind of draft"), caption, "kinds of drafts", kinds, |row, kind| {
            let [low, gain, high] = self.speculation.gains(kind, self.drafted);
            row.highlight(kind == chosen);
            row.text("Draft", "", words!("{}", Arg::Text(kind.names().1)));
            if let Some(Acceptance { chance: [low, _, high], runs, sources }) = kind.acceptance() {
                row.number("Kept", "", words!("{} to {}", Arg::Percent(low), Arg::Percent(high)));
                row.number(
                    "Measured",
                    "runs, sources",
                    words!("{}, {}", Arg::Plain(count(runs), 0), Arg::Plain(count(sources), 0)),
                );
            } else {
                row.number("Kept", "", words!("{}, assumed", Arg::Percent(ASSUMED_CHANCE)));
                row.number("Measured", "runs, sources", words!("none"));
            }
            let cost = self.drafted * self.speculation.cost(kind, self.drafted);
            row.number("Drafting", "plain steps", words!("{}", Arg::Fixed(cost, 2)));
            row.number("Speed-up", "", words!("{}", Arg::Ratio(gain)));
            row.number("From, to", "speed-up", words!("{} to {}", Arg::Ratio(low), Arg::Ratio(high)));
        });
    }

    fn table(&self, writer: &mut ReportWriter<'_>) {
        let caption =
            "What each number of drafted tokens gives at this acceptance; the cost of the check in plain steps";
        let (head, numbers) = (("drafts", "By drafted tokens"), (1..=MAX_DRAFT).map(f64::from));
        writer.table(head, caption, "numbers of drafted tokens", numbers, |row, drafted| {
            let gain = self.speculation.gain(drafted);
            let tokens = tokens_per_step(self.speculation.chances(self.speculation.kind)[1], drafted);
            row.highlight(rows::same(drafted, self.drafted));
            row.number("Drafted", "tokens", words!("{}", Arg::Plain(drafted, 0)));
            row.number("Yield", "tokens a step", words!("{}", Arg::Fixed(tokens, 2)));
            row.number("Check", "", words!("{}", Arg::Fixed(check_cost(drafted, self.speculation.check), 2)));
            row.number("Speed-up", "", words!("{}", Arg::Ratio(gain)));
            let typical = self.range(drafted).map(|range| Arg::Speed(range.typical));
            row.optional(Ink::Range, "Typical", "tokens per second", typical);
        });
    }
}
