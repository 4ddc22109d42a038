//! The sources of forms: the documents, and the settings by which their names are found.

use crate::link::abbreviations::{self, Abbreviation};
use crate::link::inflect::Language;
use crate::link::text_language::TextLanguages;
use crate::model::config::Config;
use crate::model::document::Documents;
use crate::model::matching::SiteMatching;

/// The sources of forms.
#[derive(Debug, Clone, Copy)]
pub struct Lexicon<'a> {
    /// The documents, the published ones first.
    pub documents: &'a Documents,
    /// The number of published documents; those after them are drafts.
    pub published: usize,
    /// The language whose inflections are derived.
    pub language: Language,
    /// The languages of the entries' texts.
    pub texts: TextLanguages,
    /// The abbreviations of the entries where they are known; `None` where their texts tell.
    pub abbreviations: Option<&'a [Vec<Abbreviation>]>,
    /// How capitals count by default.
    pub matching: SiteMatching,
    /// Whether to search for forms that are never linked too, to explain them.
    pub explain: bool,
}

impl<'a> Lexicon<'a> {
    /// The sources of forms in a build.
    #[must_use]
    pub fn new(documents: &'a Documents, published: usize, config: &Config) -> Self {
        let language = Language::of(&config.language);
        let texts = TextLanguages::of(config);
        Self { documents, published, language, texts, abbreviations: None, matching: config.matching, explain: false }
    }

    /// The abbreviations of the published entries, in their order.
    #[must_use]
    pub fn abbreviations(&self) -> Vec<Vec<Abbreviation>> {
        self.abbreviations.map_or_else(
            || abbreviations::of_all((**self.documents).get(..self.published).unwrap_or_default(), self.texts),
            <[_]>::to_vec,
        )
    }
}
