//! Control characters: invalid in pages and feeds, so they are reported and never written.
//!
//! XML has no way to write most control characters, not even escaped; in HTML they are errors.

use crate::diagnostic::{Diagnostic, Place, messages};

/// True for a control character that is no white space, and for the two that are no characters.
#[must_use]
pub(crate) fn is_forbidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}')) || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Reports the first such character that stands in a text as it is.
pub(crate) fn check(file: &str, text: &str, start: usize, problems: &mut Vec<Diagnostic>) {
    let found = text.get(start..).and_then(|text| text.char_indices().find(|(_, c)| is_forbidden(*c)));
    if let Some((at, c)) = found {
        let at = start + at;
        problems.push(messages::control_character(Place::new(file, at..at + c.len_utf8()), c));
    }
}
