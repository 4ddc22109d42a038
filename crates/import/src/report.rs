//! The report: what was mapped, cut, guessed and left, by kind, with the first place of each.

use crate::draft::Origin;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The fate of a part of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Handling {
    /// It has another form now, and says the same.
    Mapped,
    /// It is shorter than it was.
    Cut,
    /// The input does not say it.
    Guessed,
    /// It is not part of the site.
    Left,
}

impl Handling {
    /// The word in the report.
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
pub struct Line {
    /// How often.
    pub count: usize,
    /// The place in the input where it first happened.
    pub first: Origin,
}

/// The report of an import.
#[derive(Debug, Clone, Default)]
pub struct Report {
    lines: BTreeMap<(Handling, String), Line>,
}

impl Report {
    /// Notes one case of a kind.
    pub fn note(&mut self, handling: Handling, what: impl Into<String>, place: &Origin) {
        let line = self.lines.entry((handling, what.into())).or_insert_with(|| Line { count: 0, first: place.clone() });
        line.count += 1;
    }

    /// How often a kind was noted.
    #[must_use]
    pub fn count(&self, handling: Handling, what: &str) -> usize {
        self.lines.get(&(handling, what.to_owned())).map_or(0, |line| line.count)
    }

    /// All lines: what became of it, the kind, how often and where first.
    pub fn lines(&self) -> impl Iterator<Item = (Handling, &str, &Line)> {
        self.lines.iter().map(|((handling, what), line)| (*handling, what.as_str(), line))
    }

    /// The report as text, a line a kind.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        let widest = self.lines.values().map(|line| line.count.to_string().len()).max().unwrap_or_default();
        for (handling, what, line) in self.lines() {
            let first = line.first.to_string();
            let place = if first.is_empty() { String::new() } else { format!(" (first: {first})") };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "  {:<8}{:>widest$}  {what}{place}", handling.word(), line.count);
        }
        out
    }
}
