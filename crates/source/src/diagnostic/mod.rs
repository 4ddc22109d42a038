//! Content problems with position, message and hints.
//!
//! Every stage returns its value *and* its diagnostics, so that one run reports all of them. A diagnostic is data: its
//! wording is in [`messages`], its rendering in `edge::report`. Problems with the machine (a disk, a port) are never
//! diagnostics.

pub mod codes;
pub mod messages;
pub mod nearest;
mod problem;
mod severity;
pub(crate) mod yaml;

pub use codes::Code;
pub use problem::{Diagnostic, Excerpt, Location};
pub use severity::Severity;

/// The settings, which decide how every other file is read.
const SETTINGS: &str = "content/site.yaml";

/// Sorts by file, position and code, so that output is deterministic; the settings come first.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| (d.location.span.start, d.location.span.end);
        let file = |d: &'_ Diagnostic| (d.location.file != SETTINGS, d.location.file.clone());
        file(a).cmp(&file(b)).then_with(|| key(a).cmp(&key(b))).then_with(|| a.code.name().cmp(b.code.name()))
    });
}

/// True if a diagnostic prevents the build.
#[must_use]
pub fn any_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

/// Turns every warning into an error, except orphaned entries and placeholders, which a good first draft may have.
pub fn deny_warnings(diagnostics: &mut [Diagnostic]) {
    let is_fine = |code| matches!(code, Code::Orphan | Code::Placeholder);
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| !is_fine(diagnostic.code)) {
        diagnostic.severity = Severity::Error;
    }
}

/// Converts a byte offset to line and column, both from 1; columns count characters.
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
