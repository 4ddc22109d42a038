//! A rewritten copy of a body, assembled from pieces of it and new text.
//!
//! [`Rewritten::origin`] maps bytes of the copy back to the body, in which problems are located. The callers decide
//! what is rewritten, and how.

use std::ops::Range;

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

    /// Adds text of the body, which begins at byte `origin` there.
    pub(super) fn own(&mut self, text: &str, origin: usize) {
        self.pieces.push((self.text.len(), origin, true));
        self.text.push_str(text);
    }

    /// Adds text that is not in the body, and maps all of it to byte `origin`.
    pub(super) fn new_text(&mut self, text: &str, origin: usize) {
        self.pieces.push((self.text.len(), origin, false));
        self.text.push_str(text);
    }
}
