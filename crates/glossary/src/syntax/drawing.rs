//! Reads a fenced block of the language `drawing`, and reports its mistakes at their locations in the file.
//!
//! The block's lines may be indented in the file, or end differently there than in the parser's text; [`LineOrigins`]
//! knows where each line begins in both.

use crate::drawing::{Drawing, Fault};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::ops::Range;

/// The word after the fence.
pub(super) const LANGUAGE: &str = "drawing";

/// The bytes at which the lines of a block begin, in its text and in the file.
#[derive(Debug, Default)]
pub(super) struct LineOrigins {
    starts: Vec<(usize, usize)>,
    length: usize,
}

impl LineOrigins {
    /// Adds the next part of the text, which comes from these bytes of the file.
    pub(super) fn push(&mut self, text: &str, span: &Range<usize>) {
        self.starts.push((self.length, span.start));
        self.length += text.len();
    }

    /// The byte of the file from which a byte of the text comes.
    fn origin(&self, at: usize) -> Option<usize> {
        let next = self.starts.partition_point(|(text, _)| *text <= at);
        let (text, file) = self.starts.get(next.checked_sub(1)?)?;
        Some(file + at - text)
    }

    /// The bytes of the file from which a range of the text comes; `fence` for an empty range, which means the whole
    /// block.
    pub(super) fn span(&self, span: &Range<usize>, fence: &Range<usize>) -> Range<usize> {
        let ends = (!span.is_empty()).then(|| Some((self.origin(span.start)?, self.origin(span.end - 1)? + 1)));
        ends.flatten().map_or_else(|| fence.clone(), |(start, end)| start..end.max(start))
    }
}

/// The bytes of the line with a block's opening fence.
pub(super) fn fence(file: &str, block: &Range<usize>) -> Range<usize> {
    let written = file.get(block.clone()).unwrap_or_default();
    block.start..block.start + written.lines().next().map_or(0, str::len)
}

/// Reads a drawing from the text of the block at the bytes `block` of the file; `None` if it has mistakes, which are
/// reported.
pub(super) fn read(
    text: &str,
    lines: &LineOrigins,
    (path, file): (&str, &str),
    block: &Range<usize>,
    problems: &mut Vec<Diagnostic>,
) -> Option<Drawing> {
    let fence = fence(file, block);
    match crate::drawing::read(text) {
        Ok(drawing) => Some(drawing),
        Err(faults) => {
            problems.extend(faults.into_iter().map(|Fault { span, message, help }| {
                messages::drawing(Location::new(path, lines.span(&span, &fence)), message, help)
            }));
            None
        }
    }
}
