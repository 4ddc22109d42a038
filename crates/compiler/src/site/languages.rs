//! The languages of a site: which pages each has, and the links between their versions of a page.
//!
//! 1. Each further language is a separate site in its own folder; the default language is at the root.
//! 2. A further language has the pages of the glossary. All other pages (calculators, the catalog, lessons) exist only
//!    in the default language; [`language_ways`](crate::site::language_ways) has the paths to them.
//! 3. An entry without a translation is shown in the default language, and its canonical address is that of the
//!    original.
//!
//! Texts of the interface are elsewhere, in the strings.

use crate::site::page_id::PageId;
use crate::site::paths::entry_path;
use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::config::{BaseUrl, Config, Language};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A language of a site.
#[derive(Debug, Clone)]
pub struct Version {
    /// The BCP 47 tag.
    pub language: Language,
    /// The folder of its pages below the site's root, with its final `/`; empty for the default language.
    pub folder: String,
    /// The absolute address of that folder.
    pub base_url: BaseUrl,
    /// The ids of the translated entries; `None` for the default language, which has all entries.
    pub translated: Option<BTreeSet<String>>,
}

/// All languages of a site, and the current one.
#[derive(Debug, Clone)]
pub struct Languages {
    /// All languages, the default one first.
    pub all: Arc<[Version]>,
    /// The position of the current language in `all`.
    pub own: usize,
}

/// A link to a page in another language.
#[derive(Debug, Clone)]
pub struct Counterpart<'a> {
    /// The language of the page.
    pub version: &'a Version,
    /// The path below the folder of that language; empty for its home page.
    pub path: String,
}

impl Languages {
    /// True if there is more than one language.
    #[must_use]
    pub fn are_several(&self) -> bool {
        self.all.len() > 1
    }

    /// Returns the folder of the current language below the site's root; empty for the default language.
    #[must_use]
    pub fn folder(&self) -> &str {
        self.all.get(self.own).map_or("", |version| &version.folder)
    }

    /// Returns the version of a page in each other language; the home page of a language that lacks it.
    #[must_use]
    pub fn counterparts(&self, id: &PageId, config: &Config, glossary: &Glossary) -> Vec<Counterpart<'_>> {
        let path = match id {
            PageId::Links(number) => entry_path(&glossary.entries[*number]),
            _ if id.kind().is_everywhere() => id.path(config, glossary),
            _ => String::new(),
        };
        let others = self.all.iter().enumerate().filter(|(at, _)| *at != self.own);
        others.map(|(_, version)| Counterpart { version, path: path.clone() }).collect()
    }

    /// Returns all languages that have their own version of a page, with absolute addresses; empty if only one has.
    #[must_use]
    pub fn alternates(&self, id: &PageId, config: &Config, glossary: &Glossary) -> Vec<(&Version, String)> {
        let is_there = |version: &&Version| match (id, &version.translated) {
            (PageId::Entry(number), Some(translated)) => translated.contains(&glossary.entries[*number].document.id),
            _ => true,
        };
        let own = self.all.get(self.own).is_some_and(|version| is_there(&version));
        if !self.are_several() || !own || !id.kind().is_everywhere() || matches!(id, PageId::Print | PageId::Search) {
            return Vec::new();
        }
        let path = id.path(config, glossary);
        let found: Vec<_> =
            self.all.iter().filter(is_there).map(|version| (version, version.base_url.join(&path))).collect();
        if found.len() > 1 { found } else { Vec::new() }
    }
}

/// True if the current language has no translation of an entry, so that the original is shown.
#[must_use]
pub fn is_untranslated(config: &Config, entry: &Entry) -> bool {
    config.is_further() && entry.document.translation.is_none()
}
