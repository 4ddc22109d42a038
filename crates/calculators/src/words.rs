//! Words: tokens as words, pages and time, and the speed of tokens that keeps up with a reader.
//!
//! 1. Tokens times words a token are words; words over speeds are minutes of reading and of speaking.
//! 2. Tokens over tokens a second are seconds of generating.
//! 3. A reading speed in words a minute is one in tokens a second.
//!
//! Every factor is an input: tokens a word depend on language and tokenizer.

use super::answer::{Numbers, Outcome};
use super::input::{Input, PLAIN, SPEED, TOKENS};
use super::input_error::InputError;
use super::query::Query;
use super::spec::{Group, Spec, Validation};
use super::{rows, steps};
use alloc::string::String;
use alloc::vec;
use rooflight_document::prelude::*;
use rooflight_estimator::reading;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "words",
    title: "Tokens, words and time",
    about: "How many words and pages a number of tokens makes, and how long they take to read and to generate.",
    inputs: &[COUNT, WORDS, READING, GENERATION, SPEAKING, PAGE],
    records: &[],
    group: (Group::Output, 17),
    validation: Validation::Arithmetic,
    is_benchmarkable: false,
    evaluate,
};

const COUNT: Input = Input::whole(("t", "tokens"), "Tokens", "1000", TOKENS, (1.0, 1_000_000_000.0));
const WORDS: Input = Input::real(("wt", "words_per_token"), "Words per token", "0.75", PLAIN, (0.05, 2.0));
const READING: Input = Input::real(("wpm", "reading_speed"), "Reading speed", "238", MINUTE, (10.0, 2000.0));
const GENERATION: Input = Input::real(("tps", "speed"), "Generation speed", "30", SPEED, (0.01, 100_000.0));
const SPEAKING: Input =
    Input::real(("say", "speaking_speed"), "Speaking speed", "150", MINUTE, (10.0, 1000.0)).folded();
const PAGE: Input = Input::real(("page", "page"), "Words per page", "500", &[("words", 1.0)], (50.0, 5000.0)).folded();
const MINUTE: &[(&str, f64)] = &[("words/min", 1.0), ("wpm", 1.0)];

const SOURCES: &[Source] = &[
    (
        "Brysbaert 2019, 238 words per minute: silent reading of English non-fiction, mean of 190 studies",
        "https://doi.org/10.1016/j.jml.2019.104047",
    ),
    (
        "OpenAI, 100 tokens are about 75 English words",
        "https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them",
    ),
];

const ASSUMED: &[&str] = &[
    "Words per token hold for English prose. Code, numbers and many other languages have fewer words per token: count a text of your own.",
    "Reading speed is the mean of adults who read English silently. Readers and texts differ: enter your own.",
    "Speaking speed and words per page are round assumptions; change them to your own.",
    "Generation runs at one speed from the first token to the last; the time before the first token is not counted.",
];

/// Everything that the answer is made from.
struct WordsAnswer {
    tokens: f64,
    words_a_token: f64,
    reading: f64,
    generation: f64,
    speaking: f64,
    page: f64,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let answer = WordsAnswer {
        tokens: query.number(&COUNT)?,
        words_a_token: query.number(&WORDS)?,
        reading: query.number(&READING)?,
        generation: query.number(&GENERATION)?,
        speaking: query.number(&SPEAKING)?,
        page: query.number(&PAGE)?,
    };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

const COLUMNS: &[Column] = &[
    ("Tokens", "", Kind::Number),
    ("Words", "", Kind::Number),
    ("To read", "", Kind::Number),
    ("To generate", "", Kind::Number),
];

/// The numbers of tokens in the table.
const ROWS: [f64; 8] = [10.0, 100.0, 500.0, 1000.0, 2000.0, 4000.0, 10_000.0, 100_000.0];

/// A time in the unit that suits it.
fn time(seconds: f64) -> [Arg<'static>; 2] {
    let (unit, name) = if seconds < 120.0 {
        (1.0, "s")
    } else if seconds < 7200.0 {
        (60.0, "min")
    } else {
        (3600.0, "h")
    };
    [Arg::Speed(seconds / unit), Arg::Text(name)]
}

impl WordsAnswer {
    fn words(&self, tokens: f64) -> f64 {
        reading::words(tokens, self.words_a_token)
    }

    fn read(&self, tokens: f64) -> f64 {
        reading::seconds(self.words(tokens), self.reading)
    }

    fn pace(&self) -> f64 {
        reading::tokens_a_second(self.reading, self.words_a_token)
    }

