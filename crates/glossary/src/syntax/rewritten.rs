//! A rewritten copy of a body, assembled from pieces of it and new text.
//!
//! [`Rewritten::origin`] maps bytes of the copy back to the body, in which problems are located. The callers decide
//! what is rewritten, and how.

use std::ops::Range;

/// The characters that a file may have in place of one of the text, such as `\u00e9`.
const MAX_ESCAPE: usize = 12;

/// A body with some constructs in another form.
#[derive(Debug, Default)]
pub(super) struct Rewritten {
    /// The copy.
    pub(super) text: String,
    /// For each piece, in order: its first byte in the copy, the byte of the body from which it comes, and whether it
    /// has the body's own bytes.
    pieces: Vec<(usize, usize, bool)>,
}

impl Rewritten {
    /// The bytes of the body from which a range of the copy comes.
    pub(super) fn origin(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.moved(range.start);
        start..self.moved(range.end).max(start)
    }

    fn moved(&self, at: usize) -> usize {
        let next = self.pieces.partition_point(|(copy, ..)| *copy <= at);
        match self.pieces.get(next.wrapping_sub(1)) {
            Some((copy, origin, true)) => origin + (at - copy),
            Some((_, origin, false)) => *origin,
            None => at,
        }
    }

    /// A copy whose text is `text`, which `body` writes with other spaces and escapes.
    pub(super) fn aligned(body: &str, text: &str) -> Self {
        let mut copy = Self::default();
        if let Some(at) = body.find(text) {
            copy.own(text, at);
            return copy;
        }
        let mut at = 0;
        for (start, c) in text.char_indices() {
            let letter = &text[start..start + c.len_utf8()];
            let rest = body.get(at..).unwrap_or_default();
            let skipped: usize = if c.is_whitespace() || rest.starts_with(c) {
                0
            } else {
                let signs = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
                rest[signs..]
                    .char_indices()
                    .take(MAX_ESCAPE)
                    .find(|(_, other)| *other == c)
                    .map_or(0, |(at, _)| signs + at)
            };
            at += skipped;
            if body[at..].starts_with(c) {
                copy.own(letter, at);
                at += c.len_utf8();
            } else {
                copy.new_text(letter, at);
            }
        }
        copy
    }

    /// Adds text of the body, which begins at byte `origin` there.
    pub(super) fn own(&mut self, text: &str, origin: usize) {
        let goes_on =
            self.pieces.last().is_some_and(|(copy, from, own)| *own && from + self.text.len() - copy == origin);
        if !goes_on {
            self.pieces.push((self.text.len(), origin, true));
        }
        self.text.push_str(text);
    }

    /// Adds text that is not in the body, and maps all of it to byte `origin`.
    pub(super) fn new_text(&mut self, text: &str, origin: usize) {
        self.pieces.push((self.text.len(), origin, false));
        self.text.push_str(text);
    }
}
