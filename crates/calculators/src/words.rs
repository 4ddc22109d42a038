//! Words: tokens as words, pages and time, and the speed of tokens that keeps up with a reader.
//!
//! 1. Tokens times words a token are words; words over speeds are minutes of reading and of speaking.
//! 2. Tokens over tokens a second are seconds of generating.
//! 3. A reading speed in words a minute is one in tokens a second.
//!
//! Every factor is an input: tokens a word depend on language and tokenizer.

use super::prelude::*;
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
    words_per_token: f64,
    reading: f64,
    generation: f64,
    speaking: f64,
    page: f64,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let answer = WordsAnswer {
        tokens: query.number(&COUNT)?,
        words_per_token: query.number(&WORDS)?,
        reading: query.number(&READING)?,
        generation: query.number(&GENERATION)?,
        speaking: query.number(&SPEAKING)?,
        page: query.number(&PAGE)?,
    };
    Ok(answer.write(report))
}

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
        reading::words(tokens, self.words_per_token)
    }

    fn read(&self, tokens: f64) -> f64 {
        reading::seconds(self.words(tokens), self.reading)
    }

    fn pace(&self) -> f64 {
        reading::tokens_per_second(self.reading, self.words_per_token)
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let (tokens, factor) = (Arg::Plain(self.tokens, 0), Arg::Plain(self.words_per_token, 4));
        let words = Arg::Plain(self.words(self.tokens), 1);
        let [read, unit] = time(self.read(self.tokens));
        let conditions =
            [Arg::Plain(self.words_per_token, 2), Arg::Plain(self.reading, 1), Arg::Plain(self.generation, 2)];
        report.answer(
            words!(
                "{} tokens are about <b>{}</b> words, <b>{} {}</b> of reading",
                tokens,
                Arg::Plain(words.number(), 0),
                read,
                unit
            ),
            words!(
                "{} words per token, reading at {} words per minute, generated at {} tokens per second",
                ..conditions
            ),
        );
        let status = sentence(&report.answer.plain());
        let mut writer = ReportWriter::new(report);
        let formula = words!("{} tokens × {} words per token", tokens, factor);
        writer.quantity(words!("{}", words)).number("words").step("Words", formula);
        let formula = words!("{} words ÷ {} words per page", words, Arg::Plain(self.page, 1));
        let pages = words!("{}", Arg::Speed(words.number() / self.page));
        writer.quantity(pages).number("pages").step("Pages", formula);
        let at = |speed: f64| [words, Arg::Plain(speed, 1)];
        let formula = words!("{} words ÷ {} words per minute", ..at(self.reading));
        let quantity = writer.quantity(words!("{}\u{a0}{}", read, unit)).figure("To read", "");
        quantity.number_of("seconds to read", self.read(self.tokens)).step("Time to read", formula);
        let seconds = reading::seconds(words.number(), self.speaking);
        let formula = words!("{} words ÷ {} words per minute", ..at(self.speaking));
        let quantity = writer.quantity(words!("{}\u{a0}{}", ..time(seconds)));
        quantity.number_of("seconds to speak", seconds).step("Time to speak", formula);
        let (seconds, speed) = (self.tokens / self.generation, Arg::Plain(self.generation, 2));
        let formula = words!("{} tokens ÷ {} tok/s", tokens, speed);
        let quantity = writer.quantity(words!("{}\u{a0}{}", ..time(seconds))).figure("To generate", "");
        quantity.number_of("seconds to generate", seconds).step("Time to generate", formula);
        let (pace, reading) = (Arg::Speed(self.pace()), Arg::Plain(self.reading, 1));
        let formula = words!("{} words per minute ÷ 60 s ÷ {} words per token", reading, factor);
        let quantity = writer.quantity(words!("{}\u{a0}tok/s", pace)).figure("Reading speed", "");
        quantity.number("tokens per second of reading").step("Reading speed", formula);
        let formula = words!("{} ÷ {}", speed, pace);
        let ratio = words!("{}", Arg::Ratio(self.generation / self.pace()));
        writer.quantity(ratio).number("times reading speed").step("Generated to read", formula);
        let slow = "Generation is slower than this reader.";
        writer.report.end_figures(if self.generation < self.pace() { slow } else { "" });
        writer.report.chart(self.chart(&status));
        writer.steps("The steps", "From tokens to words and minutes", SOURCES);
        let caption = "Texts of other lengths at the same speeds";
        writer.table(("chart-table", "Other lengths"), caption, "lengths", ROWS, |row, tokens| {
            row.highlight(rows::same(tokens, self.tokens));
            row.number("Tokens", "", words!("{}", Arg::Plain(tokens, 0)));
            row.number("Words", "", words!("{}", Arg::Plain(self.words(tokens), 0)));
            row.number("To read", "", words!("{}\u{a0}{}", ..time(self.read(tokens))));
            row.number("To generate", "", words!("{}\u{a0}{}", ..time(tokens / self.generation)));
        });
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(status)
    }

    fn chart(&self, status: &str) -> Chart {
        let chart = Chart {
            title: "Time to read against tokens",
            desc: status.into(),
            names: ["", "To read", ""],
            x: (1.0, (self.tokens * 4.0).max(4096.0)),
            x_label: "tokens",
            y_label: "seconds to read",
            here: self.tokens,
            ..Chart::default()
        };
        chart.with_curve(&|tokens| self.read(tokens))
    }
}
