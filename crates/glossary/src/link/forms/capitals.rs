//! Decides which capitals of a name matter.
//!
//! 1. A word with a capital after its first letter (GPU, MoE, vLLM), a capital and a digit (H100) or a single capital
//!    is *fixed*: it matches only as written. Any other word is ordinary.
//! 2. A name of several words matches with its ordinary words in lower case, with the first one Capitalised, or with
//!    several: "Volume Plugin" and "volume plugin" are one name. The same holds for a single word without a capital.
//! 3. A single Capitalised word is either a headword ("Container") or a proper name ("Go"). It is ordinary if its own
//!    entry, code aside, writes it in lower case or in the plural, which proper names lack; otherwise it matches only
//!    as written. Where headwords begin with a capital whatever they are (`headwords`), it is ordinary unless its entry
//!    writes the capital inside a sentence.
//! 4. If another entry has the same name in lower case, capitals distinguish the two and matter.
//! 5. `match: exact` and `match: any`, of an entry or a site, override these rules.
//!
//! Reads one entry's own text only: other entries' texts never affect a name.

use crate::link::forms::fold::{Folded, low};
use crate::link::forms::inflect::{self, DerivationRule, Language};
use crate::link::forms::own_text::own_text;
use crate::model::document::Parsed;
use crate::model::matching::Matching;
use std::collections::BTreeSet;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// How the capitals of a match are compared with those of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capitals {
    /// As written: all words are fixed, `match: exact` is set, or another entry has the name in lower case.
    Exact,
    /// As written, because a single Capitalised word may be a proper name.
    Name,
    /// Fixed words as written, ordinary ones in lower case or Capitalised.
    Ordinary,
    /// In any case: `match: any`.
    Any,
}

impl Capitals {
    /// True if `text`, which has the letters of `name`, also has acceptable capitals.
    #[must_use]
    pub fn accept(self, name: &str, text: &str) -> bool {
        match self {
            Self::Exact | Self::Name => name == text,
            Self::Ordinary => name == text || agrees(name, text),
            Self::Any => true,
        }
    }
}

/// The words of an entry's text, collected on first use.
#[derive(Debug)]
pub struct OwnWords<'a> {
    document: &'a Parsed,
    language: Language,
    /// Whether headwords begin with a capital whatever they are.
    headwords: bool,
    words: Option<BTreeSet<String>>,
}

impl<'a> OwnWords<'a> {
    /// Prepares the words of a document; nothing is read yet.
    #[must_use]
    pub fn new(document: &'a Parsed, language: Language, headwords: bool) -> Self {
        Self { document, language, headwords, words: None }
    }

    /// Decides how the capitals of one of the document's names count; `matching` is the document's or its site's
    /// setting.
    pub fn capitals(&mut self, name: &str, matching: Matching) -> Capitals {
        match matching {
            Matching::Exact => Capitals::Exact,
            Matching::Any => Capitals::Any,
            _ if !is_lone(name) => {
                if words(name).all(|word| is_fixed(&name[word])) {
                    Capitals::Exact
                } else {
                    Capitals::Ordinary
                }
            }
            _ if self.writes(name) => Capitals::Ordinary,
            _ if self.headwords && !is_name(name, self.document) => Capitals::Ordinary,
            _ => Capitals::Name,
        }
    }

    /// True if the entry's text has the name in lower case or in the plural.
    fn writes(&mut self, name: &str) -> bool {
        let words = self.words.get_or_insert_with(|| own_words(self.document, self.language));
        let small = inflect::lower_case(name, self.language);
        let is_plural = |rule| !matches!(rule, DerivationRule::Singular | DerivationRule::Inflected);
        words.contains(&small)
            || inflect::derive(&small, self.language).iter().any(|form| words.contains(&form.text))
            || inflect::derive(name, self.language)
                .iter()
                .any(|form| is_plural(form.rule) && words.contains(&form.text))
    }
}

