//! Rewrites a body in several passes before it is parsed. Each pass copies the result of the one before, and every byte
//! of the last copy maps back to the body.
//!
//! 1. Constructs of other programs get their plain form ([`crate::syntax::foreign`]).
//! 2. Footnotes of several paragraphs get a form that the parser knows ([`crate::syntax::footnotes`]).
//! 3. Bars of mentions in tables, and dollar signs that begin no formula, get a backslash.
//! 4. Inline footnotes (`^[words]`) become ordinary footnotes.
//!
//! A pass that would change nothing makes no copy.

use crate::syntax::dialect::Dialect;
use crate::syntax::rewritten::Rewritten;
use crate::syntax::table_bars::Escaped;
use crate::syntax::{footnotes, foreign, math, parser};
use std::ops::Range;

/// The copies of a body, in the order of the passes; empty if no pass changes it.
#[derive(Debug, Default)]
pub(super) struct Copies(Vec<Copied>);

#[derive(Debug)]
enum Copied {
    Rewritten(Rewritten),
    Escaped(Escaped),
}

impl Copies {
    /// Makes the copies that a body needs.
    pub(super) fn new(body: &str, dialect: &Dialect) -> Self {
        let has_math = dialect.math;
        let mut copies = Self::default();
        copies.0.extend(foreign::plain(body, dialect.emoji).map(Copied::Rewritten));
        let joined = footnotes::joined(copies.text(body));
        copies.0.extend(joined.map(Copied::Rewritten));
        let plain = copies.text(body);
        let code = if plain.contains("[[") { parser::code_blocks(plain) } else { Vec::new() };
        let escaped = Escaped::new(plain, &code);
        copies.0.extend(escaped.map(Copied::Escaped));
        let plain = copies.text(body);
        let dollars = if has_math && plain.contains('$') { math::dollars::escaped(plain) } else { None };
        copies.0.extend(dollars.map(Copied::Escaped));
        let notes = footnotes::at_the_end(copies.text(body), has_math);
        copies.0.extend(notes.map(Copied::Rewritten));
        copies
    }

    /// Makes the copies of a definition in the front matter: what YAML reads there, then as for a body.
    pub(super) fn of_definition(raw: &str, read: &str, dialect: &Dialect) -> Self {
        let mut copies = Self(vec![Copied::Rewritten(Rewritten::aligned(raw, read))]);
        copies.0.extend(foreign::plain(read, dialect.emoji).map(Copied::Rewritten));
        let plain = copies.text(raw);
        let dollars = if dialect.math && plain.contains('$') { math::dollars::escaped(plain) } else { None };
        copies.0.extend(dollars.map(Copied::Escaped));
        copies
    }

    /// The text for the parser: the last copy, or the body itself.
    pub(super) fn text<'a>(&'a self, body: &'a str) -> &'a str {
        match self.0.last() {
            None => body,
            Some(Copied::Rewritten(copy)) => &copy.text,
            Some(Copied::Escaped(copy)) => &copy.text,
        }
    }

    /// The bytes of the body from which a range of the last copy comes.
    pub(super) fn origin(&self, range: Range<usize>) -> Range<usize> {
        self.0.iter().rev().fold(range, |range, copy| match copy {
            Copied::Rewritten(copy) => copy.origin(&range),
            Copied::Escaped(copy) => copy.origin(&range),
        })
    }
}
