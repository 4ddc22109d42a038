//! Collects the text of a code block or of raw HTML, which the parser yields line by line.
//!
//! Nothing is copied as long as the lines are contiguous in the file.

use crate::syntax::tree::CowStr;
use crate::syntax::{drawing, math};
use std::ops::Range;

/// The text collected so far: a range of the file as long as the lines are contiguous there, else a copy.
#[derive(Debug, Default)]
pub(super) struct Gathered<'a> {
    /// The language of a block of code; `None` for raw HTML.
    pub(super) language: Option<CowStr<'a>>,
    bytes: Range<usize>,
    copy: String,
    /// The origins of the lines of a drawing or a formula; in the first pass only.
    pub(super) lines: Option<drawing::LineOrigins>,
}

impl<'a> Gathered<'a> {
    /// An empty code block. If `is_read`, it records the origins of the lines of a drawing or a formula.
    pub(super) fn code(language: CowStr<'a>, is_read: bool) -> Self {
        let lines =
            (is_read && [drawing::LANGUAGE, math::LANGUAGE].contains(&&*language)).then(drawing::LineOrigins::default);
        Self { language: Some(language), lines, ..Self::default() }
    }

    /// Adds the next line, which comes from these bytes of the file.
    pub(super) fn push(&mut self, text: &str, span: Range<usize>, file: &str) {
        if let Some(lines) = &mut self.lines {
            lines.push(text, &span);
        }
        let follows = self.bytes.is_empty() || self.bytes.end == span.start;
        if self.copy.is_empty() && follows && file.get(span.clone()) == Some(text) {
            let start = if self.bytes.is_empty() { span.start } else { self.bytes.start };
            self.bytes = start..span.end;
            return;
        }
        if self.copy.is_empty() {
            file[self.bytes.clone()].clone_into(&mut self.copy);
        }
        self.copy.push_str(text);
    }

    /// The collected text, borrowed from the file if its lines are contiguous there.
    pub(super) fn text(self, file: &'a str) -> CowStr<'a> {
        if self.copy.is_empty() { file[self.bytes].into() } else { self.copy.into() }
    }
}
