//! A copy of a body that another one was made of, piece by piece.
//!
//! [`Rewritten::origin`] leads from a byte of the copy back to the body, in which places are told. What is rewritten,
//! and how, is not known here.

use std::ops::Range;

/// A body with some constructs in another form.
#[derive(Debug, Default)]
pub(super) struct Rewritten {
    /// The copy.
    pub(super) text: String,
    /// Where pieces of the copy begin, where they come from, and whether they are the body's own bytes; in order.
    pieces: Vec<(usize, usize, bool)>,
}

impl Rewritten {
    /// The bytes of the body that a range of the copy comes from.
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

    /// Adds bytes of the body, which begin at this one.
    pub(super) fn own(&mut self, text: &str, origin: usize) {
        self.pieces.push((self.text.len(), origin, true));
        self.text.push_str(text);
    }

    /// Adds a text that the body lacks, in the place of this byte.
    pub(super) fn new_text(&mut self, text: &str, origin: usize) {
        self.pieces.push((self.text.len(), origin, false));
        self.text.push_str(text);
    }
}
