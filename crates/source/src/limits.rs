//! Limits on what a site says of itself, far above what readers could use: what every page repeats must not grow
//! without bound.
//!
//! A name over its limit is an error, never cut. Texts that only their own page shows have the limit of a source file.

use crate::diagnostic::{Diagnostic, Location, messages};

/// Longest name, in characters: a title, a term, an alias. Names that are searched for have a limit of their own
/// (`link::form::MAX_CHARACTERS`).
pub const NAME: usize = 200;

/// Longest sentence that other pages repeat, in characters: a description or a summary.
pub const SENTENCE: usize = 2_000;

/// Most names in a list of an entry: aliases, forms, former addresses.
pub const NAMES: usize = 10_000;

/// Most layers of a site: every page lists them.
pub const LAYERS: usize = 100;

/// Reports a text that is longer than this.
pub fn text(what: &str, text: &str, most: usize, location: impl FnOnce() -> Location, problems: &mut Vec<Diagnostic>) {
    // A character takes a byte or more.
    if text.len() > most && text.chars().count() > most {
        problems.push(messages::too_long(location(), what, text.chars().count(), most));
    }
}

/// Reports a list that is longer than this.
pub fn list(
    what: &str,
    count: usize,
    most: usize,
    location: impl FnOnce() -> Location,
    problems: &mut Vec<Diagnostic>,
) {
    if count > most {
        problems.push(messages::too_many(location(), what, count, most));
    }
}
