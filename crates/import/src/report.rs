//! The report of an import: counts of what was mapped, cut, guessed and left out, with the first place of each.
//!
//! Text that is left out is named at its place, too: a count alone does not say which term is missing.

use crate::draft::Origin;
use rooflight_source::characters;
use std::collections::BTreeMap;
use std::fmt::Write as _;

rooflight_primitives::variants! {
    /// How a part of the input was handled.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Handling [
        /// The word in the report.
        pub word: &'static str,
    ] {
        /// Converted to another form without loss.
        Mapped = "mapped",
        /// Shortened.
        Cut = "cut",
        /// Not stated by the input, and guessed.
        Guessed = "guessed",
        /// Left out of the site.
        Left = "left",
    }
}

/// A line of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportLine {
    /// Number of cases.
    pub count: usize,
    /// The place of the first case in the input.
    pub first: Origin,
    /// The places of the cases and the words at them, if the cases are named one by one.
    pub cases: Vec<(Origin, String)>,
}

/// Maximum number of cases that a line names one by one.
const MAX_CASES: usize = 100;

/// Maximum length of the words of a case, characters.
const MAX_WORDS: usize = 60;

/// The report of an import.
#[derive(Debug, Clone, Default)]
pub struct Report {
    lines: BTreeMap<(Handling, String), ReportLine>,
}

impl Report {
    /// Counts a case.
    pub fn note(&mut self, handling: Handling, what: impl Into<String>, place: &Origin) {
        self.line(handling, what.into(), place).count += 1;
    }

    /// Counts a case, and names its place and its first words.
    pub fn name(&mut self, handling: Handling, what: impl Into<String>, words: &str, place: &Origin) {
        let line = self.line(handling, what.into(), place);
        line.count += 1;
        if line.cases.len() < MAX_CASES {
            line.cases.push((place.clone(), shortened(words)));
        }
    }

    /// Adds the lines of another report.
    pub fn add(&mut self, other: Self) {
        for ((handling, what), line) in other.lines {
            let own = self.line(handling, what, &line.first);
            own.count += line.count;
            let room = MAX_CASES.saturating_sub(own.cases.len());
            own.cases.extend(line.cases.into_iter().take(room));
        }
    }

    fn line(&mut self, handling: Handling, what: String, place: &Origin) -> &mut ReportLine {
        let new = || ReportLine { count: 0, first: place.clone(), cases: Vec::new() };
        self.lines.entry((handling, what)).or_insert_with(new)
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
            let is_named = first.is_empty() || !line.cases.is_empty();
            let place = if is_named { String::new() } else { format!(" (first: {first})") };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "  {:<8}{:>widest$}  {what}{place}", handling.word(), line.count);
            for (place, words) in &line.cases {
                let place = place.to_string();
                let (place, words) = (characters::shown_in_line(&place), characters::shown_in_line(words));
                let _ = writeln!(out, "  {:8}{:widest$}    {place}: {words}", "", "");
            }
            if line.count > line.cases.len() && !line.cases.is_empty() {
                let _ = writeln!(out, "  {:8}{:widest$}    and {} more", "", "", line.count - line.cases.len());
            }
        }
        out
    }
}

/// Returns the first words of a text on one line.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_WORDS) {
        Some((at, _)) => format!("{} …", line[..at].trim_end()),
        None => line,
    }
}
