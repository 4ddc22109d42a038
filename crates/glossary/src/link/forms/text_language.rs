//! The language of an entry's text on a site in several languages.
//!
//! An entry without a translation appears in the default language, and its names are inflected in that language.

use crate::link::forms::inflect::Language;
use crate::model::config::Config;
use crate::model::document::Parsed;

/// The language of the site that is built, and the language of its originals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextLanguages {
    /// The language of the site that is built.
    pub own: Language,
    /// The language of originals; equal to `own` unless a translated site is built.
    pub original: Language,
}

impl TextLanguages {
    /// The languages of a site with these settings.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let own = Language::of(&config.language);
        Self { own, original: config.translated_from.as_ref().map_or(own, |from| Language::of(from)) }
    }

    /// The language of an entry's text: that of originals unless the entry is translated.
    #[must_use]
    pub fn of_entry(self, document: &Parsed) -> Language {
        if document.translation.is_some() { self.own } else { self.original }
    }
}