/// For each name of an entry, whether its own text makes it an ordinary word. Other documents' links depend on this.
#[must_use]
pub fn ordinary_names(document: &Parsed, language: Language, headwords: bool) -> Vec<bool> {
    let front = &document.front;
    let names = [&front.term].into_iter().chain(&front.aliases).chain(front.unwanted()).chain(&front.forms);
    let mut own = OwnWords::new(document, language, headwords);
    names.map(|name| own.capitals(&Folded::new(name).text, Matching::Auto) == Capitals::Ordinary).collect()
}

/// The words of an entry's definition and body, without code. Outside English an apostrophe separates words, as in
/// `l'horloge`.
fn own_words(document: &Parsed, language: Language) -> BTreeSet<String> {
    let text = own_text(&document.body);
    let words = text.unicode_words();
    match language {
        Language::English => words.map(|word| word.strip_suffix("'s").unwrap_or(word).to_owned()).collect(),
        _ => words.flat_map(|word| word.split('\'')).map(str::to_owned).collect(),
    }
}

/// True for a name that is too short to be a word for certain, as Go is, or that its entry's text writes with its
/// capital inside a sentence, next to no other capital.
fn is_name(name: &str, document: &Parsed) -> bool {
    if name.is_ascii() && name.len() <= 2 {
        return true;
    }
    let text = own_text(&document.body);
    let words: Vec<(usize, &str)> = text.unicode_word_indices().collect();
    let is_small = |word: &str| word.chars().next().is_some_and(|c| low(c) == c);
    words.windows(2).enumerate().any(|(at, pair)| {
        let [(start, before), (here, word)] = [pair[0], pair[1]];
        let is_inside = || text[start + before.len()..here].chars().all(|c| matches!(c, ' ' | ',' | '-'));
        let is_alone = || is_small(before) && words.get(at + 2).is_none_or(|(_, after)| is_small(after));
        word == name && is_inside() && is_alone()
    })
}

/// Whether a term begins with a capital; `None` if its first word is fixed or has no case.
pub(in crate::link) fn is_capitalised(term: &str) -> Option<bool> {
    let first = words(term).next().map(|word| &term[word])?;
    let letter = first.chars().find(|c| c.is_alphanumeric())?;
    let is_cased = low(letter) != letter || letter.to_uppercase().ne([letter]);
    (is_cased && !is_fixed(first)).then(|| low(letter) != letter)
}

/// True for a single word that has a capital at its beginning only.
fn is_lone(name: &str) -> bool {
    let mut words = words(name);
    let first = words.next().map(|word| &name[word]);
    words.next().is_none() && first.is_some_and(|word| !is_fixed(word) && has_capital(word))
}

/// True if `text` has the fixed words of `name` as they are, and capitals in ordinary words only at their beginning,
/// where the first ordinary word of the text or the name's own word has one.
fn agrees(name: &str, text: &str) -> bool {
    let mut first = None;
    words(name).all(|range| {
        let (Some(word), Some(found)) = (name.get(range.clone()), text.get(range)) else { return false };
        if is_fixed(word) {
            return word == found;
        }
        let mut letters = found.chars().skip_while(|c| !c.is_alphanumeric());
        let capital = letters.next().is_some_and(|c| low(c) != c);
        let first = *first.get_or_insert(capital);
        (first || !capital || has_capital(word)) && letters.all(|c| low(c) == c)
    })
}

/// The byte ranges of the words, which spaces, hyphens and slashes separate.
fn words(name: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    name.split([' ', '-', '/']).filter_map(move |word| {
        let range = start..start + word.len();
        start = range.end + 1;
        word.contains(char::is_alphanumeric).then_some(range)
    })
}

fn has_capital(word: &str) -> bool {
    word.chars().any(|c| low(c) != c || c.is_uppercase())
}

/// True for a word such as GPU, MoE, vLLM, H100 or C, which matches only as written.
fn is_fixed(word: &str) -> bool {
    let mut letters = word.trim_start_matches(|c: char| !c.is_alphanumeric()).chars();
    let Some(first) = letters.next() else { return false };
    let rest = letters.as_str();
    let capital = low(first) != first || first.is_uppercase();
    let alone = !rest.contains(char::is_alphanumeric);
    has_capital(rest) || capital && (alone || rest.contains(char::is_numeric))
}
