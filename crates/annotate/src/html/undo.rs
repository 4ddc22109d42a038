//! Removes everything that the program inserted into a page, which restores the page byte for byte.
//!
//! Each inserted element carries [`AUTO`]: its tags are removed, and the words between a link's tags stay. An author's
//! own links have no such attribute, so nothing of theirs is lost.

use crate::html::token::TokenKind;
use crate::html::tokens::tokens;
use std::borrow::Cow;

/// The attribute of every element that the program inserts.
pub const AUTO: &str = "data-rooflight-auto";

/// Returns the page without inserted elements; borrowed if there were none.
#[must_use]
pub fn undo(html: &str) -> Cow<'_, str> {
    if !html.contains(AUTO) {
        return Cow::Borrowed(html);
    }
    let mut out = String::with_capacity(html.len());
    let mut ends: Option<&str> = None;
    for token in tokens(html) {
        let part = &html[token.span];
        match &token.kind {
            TokenKind::Start(tag) if tag.attribute(AUTO).is_some() => {
                ends = match &*tag.name {
                    "a" => Some("a"),
                    "script" => Some("script"),
                    _ => None,
                };
            }
            TokenKind::End(name) if ends == Some(name) => ends = None,
            _ => out.push_str(part),
        }
    }
    Cow::Owned(out)
}
