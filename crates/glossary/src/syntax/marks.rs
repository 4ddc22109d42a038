//! `==words==`: which double equals signs of a body enclose a mark.
//!
//! 1. A sign opens before words and closes behind them. Comparisons of code (`a == b`, `a==b`, `!==`) have their signs
//!    in other places, and stay text.
//! 2. Two signs make a mark where one element holds both, so that no mark is nested wrongly.
//! 3. [`Marks::cut`] cuts a text of the parser at them.
//!
//! Found once, in the first reading. Looks at no code and no formula.

use crate::syntax::parser;
use crate::syntax::tree::{CowStr, cut};
use pulldown_cmark::{Event, Tag, TagEnd};
use std::ops::Range;

/// The sign on either side of a mark.
const SIGN: &str = "==";

/// The signs of marks in a body, in order.
#[derive(Debug, Default)]
pub(super) struct Marks(Vec<Sign>);

#[derive(Debug)]
struct Sign {
    at: usize,
    /// The bytes of its mark, with both signs.
    mark: Range<usize>,
}

/// A piece of a text, with its bytes in the body.
#[derive(Debug, PartialEq)]
pub(super) enum Piece<'a> {
    /// Words.
    Words(CowStr<'a>, Range<usize>),
    /// A mark of these bytes begins.
    Begin(Range<usize>),
    /// It ends.
    End(Range<usize>),
}

impl Marks {
    /// The marks of a body as the parser reads it.
    pub(super) fn new(body: &str, math: bool) -> Self {
        let mut signs = Vec::new();
        if body.matches(SIGN).nth(1).is_none() {
            return Self(signs);
        }
        // Where a mark is open in each element around the text.
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
                    // No mark goes on behind a block.
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

    /// The pieces of a text that stands at these bytes of the body; `None` without a sign in it.
    pub(super) fn cut<'a>(&self, text: &CowStr<'a>, span: &Range<usize>) -> Option<Vec<Piece<'a>>> {
        let first = self.0.partition_point(|sign| sign.at < span.start);
        let mut signs = self.0.iter().skip(first).take_while(|sign| sign.at < span.end).peekable();
        signs.peek()?;
        let mut pieces = Vec::new();
        let mut from = span.start;
        let words = |pieces: &mut Vec<Piece<'a>>, range: Range<usize>| {
            if !range.is_empty() {
                let inside = range.start - span.start..range.end - span.start;
                pieces.push(Piece::Words(cut(text, inside), range));
            }
        };
        for Sign { at, mark } in signs {
            words(&mut pieces, from..*at);
            pieces.push(if *at == mark.start { Piece::Begin(mark.clone()) } else { Piece::End(mark.clone()) });
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

/// Whether a sign between these characters can begin a mark. Letters of scripts without spaces may stand before it.
fn opens(before: Option<char>, after: Option<char>) -> bool {
    before.is_none_or(|c| !c.is_ascii_alphanumeric() && !"=!<>{".contains(c))
        && after.is_some_and(|c| !c.is_whitespace() && !"=>".contains(c))
}

/// Whether a sign between these characters can end a mark.
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
