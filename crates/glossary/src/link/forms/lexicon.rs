//! The input from which forms are collected: the documents, and the settings by which their names are found.

use crate::link::forms::abbreviations::{self, Abbreviation};
use crate::link::forms::headwords::Headwords;
use crate::link::forms::inflect::Language;
use crate::link::forms::text_language::TextLanguages;
use crate::model::config::Config;
use crate::model::document::Documents;
use crate::model::matching::SiteMatching;

/// The documents and settings from which forms are collected.
#[derive(Debug, Clone, Copy)]
pub struct Lexicon<'a> {
    /// The documents, the published ones first.
    pub documents: &'a Documents,
    /// The number of published documents; those after them are drafts.
    pub published: usize,
    /// The site's language.
    pub language: Language,
    /// The languages of the entries' texts, by which their names are inflected.
    pub texts: TextLanguages,
    /// Whether terms begin with a capital whatever they are.
    pub headwords: Headwords,
    /// The abbreviations of each published entry; `None` to find them in the entries' texts.
    pub abbreviations: Option<&'a [Vec<Abbreviation>]>,
    /// The site's default for `match`.
    pub matching: SiteMatching,
    /// True to include forms that are never linked, so that they can be explained.
    pub explain: bool,
}

impl<'a> Lexicon<'a> {
    /// The input of a build: abbreviations from the texts, linked forms only.
    #[must_use]
    pub fn new(documents: &'a Documents, published: usize, config: &Config) -> Self {
        let language = Language::of(&config.language);
        let texts = TextLanguages::of(config);
        let headwords = Headwords::of(documents, texts);
        let (abbreviations, matching) = (None, config.matching);
        Self { documents, published, language, texts, headwords, abbreviations, matching, explain: false }
    }

    /// The abbreviations of each published entry, in the entries' order.
    #[must_use]
    pub fn abbreviations(&self) -> Vec<Vec<Abbreviation>> {
        self.abbreviations.map_or_else(
            || abbreviations::of_all((**self.documents).get(..self.published).unwrap_or_default(), self.texts),
            <[_]>::to_vec,
        )
    }
}
