//! The inventory: every page of the site once, with the metadata for machines.
//!
//! 1. Entries come from the glossary.
//! 2. Every other page supplies its own listing, so that a new kind of page needs no change here.
//!
//! Pages that search engines should not index (the 404 page, redirects) are not listed.

use crate::site::languages::is_untranslated;
use crate::site::page_id::{PageId, PageKind};
use jiff::civil::Date;
use rooflight_glossary::link::Glossary;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::syntax::inline;

/// The metadata of a page for machines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Determines address and kind.
    pub id: PageId,
    /// The folder below the site's root, with its final `/`; empty for the home page.
    pub path: String,
    /// The heading, as plain text.
    pub title: String,
    /// One sentence, as plain text.
    pub description: String,
    /// The day of the last change that an author has dated; `None` if there is no date.
    pub changed: Option<Date>,
    /// True if it is an untranslated copy of a page of the default language.
    pub repeats: bool,
}

impl Listed {
    /// Creates the metadata of a page; address and date follow from its identity.
    #[must_use]
    pub fn new(config: &Config, glossary: &Glossary, id: PageId, title: String, description: String) -> Self {
        let (path, changed) = (id.path(config, glossary), id.changed(config, glossary));
        let repeats = match id {
            PageId::Entry(number) => is_untranslated(config, &glossary.entries[number]),
            _ => false,
        };
        Self { id, path, title, description, changed, repeats }
    }

    /// Returns the kind of page.
    #[must_use]
    pub const fn kind(&self) -> PageKind {
        self.id.kind()
    }
}

/// Lists all entries, in the order of their files.
#[must_use]
pub fn entries(config: &Config, glossary: &Glossary) -> Vec<Listed> {
    let listed = glossary.entries.iter_enumerated().map(|(number, entry)| {
        let front = &entry.document.front;
        Listed::new(config, glossary, PageId::Entry(number), front.term.clone(), inline::text(&front.definition))
    });
    listed.collect()
}
