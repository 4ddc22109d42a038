//! Writes a report as one Markdown document, to be pasted elsewhere. Tables stand in the place of the chart.
//!
//! Characters that mean something in Markdown are escaped. An address within the site means nothing elsewhere, so its text stands alone.

use alloc::string::String;

use super::arg::Arg;
use super::chart::Chart;
use super::ink::Ink;
use super::listing::Listing;
use super::markup::joined;
use super::markup::{Destination, destination, put};
use super::number::{self, NONE};
use super::report::{Column, Emphasis, Kind, ReportWriter, Source, Way};
use super::words::{Piece, Words};

/// A report while it is written as Markdown.
#[derive(Debug, Default)]
pub struct MarkdownReport {
    out: String,
    /// The prefix of each heading: one `#` more in a part of a document.
    deeper: &'static str,
    columns: usize,
    /// Cells of the present row so far.
    cell: usize,
    emphasis: Emphasis,
}

impl MarkdownReport {
    /// A report that is a part of a document: its headings are a level lower.
    #[must_use]
    pub fn part() -> Self {
        Self { deeper: "#", ..Self::default() }
    }

    /// The written document.
    #[must_use]
    pub fn into_text(self) -> String {
        self.out
    }

    fn put(&mut self, parts: &[&str]) {
        put(&mut self.out, parts);
    }

    fn text(&mut self, text: &str) {
        for character in text.chars() {
            self.character(character);
        }
    }

    fn character(&mut self, character: char) {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            self.out.push('\\');
        }
        self.out.push(if matches!(character, '\n' | '\r') { ' ' } else { character });
    }

    fn value(&mut self, value: Arg<'_>) {
        let mut text = String::new();
        value.push(&mut text);
        self.text(&text);
    }

    fn words(&mut self, words: Words<'_>) {
        for piece in words.pieces() {
            match piece {
                Piece::Character(character) => self.character(character),
                Piece::Value(value) => self.value(value),
                Piece::Open(Ink::Plain) | Piece::Close(Ink::Plain) => self.put(&["**"]),
                Piece::Open(_) | Piece::Close(_) => {}
            }
        }
    }

    /// Text between two marks, if there is any.
    fn around(&mut self, open: &str, text: &str, close: &str) {
        if !text.is_empty() {
            self.put(&[open]);
            self.text(text);
            self.put(&[close]);
        }
    }

    fn end_row(&mut self) {
        if self.cell > 0 {
            self.put(&["\n"]);
            self.cell = 0;
        }
    }
}

impl ReportWriter for MarkdownReport {
    fn answer(&mut self, answer: Words<'_>, conditions: Words<'_>) {
        self.put(&[self.deeper, "## "]);
        self.words(answer);
        self.put(&["\n\n"]);
        self.words(conditions);
        self.put(&["\n\n"]);
    }

    fn figure(&mut self, _: Ink, label: &str, wide: Words<'_>, value: Option<Words<'_>>, note: &str) {
        self.put(&["- "]);
        self.text(label);
        if !wide.is_empty() {
            self.put(&[" "]);
            self.words(wide);
        }
        self.put(&[": "]);
        self.words(value.unwrap_or(crate::words!(NONE)));
        self.around(" (", note, ")");
        self.put(&["\n"]);
    }

    fn end_figures(&mut self, warning: &str) {
        self.around("\n", warning, "\n");
    }

    fn ways(&mut self, ways: &[Way]) {
        self.put(&["\nWhat would fit:\n\n"]);
        for way in ways {
            self.put(&["- "]);
            self.text(&way.link);
            self.text(&way.words);
            self.put(&["\n"]);
        }
    }

    fn chart(&mut self, chart: &Chart) {
        self.around("\n", &chart.desc, "\n");
    }

