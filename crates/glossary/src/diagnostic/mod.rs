//! Content problems: message, place and hints.
//!
//! Every stage returns its value *and* its diagnostics, and one run reports all of them. A diagnostic is data: the
//! wording lives in [`messages`], the drawing in `edge::report`. A problem with the machine (a disk, a port) is never a
//! diagnostic.

pub mod codes;
pub mod messages;
pub mod nearest;
pub(crate) mod yaml;

pub use codes::Code;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The site cannot be built.
    Error,
    /// The site can be built; an author should look.
    Warning,
}

impl Severity {
    /// The word that diagnostics print.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

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
fn visible(text: impl Into<String>) -> String {
    let text = text.into();
    let is_control = |c: char| c.is_control() && c != '\n';
    if text.contains(is_control) { text.replace(is_control, "\u{fffd}") } else { text }
}

/// Sorts by place, then by code, so that two runs over the same input print the same.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| (d.location.span.start, d.location.span.end);
        a.location
            .file
            .cmp(&b.location.file)
            .then_with(|| key(a).cmp(&key(b)))
            .then_with(|| a.code.name().cmp(b.code.name()))
    });
}

/// True if a site cannot be built with these.
#[must_use]
pub fn any_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

/// Makes an error of every warning, but of an entry that nothing links to and of a placeholder: a good first draft has
/// both.
pub fn be_strict(diagnostics: &mut [Diagnostic]) {
    let is_fine = |code| matches!(code, Code::Orphan | Code::Placeholder);
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| !is_fine(diagnostic.code)) {
        diagnostic.severity = Severity::Error;
    }
}

/// Line and column, both from 1, of a byte; columns count characters.
#[must_use]
pub fn line_column(text: &str, byte: usize) -> (usize, usize) {
    let mut end = byte.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.bytes().filter(|byte| *byte == b'\n').count() + 1, before[start..].chars().count() + 1)
}
