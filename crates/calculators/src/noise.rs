//! Noise: whether two accuracies on a benchmark differ, and how many questions it takes to tell.
//!
//! 1. Each accuracy has a standard error by the number of questions, and an interval at the level of confidence.
//! 2. The difference has one too; the difference over it is compared with what the level asks.
//! 3. The chart shows the smallest difference that a number of questions can tell.
//!
//! The two are taken as independent; models on the same questions are less noisy than this.

use super::prelude::*;
use rooflight_estimator::noise;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "noise",
    title: "Benchmark noise",
    about: "Whether two models differ on a benchmark, and how many questions it takes to tell.",
    inputs: &[FIRST, SECOND, QUESTIONS, LEVEL, POWER],
    records: &[],
    group: (Group::Output, 28),
    validation: Validation::Arithmetic,
    is_benchmarkable: false,
    evaluate,
};

const FIRST: Input = Input::real(("p1", "first"), "One model", "70", PERCENT, (0.1, 99.9));
const SECOND: Input = Input::real(("p2", "second"), "The other model", "72", PERCENT, (0.1, 99.9));
const QUESTIONS: Input =
    Input::whole(("n", "questions"), "Questions", "1000", &[("questions", 1.0)], (10.0, 10_000_000.0));
const LEVEL: Input = Input::new(("level", "level"), "Confidence", "95", Choice::One(LEVELS));
const LEVELS: &[(&str, &str)] = &[("90", "90 %"), ("95", "95 %"), ("99", "99 %")];
const POWER: Input = Input::new(("power", "power"), "Chance of finding it", "80", Choice::One(POWERS)).folded();
const POWERS: &[(&str, &str)] = &[("50", "50 %"), ("80", "80 %"), ("90", "90 %")];

/// Standard errors of a two-sided level: quantiles of the normal distribution at 0.95, 0.975 and 0.995.
fn of_level(level: &str) -> f64 {
    match level {
        "90" => 1.644_853_627,
        "99" => 2.575_829_304,
        _ => 1.959_963_985,
    }
}

/// Standard errors of a power: quantiles of the normal distribution at 0.5, 0.8 and 0.9.
fn of_power(power: &str) -> f64 {
    match power {
        "50" => 0.0,
        "90" => 1.281_551_566,
        _ => 0.841_621_234,
    }
}

const SOURCES: &[Source] =
    &[("standard errors, differences and power of evaluations: Miller 2024", "https://arxiv.org/abs/2411.00640")];

const ASSUMED: &[&str] = &[
    "Every question is right or wrong, and drawn independently. Questions in groups, such as several on one text, are noisier.",
    "The two models are taken as independent. On the same questions they agree on many, and their difference is less noisy: compare them \
     question by question if you have the answers.",
    "The normal distribution holds where each model has some ten right and some ten wrong answers.",
    "A significant difference says nothing about whether the benchmark measures what you need.",
];

/// The numbers of questions in the table.
const ROWS: [f64; 8] = [50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0];

/// Points of a share.
const POINTS: f64 = 100.0;

/// Everything that the answer is made from.
struct NoiseAnswer {
    first: f64,
    second: f64,
    questions: f64,
    level: &'static str,
    power: &'static str,
    /// Standard errors of the level.
    reach: f64,
    /// Standard errors of the power.
    more: f64,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let (first, second) = (query.number(&FIRST)? / POINTS, query.number(&SECOND)? / POINTS);
    let questions = query.number(&QUESTIONS)?;
    let (level, power) = (query.one(&LEVEL)?, query.one(&POWER)?);
    let answer = NoiseAnswer { first, second, questions, level, power, reach: of_level(level), more: of_power(power) };
    Ok(answer.write(report))
}

impl NoiseAnswer {
    fn error(&self) -> f64 {
        noise::difference_error(self.first, self.second, self.questions)
    }

    fn difference(&self) -> f64 {
        (self.first - self.second).abs()
    }

    /// Half of the interval of an accuracy.
    fn half(&self, share: f64, questions: f64) -> f64 {
        self.reach * noise::error(share, questions)
    }

    /// The smallest difference that is significant, and the smallest that is found with the power.
    fn smallest(&self, questions: f64) -> [f64; 2] {
        let error = noise::difference_error(self.first, self.second, questions);
        [self.reach * error, (self.reach + self.more) * error]
    }

    fn is_real(&self) -> bool {
        self.difference() > self.reach * self.error()
    }

    fn needed(&self) -> Option<f64> {
        noise::questions(self.first, self.second, self.reach, self.more)
    }

