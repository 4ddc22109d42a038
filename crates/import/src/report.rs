//! The report of an import: counts of what was mapped, cut, guessed and left out, with the first place of each.

use crate::draft::Origin;
use rooflight_source::characters;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How a part of the input was handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Handling {
    /// Converted to another form without loss.
    Mapped,
    /// Shortened.
    Cut,
    /// Not stated by the input, and guessed.
    Guessed,
    /// Left out of the site.
    Left,
}

impl Handling {
    /// Returns the word in the report.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Mapped => "mapped",
            Self::Cut => "cut",
            Self::Guessed => "guessed",
            Self::Left => "left",
        }
    }
}

/// A line of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportLine {
    /// Number of cases.
    pub count: usize,
    /// The place of the first case in the input.
    pub first: Origin,
}

/// The report of an import.
#[derive(Debug, Clone, Default)]
pub struct Report {
    lines: BTreeMap<(Handling, String), ReportLine>,
}

impl Report {
    /// Counts a case.
    pub fn note(&mut self, handling: Handling, what: impl Into<String>, place: &Origin) {
        let line =
            self.lines.entry((handling, what.into())).or_insert_with(|| ReportLine { count: 0, first: place.clone() });
        line.count += 1;
    }

    /// Returns the number of cases.
    #[must_use]
    pub fn count(&self, handling: Handling, what: &str) -> usize {
        self.lines.get(&(handling, what.to_owned())).map_or(0, |line| line.count)
    }

    /// Returns all lines: the handling, the description, and the count with the first place.
    pub fn lines(&self) -> impl Iterator<Item = (Handling, &str, &ReportLine)> {
        self.lines.iter().map(|((handling, what), line)| (*handling, what.as_str(), line))
    }

    /// Returns the report as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        let widest = self.lines.values().map(|line| line.count.to_string().len()).max().unwrap_or_default();
        for (handling, what, line) in self.lines() {
            let first = line.first.to_string();
            let (first, what) = (characters::shown_in_line(&first), characters::shown_in_line(what));
            let place = if first.is_empty() { String::new() } else { format!(" (first: {first})") };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "  {:<8}{:>widest$}  {what}{place}", handling.word(), line.count);
        }
        out
    }
}
