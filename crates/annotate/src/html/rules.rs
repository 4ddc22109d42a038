//! The rules by which pages are read, and the attribute that marks a link to an entry.

use crate::html::selector::Selectors;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::density::Density;
use std::collections::BTreeSet;

/// The attribute of a link to an entry, by its id: links that the program writes have it, and authors may write it.
pub const TERM: &str = "data-term";

/// Which text of a page is read, and which mentions become links.
#[derive(Debug, Clone)]
pub struct Rules {
    /// The elements whose text is read.
    pub within: Selectors,
    /// How often a term is linked.
    pub density: Density,
    /// The most links in a section.
    pub max_links: usize,
    /// Entries that are never linked.
    pub except: BTreeSet<EntryId>,
    /// Whether mentions carry their sentences: reports show them, links do without.
    pub quotes: bool,
}

impl Default for Rules {
    fn default() -> Self {
        let (within, except) = (Selectors::default(), BTreeSet::new());
        Self { within, density: Density::Section, max_links: 12, except, quotes: true }
    }
}
