//! The pieces of a page: tags, text and what is neither, with their bytes in the page.

use std::borrow::Cow;
use std::ops::Range;

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'a> {
    /// The bytes of the page that it takes.
    pub span: Range<usize>,
    /// Tag, text or other markup, with its parsed content.
    pub kind: Kind<'a>,
}

/// The content of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind<'a> {
    /// A start tag.
    Start(Tag<'a>),
    /// An end tag, by its name in small letters.
    End(Cow<'a, str>),
    /// Characters between two tags.
    Text,
    /// A comment or a declaration, including markup that the standard parses as one.
    Other,
}

/// A start tag.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name, in small letters.
    pub name: Cow<'a, str>,
    /// The attributes in order, names in small letters.
    pub attributes: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// Whether it ends in `/>`.
    pub closes_itself: bool,
}

impl Tag<'_> {
    /// The value of an attribute; that of the first where there are several.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }
}

/// Adds a part, with the text before it.
pub(super) fn put<'a>(found: &mut Vec<Token<'a>>, html: &str, span: Range<usize>, kind: Kind<'a>) {
    let end = found.last().map_or(0, |last| last.span.end);
    // Where the places do not fit the page, the part is left as text, which is never cut at such a place.
    let fits = span.start >= end && html.get(span.clone()).is_some_and(|part| part.starts_with('<'));
    if fits {
        fill(found, span.start);
        found.push(Token { span, kind });
    }
}

/// Makes what lies before a byte a text.
pub(super) fn fill(found: &mut Vec<Token<'_>>, until: usize) {
    let end = found.last().map_or(0, |last| last.span.end);
    if end < until {
        found.push(Token { span: end..until, kind: Kind::Text });
    }
}
