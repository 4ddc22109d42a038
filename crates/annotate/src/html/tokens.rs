//! Splits a page into tags and texts with their bytes.
//!
//! 1. `html5gum` finds tags, comments and declarations by the rules of the standard ([`super::emitter`]); the contents
//!    of scripts, styles and the like are one text.
//! 2. The bytes between two of them are text, as the author wrote it, with its character references.
//! 3. [`decoded`] returns the characters of a text, each part with the bytes that it comes from.
//!
//! Never changes a byte, and never builds a tree: unclosed and misnested elements stay as they are.

use crate::html::emitter::Tags;
use crate::html::token::{Tag, Token, TokenKind, fill};
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};
use std::borrow::Cow;
use std::convert::Infallible;
use std::ops::Range;

/// Returns the tokens of a page, which together cover every byte of it.
#[must_use]
pub fn tokens(html: &str) -> Vec<Token<'_>> {
    let mut found = Vec::with_capacity(html.len() / 24);
    // Reading from memory cannot fail.
    let _ = Tokenizer::new_with_emitter(html, Tags::new(html, &mut found)).finish();
    fill(&mut found, html.len());
    found
}

/// Returns the texts of a page from the first element that `begins` accepts, which leaves out menus above it.
pub fn text_from(html: &str, tokens: &[Token<'_>], begins: impl Fn(&Tag<'_>) -> bool) -> String {
    let is_begin = |token: &&Token<'_>| matches!(&token.kind, TokenKind::Start(tag) if begins(tag));
    let read = tokens.iter().skip_while(|token| !is_begin(token));
    let texts =
        read.filter(|token| matches!(token.kind, TokenKind::Text)).filter_map(|token| html.get(token.span.clone()));
    texts.collect::<Vec<_>>().join(" ")
}

/// Character references are shorter than this, in bytes, without `&` and `;`; a longer one is plain text.
const MAX_REFERENCE: usize = 40;

/// Returns the parts of a text with the bytes of each: plain parts as written, character references decoded.
pub fn decoded(html: &str, span: Range<usize>) -> impl Iterator<Item = (Range<usize>, Cow<'_, str>)> {
    let (mut at, end) = (span.start, span.end);
    std::iter::from_fn(move || {
        let rest = html.get(at..end).filter(|rest| !rest.is_empty())?;
        let start = at;
        if let Some((length, value)) = reference(rest) {
            at += length;
            return Some((start..at, Cow::Owned(value)));
        }
        let plain = rest
            .match_indices('&')
            .map(|(found, _)| found)
            .find(|found| *found > 0 && reference(&rest[*found..]).is_some());
        at += plain.unwrap_or(rest.len());
        Some((start..at, Cow::Borrowed(&rest[..at - start])))
    })
}

/// Returns the length and the characters of the reference that a text begins with. One without its semicolon is plain
/// text here.
fn reference(text: &str) -> Option<(usize, String)> {
    let rest = text.strip_prefix('&')?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '#';
    let length = rest.find(|c| !is_part(c)).filter(|at| *at > 0 && *at < MAX_REFERENCE)?;
    if !rest[length..].starts_with(';') {
        return None;
    }
    let written = &text[..length + 2];
    let mut value = String::new();
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
        if let CallbackEvent::String { value: bytes } = event {
            value.push_str(&String::from_utf8_lossy(bytes));
        }
        None
    });
    let _ = Tokenizer::new_with_emitter(written, emitter).finish();
    (value != written).then_some((written.len(), value))
}

#[cfg(test)]
mod tests {
    use super::{decoded, tokens};
    use crate::html::token::TokenKind;
    use proptest::prelude::*;

    #[test]
    fn parts_are_the_whole_page() {
        let html =
            "<!doctype html>\r\n<P CLASS=a>Caf\u{e9} &amp; <b>x</b><!-- <i> --><script>a < b</script>\r\n<br/>end";
        let parts: Vec<&str> = tokens(html).iter().map(|token| &html[token.span.clone()]).collect();
        assert_eq!(parts.concat(), html);
        assert!(
            parts.contains(&"<P CLASS=a>") && parts.contains(&"a < b") && parts.contains(&"<!-- <i> -->"),
            "{parts:?}"
        );
        let tags: Vec<&str> = tokens(html)
            .iter()
            .filter_map(|token| {
                if let TokenKind::Start(tag) = &token.kind {
                    Some(html[token.span.clone()].trim()).filter(|_| !tag.name.is_empty())
                } else {
                    None
                }
            })
            .collect();
        assert_eq!(tags, ["<P CLASS=a>", "<b>", "<script>", "<br/>"]);
    }

    #[test]
    fn references_are_decoded() {
        let html = "a&amp;b &#39;q&#x27; &nope; &copy &hearts; &";
        let text: String = decoded(html, 0..html.len()).map(|(_, part)| part).collect();
        assert_eq!(text, "a&b 'q' &nope; &copy \u{2665} &");
    }

    proptest! {
        #[test]
        fn any_text_is_cut_without_loss(html in "(<[a-zA-Z!/?]{0,3}|[a-z]+=|[\"'&;\r\n >é\u{0}]|<!--|-->|<script>|</script>|<title>|amp){0,40}") {
            let mut end = 0;
            for token in tokens(&html) {
                prop_assert_eq!(token.span.start, end);
                end = token.span.end;
                if token.kind != TokenKind::Text {
                    prop_assert!(html[token.span].starts_with('<'));
                }
            }
            prop_assert_eq!(end, html.len());
            let parts: Vec<_> = decoded(&html, 0..html.len()).map(|(span, _)| html[span].to_owned()).collect();
            prop_assert_eq!(parts.concat(), html);
        }
    }
}
