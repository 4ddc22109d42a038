//! Speculative decoding: how much faster several tokens from one pass are, above the plain ceiling.
//!
//! 1. Acceptance and drafted tokens give the tokens of a step; the cost of drafts and of the check what a step takes.
//! 2. The plain speed times that ratio is the speed with speculation, in the range of published runs with drafts; the plain ceiling stays
//!    where it is, so that the gain is seen.
//! 3. Every number of drafted tokens from 1 to 16 is tried, and the best one named.
//!
//! The acceptance is the reader's: it depends on draft, model and text, and nothing here guesses it.

use super::measured::{self, DECODING, Naming, Shown};
use super::prelude::*;
use super::subject::Subject;
use rooflight_calibration::Estimate;
use rooflight_calibration::arrangement::CHECK;
use rooflight_estimator::decode::Range;
use rooflight_estimator::setup::Setup;
use rooflight_estimator::speculative::{check_cost, head_cost, speed_up, tokens_a_step};
use rooflight_primitives::units::count;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "speculative",
    title: "Speculative decoding",
    about: "How much faster a model decodes when a draft proposes tokens and one step checks several of them.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, CONTEXT, ACCEPTANCE, DRAFTED, DRAFT_COST],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::RUNS],
    group: (Group::Improvements, 1),
    validation: Validation::Recorded(&CHECK),
    is_benchmarkable: false,
    evaluate,
};

const ACCEPTANCE: Input = Input::real(("a", "acceptance"), "Accepted", "70", PERCENT, (0.0, 100.0));
const DRAFTED: Input = Input::whole(("g", "drafted"), "Drafted", "4", TOKENS, (1.0, 16.0));
const DRAFT_COST: Input = Input::real(("d", "draft_cost"), "Cost of a draft", "5", PERCENT, (0.0, 100.0)).folded();

/// The most tokens that are tried.
const MOST: u32 = 16;

const SOURCES: &[Source] = &[
    ("Leviathan et al. 2022, equation 1 and theorem 3.8", "https://arxiv.org/abs/2211.17192"),
    ("DeepSeek-V3, multi-token prediction, section 2.2", "https://arxiv.org/abs/2412.19437"),
];

const ASSUMED: &[&str] = &[
    "Each drafted token is kept with the same chance, whatever came before: your acceptance, not a measurement.",
    "A draft costs your share of a plain step for each token. Drafting and checking do not overlap.",
    "Every drafted token makes the check longer by the same share of a plain step: what published runs with drafts show on average.",
    "llama.cpp on Apple's GPUs checks far more slowly than that: with two tokens drafted it gained nothing or little there.",
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
    let acceptance = query.number(&ACCEPTANCE)? / 100.0;
    let drafted = query.number(&DRAFTED)?;
    let draft_cost = query.number(&DRAFT_COST)? / 100.0;
    let setup = subject.setup(context);
    let head = [Arg::Text("%"), Arg::Percent(head_cost(&setup, 1.0))];
    query.hint(
        &DRAFT_COST,
        words!("{} of a plain step, for each token; a prediction head of this model: about {}", ..head),
    );
    let estimate = subject.profile.estimate(&setup);
    let mut rows = measured::rows(subject.record, subject.model, subject.format, subject.at, None);
    rows.retain(|shown| shown.row.drafted);
    let speculation = Speculation { setup: &setup, acceptance, draft_cost };
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
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

/// The reader's inputs about the draft, and the step that it saves.
struct Speculation<'a> {
    setup: &'a Setup<'a>,
    acceptance: f64,
    draft_cost: f64,
}

impl Speculation<'_> {
    fn gain(&self, drafted: f64) -> f64 {
        speed_up(self.acceptance, drafted, self.draft_cost, check_cost(drafted, CHECK.value))
    }

    fn best(&self) -> f64 {
        let mut best = 1.0;
        for drafted in 2..=MOST {
            let drafted = f64::from(drafted);
            if self.gain(drafted) > self.gain(best) {
                best = drafted;
            }
        }
        best
    }
}

struct SpeculativeAnswer<'a> {
    subject: &'a Subject<'a>,
    speculation: Speculation<'a>,
    drafted: f64,
    gain: f64,
    best: (f64, f64),
    estimate: &'a Estimate,
    rows: &'a [Shown<'a>],
}

