//! Rotary scaling: which pairs of a head's dimensions turn so slowly that a longer context has angles new to the model,
//! and what scaling changes.
//!
//! 1. The estimator's `rotary` gives the tokens of a full turn of each pair, before and after scaling.
//! 2. Counts the pairs that complete no turn in training, and those of them with new angles within the wanted context.
//! 3. The chart shows the length of a turn for each pair; the tables show about a dozen pairs, and each method.
//!
//! Tells which angles a model meets, not how well it answers.

use super::prelude::*;
use rooflight_estimator::rotary::{Method, Rotary};
use rooflight_primitives::units::count;

/// The declaration of the calculator at `/calculators/rotary/`.
pub const SPEC: Spec = Spec {
    kind: "rotary",
    title: "Rotary scaling",
    about: "Which rotations of a position embedding a longer context breaks, and what YaRN and its like change.",
    inputs: &[BASE, DIMENSIONS, TRAINED, WANTED, METHOD, FACTOR],
    records: &[],
    group: (Group::Memory, 4),
    validation: Validation::Arithmetic,
    is_benchmarkable: false,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas; empty if the title suffices.
pub const PHRASES: &str = "";

const BASE: Input = Input::real(("rb", "base"), "Base", "500000", PLAIN, (100.0, 1e9));
const DIMENSIONS: Input = Input::whole(("rd", "dimensions"), "Dimensions per head", "128", PLAIN, (4.0, 1024.0));
const TRAINED: Input = Input::whole(("tc", "trained"), "Trained context", "8192", TOKENS, (64.0, 16_777_216.0));
const WANTED: Input = Input::whole(("wc", "wanted"), "Wanted context", "65536", TOKENS, (64.0, 16_777_216.0));
const METHOD: Input = Input::new(("rs", "method"), "Scaling", "llama3", Choice::One(METHODS));
const FACTOR: Input = Input::real(("rf", "factor"), "Factor", "", PLAIN, (1.0, 1024.0)).folded();

const METHODS: &[(&str, &str)] = &[
    ("none", "none"),
    ("linear", "linear interpolation"),
    ("ntk", "NTK-aware"),
    ("yarn", "YaRN"),
    ("llama3", "Llama 3.1"),
];

const ALL: [Method; 5] = [Method::None, Method::Linear, Method::Ntk, Method::Yarn, Method::Llama3];

const SOURCES: &[Source] = &[
    ("rotary embedding: Su et al. 2021", "https://arxiv.org/abs/2104.09864"),
    ("linear interpolation: Chen et al. 2023", "https://arxiv.org/abs/2306.15595"),
    ("NTK-aware and YaRN: Peng et al. 2023", "https://arxiv.org/abs/2309.00071"),
    (
        "transformers: rope_scaling of a config.json",
        "https://github.com/huggingface/transformers/blob/main/src/transformers/modeling_rope_utils.py",
    ),
];

const ASSUMED: &[&str] = &[
    "A pair that completes a turn in training has met every angle; one that does not is taken to be lost beyond the angles it met.",
    "Further training on long texts, which most extended models had, is not seen in these numbers.",
    "YaRN's ramp runs from 32 turns within the trained context to one, that of Llama 3.1 from 4 to one.",
    "That no angle is new does not mean that a model finds what stands there: that takes a test, such as a needle in a haystack.",
];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    query.hint(&TRAINED, words!("tokens"));
    let base = query.number(&BASE)?;
    let dimensions = whole(query.number(&DIMENSIONS)?);
    if dimensions % 2 == 1 {
        return Err(InputError {
            field: DIMENSIONS.key,
            message: String::from("Enter an even number: dimensions turn in pairs."),
        });
    }
    let trained = query.number(&TRAINED)?;
    query.hint(&WANTED, words!("tokens"));
    let wanted = query.number(&WANTED)?;
    let chosen = query.one(&METHOD)?;
    let at = METHODS.iter().position(|(id, _)| *id == chosen).unwrap_or_default();
    let default = (wanted / trained).clamp(1.0, 1024.0);
    query.hint(&FACTOR, words!("{} unless given", Arg::Plain(default, 2)));
    let factor = query.maybe(&FACTOR)?.unwrap_or(default);
    let rotary = Rotary { base, dimensions, trained, factor, method: ALL[at] };
    query.hint(&DIMENSIONS, words!("{} pairs", Arg::Count(rotary.pairs())));
    let answer = RotaryAnswer { rotary, wanted, method: METHODS[at].1 };
    Ok(answer.write(report))
}

