//! Characters that texts must not contain: control characters anywhere, invisible ones in names.
//!
//! XML cannot represent most control characters, not even escaped; in HTML they are errors.

use crate::diagnostic::{Diagnostic, Location, messages};

/// True for control characters other than white space, and for the noncharacters U+FFFE and U+FFFF.
#[must_use]
pub fn is_forbidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}')) || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// True for an invisible character that does not belong in a name: zero-width spaces and marks, and characters that
/// change the direction of text. Two names that differ in one look the same.
///
/// The joiners (U+200C, U+200D) are letters of some scripts and are allowed. Names of entries may also contain the
/// three plain direction marks, which the matcher ignores.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    let range = |first: char, last: char| (first..=last).contains(&c);
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || range('\u{202a}', '\u{202e}')
        || range('\u{2060}', '\u{206f}')
        || range('\u{e0000}', '\u{e007f}')
}

/// Reports the first forbidden character in the text from `start` on.
pub fn check(file: &str, text: &str, start: usize, problems: &mut Vec<Diagnostic>) {
    let found = text.get(start..).and_then(|text| text.char_indices().find(|(_, c)| is_forbidden(*c)));
    if let Some((at, c)) = found {
        let at = start + at;
        problems.push(messages::control_character(Location::new(file, at..at + c.len_utf8()), c));
    }
}