    fn listing(&mut self, listing: &Listing) {
        self.around("## ", &listing.answer, "\n\n");
        self.around("", &listing.conditions, "\n");
        for group in listing.groups.iter().filter(|group| !group.rows.is_empty()) {
            self.around("\n### ", group.title.0, ": ");
            self.around("", &group.title.1, "\n\n| ");
            self.put(&[
                listing.first,
                " | | Memory, GB | Ceiling | Realistic | Measured | Prompt, s | ",
                listing.last.0,
                " |",
            ]);
            let score = listing.score.map(|benchmark| [" ", benchmark, " |"]);
            self.put(&score.unwrap_or_default());
            let rule = if score.is_some() { "---:|\n" } else { "\n" };
            self.put(&["\n|---|---|---:|---:|---:|---:|---:|---:|", rule]);
            for row in &group.rows {
                self.around("| ", &row.name.0, " | ");
                self.text(&row.under);
                self.put(&[" | ", &number::speed(row.memory.0 / 1e9)]);
                let range = row.speeds.and_then(|(_, range)| range);
                let range = range.map(|range| number::range(range.low, range.high));
                let ceiling = row.speeds.map(|(ceiling, _)| number::speed(ceiling));
                let measured = row.measured.as_ref().map(|(speed, _)| number::plain(*speed, 1));
                let prompt = row.prompt.map(|(least, span)| {
                    span.map_or_else(
                        || joined(&["≥ ", &number::speed(least)]),
                        |span| number::range(span.fast, span.slow),
                    )
                });
                for cell in [ceiling, range, measured, prompt, row.last.map(|last| number::plain(last, 0))] {
                    self.put(&[" | ", cell.as_deref().unwrap_or(NONE)]);
                }
                if listing.score.is_some() {
                    let score = row.score.map(|score| number::plain(score, 1));
                    self.put(&[" | ", score.as_deref().unwrap_or_default()]);
                }
                self.put(&[" |\n"]);
            }
        }
        for note in &listing.notes {
            self.around("\n", note, "\n");
        }
    }

    fn section(&mut self, _: &'static str, heading: &str) {
        self.put(&["\n", self.deeper]);
        self.around("### ", heading, "\n");
    }

    fn paragraph(&mut self, _: &'static str, words: Words<'_>) {
        self.put(&["\n"]);
        self.words(words);
        self.put(&["\n"]);
    }

    fn list(&mut self, _: &'static str, sentences: &[&str]) {
        self.put(&["\n"]);
        for sentence in sentences {
            self.around("- ", sentence, "\n");
        }
    }

    fn sources(&mut self, sources: &[Source]) {
        let mut before = "\nWhere this comes from: ";
        for (title, href) in sources {
            self.put(&[before]);
            self.link(title, href);
            before = "; ";
        }
        self.put(&[".\n"]);
    }

    fn end_section(&mut self) {}

    fn table(&mut self, _: &'static str, caption: &str, columns: &'static [Column], _: (usize, &'static str)) {
        self.columns = columns.len();
        self.around("\n", caption, "\n\n|");
        for (label, small, _) in columns {
            self.put(&[" ", label, if small.is_empty() { "" } else { " " }, small, " |"]);
        }
        self.put(&["\n|"]);
        for (_, _, kind) in columns {
            self.put(&[if *kind == Kind::Number { "---:|" } else { "---|" }]);
        }
        self.put(&["\n"]);
    }

    fn group(&mut self, _: bool) {
        self.end_row();
        self.put(&["| "]);
    }

    fn say(&mut self, words: Words<'_>) {
        self.words(words);
    }

    fn link(&mut self, text: &str, href: &str) {
        if destination(href) != Destination::Away {
            return self.text(text);
        }
        self.around("[", text, "](<");
        for character in href.chars() {
            match character {
                '<' => self.put(&["%3C"]),
                '>' => self.put(&["%3E"]),
                _ => self.out.push(character),
            }
        }
        self.put(&[">)"]);
    }

    fn end_group(&mut self, caution: &str) {
        self.around(" (", caution, ")");
        for _ in 0..self.columns {
            self.put(&[" |"]);
        }
        self.put(&["\n"]);
    }

    fn row(&mut self, emphasis: Emphasis) {
        self.end_row();
        self.put(&["|"]);
        self.emphasis = emphasis;
    }

    fn cell(&mut self, _: Option<Ink>, words: Words<'_>) {
        let strong = self.emphasis == Emphasis::Sum || (self.emphasis == Emphasis::Match && self.cell == 0);
        self.put(&[if strong { " **" } else { " " }]);
        self.words(words);
        self.put(&[if strong { "** |" } else { " |" }]);
        self.cell += 1;
    }

    fn end_table(&mut self) {
        self.end_row();
    }
}
