//! Inflects terms: derives their other numbers and cases by rule.
//!
//! In English:
//!
//! 1. The word that changes is the last one, or the one before a preposition: "KV caches", but "tokens per second" and
//!    "times to first token". Of a hyphenated word only the last part changes.
//! 2. A lower-case or Capitalised word follows the rules and lists of [`words`]; a word with other capitals (GPU, MoE,
//!    H100) takes `s`.
//!
//! [`german`], [`russian`] and [`turkish`] have the rules of those languages, [`paradigms`] has tables for seven more,
//! and other languages have no rules. A term in another script is not inflected, except that a Japanese loanword may
//! end with or without a long-vowel mark (`サーバー`, `サーバ`), and a Korean compound may lack its spaces. Verbs are
//! never stemmed; an entry lists forms that the rules miss under `forms`, and unwanted ones under `not`. `rooflight
//! terms --forms` prints each derived form with its rule.

pub mod german;
mod paradigms;
mod russian;
mod turkish;
pub mod words;

use paradigms::Paradigms;

use crate::link::forms::fold::{is_latin, low};
use crate::link::usage::affixes::is_hangul;

/// A form derived from a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// The whole term in its derived form.
    pub text: String,
    /// The rule that derived it.
    pub rule: DerivationRule,
}

rooflight_primitives::variants! {
    /// The rule by which a form was derived from a name.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DerivationRule [
        /// The rule's description, for `rooflight terms` and `rooflight links`.
        pub words: &'static str,
    ] {
        /// `token`, `tokens`.
        PluralS = "plural, + s",
        /// `batch`, `batches`.
        PluralEs = "plural, + es",
        /// `latency`, `latencies`.
        PluralIes = "plural, y to ies",
        /// `basis`, `bases`.
        PluralSes = "plural, is to es",
        /// `GPU`, `GPUs`.
        Acronym = "acronym, + s",
        /// `matrix`, `matrices`: from a list.
        Irregular = "irregular",
        /// `weights`, `weight`.
        Singular = "singular",
        /// `Objekt`, `Objekten`; `réseau`, `réseaux`; `サーバー`, `サーバ`.
        Inflected = "inflected",
        /// `Container Runtime Interface (CRI)`, `CRI`: a part of the name.
        Parenthesis = "part of the name",
        /// `Virtual Machine`, `VM`: introduced by the entry's own text.
        Abbreviation = "abbreviation in the entry's text",
        /// `KV-Cache`, `KV cache`: the name in the language that the entry is translated from.
        Original = "name of the original",
    }
}

/// Prepositions: the words after them only qualify the head of a noun phrase.
const PREPOSITIONS: [&str; 14] =
    ["of", "per", "to", "in", "for", "with", "by", "on", "at", "from", "without", "over", "under", "between"];

/// A language with inflection rules, or [`Language::Other`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
    /// French.
    French,
    /// Spanish.
    Spanish,
    /// Portuguese.
    Portuguese,
    /// Italian.
    Italian,
    /// Dutch.
    Dutch,
    /// Swedish.
    Swedish,
    /// Danish, and Norwegian (Bokmål or Nynorsk), which shares its table.
    Danish,
    /// Russian.
    Russian,
    /// Turkish.
    Turkish,
    /// Any language without rules.
    Other,
}

impl Language {
    /// The language of a BCP 47 tag.
    #[must_use]
    pub fn of(tag: &str) -> Self {
        match tag.split('-').next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "en" => Self::English,
            "de" => Self::German,
            "fr" => Self::French,
            "es" => Self::Spanish,
            "pt" => Self::Portuguese,
            "it" => Self::Italian,
            "nl" => Self::Dutch,
            "sv" => Self::Swedish,
            "da" | "no" | "nb" | "nn" => Self::Danish,
            "ru" => Self::Russian,
            "tr" => Self::Turkish,
            _ => Self::Other,
        }
    }

    /// The language's table of endings; `None` if it has rules of its own or none.
    fn paradigms(self) -> Option<Paradigms> {
        match self {
            Self::French => Some(paradigms::FRENCH),
            Self::Spanish => Some(paradigms::SPANISH),
            Self::Portuguese => Some(paradigms::PORTUGUESE),
            Self::Italian => Some(paradigms::ITALIAN),
            Self::Dutch => Some(paradigms::DUTCH),
            Self::Swedish => Some(paradigms::SWEDISH),
            Self::Danish => Some(paradigms::DANISH),
            Self::English | Self::German | Self::Russian | Self::Turkish | Self::Other => None,
        }
    }
}

