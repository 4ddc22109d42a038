//! Building blocks of markup: escaped text, attributes, safe addresses.
//!
//! All data passes through here before it becomes part of a page. This module itself writes no element.

use alloc::string::String;

use super::digits::push_tenths;

/// Appends strings one after another.
// Not inlined: it is called everywhere, and copies would take more space in WebAssembly than calls.
#[inline(never)]
pub fn put(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
}

/// Concatenates strings.
#[must_use]
pub fn joined(parts: &[&str]) -> String {
    let mut out = String::new();
    put(&mut out, parts);
    out
}

/// Appends a character, escaped for both element content and quoted attributes.
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

/// Appends text, escaped for HTML.
pub fn escaped(out: &mut String, text: &str) {
    for character in text.chars() {
        escape(out, character);
    }
}

/// Appends escaped text between two pieces of markup; nothing if the text is empty.
pub(super) fn around(out: &mut String, open: &str, text: &str, close: &str) {
    if !text.is_empty() {
        put(out, &[open]);
        escaped(out, text);
        put(out, &[close]);
    }
}

/// Appends text, escaped so that Markdown gives it no meaning. Line breaks become spaces.
pub fn markdown(out: &mut String, text: &str) {
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            out.push('\\');
        }
        out.push(if matches!(character, '\n' | '\r') { ' ' } else { character });
    }
}

/// Appends a numeric attribute, rounded to a tenth.
pub fn attribute(out: &mut String, name: &str, value: f64) {
    put(out, &[" ", name, "=\""]);
    push_tenths(out, value);
    out.push('"');
}

/// The target of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// Another site, over http or https.
    Away,
    /// A page or an anchor of this site.
    Within,
    /// None: the address must not become a link.
    Nowhere,
}

/// Classifies an address. Scripts, data and addresses with control characters or backslashes lead nowhere.
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
