//! Sampling: the chances of the next token before and after temperature, top-k, top-p and min-p.
//!
//! 1. The reader says how confident the model is: how fast its logits fall with the rank of a token.
//! 2. `sampling` gives how many tokens each filter leaves, and the chance of each rank before and after.
//! 3. The chart runs the chances over the rank; the table shows the first ranks.
//!
//! The logits are an example. Penalties are left out: they depend on the text so far.

use super::answer::{Numbers, Outcome};
use super::input::{Choice, Input, PLAIN};
use super::input_error::InputError;
use super::query::{Query, whole};
use super::spec::{Group, Spec, Validation};
use super::steps;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use rooflight_document::prelude::*;
use rooflight_estimator::sampling::{Kept, Order, Sampling};
use rooflight_primitives::units::count;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "sampling",
    title: "Sampling",
    about: "What temperature, top-k, top-p and min-p do to the chances of the next token.",
    inputs: &[TEMPERATURE, TOP_K, TOP_P, MIN_P, ORDER, STEEPNESS, CANDIDATES],
    records: &[],
    group: (Group::Output, 23),
    validation: Validation::Arithmetic,
    is_benchmarkable: false,
    evaluate,
};

const TEMPERATURE: Input = Input::real(("te", "temperature"), "Temperature", "0.8", PLAIN, (0.0, 5.0));
const TOP_K: Input = Input::whole(("tk", "top_k"), "Top-k, 0 for all", "40", PLAIN, (0.0, 1000.0));
const TOP_P: Input = Input::real(("np", "top_p"), "Top-p", "0.95", PLAIN, (0.05, 1.0));
const MIN_P: Input = Input::real(("mp", "min_p"), "Min-p", "0.05", PLAIN, (0.0, 1.0));
const ORDER: Input = Input::new(("ord", "order"), "Samplers as in", LAST, Choice::One(ORDERS));
const STEEPNESS: Input = Input::real(("st", "steepness"), "Model's confidence", "1.5", PLAIN, (0.1, 10.0));
const CANDIDATES: Input = Input::whole(("nc", "candidates"), "Tokens ranked", "1000", PLAIN, (2.0, MOST)).folded();

/// The most tokens that are ranked.
const MOST: f64 = 10_000.0;

const LAST: &str = "last";
const ORDERS: &[(&str, &str)] = &[(LAST, "llama.cpp"), ("first", "vLLM")];

const SOURCES: &[Source] = &[
    ("top-p: Holtzman et al. 2019", "https://arxiv.org/abs/1904.09751"),
    ("min-p: Nguyen et al. 2024", "https://arxiv.org/abs/2407.01082"),
    (
        "llama.cpp, order and defaults of its samplers",
        "https://github.com/ggml-org/llama.cpp/blob/master/tools/completion/README.md",
    ),
    ("vLLM, its sampler", "https://github.com/vllm-project/vllm/blob/main/vllm/v1/sample/sampler.py"),
];

const ASSUMED: &[&str] = &[
    "The logits are an example: they fall with the logarithm of the rank. Real ones have steps and ties.",
    "Tokens beyond those that are ranked are left out.",
    "Each filter looks at the chances among the tokens that the one before it left.",
    "Penalties for repetition are left out; they depend on the text so far.",
];

/// The ranks in the table.
const RANKS: [u64; 14] = [1, 2, 3, 4, 5, 6, 8, 10, 20, 50, 100, 200, 500, 1000];

const COLUMNS: &[Column] =
    &[("Rank", "of the token", Kind::Number), ("Model", "chance", Kind::Number), ("Sampled", "chance", Kind::Number)];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let sampling = Sampling {
        temperature: query.number(&TEMPERATURE)?,
        top_k: whole(query.number(&TOP_K)?),
        top_p: query.number(&TOP_P)?,
        min_p: query.number(&MIN_P)?,
        order: if query.one(&ORDER)? == LAST { Order::Last } else { Order::First },
        steepness: query.number(&STEEPNESS)?,
        candidates: whole(query.number(&CANDIDATES)?),
    };
    let first = sampling.before(1.0);
    query.hint(&STEEPNESS, words!("first: {}", Arg::Percent(first)));
    let kept = sampling.kept();
    let answer = SamplingAnswer { sampling, kept, choices: sampling.choices(kept.all), first };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

/// Everything that the answer is made from.
struct SamplingAnswer {
    sampling: Sampling,
    kept: Kept,
    choices: f64,
    /// The chance of the first token before sampling.
    first: f64,
}

impl SamplingAnswer {
    /// The chance of the first token after sampling.
    fn sampled(&self) -> f64 {
        self.sampling.after(1.0, self.kept.all)
    }

    fn write(&self, report: &mut Report) {
        let Sampling { temperature, top_k, top_p, min_p, order, .. } = self.sampling;
        let when = if order == Order::Last { "last" } else { "first" };
        let conditions = [
            Arg::Plain(temperature, 2),
            Arg::Text(when),
            Arg::Count(top_k),
            Arg::Plain(top_p, 3),
            Arg::Plain(min_p, 3),
        ];
        report.answer(
            words!(
                "<b>{}</b> tokens can follow; the first has <b>{}</b>",
                Arg::Count(self.kept.all),
                Arg::Percent(self.sampled())
            ),
            words!("Temperature {}, {}; top-k {}, top-p {}, min-p {}", ..conditions),
        );
        let before = [Arg::Percent(self.first)];
        report.figure(Ink::Plain, "Tokens left", words!(""), Some(words!("{}", Arg::Count(self.kept.all))), "");
        let first = Some(words!("{}", Arg::Percent(self.sampled())));
        report.figure(Ink::Plain, "First token", words!(""), first, &filled(words!("{} by the model", ..before)));
        let note = "equally likely tokens that would be as uncertain";
        report.figure(Ink::Plain, "Choices", words!(""), Some(words!("{}", Arg::Speed(self.choices))), note);
        report.end_figures("");
        report.chart(self.chart());
        self.steps(report);
        self.table(report);
        steps::assumed(report, ASSUMED);
    }

