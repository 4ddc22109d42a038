//! A content problem: its severity, its position, its wording, and hints on how to solve it.

use crate::diagnostic::codes::Code;
use crate::diagnostic::severity::Severity;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A range of bytes in a source file. Rendering clips it to character boundaries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The file's path relative to the root.
    pub file: String,
    /// The bytes; `0..0` means the file as a whole.
    pub span: Range<usize>,
}

impl Location {
    /// A range of bytes in a file.
    pub fn new(file: impl Into<String>, span: Range<usize>) -> Self {
        Self { file: file.into(), span }
    }

    /// The file as a whole.
    pub fn whole(file: impl Into<String>) -> Self {
        Self::new(file, 0..0)
    }
}

/// The text around a position in documentation, where file and line alone tell little.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The heading above, as plain text; empty if there is none.
    pub heading: String,
    /// The sentence, as plain text.
    pub sentence: String,
}

/// A content problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// The severity: the code's own, unless the caller is stricter.
    pub severity: Severity,
    /// The problem, one sentence without a full stop.
    pub message: String,
    /// The bytes to mark.
    pub location: Location,
    /// The label of the marked bytes; may be empty.
    pub label: String,
    /// Other positions that belong to the problem, each with its label.
    pub related: Vec<(Location, String)>,
    /// Hints on how to solve it.
    pub help: Vec<String>,
    /// The text around the position; `None` except for findings in documentation.
    #[serde(default)]
    pub excerpt: Option<Excerpt>,
}

impl Diagnostic {
    /// A diagnostic with the code's severity; builder methods add the rest.
    pub fn new(code: Code, location: Location, message: impl Into<String>) -> Self {
        let (label, related, help, excerpt) = (String::new(), Vec::new(), Vec::new(), None);
        Self { code, severity: code.severity(), message: visible(message), location, label, related, help, excerpt }
    }

    /// Labels the marked bytes.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = visible(label);
        self
    }

    /// Adds a hint.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(visible(help));
        self
    }

    /// Adds an optional hint.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help.extend(help.map(visible));
        self
    }

    /// Adds the text around the position.
    #[must_use]
    pub fn excerpt(mut self, excerpt: Excerpt) -> Self {
        let Excerpt { heading, sentence } = excerpt;
        self.excerpt = Some(Excerpt { heading: visible(heading), sentence: visible(sentence) });
        self
    }

    /// Adds another position with its label.
    #[must_use]
    pub fn related(mut self, place: Location, label: impl Into<String>) -> Self {
        self.related.push((place, visible(label)));
        self
    }
}

/// Replaces control characters other than line breaks, since terminals interpret them.
pub(super) fn visible(text: impl Into<String>) -> String {
    let text = text.into();
    let is_control = |c: char| c.is_control() && c != '\n';
    if text.contains(is_control) { text.replace(is_control, "\u{fffd}") } else { text }
}
