//! A fenced block of the language `drawing`: its text as a drawing, and its mistakes at their places in the file.
//!
//! The block's lines may be indented in the file, or end differently than in the text that the parser hands on;
//! [`Lines`] knows where each begins in both.

use rooflight_drawing::{Drawing, Fault};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::ops::Range;

/// The word after the fence.
pub(super) const LANGUAGE: &str = "drawing";

/// Where the lines of a block begin: in its text, and in the file.
#[derive(Debug, Default)]
pub(super) struct Lines {
    starts: Vec<(usize, usize)>,
    length: usize,
}

impl Lines {
    /// The next piece of the text comes from these bytes of the file.
    pub(super) fn push(&mut self, text: &str, span: &Range<usize>) {
        self.starts.push((self.length, span.start));
        self.length += text.len();
    }

    /// The byte of the file that a byte of the text comes from.
    fn origin(&self, at: usize) -> Option<usize> {
        let next = self.starts.partition_point(|(text, _)| *text <= at);
        let (text, file) = self.starts.get(next.checked_sub(1)?)?;
        Some(file + at - text)
    }

    /// The bytes of the file; the line of the fence for what is wrong with the whole block.
    pub(super) fn span(&self, span: &Range<usize>, fence: &Range<usize>) -> Range<usize> {
        let ends = (!span.is_empty()).then(|| Some((self.origin(span.start)?, self.origin(span.end - 1)? + 1)));
        ends.flatten().map_or_else(|| fence.clone(), |(start, end)| start..end.max(start))
    }
}

/// The line of a block's fence.
pub(super) fn fence(file: &str, block: &Range<usize>) -> Range<usize> {
    let written = file.get(block.clone()).unwrap_or_default();
    block.start..block.start + written.lines().next().map_or(0, str::len)
}

/// Reads a block; `block` is its bytes in the file.
pub(super) fn read(
    text: &str,
    lines: &Lines,
    (path, file): (&str, &str),
    block: &Range<usize>,
    problems: &mut Vec<Diagnostic>,
) -> Option<Drawing> {
    let fence = fence(file, block);
    match rooflight_drawing::read(text) {
        Ok(drawing) => Some(drawing),
        Err(faults) => {
            problems.extend(faults.into_iter().map(|Fault { span, message, help }| {
                messages::drawing(Location::new(path, lines.span(&span, &fence)), message, help)
            }));
            None
        }
    }
}