    fn steps(&self, report: &mut Report) {
        let Sampling { temperature, top_k, top_p, min_p, steepness, candidates, .. } = self.sampling;
        let Kept { by_k, by_p, all } = self.kept;
        steps::open(report, "Sampling step by step", "tokens ranked by their chance");
        let values = [Arg::Plain(steepness, 2), Arg::Count(candidates)];
        let first = words!("{}", Arg::Percent(self.first));
        steps::step(report, "First token", words!("1 of the sum of rank^−{} over {} tokens", ..values), first);
        let formula = if top_k == 0 { words!("all") } else { words!("the {} most likely", Arg::Count(top_k)) };
        steps::step(report, "Top-k", formula, words!("{}", Arg::Count(by_k)));
        let share = [Arg::Plain(top_p, 3)];
        let formula =
            if top_p < 1.0 { words!("the fewest that hold {} of the chance", ..share) } else { words!("all") };
        steps::step(report, "Top-p", formula, words!("{}", Arg::Count(by_p)));
        let share = [Arg::Plain(min_p, 3)];
        let formula =
            if min_p > 0.0 { words!("those with {} of the first one's chance", ..share) } else { words!("all") };
        steps::step(report, "Min-p", formula, words!("{}", Arg::Count(all)));
        let values = [Arg::Plain(steepness, 2), Arg::Plain(temperature, 2)];
        let formula = if temperature > 0.0 {
            words!("rank^−({} ÷ {}), the first of those left", ..values)
        } else {
            words!("a temperature of 0 takes the first")
        };
        steps::step(report, "Temperature", formula, words!("{}", Arg::Percent(self.sampled())));
        let formula = words!("e to the entropy of the chances of {} tokens", Arg::Count(all));
        steps::sum(report, "Choices", formula, words!("{}", Arg::Speed(self.choices)));
        steps::close(report, SOURCES);
    }

    fn table(&self, report: &mut Report) {
        let ranks: Vec<u64> = RANKS.into_iter().filter(|rank| *rank <= self.sampling.candidates).collect();
        report.section("chart-table", "Chances by rank");
        report.table("chart-table", "Before and after sampling", COLUMNS, "ranks");
        for rank in ranks {
            let after = self.sampling.after(count(rank), self.kept.all);
            report.row(Emphasis::None);
            report.cell(None, words!("{}", Arg::Count(rank)));
            let before = Arg::Speed(self.sampling.before(count(rank)) * HUNDRED);
            report.cell(Some(Ink::Ceiling), words!("{}\u{a0}%", before));
            if after > 0.0 {
                report.cell(Some(Ink::Range), words!("{}\u{a0}%", Arg::Speed(after * HUNDRED)));
            } else {
                report.cell(None, words!(NONE));
            }
        }
        steps::close(report, &[]);
    }

    /// Over the rank: a straight line before sampling, a steeper or flatter one after it, which ends with the last token kept.
    fn chart(&self) -> Chart {
        let x = (1.0, count(self.sampling.candidates));
        let sampled = self.sampled() * HUNDRED;
        let mut chart = Chart {
            title: "Chance of a token against its rank: by the model, and after sampling",
            desc: self.status(),
            names: ["Model", "Sampled", ""],
            x,
            x_label: "rank of the token",
            y_label: "% chance",
            here: 1.0,
            marks: vec![
                Mark { ink: Ink::Range, y: sampled, text: number::speed(sampled) },
                Mark { ink: Ink::Ceiling, y: self.first * HUNDRED, text: number::speed(self.first * HUNDRED) },
            ],
            ..Chart::default()
        };
        let points = scale::points(x);
        // Sums are the same at each point.
        let (first, after) = (self.first, self.sampled());
        for rank in &points {
            chart.ceiling.push((*rank, first * HUNDRED * libm::exp(-self.sampling.steepness * libm::log(*rank))));
        }
        let slope = self.sampling.steepness / self.sampling.temperature.max(f64::MIN_POSITIVE);
        let last = count(self.kept.all);
        let kept: Vec<f64> = points.into_iter().filter(|rank| *rank < last).chain([last]).collect();
        steps::with_curve(chart, &kept, &|rank| after * HUNDRED * libm::exp(-slope * libm::log(rank)))
    }

    fn status(&self) -> String {
        filled(words!(
            "{} tokens can follow; the first has a chance of {}.",
            Arg::Count(self.kept.all),
            Arg::Percent(self.sampled())
        ))
    }

    fn numbers(&self) -> Numbers {
        vec![
            ("tokens left", count(self.kept.all)),
            ("tokens left by top-k", count(self.kept.by_k)),
            ("tokens left by top-p", count(self.kept.by_p)),
            ("first token before", self.first),
            ("first token after", self.sampled()),
            ("choices", self.choices),
        ]
    }
}

/// Per cent of a whole.
const HUNDRED: f64 = 100.0;