/// Derives the inflected forms of a term; empty if no rule applies.
#[must_use]
pub fn derive(term: &str, language: Language) -> Vec<Derived> {
    if language == Language::Russian && term.chars().any(russian::is_cyrillic) {
        return russian::derive(term);
    }
    if !is_latin(term) {
        return long_vowel(term).into_iter().chain(joined(term)).collect();
    }
    match (language, language.paradigms()) {
        (Language::English, _) => numbers(term),
        (Language::German, _) => german::derive(term),
        (Language::Turkish, _) => turkish::derive(term),
        (Language::French, Some(paradigms)) => ligatures(term, &paradigms),
        (_, Some(paradigms)) => paradigms.derive(term),
        (_, None) => Vec::new(),
    }
}

/// The forms of an ordinary name that differ only in the case of initials, where a language has its own case rules: the
/// dotted and dotless `i` of Turkish. Empty for other languages.
#[must_use]
pub fn initials(term: &str, language: Language) -> Vec<Derived> {
    if language == Language::Turkish { turkish::two_i(term) } else { Vec::new() }
}

/// A name in lower case, except letters whose lower case has another length in bytes. In Turkish, the lower case of an
/// initial `I` is `ı`.
#[must_use]
pub fn lower_case(name: &str, language: Language) -> String {
    let initial = initials(name, language).into_iter().next();
    initial.map_or_else(|| name.to_owned(), |derived| derived.text).chars().map(low).collect()
}

/// A Japanese loanword with the final long-vowel mark added or removed; `None` if the term does not end in at least
/// three katakana, or ends in one that takes no mark.
fn long_vowel(term: &str) -> Option<Derived> {
    let is_katakana = |c: char| ('ァ'..='ヺ').contains(&c) || c == 'ー';
    let length = term.chars().rev().take_while(|c| is_katakana(*c)).count();
    let text = match term.strip_suffix('ー') {
        Some(short) => short.to_owned(),
        None => format!("{term}ー"),
    };
    (length > 2 && !term.ends_with(['ン', 'ッ', 'ャ', 'ュ', 'ョ']))
        .then_some(Derived { text, rule: DerivationRule::Inflected })
}

/// A Korean compound without the spaces between its words: `지연시간` of `지연 시간`.
fn joined(term: &str) -> Option<Derived> {
    let is_compound = term.contains(' ') && term.chars().all(|c| c == ' ' || is_hangul(c));
    is_compound.then(|| Derived { text: term.replace(' ', ""), rule: DerivationRule::Inflected })
}

/// French forms in both spellings of `œ`.
fn ligatures(term: &str, paradigms: &Paradigms) -> Vec<Derived> {
    let other = if term.contains('œ') { term.replace('œ', "oe") } else { term.replace("oe", "œ") };
    let mut forms = paradigms.derive(term);
    if other != term {
        forms.extend(paradigms.derive(&other));
        forms.push(Derived { text: other, rule: DerivationRule::Inflected });
    }
    forms
}

/// The plurals of an English term that reads as a singular, or the singular of one that reads as a plural.
fn numbers(term: &str) -> Vec<Derived> {
    let head = head(term);
    let start = term[..head.end].rfind([' ', '-']).map_or(head.start, |at| (at + 1).max(head.start));
    let (before, word, after) = (&term[..start], &term[start..head.end], &term[head.end..]);
    let made = |(text, rule)| Derived { text: format!("{before}{text}{after}"), rule };
    number(word).into_iter().map(made).collect()
}

/// The byte range of the word that changes.
fn head(term: &str) -> std::ops::Range<usize> {
    let mut start = 0;
    let mut last = 0..term.len();
    for word in term.split(' ') {
        if start > 0 && PREPOSITIONS.contains(&word) {
            return last;
        }
        last = start..start + word.len();
        start = last.end + 1;
    }
    last
}

fn number(word: &str) -> Vec<(String, DerivationRule)> {
    let mut letters = word.chars();
    let Some(first) = letters.next() else { return Vec::new() };
    let rest_is_low = !letters.any(char::is_uppercase);
    if !first.is_uppercase() && rest_is_low {
        return words::number(word);
    }
    if word.chars().count() > 2 && rest_is_low && word.chars().all(char::is_alphabetic) {
        // `Transformer`: inflected in lower case, then capitalised again.
        let low: String = word.chars().flat_map(char::to_lowercase).collect();
        return words::number(&low).into_iter().map(|(text, rule)| (capitalised(&text), rule)).collect();
    }
    acronym(word)
}

/// GPU takes `s`, and GPUs loses it. A name with anything but letters and digits (`llama.cpp`, `Q4_K_M`) has no other
/// form.
fn acronym(word: &str) -> Vec<(String, DerivationRule)> {
    if !word.chars().all(char::is_alphanumeric) || word.chars().count() < 2 {
        return Vec::new();
    }
    let stem = word.strip_suffix('s').filter(|stem| stem.ends_with(char::is_uppercase));
    vec![stem.map_or_else(
        || (format!("{word}s"), DerivationRule::Acronym),
        |stem| (stem.to_owned(), DerivationRule::Singular),
    )]
}

