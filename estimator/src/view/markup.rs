//! Text into HTML.
//!
//! Everything that comes from data is escaped here, and an address becomes a link only if it leads to http, https or a place
//! on this site. No style attribute, no script, no event handler is ever written.

use alloc::string::String;

use super::{
    digits::push_tenths,
    report::{Ink, Span, Text},
};

/// Writes a string.
// Not inlined: it is called everywhere, and its copies would weigh more in WebAssembly than what calls it.
#[inline(never)]
pub(super) fn add(out: &mut String, text: &str) {
    out.push_str(text);
}

/// Writes strings one after another.
#[inline(never)]
pub(super) fn put(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
}

/// Writes text with the five special characters replaced, for elements and quoted attributes alike.
pub(super) fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => add(out, "&amp;"),
            '<' => add(out, "&lt;"),
            '>' => add(out, "&gt;"),
            '"' => add(out, "&quot;"),
            '\'' => add(out, "&#39;"),
            _ => out.push(character),
        }
    }
}

/// Writes a numeric attribute, to a tenth.
pub(super) fn attribute(out: &mut String, name: &str, value: f64) {
    put(out, &[" ", name, "=\""]);
    push_tenths(out, value);
    out.push('"');
}

/// The class of an ink.
pub(super) fn class_of(ink: Ink) -> &'static str {
    match ink {
        Ink::Ceiling => "c",
        Ink::Range => "r",
        Ink::Measured => "m",
    }
}

/// Whether an address leads elsewhere (`Some(true)`), within this site (`Some(false)`), or nowhere a link may lead (`None`).
pub(super) fn leads(href: &str) -> Option<bool> {
    if href.chars().any(|character| character.is_ascii_control() || character == '\\') {
        None
    } else if href.starts_with("https://") || href.starts_with("http://") {
        Some(true)
    } else if href.starts_with('#') || href.starts_with("./") || href.starts_with("../") {
        Some(false)
    } else {
        None
    }
}

/// Writes a line of text.
pub(super) fn text(out: &mut String, line: &Text) {
    for span in &line.0 {
        match span {
            Span::Plain(words) => escape(out, words),
            Span::Ink(ink, words) => element(out, "span", class_of(*ink), words),
            Span::Strong(words) => element(out, "b", "", words),
            Span::Link(words, href) => link(out, words, href, ""),
            Span::Source(words, href) => {
                add(out, "<sup>");
                link(out, words, href, "Source ");
                add(out, "</sup>");
            }
        }
    }
}

/// Writes an element that holds only text; an empty class is left out.
pub(super) fn element(out: &mut String, tag: &str, class: &str, words: &str) {
    put(out, &["<", tag]);
    if !class.is_empty() {
        put(out, &[" class=\"", class, "\""]);
    }
    out.push('>');
    escape(out, words);
    put(out, &["</", tag, ">"]);
}

/// Writes a link, or its text alone if the address is not one to follow. `called` begins a name for it where the text is a number.
fn link(out: &mut String, words: &str, href: &str, called: &str) {
    let Some(away) = leads(href) else {
        escape(out, words);
        return;
    };
    add(out, "<a href=\"");
    escape(out, href);
    add(out, if away { "\" rel=\"noopener\"" } else { "\"" });
    if !called.is_empty() {
        put(out, &[" aria-label=\"", called]);
        escape(out, words);
        out.push('"');
    }
    out.push('>');
    escape(out, words);
    add(out, "</a>");
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use proptest::prelude::*;

    fn html(line: &Text) -> String {
        let mut out = String::new();
        text(&mut out, line);
        out
    }

    #[test]
    fn only_safe_addresses_become_links() {
        assert_eq!(
            html(&Text::default().link("a", "https://x.org/?a=1&b=\"")),
            "<a href=\"https://x.org/?a=1&amp;b=&quot;\" rel=\"noopener\">a</a>"
        );
        assert_eq!(
            html(&Text::default().source("5", "#source-x")),
            "<sup><a href=\"#source-x\" aria-label=\"Source 5\">5</a></sup>"
        );
        for href in [
            "javascript:alert(1)",
            "//evil.org",
            "data:text/html,x",
            " https://x.org",
            "/x",
            "",
            "\njavascript:x",
            "https://x\t.org",
            "JAVASCRIPT:x",
        ] {
            assert_eq!(html(&Text::default().link("a", href)), "a", "{href}");
        }
    }

    #[test]
    fn inks_have_their_class() {
        assert_eq!(
            html(&Text::from("About ").ink(Ink::Range, "125").strong("<b>")),
            "About <span class=\"r\">125</span><b>&lt;b&gt;</b>"
        );
    }

    proptest! {
        #[test]
        fn nothing_breaks_out(words in "\\PC*", href in "\\PC*") {
            let out = html(&Text::from(words.as_str()).link(&words, &href));
            let text = out.split("<a href=\"").next().unwrap();
            prop_assert!(!text.contains(['<', '>', '"', '\'']));
        }
    }
}