    fn write(&self, report: &mut Report) {
        let words = self.words(self.tokens);
        let read = time(self.read(self.tokens));
        let values = [Arg::Plain(self.tokens, 0), Arg::Plain(words, 0), read[0], read[1]];
        let conditions =
            [Arg::Plain(self.words_a_token, 2), Arg::Plain(self.reading, 1), Arg::Plain(self.generation, 2)];
        report.answer(
            words!("{} tokens are about <b>{}</b> words, <b>{} {}</b> of reading", ..values),
            words!(
                "{} words per token, reading at {} words per minute, generated at {} tokens per second",
                ..conditions
            ),
        );
        let none = words!("");
        report.figure(Ink::Plain, "To read", none, Some(words!("{}\u{a0}{}", ..read)), "");
        let generate = time(self.tokens / self.generation);
        report.figure(Ink::Plain, "To generate", none, Some(words!("{}\u{a0}{}", ..generate)), "");
        let pace = [Arg::Speed(self.pace())];
        report.figure(Ink::Plain, "Reading speed", none, Some(words!("{}\u{a0}tok/s", ..pace)), "");
        let slow = "Generation is slower than this reader.";
        report.end_figures(if self.generation < self.pace() { slow } else { "" });
        report.chart(self.chart());
        self.steps(report);
        self.table(report);
        steps::assumed(report, ASSUMED);
    }

    fn steps(&self, report: &mut Report) {
        steps::open(report, "The steps", "From tokens to words and minutes");
        let tokens = Arg::Plain(self.tokens, 0);
        let words = Arg::Plain(self.words(self.tokens), 1);
        let factor = Arg::Plain(self.words_a_token, 4);
        steps::step(report, "Words", words!("{} tokens × {} words per token", tokens, factor), words!("{}", words));
        steps::step(
            report,
            "Pages",
            words!("{} words ÷ {} words per page", words, Arg::Plain(self.page, 1)),
            words!("{}", Arg::Speed(self.words(self.tokens) / self.page)),
        );
        for (name, speed) in [("Time to read", self.reading), ("Time to speak", self.speaking)] {
            let seconds = reading::seconds(self.words(self.tokens), speed);
            let formula = words!("{} words ÷ {} words per minute", words, Arg::Plain(speed, 1));
            steps::step(report, name, formula, words!("{}\u{a0}{}", ..time(seconds)));
        }
        let speed = Arg::Plain(self.generation, 2);
        let result = time(self.tokens / self.generation);
        steps::step(
            report,
            "Time to generate",
            words!("{} tokens ÷ {} tok/s", tokens, speed),
            words!("{}\u{a0}{}", ..result),
        );
        let pace = [Arg::Speed(self.pace())];
        let formula = words!("{} words per minute ÷ 60 s ÷ {} words per token", Arg::Plain(self.reading, 1), factor);
        steps::step(report, "Reading speed", formula, words!("{}\u{a0}tok/s", ..pace));
        let result = [Arg::Ratio(self.generation / self.pace())];
        steps::step(report, "Generated to read", words!("{} ÷ {}", speed, pace[0]), words!("{}", ..result));
        steps::close(report, SOURCES);
    }

    fn table(&self, report: &mut Report) {
        report.section("chart-table", "Other lengths");
        report.table("chart-table", "Texts of other lengths at the same speeds", COLUMNS, "lengths");
        for tokens in ROWS {
            report.row(rows::own(tokens, self.tokens));
            report.cell(None, words!("{}", Arg::Plain(tokens, 0)));
            report.cell(None, words!("{}", Arg::Plain(self.words(tokens), 0)));
            report.cell(None, words!("{}\u{a0}{}", ..time(self.read(tokens))));
            report.cell(None, words!("{}\u{a0}{}", ..time(tokens / self.generation)));
        }
        steps::close(report, &[]);
    }

    fn chart(&self) -> Chart {
        let x = (1.0, (self.tokens * 4.0).max(4096.0));
        let here = self.read(self.tokens);
        let chart = Chart {
            title: "Time to read against tokens",
            desc: self.status(),
            names: ["", "To read", ""],
            x,
            x_label: "tokens",
            y_label: "seconds to read",
            here: self.tokens,
            marks: vec![Mark { ink: Ink::Plain, y: here, text: number::speed(here) }],
            ..Chart::default()
        };
        steps::with_curve(chart, &scale::points(x), &|tokens| self.read(tokens))
    }

    fn status(&self) -> String {
        let read = time(self.read(self.tokens));
        let values = [Arg::Plain(self.tokens, 0), Arg::Plain(self.words(self.tokens), 0), read[0], read[1]];
        filled(words!("{} tokens are about {} words, {} {} of reading.", ..values))
    }

    fn numbers(&self) -> Numbers {
        let words = self.words(self.tokens);
        vec![
            ("words", words),
            ("pages", words / self.page),
            ("seconds to read", self.read(self.tokens)),
            ("seconds to speak", reading::seconds(words, self.speaking)),
            ("seconds to generate", self.tokens / self.generation),
            ("tokens per second of reading", self.pace()),
            ("times reading speed", self.generation / self.pace()),
        ]
    }
}
