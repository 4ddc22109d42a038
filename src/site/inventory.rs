//! The inventory: every page of the site, once, with what machines are told of it.
//!
//! 1. Entries come from the glossary.
//! 2. Every other page supplies its own listing, so that a new kind of page is listed without being named here.
//! 3. A page has a date only where its author gave one: an entry has its own, a list that of its newest entry.
//!
//! Pages that search engines should not index (the 404 page, redirects) are not listed.

use crate::link::tracks::Text;
use crate::link::{Entry, Glossary};
use crate::model::ids::EntryId;
use crate::site::kind::PageKind;
use crate::site::paths::entry_path;
use crate::syntax::inline;
use jiff::civil::Date;

/// A page as machines see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The folder below the site's root, with its final `/`; empty for the home page.
    pub path: String,
    /// The heading, as plain text.
    pub title: String,
    /// One sentence, as plain text.
    pub description: String,
    /// The kind of page, as templates know it.
    pub kind: PageKind,
    /// The day of the last change that an author has dated.
    pub changed: Option<Date>,
    /// The position of the entry that the page is about.
    pub entry: Option<EntryId>,
}

/// All entries, in the order of their files.
#[must_use]
pub fn entries(glossary: &Glossary) -> Vec<Listed> {
    let listed = |(number, entry): (EntryId, &Entry)| Listed {
        path: entry_path(entry),
        title: entry.document.front.term.clone(),
        description: inline::text(&entry.document.front.definition),
        kind: PageKind::Entry,
        changed: Some(entry.document.front.updated()),
        entry: Some(number),
    };
    glossary.entries.iter_enumerated().map(listed).collect()
}

/// A page that is no entry; `None` if it is not to be found.
#[must_use]
pub fn page(
    glossary: &Glossary,
    kind: PageKind,
    path: String,
    title: String,
    description: String,
    entry: Option<EntryId>,
) -> Option<Listed> {
    if matches!(kind, PageKind::Moved | PageKind::Embed) {
        return None;
    }
    let changed = changed(glossary, kind, &path);
    Some(Listed { path, title, description, kind, changed, entry })
}

/// When a page was last changed, as far as dates say; a page beside the entries has none.
fn changed(glossary: &Glossary, kind: PageKind, path: &str) -> Option<Date> {
    let newest =
        |wanted: &dyn Fn(&Entry) -> bool| glossary.entries.iter().filter(|entry| wanted(entry)).map(changed_on).max();
    match kind {
        PageKind::Home | PageKind::Index | PageKind::Map => newest(&|_| true),
        PageKind::Layer => {
            let id = path.strip_prefix("layers/")?.trim_end_matches('/');
            newest(&|entry| {
                entry.document.front.layer == id || entry.document.front.also_in.iter().any(|one| one == id)
            })
        }
        PageKind::Lesson => {
            let (track, number) = path.strip_prefix("learn/")?.trim_end_matches('/').split_once('/')?;
            let track = glossary.tracks.iter().find(|linked| linked.track.id == track)?;
            let lesson = track.lessons.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
            match lesson.text {
                Text::Entry(entry) => glossary.entries.get(entry).map(changed_on),
                Text::Page { .. } => None,
            }
        }
        _ => None,
    }
}

fn changed_on(entry: &Entry) -> Date {
    entry.document.front.updated()
}
