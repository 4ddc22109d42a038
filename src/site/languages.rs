//! The languages of a site: which there are, which pages each has, and how a page of one leads to another's.
//!
//! 1. Every language is a site of its own, below its folder; the default language stands at the root.
//! 2. A further language has the pages of the glossary. Whatever else there is (calculators, the catalog, lessons)
//!    exists once, in the default language: [`language_ways`](crate::site::language_ways) lead there.
//! 3. An entry without a translation is shown in the default language, and is no page of its own for machines.
//!
//! Nothing here knows a text of the interface.

use crate::site::page_id::PageId;
use crate::site::paths::entry_path;
use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::config::{BaseUrl, Config, Language};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A language of a site.
#[derive(Debug, Clone)]
pub struct Version {
    /// Its tag.
    pub language: Language,
    /// The folder of its pages below the site's root, with its final `/`; empty for the default language.
    pub folder: String,
    /// The address of that folder.
    pub base_url: BaseUrl,
    /// The ids of the entries that are translated; `None` for the default language, which has all.
    pub translated: Option<BTreeSet<String>>,
}

/// The languages of a site, and the one that is built.
#[derive(Debug, Clone)]
pub struct Languages {
    /// All of them, the default one first.
    pub all: Arc<[Version]>,
    /// The position of the one that is built.
    pub own: usize,
}

/// A page of another language.
#[derive(Debug, Clone)]
pub struct Counterpart<'a> {
    /// Its language.
    pub version: &'a Version,
    /// Its path below the folder of its language.
    pub path: String,
}

impl Languages {
    /// Whether there is more than one.
    #[must_use]
    pub fn are_several(&self) -> bool {
        self.all.len() > 1
    }

    /// The folder of the one that is built, below the site's root.
    #[must_use]
    pub fn folder(&self) -> &str {
        self.all.get(self.own).map_or("", |version| &version.folder)
    }

    /// The page that says in each other language what this one says; where there is none, its home page.
    #[must_use]
    pub fn counterparts(&self, id: &PageId, config: &Config, glossary: &Glossary) -> Vec<Counterpart<'_>> {
        let path = match id {
            PageId::Links(number) => entry_path(&glossary.entries[*number]),
            _ if is_everywhere(id) => id.path(config, glossary),
            _ => String::new(),
        };
        let others = self.all.iter().enumerate().filter(|(at, _)| *at != self.own);
        others.map(|(_, version)| Counterpart { version, path: path.clone() }).collect()
    }

    /// Every language that has the page in its own words, with its address; empty where one alone has it.
    #[must_use]
    pub fn alternates(&self, id: &PageId, config: &Config, glossary: &Glossary) -> Vec<(&Version, String)> {
        let is_there = |version: &&Version| match (id, &version.translated) {
            (PageId::Entry(number), Some(translated)) => translated.contains(&glossary.entries[*number].document.id),
            _ => true,
        };
        let own = self.all.get(self.own).is_some_and(|version| is_there(&version));
        if !self.are_several() || !own || !is_everywhere(id) || matches!(id, PageId::Print | PageId::Search) {
            return Vec::new();
        }
        let path = id.path(config, glossary);
        let found: Vec<_> =
            self.all.iter().filter(is_there).map(|version| (version, version.base_url.join(&path))).collect();
        if found.len() > 1 { found } else { Vec::new() }
    }
}

/// Whether every language has a page of this kind at the same path.
fn is_everywhere(id: &PageId) -> bool {
    matches!(
        id,
        PageId::Changes
            | PageId::Entry(_)
            | PageId::EntrySources
            | PageId::Feeds
            | PageId::Home
            | PageId::Index
            | PageId::Layer(_)
            | PageId::Map
            | PageId::Print
            | PageId::Search
            | PageId::Sources
    )
}

/// Whether an entry is shown in the default language, since the one that is built has no translation of it.
#[must_use]
pub fn is_untranslated(config: &Config, entry: &Entry) -> bool {
    config.is_further() && entry.document.translation.is_none()
}
