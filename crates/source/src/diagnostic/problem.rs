//! A problem: its severity, its place, its words, and what would solve it.

use crate::diagnostic::codes::Code;
use crate::diagnostic::severity::Severity;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A place in a source file, in bytes of the whole file. Drawing clips it to characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The file's path relative to the root.
    pub file: String,
    /// The bytes meant; `0..0` stands for the file as a whole.
    pub span: Range<usize>,
}

impl Location {
    /// A place in a file.
    pub fn new(file: impl Into<String>, span: Range<usize>) -> Self {
        Self { file: file.into(), span }
    }

    /// The file as a whole.
    pub fn whole(file: impl Into<String>) -> Self {
        Self::new(file, 0..0)
    }
}

/// The text around a place in documentation, where the file and the line alone say little.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The heading above, as plain text; empty if there is none.
    pub heading: String,
    /// The sentence, as plain text.
    pub sentence: String,
}

/// One problem of the content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// How bad it is: what the code says, unless a caller is stricter.
    pub severity: Severity,
    /// One sentence without a full stop.
    pub message: String,
    /// The file and the bytes to mark in it.
    pub location: Location,
    /// Label of the marked bytes; may be empty.
    pub label: String,
    /// Other places that belong to the problem, each with its own label.
    pub related: Vec<(Location, String)>,
    /// Ways to solve it.
    pub help: Vec<String>,
    /// The heading and the sentence around the place, for what is found in documentation elsewhere.
    #[serde(default)]
    pub excerpt: Option<Excerpt>,
}

impl Diagnostic {
    /// A problem of this kind; the rest is added by the builder methods.
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

    /// Quotes the heading and the sentence around the place.
    #[must_use]
    pub fn excerpt(mut self, excerpt: Excerpt) -> Self {
        let Excerpt { heading, sentence } = excerpt;
        self.excerpt = Some(Excerpt { heading: visible(heading), sentence: visible(sentence) });
        self
    }

    /// Points at another place too.
    #[must_use]
    pub fn related(mut self, place: Location, label: impl Into<String>) -> Self {
        self.related.push((place, visible(label)));
        self
    }
}

/// Replaces control characters, which terminals interpret.
pub(super) fn visible(text: impl Into<String>) -> String {
    let text = text.into();
    let is_control = |c: char| c.is_control() && c != '\n';
    if text.contains(is_control) { text.replace(is_control, "\u{fffd}") } else { text }
}