/// The text with its first letter in upper case.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::{Language, derive};

    #[test]
    fn other_languages() {
        let cases = [
            ("fr", "réseau neuronal", "réseaux neuronaux"),
            ("fr", "mise à jour", "mises à jour"),
            ("fr", "données", "donnée"),
            ("fr", "œuvre", "oeuvres"),
            ("fr", "attaque par force brute", "attaques par force brute"),
            ("fr", "clé publique", "clés publiques"),
            ("es", "red", "redes"),
            ("es", "luz", "luces"),
            ("es", "conexión", "conexiones"),
            ("es", "redes", "red"),
            ("es", "clave pública", "claves públicas"),
            ("pt", "função", "funções"),
            ("pt", "nuvem", "nuvens"),
            ("it", "rete neurale", "reti neurali"),
            ("it", "chiave pubblica", "chiavi pubbliche"),
            ("nl", "container", "containers"),
            ("sv", "nod", "noderna"),
            ("da", "node", "noderne"),
            ("ja", "サーバー", "サーバ"),
            ("ja", "ライブラリ", "ライブラリー"),
            ("de", "Haus", "Hauses"),
            ("es", "imagen de contenedor", "imágenes de contenedor"),
            ("es", "Descubrimiento de Servicio", "Descubrimiento de Servicios"),
            ("pt", "API", "APIs"),
            ("nl", "taak", "taken"),
        ];
        for (language, term, expected) in cases {
            let found: Vec<String> = derive(term, Language::of(language)).into_iter().map(|form| form.text).collect();
            assert!(found.iter().any(|form| form == expected), "{language} {term}: {found:?}");
        }
        for (language, term) in [
            ("en", "클러스터"),
            ("fr", "Q4_K_M"),
            ("fr", "bus"),
            ("ja", "メン"),
            ("ru", "DevOps"),
            ("uk", "вузол"),
            ("fr", ""),
        ] {
            assert_eq!(derive(term, Language::of(language)), [], "{language} {term}");
        }
    }

    #[test]
    fn plurals_and_singulars() {
        let cases = [
            ("memory bandwidth", "memory bandwidths"),
            ("time to first token", "times to first token"),
            ("tokens per second", "token per second"),
            ("mixture of experts", "mixtures of experts"),
            ("end-of-sequence token", "end-of-sequence tokens"),
            ("weights", "weight"),
            ("batch", "batches"),
            ("epoch", "epochs"),
            ("caches", "cache"),
            ("batches", "batch"),
            ("cookies", "cookie"),
            ("queries", "query"),
            ("importance matrix", "importance matrices importance matrixes"),
            ("indices", "index"),
            ("latency", "latencies"),
            ("array", "arrays"),
            ("embedding", "embeddings"),
            ("feed", "feeds"),
            ("quantized", ""),
            ("bias", "biases"),
            ("biases", "bias"),
            ("lens", "lenses"),
            ("hypothesis", "hypotheses"),
            ("hypotheses", "hypothesis"),
            ("status", "statuses"),
            ("menus", "menu"),
            ("responses", "response"),
            ("loss", "losses"),
            ("hero", "heroes"),
            ("photo", "photos"),
            ("id", "ids"),
            ("k", ""),
            ("hardware", ""),
            ("metrics", "metric"),
            ("physics", ""),
            ("memory-bound", ""),
            ("key-value cache", "key-value caches"),
            ("tokens/sec", ""),
            ("GPU", "GPUs"),
            ("GPUs", "GPU"),
            ("H100", "H100s"),
            ("KV cache", "KV caches"),
            ("MoE", "MoEs"),
            ("Transformer", "Transformers"),
            ("Markov Property", "Markov Properties"),
            ("llama.cpp", ""),
            ("Q4_K_M", ""),
            ("café", "cafés"),
            ("🚀", ""),
            ("", ""),
        ];
        for (term, expected) in cases {
            let found: Vec<String> = derive(term, Language::English).into_iter().map(|derived| derived.text).collect();
            assert_eq!(found.join(" "), expected, "{term}");
        }
    }

    #[test]
    fn a_singular_leads_back_to_its_plural() {
        for plural in ["weights", "caches", "queries", "biases", "losses", "matrices", "vertices", "boxes", "movies"] {
            let singular = derive(plural, Language::English).remove(0).text;
            assert!(
                derive(&singular, Language::English).iter().any(|back| back.text == plural),
                "{plural}, {singular}"
            );
        }
    }
}
