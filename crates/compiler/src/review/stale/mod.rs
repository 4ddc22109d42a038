//! Warns of content that is stale on a given day. Only `check --stale` runs it; builds do not, so that the same content
//! always gives the same warnings.
//!
//! 1. [`reviews`](super::reviews) finds reviews that are due.
//! 2. [`years`] finds past years in texts, and measured runs of past years.
//! 3. [`sources`] finds sources whose content may have changed since they were read, [`versions`] finds sources of an
//!    older version than others on the site.
//!
//! It reads no clock and fetches nothing: the newest version is the newest one among the site's own sources.

mod address;
mod sources;
mod versions;
pub(super) mod years;

use crate::review::reviews;
use jiff::civil::Date;
use rooflight_glossary::link::Entry;
use rooflight_source::diagnostic::Diagnostic;

/// Warns of stale reviews and sources of `entries`, which must not contain drafts.
pub(super) fn check(entries: &[&Entry], today: Date, problems: &mut Vec<Diagnostic>) {
    reviews::due(entries, today, problems);
    versions::check(entries, problems);
    for entry in entries {
        sources::check(&entry.document, problems);
    }
}
