//! Splits a drawing's text into lines, and lines into tokens.
//!
//! A line is blank, a comment (`#`), part of the head (`title: …`) or a shape. An indented line belongs to the line
//! above. A token is a word, or any text between double quotes.

use crate::drawing::fault::Fault;
use std::ops::Range;

/// A line that is neither blank nor a comment.
#[derive(Debug, Clone, Copy)]
pub(super) struct SourceLine<'a> {
    /// The text, trimmed.
    pub(super) text: &'a str,
    /// Byte at which the trimmed text begins.
    pub(super) start: usize,
    /// True for an indented line, which belongs to the line above.
    pub(super) inner: bool,
}

impl SourceLine<'_> {
    /// Its bytes in the text of the block.
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// Yields the lines that are neither blank nor comments.
pub(super) fn lines(text: &str) -> impl Iterator<Item = SourceLine<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let begin = at;
        at += line.len();
        let trimmed = line.trim_start_matches([' ', '\t']);
        let start = begin + line.len() - trimmed.len();
        let found = SourceLine { text: trimmed.trim_end(), start, inner: start > begin };
        (!found.text.is_empty() && !found.text.starts_with('#')).then_some(found)
    })
}

/// A word, or a quoted text.
#[derive(Debug, Clone)]
pub(super) struct LineToken<'a> {
    /// The word, or the text without its quotes.
    pub(super) text: &'a str,
    /// Its bytes in the text of the block, including quotes.
    pub(super) span: Range<usize>,
    /// True for a quoted text.
    pub(super) quoted: bool,
}

/// Returns the tokens of a line; reports a quote that is never closed.
pub(super) fn tokens<'a>(line: &SourceLine<'a>, faults: &mut Vec<Fault>) -> Vec<LineToken<'a>> {
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
            found.push(LineToken { text: &inside[..length], span: start..start + length + 2, quoted: true });
        } else {
            let length = word.find(char::is_whitespace).unwrap_or(word.len());
            at += length;
            found.push(LineToken { text: &word[..length], span: start..start + length, quoted: false });
        }
    }
}
