//! Takes everything that the program put into a page out again: the very bytes of before.
//!
//! Each element that is put in carries [`AUTO`]: tags in the head are removed, and of a link its two tags. The words
//! between them stay. An author's own links carry no such attribute, so nothing of theirs is lost.

use crate::html::token::Kind;
use crate::html::tokens::tokens;
use std::borrow::Cow;

/// The attribute of everything that the program puts into pages.
pub const AUTO: &str = "data-rooflight-auto";

/// The page without inserted links; borrowed if there were none.
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
            Kind::Start(tag) if tag.attribute(AUTO).is_some() => {
                ends = match &*tag.name {
                    "a" => Some("a"),
                    "script" => Some("script"),
                    _ => None,
                };
            }
            Kind::End(name) if ends == Some(name) => ends = None,
            _ => out.push_str(part),
        }
    }
    Cow::Owned(out)
}