/// Resolved inputs, from which every part of the answer is written.
struct RotaryAnswer {
    rotary: Rotary,
    /// Tokens of the wanted context.
    wanted: f64,
    method: &'static str,
}

impl RotaryAnswer {
    /// Returns this encoding with another method.
    const fn with(&self, method: Method) -> Rotary {
        Rotary { method, ..self.rotary }
    }

    /// Returns the number of the last pair, the slowest.
    fn last(&self) -> f64 {
        count(self.rotary.pairs()) - 1.0
    }

    /// Counts the pairs with new angles: without scaling, and with it.
    fn unseen(&self) -> (u64, u64) {
        (self.with(Method::None).unseen(self.wanted), self.rotary.unseen(self.wanted))
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let Rotary { base, dimensions, trained, factor, .. } = self.rotary;
        let (_, after) = self.unseen();
        let conditions = [
            Arg::Plain(base, 2),
            Arg::Count(dimensions),
            Arg::Plain(trained, 0),
            Arg::Plain(self.wanted, 0),
            Arg::Text(self.method),
            Arg::Plain(factor, 2),
        ];
        let conditions = words!(
            "Base {}, {} dimensions per head, trained on {} tokens, wanted {}; scaling: {}, factor {}",
            ..conditions
        );
        report.answer(
            words!(
                "<b>{}</b> of <b>{}</b> pairs meet angles they never saw",
                Arg::Count(after),
                Arg::Count(self.rotary.pairs())
            ),
            conditions,
        );
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.chart(self.chart());
        writer.steps("Step by step", "pairs are numbered from 0", SOURCES);
        self.pairs(&mut writer);
        self.methods(&mut writer);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let Rotary { base, dimensions, trained, factor, method } = self.rotary;
        let (before, after) = self.unseen();
        let turn = |pair: f64| [Arg::Speed(self.rotary.turn(pair))];
        writer.number("pairs", count(self.rotary.pairs()));
        let quantity = writer.quantity(words!("{}", ..turn(0.0))).number("turn of the first pair");
        quantity.step("A turn of pair 0", words!("2π tokens, whatever the base"));
        let values = [Arg::Plain(base, 2), Arg::Plain(2.0 * self.last(), 0), Arg::Count(dimensions)];
        let quantity = writer.quantity(words!("{}", ..turn(self.last()))).number("turn of the last pair");
        quantity.step("A turn of the last pair", words!("2π × {}^({} ÷ {})", ..values));
        let formula = words!("pairs whose turn takes more than {} tokens", Arg::Plain(trained, 0));
        let quantity = writer.quantity(words!("{}", Arg::Count(self.rotary.incomplete()))).number("slow pairs");
        quantity.figure("Slow pairs", "less than one turn in training").step("Slow pairs", formula);
        let quantity = writer.quantity(words!("{}", Arg::Count(before))).number("new angles unscaled");
        quantity.figure("Unscaled", "pairs with new angles");
        let quantity = writer.quantity(words!("{}", Arg::Count(after))).number("new angles");
        quantity.figure("Scaled", "pairs with new angles");
        let slowed = [self.rotary.slowed(0.0), self.rotary.slowed(self.last())];
        if method != Method::None {
            let slowed = slowed.map(Arg::Ratio);
            writer.quantity(words!("{} to {}", ..slowed)).step("Slowed", self.formula());
        }
        if method == Method::Yarn {
            let formula = words!("queries and keys each by 0.1 × ln {} + 1", Arg::Plain(factor, 2));
            let scaled = words!("{}", Arg::Fixed(self.rotary.concentration(), 3));
            writer.quantity(scaled).step("Scores scaled", formula);
        }
        let formula = words!("slow pairs that turn further at {} than in training", Arg::Plain(self.wanted, 0));
        writer.quantity(words!("{}", Arg::Count(after))).sum("New angles", formula);
        writer.number("factor", factor);
        writer.number("first pair slowed", slowed[0]);
        writer.number("last pair slowed", slowed[1]);
        writer.number("scores scaled", self.rotary.concentration());
    }

