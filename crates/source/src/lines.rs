//! The lines of a text, and where a byte lies in them: one pass over the text, then the same work for each byte asked
//! about, however many lines there are and however long they are.

use std::ops::Range;

/// A text with the offsets of its lines.
#[derive(Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// The number of characters that begin before each step of [`STEP`] bytes.
    characters: Vec<usize>,
}

/// Characters are counted in advance at every multiple of so many bytes.
const STEP: usize = 1024;

fn begin(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

impl<'a> LineIndex<'a> {
    /// Finds the lines of a text.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let counts = text.as_bytes().chunks(STEP).scan(0, |sum, chunk| {
            *sum += begin(chunk);
            Some(*sum)
        });
        let characters = std::iter::once(0).chain(counts).collect();
        Self { text, starts: std::iter::once(0).chain(breaks).collect(), characters }
    }

    /// Rounds an offset down to a character boundary.
    fn clip(&self, byte: usize) -> usize {
        self.text.floor_char_boundary(byte)
    }

    /// The index of the byte's line, from 0.
    fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte) - 1
    }

    /// The number of characters before a byte.
    fn before(&self, byte: usize) -> usize {
        let step = byte / STEP;
        self.characters[step] + begin(&self.text.as_bytes()[step * STEP..byte])
    }

    /// Line and column, both from 1; columns count characters.
    #[must_use]
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let byte = self.clip(byte);
        let line = self.line(byte);
        (line + 1, self.before(byte) - self.before(self.starts[line]) + 1)
    }

    /// The line in which a span begins, its number from 1, and the part of the span in it. The part is never empty, so
    /// that there is something to mark, and ends with the line, so that a long value does not flood the terminal.
    #[must_use]
    pub fn excerpt(&self, span: &Range<usize>) -> (&'a str, usize, Range<usize>) {
        let start = self.clip(span.start);
        let line = self.line(start);
        let begin = self.starts[line];
        let text = &self.text[begin..self.starts.get(line + 1).copied().unwrap_or(self.text.len())];
        let end = self.clip(span.end).min(begin + text.trim_end_matches('\n').len());
        let next = self.text[start..].chars().next().map_or(0, char::len_utf8);
        (text, line + 1, start - begin..end.max(start + next) - begin)
    }
}

#[cfg(test)]
mod tests {
    use super::LineIndex;

    #[test]
    fn lines_and_columns_count_characters() {
        let text = format!("aé\n{}z\nü", "é".repeat(3_000));
        let lines = LineIndex::of(&text);
        for (byte, place) in [(0, (1, 1)), (2, (1, 2)), (3, (1, 3)), (4, (2, 1)), (6_004, (2, 3_001)), (9_999, (3, 2))]
        {
            assert_eq!(lines.position(byte), place, "{byte}");
        }
    }
}
