//! The tokens of a page: tags, text and other markup, each with its bytes in the page.

use std::borrow::Cow;
use std::ops::Range;

/// A tag, a text or other markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'a> {
    /// Its bytes in the page.
    pub span: Range<usize>,
    /// Its type, with the parsed content of a tag.
    pub kind: TokenKind<'a>,
}

/// The type of a token, with the parsed content of a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenKind<'a> {
    /// A start tag.
    Start(Tag<'a>),
    /// An end tag, by its name in lower case.
    End(Cow<'a, str>),
    /// The bytes between two other tokens, as the author wrote them.
    Text,
    /// A comment or a declaration, including markup that the standard parses as one, or a tag that never ends.
    Other,
}

/// A start tag.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name, in lower case.
    pub name: Cow<'a, str>,
    /// The attributes in order, names in lower case.
    pub attributes: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// Whether it ends in `/>`.
    pub closes_itself: bool,
}

impl Tag<'_> {
    /// Returns the value of an attribute; of the first, if several have the name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| &**value)
    }
}

/// Adds a token, with the text before it.
pub(super) fn put<'a>(found: &mut Vec<Token<'a>>, html: &str, span: Range<usize>, kind: TokenKind<'a>) {
    let end = found.last().map_or(0, |last| last.span.end);
    // A span that does not fit the page is left as text, and text is never cut there.
    let fits = span.start >= end && html.get(span.clone()).is_some_and(|part| part.starts_with('<'));
    if fits {
        fill(found, span.start);
        found.push(Token { span, kind });
    }
}

/// Adds the bytes before `until` as text, if a token does not have them already.
pub(super) fn fill(found: &mut Vec<Token<'_>>, until: usize) {
    let end = found.last().map_or(0, |last| last.span.end);
    if end < until {
        found.push(Token { span: end..until, kind: TokenKind::Text });
    }
}
