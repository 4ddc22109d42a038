//! Lines and tokens of a drawing's text.
//!
//! A line is empty, a comment (`#`), a head (`title: …`) or a shape; two spaces at its beginning make it a part of the
//! line above. A token is a word, or anything between double quotes.

use crate::fault::Fault;
use std::ops::Range;

/// A line that says something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    /// The text without spaces around it.
    pub(super) text: &'a str,
    /// The byte at which that begins.
    pub(super) start: usize,
    /// Whether it is a part of the line above.
    pub(super) inner: bool,
}

impl Line<'_> {
    /// Its bytes.
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The lines that say something.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let begin = at;
        at += line.len();
        let trimmed = line.trim_start_matches([' ', '\t']);
        let start = begin + line.len() - trimmed.len();
        let found = Line { text: trimmed.trim_end(), start, inner: start > begin };
        (!found.text.is_empty() && !found.text.starts_with('#')).then_some(found)
    })
}

/// A word, or what stands between quotes.
#[derive(Debug, Clone)]
pub(super) struct Token<'a> {
    /// The word; without the quotes.
    pub(super) text: &'a str,
    /// Its bytes, with the quotes.
    pub(super) span: Range<usize>,
    /// Whether it stood between quotes.
    pub(super) quoted: bool,
}

/// The tokens of a line; quotes that are never closed are a fault.
pub(super) fn tokens<'a>(line: &Line<'a>, faults: &mut Vec<Fault>) -> Vec<Token<'a>> {
    let (mut found, mut at) = (Vec::new(), 0);
    loop {
        let rest = &line.text[at..];
        let word = rest.trim_start();
        at += rest.len() - word.len();
        if word.is_empty() {
            return found;
        }
        let start = line.start + at;
        if let Some(inside) = word.strip_prefix('"') {
            let Some(length) = inside.find('"') else {
                let fault = Fault::new(start..line.span().end, "the quotes are never closed");
                faults.push(fault.help("end the words with `\"` on the same line"));
                return found;
            };
            at += length + 2;
            found.push(Token { text: &inside[..length], span: start..start + length + 2, quoted: true });
        } else {
            let length = word.find(char::is_whitespace).unwrap_or(word.len());
            at += length;
            found.push(Token { text: &word[..length], span: start..start + length, quoted: false });
        }
    }
}
