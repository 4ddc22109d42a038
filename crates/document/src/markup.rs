//! Building blocks of markup: escaped text, attributes, safe addresses.
//!
//! Everything that comes from data passes through here before it is part of a page. Writes no element by itself.

use alloc::string::String;

use super::digits::push_tenths;

/// Writes strings one after another.
// Not inlined: it is called everywhere, and its copies would weigh more in WebAssembly than the calls.
#[inline(never)]
pub fn put(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
}

/// Strings one after another, as one.
#[must_use]
pub fn joined(parts: &[&str]) -> String {
    let mut out = String::new();
    put(&mut out, parts);
    out
}

/// Writes a character, the five special ones replaced, for elements and quoted attributes alike.
pub(super) fn escape(out: &mut String, character: char) {
    match character {
        '&' => put(out, &["&amp;"]),
        '<' => put(out, &["&lt;"]),
        '>' => put(out, &["&gt;"]),
        '"' => put(out, &["&quot;"]),
        '\'' => put(out, &["&#39;"]),
        _ => out.push(character),
    }
}

/// Writes text into HTML.
pub fn escaped(out: &mut String, text: &str) {
    for character in text.chars() {
        escape(out, character);
    }
}

/// Writes text into HTML between two pieces of markup, if there is any text.
pub(super) fn around(out: &mut String, open: &str, text: &str, close: &str) {
    if !text.is_empty() {
        put(out, &[open]);
        escaped(out, text);
        put(out, &[close]);
    }
}

/// Writes text into Markdown, where it means nothing but itself.
pub fn markdown(out: &mut String, text: &str) {
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            out.push('\\');
        }
        out.push(if matches!(character, '\n' | '\r') { ' ' } else { character });
    }
}

/// Writes text into Markdown between two marks, if there is any text.
pub fn markdown_around(out: &mut String, open: &str, text: &str, close: &str) {
    if !text.is_empty() {
        put(out, &[open]);
        markdown(out, text);
        put(out, &[close]);
    }
}

/// Writes a numeric attribute, to a tenth.
pub fn attribute(out: &mut String, name: &str, value: f64) {
    put(out, &[" ", name, "=\""]);
    push_tenths(out, value);
    out.push('"');
}

/// Where an address leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// To another site, over http or https.
    Away,
    /// To a place on this site.
    Within,
    /// Nowhere that a link may lead.
    Nowhere,
}

/// Where an address leads. Scripts, data and addresses with control characters lead nowhere.
pub(super) fn destination(href: &str) -> Destination {
    if href.bytes().any(|byte| byte < b' ' || byte == 0x7f || byte == b'\\') {
        Destination::Nowhere
    } else if href.starts_with("https://") || href.starts_with("http://") {
        Destination::Away
    } else if matches!(href.as_bytes(), [b'#' | b'?', ..] | [b'.', b'/', ..] | [b'.', b'.', b'/', ..]) {
        Destination::Within
    } else {
        Destination::Nowhere
    }
}
