//! The language that an entry's text is in, where a site has several.
//!
//! An entry without a translation is shown in the default language, and its names are inflected by that.

use crate::link::inflect::Language;
use crate::model::config::Config;
use crate::model::document::Parsed;

/// The language of the site that is built, and that of its originals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextLanguages {
    /// The one of the site.
    pub own: Language,
    /// The one of originals; the same, unless a further language is built.
    pub original: Language,
}

impl TextLanguages {
    /// The languages of a site with these settings.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let own = Language::of(&config.language);
        Self { own, original: config.translated_from.as_ref().map_or(own, |from| Language::of(from)) }
    }

    /// The language of an entry.
    #[must_use]
    pub fn of_entry(self, document: &Parsed) -> Language {
        if document.translation.is_some() { self.own } else { self.original }
    }
}
