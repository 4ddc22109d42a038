//! Content that is stale by a given day. `check --stale` asks for it; builds do not, so that the same content gives the
//! same warnings.
//!
//! 1. Reviews that are due: see [`super::reviews`].
//! 2. [`years`] looks for past years in texts and for measured runs of such years.
//! 3. [`sources`] looks for sources that cannot be read again as they were read, [`versions`] for those behind others
//!    of the site.
//!
//! Reads no clock and opens no source: the newest version of a thing is the newest that a source of the site names.

mod address;
mod sources;
mod versions;
pub(super) mod years;

use crate::review::reviews;
use jiff::civil::Date;
use rooflight_glossary::link::Entry;
use rooflight_source::diagnostic::Diagnostic;

/// Warns of the reviews and sources of `entries`, which are those that are not drafts.
pub(super) fn check(entries: &[&Entry], today: Date, problems: &mut Vec<Diagnostic>) {
    reviews::due(entries, today, problems);
    versions::check(entries, problems);
    for entry in entries {
        sources::check(&entry.document, problems);
    }
}
