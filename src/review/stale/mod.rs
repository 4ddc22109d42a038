//! What has gone stale by a given day. `check --stale` asks for it; builds do not, so that the same content gives the same warnings.
//!
//! 1. Reviews that are due: see [`super::reviews`].
//! 2. [`years`] looks for past years in texts and for measured runs of such years.
//! 3. [`sources`] looks for sources that nobody can read again as they were read, [`versions`] for those behind others of the site.
//!
//! Reads no clock and opens no source: the newest version of a thing is the newest that a source of the site names.

mod address;
mod sources;
mod versions;
mod years;

use crate::review::reviews;
use jiff::civil::Date;
use rooflight_glossary::diagnostic::Diagnostic;
use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::config::Config;
use years::Years;

/// Warns of entries and pages; `entries` are those that are no drafts.
pub(super) fn check(
    entries: &[&Entry],
    glossary: &Glossary,
    config: &Config,
    catalog: Option<&Catalog>,
    today: Date,
    problems: &mut Vec<Diagnostic>,
) {
    reviews::due(entries, today, problems);
    versions::check(entries, problems);
    let years = Years::new(config, catalog, today);
    for entry in entries {
        sources::check(&entry.document, problems);
        years.check(&entry.document.path, &entry.document.body, problems);
    }
    for linked in &glossary.pages {
        years.check(&linked.page.path, &linked.page.body, problems);
    }
}
