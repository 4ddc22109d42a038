//! Characters that texts must not contain: control characters anywhere, invisible ones in names.
//!
//! XML cannot represent most control characters, not even escaped; in HTML they are errors.

use crate::diagnostic::{Diagnostic, Location, messages};
use std::borrow::Cow;
use std::fmt::Write as _;

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

/// True for a character that a terminal obeys in place of showing it: control characters, and those that change the
/// direction or the lines of the text around them.
#[must_use]
pub fn is_command(c: char) -> bool {
    let is_direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || is_direction || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Returns a text as a terminal may show it: what [`is_command`] finds is written out as `\u001b`, except line feeds. A
/// text that is JSON stays the same JSON.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    written_out(text, |c| is_command(c) && c != '\n')
}

/// As [`shown`], for a text within a line: a name or a value, whose line feeds would begin lines that nobody wrote.
#[must_use]
pub fn shown_in_line(text: &str) -> Cow<'_, str> {
    written_out(text, is_command)
}

fn written_out(text: &str, is_written_out: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_written_out) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_written_out(c) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// As [`shown`], for a text that the program has coloured: it keeps colours, which nothing but `ESC [ … m` is.
#[must_use]
pub fn shown_in_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = shown(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let end = part.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b';').count();
        let is_colour = part[end..].starts_with('m');
        out.push_str(if is_colour { "\u{1b}[" } else { "\\u001b[" });
        out.push_str(&shown(part));
    }
    out
}

/// Reports the first forbidden character in the text from `start` on.
pub fn check(file: &str, text: &str, start: usize, problems: &mut Vec<Diagnostic>) {
    let found = text.get(start..).and_then(|text| text.char_indices().find(|(_, c)| is_forbidden(*c)));
    if let Some((at, c)) = found {
        let at = start + at;
        problems.push(messages::control_character(Location::new(file, at..at + c.len_utf8()), c));
    }
}