impl SpeculativeAnswer<'_> {
    fn write(&self, report: &mut Report) {
        self.headline(report);
        self.figures(report);
        report.chart(self.chart());
        self.steps(report);
        self.table(report);
        measured::write_named(report, self.subject.record, self.rows, &MEASURED);
        steps::assumed(report, ASSUMED);
    }

    fn ceiling(&self) -> f64 {
        self.estimate.ceiling.per_stream()
    }

    /// The range with a gain.
    fn with(&self, gain: f64) -> Option<Range> {
        let plain = self.estimate.range?;
        CHECK.range(plain.typical * gain, &plain, f64::INFINITY)
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
            Arg::Percent(speculation.acceptance),
            Arg::Text(&self.subject.profile.words),
        ];
        let conditions =
            words!("{}, {} in {}, {} tokens of context, one request, {} {} drafted, {} accepted; {}", ..conditions);
        if let (Some(range), Some(plain)) = (self.with(self.gain), self.estimate.range) {
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

    fn figures(&self, report: &mut Report) {
        report.figure(Ink::Ceiling, "Plain ceiling", words!(""), Some(words!("{}", Arg::Speed(self.ceiling()))), "");
        match self.with(self.gain) {
            Some(range) => {
                let value = [Arg::Range(range.low, range.high)];
                report.figure(Ink::Range, "Speculative", words!("realistic"), Some(words!("{}", ..value)), "");
            }
            None => report.figure(Ink::Range, "Speculative", words!(""), None, &self.estimate.reason),
        }
        let drafted = self.rows.iter().filter(|shown| shown.same_format && shown.row.count == 1);
        let none = "nothing measured in this format";
        measured::figure(report, words!("with other drafts"), &mut drafted.map(|shown| shown.row.speed), ["", none]);
        let slower = "With so few tokens accepted, speculation is slower than plain decoding.";
        report.end_figures(if self.gain < 1.0 { slower } else { "" });
    }

    fn status(&self) -> String {
        let (best, gain) = self.best;
        let values = [Arg::Ratio(self.gain), Arg::Plain(best, 0), Arg::Ratio(gain)];
        filled(words!("{} times as fast as plain decoding; best at {} drafted, {} times.", ..values))
    }

    fn numbers(&self) -> Numbers {
        let range = self.with(self.gain);
        vec![
            ("plain ceiling", self.ceiling()),
            ("plain typical", or_nan(self.estimate.range.map(|range| range.typical))),
            ("tokens per step", tokens_a_step(self.speculation.acceptance, self.drafted)),
            ("check cost", check_cost(self.drafted, CHECK.value)),
            ("speed-up", self.gain),
            ("low", or_nan(range.map(|range| range.low))),
            ("typical", or_nan(range.map(|range| range.typical))),
            ("high", or_nan(range.map(|range| range.high))),
            ("best drafted", self.best.0),
            ("best speed-up", self.best.1),
        ]
    }

    fn chart(&self) -> Chart {
        let ceiling = self.ceiling();
        let supported = self.estimate.range.is_some();
        let mut chart = Chart {
            title: "Decode speed against drafted tokens: the plain ceiling, and speed with speculation",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&self.status()))),
            names: ["Plain ceiling", if supported { "Speculative" } else { "Speculative, at most" }, "Measured"],
            x: (1.0, f64::from(MOST)),
            x_label: "drafted tokens",
            y_label: "tokens per second",
            here: self.drafted,
            marks: vec![Mark { ink: Ink::Ceiling, y: ceiling, text: number::speed(ceiling) }],
            ..Chart::default()
        };
        for drafted in 1..=MOST {
            let drafted = f64::from(drafted);
            let gain = self.speculation.gain(drafted);
            chart.ceiling.push((drafted, ceiling));
            match self.with(gain) {
                Some(range) => chart.range_point(drafted, range.values()),
                None => chart.typical.push((drafted, ceiling * gain)),
            }
        }
        for Shown { row, open, .. } in self.rows.iter().filter(|shown| shown.same_format && shown.row.proposed > 0) {
            chart.dots.push(Dot { x: count(row.proposed), y: row.speed, open: *open });
        }
        if let Some(range) = self.with(self.gain) {
            chart.mark_range(range.values());
        }
        chart
    }

    fn steps(&self, report: &mut Report) {
        let speculation = &self.speculation;
        steps::open(report, "Step by step", "A step with drafts against a plain step");
        let (acceptance, drafted) = (Arg::Plain(speculation.acceptance, 4), Arg::Plain(self.drafted, 0));
        let tokens = [Arg::Fixed(tokens_a_step(speculation.acceptance, self.drafted), 2)];
        let together = Arg::Plain(self.drafted + 1.0, 0);
        if speculation.acceptance < 1.0 {
            let values = [acceptance, together, acceptance];
            steps::step(report, "Tokens a step", words!("(1 − {}^{}) ÷ (1 − {})", ..values), words!("{}", ..tokens));
        } else {
            steps::step(report, "Tokens a step", words!("all {} and one more", drafted), words!("{}", ..tokens));
        }
        let cost = [Arg::Fixed(self.drafted * speculation.draft_cost, 2)];
        let values = [drafted, Arg::Plain(speculation.draft_cost, 4)];
        steps::step(report, "Drafting", words!("{} × {} of a plain step", ..values), words!("{}", ..cost));
        let check = [Arg::Fixed(check_cost(self.drafted, CHECK.value), 2)];
        let values = [drafted, Arg::Plain(CHECK.value, 4)];
        steps::step(report, "Checking", words!("1 + {} × {}, as measured", ..values), words!("{}", ..check));
        let gain = [Arg::Ratio(self.gain)];
        let values = [tokens[0], cost[0], check[0]];
        steps::step(report, "Speed-up", words!("{} ÷ ({} + {})", ..values), words!("{}", ..gain));
        if let (Some(plain), Some(range)) = (self.estimate.range, self.with(self.gain)) {
            let values = [Arg::Speed(plain.typical), gain[0]];
            let result = [Arg::Speed(range.typical)];
            steps::inked(report, "Typical", words!("{} × {}", ..values), Ink::Range, words!("{}\u{a0}tok/s", ..result));
            let values =
                [result[0], Arg::Fixed(range.low / range.typical, 2), Arg::Fixed(range.high / range.typical, 2)];
            let result = [Arg::Range(range.low, range.high)];
            let formula = words!("{} × {} to {}", ..values);
            steps::inked(report, "Realistic", formula, Ink::Range, words!("{}\u{a0}tok/s", ..result));
        }
        let values = [Arg::Plain(self.best.0, 0), Arg::Ratio(self.best.1)];
        let result = if self.best.1 > 1.0 { words!("{}: {} times", ..values) } else { words!("none: plain is faster") };
        steps::step(report, "Best number to draft", words!("the fastest of 1 to 16"), result);
        steps::close(report, SOURCES);
        if self.estimate.range.is_some() {
            let (record, plain) = (sentence(CHECK.record), sentence(&self.estimate.reason));
            let values = [Arg::Text(&record), Arg::Text(&plain)];
            report.paragraph("note", words!("With drafts: {} The plain speed: {}", ..values));
        }
    }

    fn table(&self, report: &mut Report) {
        report.section("drafts", "By drafted tokens");
        let caption =
            "What each number of drafted tokens gives at this acceptance; the cost of the check in plain steps";
        report.table("drafts", caption, COLUMNS, "numbers of drafted tokens");
        for drafted in 1..=MOST {
            let drafted = f64::from(drafted);
            let gain = self.speculation.gain(drafted);
            report.row(rows::own(drafted, self.drafted));
            report.cell(None, words!("{}", Arg::Plain(drafted, 0)));
            let tokens = tokens_a_step(self.speculation.acceptance, drafted);
            report.cell(None, words!("{}", Arg::Fixed(tokens, 2)));
            report.cell(None, words!("{}", Arg::Fixed(check_cost(drafted, CHECK.value), 2)));
            report.cell(None, words!("{}", Arg::Ratio(gain)));
            steps::cell(report, Ink::Range, self.with(gain).map(|range| Arg::Speed(range.typical)));
        }
        steps::close(report, &[]);
    }
}

const COLUMNS: &[Column] = &[
    ("Drafted", "tokens", Kind::Number),
    ("Yield", "tokens a step", Kind::Number),
    ("Check", "", Kind::Number),
    ("Speed-up", "", Kind::Number),
    ("Typical", "tokens per second", Kind::Number),
];