    /// Returns the method as a formula in words.
    fn formula(&self) -> Words<'_> {
        match self.rotary.method {
            Method::None => words!("not at all"),
            Method::Linear => words!("every pair by the factor"),
            Method::Ntk => words!("base × factor^(d ÷ (d − 2))"),
            Method::Yarn => {
                words!("not above 32 turns in training, by the factor below one, a ramp over the pairs between")
            }
            Method::Llama3 => {
                words!("not above 4 turns in training, by the factor below one, a ramp over the turns between")
            }
        }
    }

    /// Returns the pairs of the table: about a dozen evenly spaced ones, both ends, and the first slow one.
    fn chosen(&self) -> Vec<u64> {
        let pairs = self.rotary.pairs();
        let slow = pairs - self.rotary.incomplete().min(pairs - 1);
        let step = pairs.div_ceil(12).max(1);
        (0..pairs).filter(|pair| pair % step == 0 || *pair == slow || *pair == pairs - 1).collect()
    }

    fn pairs(&self, writer: &mut ReportWriter<'_>) {
        let head = ("pairs", "Pair by pair");
        writer.table(head, "The numbers of the chart", "pairs", self.chosen(), |row, number| {
            let pair = count(number);
            row.number("Pair", "", words!("{}", Arg::Count(number)));
            row.inked(Ink::Ceiling, "A turn", "tokens", words!("{}", Arg::Speed(self.rotary.turn(pair))));
            row.inked(Ink::Range, "Stretched", "tokens", words!("{}", Arg::Speed(self.rotary.stretched(pair))));
            row.number("Slowed", "times", words!("{}", Arg::Ratio(self.rotary.slowed(pair))));
            let new = self.rotary.is_unseen(pair, self.wanted);
            row.text("New angles", "", if new { words!("yes") } else { words!("no") });
        });
    }

    fn methods(&self, writer: &mut ReportWriter<'_>) {
        let (head, caption) = (("methods", "Other scalings"), "The same context and factor");
        writer.table(head, caption, "scalings", ALL.into_iter().zip(METHODS), |row, (method, (_, name))| {
            let rotary = self.with(method);
            row.highlight(method == self.rotary.method);
            row.text("Scaling", "", words!("{}", Arg::Text(name)));
            row.number("Fastest", "times slower", words!("{}", Arg::Ratio(rotary.slowed(0.0))));
            row.number("Slowest", "times slower", words!("{}", Arg::Ratio(rotary.slowed(self.last()))));
            row.number("New angles", "pairs", words!("{}", Arg::Count(rotary.unseen(self.wanted))));
        });
    }

    /// Draws the turn of each pair, numbered from 1 because the axis is logarithmic. The trained and the wanted context
    /// are marked at the first slow pair.
    fn chart(&self) -> Chart {
        let pairs = count(self.rotary.pairs());
        let slow = count(self.rotary.incomplete());
        let here = (pairs - slow + 1.0).min(pairs);
        let x = (1.0, pairs);
        let of = |context: f64, name: &'static str| ValueLabel {
            ink: Ink::Plain,
            y: context,
            text: filled(words!("{} {}", Arg::Text(name), Arg::Plain(context, 0))),
        };
        let mut chart = Chart {
            title: "Tokens of a full turn against the pair of dimensions, before and after scaling",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&self.status()))),
            names: ["Unscaled", "Scaled", ""],
            x,
            x_label: "pair of dimensions, from the fastest",
            y_label: "tokens of a full turn",
            here,
            marks: vec![of(self.wanted, "wanted"), of(self.rotary.trained, "trained")],
            ..Chart::default()
        };
        for number in 0..self.rotary.pairs() {
            let pair = count(number);
            chart.point(pair + 1.0, self.rotary.turn(pair), Some([self.rotary.stretched(pair); 3]));
        }
        chart
    }

    fn status(&self) -> String {
        let (before, after) = self.unseen();
        let values = [Arg::Count(after), Arg::Count(self.rotary.pairs()), Arg::Count(before)];
        filled(words!("{} of {} pairs meet angles that training never showed; {} without scaling.", ..values))
    }
}
