//! Finds out whether the terms of a glossary begin with a capital whatever they are, as the headwords of a dictionary
//! do. Such a capital does not tell a proper name from a word.
//!
//! German is left out, since its nouns have a capital in every text. Terms that are fixed, such as GPU or H100, do not
//! count, and neither do those of scripts without capitals.

use crate::link::forms::capitals::is_capitalised;
use crate::link::forms::inflect::Language;
use crate::link::forms::text_language::TextLanguages;
use crate::model::document::{Document, Parsed};

/// With fewer terms, capitals may be chance.
const LEAST: usize = 3;

/// Whether headwords begin with a capital, by the language of the entries' texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Headwords {
    /// In the language of the site that is built.
    own: bool,
    /// In the language of the originals.
    original: bool,
}

impl Headwords {
    /// Counts the capitals of all terms: nine in ten must have one.
    #[must_use]
    pub fn of(documents: &[Document], texts: TextLanguages) -> Self {
        let are_capitalised = |language: Language, terms: &mut dyn Iterator<Item = &str>| {
            let cased: Vec<bool> = terms.filter_map(is_capitalised).collect();
            let capitalised = cased.iter().filter(|is| **is).count();
            language != Language::German && cased.len() >= LEAST && capitalised * 10 >= cased.len() * 9
        };
        let translated = documents.iter().filter(|document| document.translation.is_some());
        let originals = documents.iter().map(|document| match &document.translation {
            Some(translation) => translation.original.front.term.as_str(),
            None => document.front.term.as_str(),
        });
        let original = are_capitalised(texts.original, &mut originals.into_iter());
        let own = are_capitalised(texts.own, &mut translated.map(|document| document.front.term.as_str()));
        Self { own, original }
    }

    /// True if a capital at the beginning of an entry's names may mean nothing.
    #[must_use]
    pub fn of_entry(self, document: &Parsed) -> bool {
        if document.translation.is_some() { self.own } else { self.original }
    }
}
