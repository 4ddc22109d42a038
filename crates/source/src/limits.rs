//! Limits on texts that many pages repeat, far above any useful length, so that a site's size stays bounded.
//!
//! A text over its limit is an error; it is never cut. Texts that only their own page shows have the limit of a source
//! file.

use crate::diagnostic::{Diagnostic, Location, messages};

/// Maximum length of a name, in characters: a title, a term, an alias. Names that are searched for have a lower limit
/// (`link::forms::form::MAX_CHARACTERS`).
pub const MAX_NAME: usize = 200;

/// Maximum length of a description or summary that other pages repeat, in characters.
pub const MAX_SENTENCE: usize = 2_000;

/// Maximum number of names in a list of an entry: aliases, forms, former addresses.
pub const MAX_NAMES: usize = 10_000;

/// Maximum number of layers of a site, since every page lists them.
pub const MAX_LAYERS: usize = 100;

/// Reports a text of more than `most` characters.
pub fn text(what: &str, text: &str, most: usize, location: impl FnOnce() -> Location, problems: &mut Vec<Diagnostic>) {
    // A character takes at least one byte.
    if text.len() > most && text.chars().count() > most {
        problems.push(messages::too_long(location(), what, text.chars().count(), most));
    }
}

/// Reports a list of more than `most` items.
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
