//! Builds the linker's subjects from entries and pages.

use crate::link::matching::linker::Subject;
use crate::model::config::Config;
use crate::model::document::{Documents, Parsed};
use crate::model::ids::EntryId;
use crate::model::page::Page;

/// The linker's subject for an entry's body.
#[must_use]
pub fn subject<'a>(documents: &'a Documents, own: EntryId, config: &Config) -> Subject<'a> {
    let Parsed { path, body, front, .. } = &*documents[own];
    let density = front.links.unwrap_or(config.links);
    Subject { path, body, own: Some(own), sources: &front.sources, density, explain: None }
}

/// The linker's subject for a page's body.
#[must_use]
pub fn page_subject<'a>(page: &'a Page, config: &Config) -> Subject<'a> {
    let density = page.front.links.unwrap_or(config.links);
    Subject { path: &page.path, body: &page.body, own: None, sources: &[], density, explain: None }
}
