//! Sampling: the probabilities of the next token before and after temperature, top-k, top-p and min-p.
//!
//! 1. The reader enters the model's confidence: how fast its logits fall with the rank of a token.
//! 2. The estimator's `sampling` gives how many tokens each filter leaves, and the probability of each rank before and
//!    after.
//! 3. The chart shows the probabilities against the rank; the table shows the first ranks.
//!
//! The logits are an example. Leaves out penalties, which depend on the text so far.

use super::prelude::*;
use rooflight_estimator::sampling::{FilterCounts, Order, Sampling};
use rooflight_primitives::units::count;

/// The declaration of the calculator at `/calculators/sampling/`.
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

/// Search phrases in addition to the title, separated by commas; empty if the title suffices.
pub const PHRASES: &str = "";

const TEMPERATURE: Input = Input::real(("te", "temperature"), "Temperature", "0.8", PLAIN, (0.0, 5.0));
const TOP_K: Input = Input::whole(("tk", "top_k"), "Top-k, 0 for all", "40", PLAIN, (0.0, 1000.0));
const TOP_P: Input = Input::real(("np", "top_p"), "Top-p", "0.95", PLAIN, (0.05, 1.0));
const MIN_P: Input = Input::real(("mp", "min_p"), "Min-p", "0.05", PLAIN, (0.0, 1.0));
const ORDER: Input = Input::new(("ord", "order"), "Samplers as in", LAST, Choice::One(ORDERS));
const STEEPNESS: Input = Input::real(("st", "steepness"), "Model's confidence", "1.5", PLAIN, (0.1, 10.0));
const CANDIDATES: Input = Input::whole(("nc", "candidates"), "Tokens ranked", "1000", PLAIN, (2.0, MAX_RANK)).folded();

/// Most tokens that are ranked.
const MAX_RANK: f64 = 10_000.0;

/// The choice of samplers in llama.cpp's order, with the temperature last.
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

/// Ranks in the table.
const RANKS: [u64; 14] = [1, 2, 3, 4, 5, 6, 8, 10, 20, 50, 100, 200, 500, 1000];

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
    let first = sampling.chance_before(1.0);
    query.hint(&STEEPNESS, words!("first: {}", Arg::Percent(first)));
    let kept = sampling.filtered();
    let answer = SamplingAnswer { sampling, kept, choices: sampling.choices(kept.all), first };
    Ok(answer.write(report))
}

/// Resolved inputs, from which every part of the answer is written.
struct SamplingAnswer {
    sampling: Sampling,
    kept: FilterCounts,
    /// The perplexity of the sampled distribution: e to its entropy.
    choices: f64,
    /// The probability of the first token before sampling.
    first: f64,
}

impl SamplingAnswer {
    /// The probability of the first token after sampling.
    fn sampled(&self) -> f64 {
        self.sampling.chance_after(1.0, self.kept.all)
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let Sampling { temperature, top_k, top_p, min_p, order, .. } = self.sampling;
        let when = if order == Order::Last { "last" } else { "first" };
        let conditions = [
            Arg::Plain(temperature, 2),
            Arg::Text(when),
            Arg::Count(top_k),
            Arg::Plain(top_p, 3),
            Arg::Plain(min_p, 3),
        ];
        let (left, first) = (Arg::Count(self.kept.all), Arg::Percent(self.sampled()));
        report.answer(
            words!("<b>{}</b> tokens can follow; the first has <b>{}</b>", left, first),
            words!("Temperature {}, {}; top-k {}, top-p {}, min-p {}", ..conditions),
        );
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.chart(self.chart());
        writer.steps("Sampling step by step", "tokens ranked by their chance", SOURCES);
        let ranks = RANKS.into_iter().filter(|rank| *rank <= self.sampling.candidates);
        let caption = "Before and after sampling";
        writer.table(("chart-table", "Chances by rank"), caption, "ranks", ranks, |row, rank| {
            let [before, after] =
                [self.sampling.chance_before(count(rank)), self.sampling.chance_after(count(rank), self.kept.all)];
            row.number("Rank", "of the token", words!("{}", Arg::Count(rank)));
            row.inked(Ink::Ceiling, "Model", "chance", words!("{}\u{a0}%", Arg::Speed(before * HUNDRED)));
            if after > 0.0 {
                row.inked(Ink::Range, "Sampled", "chance", words!("{}\u{a0}%", Arg::Speed(after * HUNDRED)));
            } else {
                row.number("Sampled", "chance", words!(NONE));
            }
        });
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let Sampling { temperature, top_k, top_p, min_p, steepness, candidates, .. } = self.sampling;
        let FilterCounts { by_k, by_p, all } = self.kept;
        writer.quantity(words!("{}", Arg::Count(all))).number("tokens left").figure("Tokens left", "");
        let before = Arg::Percent(self.first);
        let formula =
            words!("1 of the sum of rank^−{} over {} tokens", Arg::Plain(steepness, 2), Arg::Count(candidates));
        writer.quantity(words!("{}", before)).step("First token", formula);
        let formula = if top_k == 0 { words!("all") } else { words!("the {} most likely", Arg::Count(top_k)) };
        writer.quantity(words!("{}", Arg::Count(by_k))).number("tokens left by top-k").step("Top-k", formula);
        let share = [Arg::Plain(top_p, 3)];
        let formula =
            if top_p < 1.0 { words!("the fewest that hold {} of the chance", ..share) } else { words!("all") };
        writer.quantity(words!("{}", Arg::Count(by_p))).number("tokens left by top-p").step("Top-p", formula);
        let share = [Arg::Plain(min_p, 3)];
        let formula =
            if min_p > 0.0 { words!("those with {} of the first one's chance", ..share) } else { words!("all") };
        writer.quantity(words!("{}", Arg::Count(all))).step("Min-p", formula);
        writer.number("first token before", self.first);
        let values = [Arg::Plain(steepness, 2), Arg::Plain(temperature, 2)];
        let formula = if temperature > 0.0 {
            words!("rank^−({} ÷ {}), the first of those left", ..values)
        } else {
            words!("a temperature of 0 takes the first")
        };
        let note = filled(words!("{} by the model", before));
        let quantity = writer.quantity(words!("{}", Arg::Percent(self.sampled()))).number("first token after");
        quantity.figure("First token", &note).step("Temperature", formula);
        let formula = words!("e to the entropy of the chances of {} tokens", Arg::Count(all));
        let quantity = writer.quantity(words!("{}", Arg::Speed(self.choices))).number("choices");
        quantity.figure("Choices", "equally likely tokens that would be as uncertain").sum("Choices", formula);
    }

    /// Draws the probabilities against the rank: a straight line before sampling, and a steeper or flatter one after it
    /// that ends at the last token kept.
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
                ValueLabel { ink: Ink::Range, y: sampled, text: number::speed(sampled) },
                ValueLabel { ink: Ink::Ceiling, y: self.first * HUNDRED, text: number::speed(self.first * HUNDRED) },
            ],
            ..Chart::default()
        };
        let points = scale::points(x);
        // The sums of the probabilities are the same at each point.
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
}

/// Per cent of a whole.
const HUNDRED: f64 = 100.0;
