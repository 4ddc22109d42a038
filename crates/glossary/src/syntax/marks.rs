//! Finds the marks of a body: `==words==`.
//!
//! 1. A sign opens before words and closes after them. Comparisons (`a == b`, `a==b`, `!==`) do not fit this rule, and
//!    stay text.
//! 2. Two signs make a mark only if one element contains both, so that marks nest correctly.
//! 3. [`Marks::cut`] cuts the parser's text at the signs.
//!
//! Marks are found once, in the first pass, outside of code and formulas.

use crate::syntax::parser;
use crate::syntax::tree::{CowStr, cut};
use pulldown_cmark::{Event, Tag, TagEnd};
use std::ops::Range;

/// The sign on either side of a mark.
const SIGN: &str = "==";

/// The signs of marks in a body, in order.
#[derive(Debug, Default)]
pub(super) struct Marks(Vec<Sign>);

/// An opening or closing `==`.
#[derive(Debug)]
struct Sign {
    /// Its first byte in the body.
    at: usize,
    /// The bytes of the whole mark, both signs included.
    mark: Range<usize>,
}

/// A piece of a text that was cut at its marks, with bytes in the body.
#[derive(Debug, PartialEq)]
pub(super) enum MarkPiece<'a> {
    /// Text between signs.
    Words(CowStr<'a>, Range<usize>),
    /// The beginning of the mark at these bytes.
    Begin(Range<usize>),
    /// The end of the mark at these bytes.
    End(Range<usize>),
}

impl Marks {
    /// Finds the marks of a body as rewritten for the parser.
    pub(super) fn new(body: &str, math: bool) -> Self {
        let mut signs = Vec::new();
        if body.matches(SIGN).nth(1).is_none() {
            return Self(signs);
        }
        // The byte at which a mark is open in each element around the text.
        let mut open: Vec<Option<usize>> = vec![None];
        let mut in_code = false;
        for (event, span) in parser::events(body, math) {
            match event {
                Event::Start(tag) => {
                    in_code |= matches!(tag, Tag::CodeBlock(_));
                    open.push(None);
                }
                Event::End(tag) => {
                    in_code &= tag != TagEnd::CodeBlock;
                    open.pop();
                    // No mark continues after a block.
                    if let Some(begun) = open.last_mut().filter(|_| !is_inline(tag)) {
                        *begun = None;
                    }
                }
                Event::Text(text) if !in_code && body.get(span.clone()) == Some(&*text) => {
                    let Some(begun) = open.last_mut() else { continue };
                    for at in text.match_indices(SIGN).map(|(at, _)| span.start + at) {
                        let is_escaped = at == span.start && body[..at].ends_with('\\');
                        let (before, after) = (body[..at].chars().next_back(), body[at + SIGN.len()..].chars().next());
                        if let Some(start) = begun.take_if(|_| !is_escaped && closes(before, after)) {
                            let mark = start..at + SIGN.len();
                            signs.extend([start, at].map(|at| Sign { at, mark: mark.clone() }));
                        } else if !is_escaped && opens(before, after) {
                            *begun = Some(at);
                        }
                    }
                }
                _ => {}
            }
        }
        signs.sort_by_key(|sign| sign.at);
        Self(signs)
    }

    /// Cuts the text at these bytes of the body at its signs; `None` if it has none.
    pub(super) fn cut<'a>(&self, text: &CowStr<'a>, span: &Range<usize>) -> Option<Vec<MarkPiece<'a>>> {
        let first = self.0.partition_point(|sign| sign.at < span.start);
        let mut signs = self.0.iter().skip(first).take_while(|sign| sign.at < span.end).peekable();
        signs.peek()?;
        let mut pieces = Vec::new();
        let mut from = span.start;
        let words = |pieces: &mut Vec<MarkPiece<'a>>, range: Range<usize>| {
            if !range.is_empty() {
                let inside = range.start - span.start..range.end - span.start;
                pieces.push(MarkPiece::Words(cut(text, inside), range));
            }
        };
        for Sign { at, mark } in signs {
            words(&mut pieces, from..*at);
            pieces.push(if *at == mark.start { MarkPiece::Begin(mark.clone()) } else { MarkPiece::End(mark.clone()) });
            from = at + SIGN.len();
        }
        words(&mut pieces, from..span.end);
        Some(pieces)
    }
}

fn is_inline(tag: TagEnd) -> bool {
    use TagEnd::{Emphasis, Image, Link, Strikethrough, Strong, Subscript, Superscript};
    matches!(tag, Emphasis | Strong | Strikethrough | Superscript | Subscript | Link | Image)
}

/// True if a sign between these characters can begin a mark. A letter that is not ASCII may precede it, since some
/// scripts have no spaces.
fn opens(before: Option<char>, after: Option<char>) -> bool {
    before.is_none_or(|c| !c.is_ascii_alphanumeric() && !"=!<>{".contains(c))
        && after.is_some_and(|c| !c.is_whitespace() && !"=>".contains(c))
}

/// True if a sign between these characters can end a mark.
fn closes(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(|c| !c.is_whitespace() && !"=!<>".contains(c))
        && after.is_none_or(|c| !c.is_ascii_alphanumeric() && !"=>".contains(c))
}

#[cfg(test)]
mod tests {
    use super::Marks;

    #[test]
    fn marks_and_comparisons() {
        let marked = |body: &str| {
            let found = Marks::new(body, true).0;
            found.iter().step_by(2).map(|sign| body[sign.mark.clone()].to_owned()).collect::<Vec<_>>()
        };
        for (body, expected) in [
            ("A ==mark== and ==two *of* them==.", &["==mark==", "==two *of* them=="][..]),
            ("==over\nlines==", &["==over\nlines=="]),
            ("用==标记==的", &["==标记=="]),
            ("**==in strong==**", &["==in strong=="]),
            ("a == b == c, a==b, c==d, x !== y ==> z", &[]),
            ("*==a* b==", &[]),
            ("`==a==` and\n\n    ==b==\n", &[]),
            ("\\==a== and {==b==}", &[]),
            ("==a\n\nb==", &[]),
            ("- ==a\n  - b\n- c==", &[]),
            ("==== and ===a===", &[]),
            ("$a ==b== c$", &[]),
        ] {
            assert_eq!(marked(body), expected, "{body}");
        }
    }
}