    fn verdict(&self) -> &'static str {
        if self.is_real() { "The difference is significant" } else { "The difference may be chance" }
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let points = |share: f64| Arg::Speed(share * POINTS);
        let [significant, _] = self.smallest(self.questions);
        let conditions = [
            Arg::Plain(self.first * POINTS, 2),
            Arg::Plain(self.second * POINTS, 2),
            Arg::Plain(self.questions, 0),
            Arg::Text(self.level),
        ];
        report.answer(
            words!(
                "{}: <b>{} ± {}</b> points",
                Arg::Text(self.verdict()),
                points(self.difference()),
                points(significant)
            ),
            words!("{} and {} per cent right of {} questions each; level {}\u{a0}%", ..conditions),
        );
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        let fewest = self.questions * self.first.min(self.second).min(1.0 - self.first.max(self.second));
        let few = "There are fewer than ten right or wrong answers: the normal distribution is a poor guide here.";
        writer.report.end_figures(if fewest < 10.0 { few } else { "" });
        writer.report.chart(self.chart());
        writer.steps("The steps", "Shares of one; a point is a hundredth", SOURCES);
        let values = [Arg::Text(self.level), Arg::Text(self.power)];
        let caption =
            filled(words!("At these accuracies; significant at {}\u{a0}%, found with a chance of {}\u{a0}%", ..values));
        let head = ("chart-table", "Other numbers of questions");
        writer.table(head, &caption, "numbers of questions", ROWS, |row, questions| {
            let [significant, found] = self.smallest(questions);
            row.highlight(rows::same(questions, self.questions));
            row.number("Questions", "", words!("{}", Arg::Plain(questions, 0)));
            row.number("Interval", "of the first, points", words!("{}", points(self.half(self.first, questions))));
            row.number("Significant", "from, points", words!("{}", points(significant)));
            row.number("Found", "from, points", words!("{}", points(found)));
        });
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let share = |share: f64| Arg::Fixed(share, 4);
        let (questions, reach, more) =
            (Arg::Plain(self.questions, 0), Arg::Fixed(self.reach, 3), Arg::Fixed(self.more, 3));
        let errors = [self.first, self.second].map(|accuracy| noise::error(accuracy, self.questions));
        writer.number("error of first", errors[0]);
        for (name, error, accuracy) in
            [("Error of one", errors[0], self.first), ("Error of the other", errors[1], self.second)]
        {
            let formula = words!("√({} × {} ÷ {})", share(accuracy), share(1.0 - accuracy), questions);
            writer.quantity(words!("{}", share(error))).step(name, formula);
        }
        for (label, number, accuracy) in
            [("One model", "half interval of first", self.first), ("The other", "half interval of second", self.second)]
        {
            let half = self.half(accuracy, self.questions);
            let interval = words!("{} ± {}", Arg::Plain(accuracy * POINTS, 1), Arg::Speed(half * POINTS));
            writer.quantity(interval).number_of(number, half).figure(label, "per cent right");
        }
        let (difference, error) = (share(self.difference()), share(self.error()));
        let formula = words!("√({}² + {}²)", share(errors[0]), share(errors[1]));
        let quantity = writer.quantity(words!("{}", error)).number("error of difference");
        quantity.step("Error of the difference", formula);
        let half = words!("{}", share(self.reach * self.error()));
        let quantity = writer.quantity(half).number("half interval of difference");
        quantity.step("Half interval", words!("{} × {}", reach, error));
        let formula = words!("{} ÷ {}, to be more than {}", difference, error, reach);
        let ratio = words!("{}", Arg::Ratio(self.difference() / self.error()));
        writer.quantity(ratio).number("standard errors").step("Standard errors", formula);
        if let Some(needed) = self.needed() {
            let spread = [self.first, self.second].map(|accuracy| share(accuracy * (1.0 - accuracy)));
            let formula = words!("({} + {})² × ({} + {}) ÷ {}²", reach, more, spread[0], spread[1], difference);
            let quantity = writer.quantity(words!("{}", Arg::Plain(needed, 0))).number("questions needed");
            quantity.figure("Questions", "to find this difference").step("Questions needed", formula);
        } else {
            writer.optional(None).number("questions needed").figure("Questions", "the accuracies are equal");
        }
        writer.number("smallest difference", self.smallest(self.questions)[1]);
    }

    fn chart(&self) -> Chart {
        let chart = Chart {
            title: "The smallest significant difference against questions",
            desc: self.status(),
            names: ["", "Significant from", ""],
            x: (10.0, (self.questions * 4.0).max(65_536.0)),
            x_label: "questions",
            y_label: "points of difference",
            here: self.questions,
            ..Chart::default()
        };
        chart.with_curve(&|questions| self.smallest(questions)[0] * POINTS)
    }

    fn status(&self) -> String {
        let [significant, _] = self.smallest(self.questions);
        let values =
            [Arg::Text(self.verdict()), Arg::Speed(self.difference() * POINTS), Arg::Speed(significant * POINTS)];
        filled(words!("{}: {} points, plus or minus {}.", ..values))
    }
}
