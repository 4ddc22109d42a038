//! The interface through which a calculator writes its answer.
//!
//! A report is written in this order: the answer, three figures, the end of the figures, a chart; then sections, each with paragraphs,
//! lists, tables and sources. The figure and everything after it, the work, are the two parts of a page.
//!
//! Every writer takes the same calls: `HtmlReport` for pages, `MarkdownReport` for text to paste elsewhere, `ReportRecorder` for typed
//! values. A calculator never learns which one it writes to.

use super::chart::Chart;
use super::ink::Ink;
use super::listing::Listing;
use super::words::Words;
use alloc::string::String;

/// A publication: its title or what it is known by, and its address.
pub(crate) type Source = (&'static str, &'static str);

/// How a column's cells are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Text, from the left.
    #[default]
    Words,
    /// Text that a narrow window leaves out, because a caption or another column holds the fact.
    Wide,
    /// A formula: softer than the result it leads to.
    Formula,
    /// A number, from the right, never wrapped.
    Number,
}

/// A column: its heading, a second smaller line of it that may be empty, how its cells are set.
pub(crate) type Column = (&'static str, &'static str, Kind);

/// The emphasis of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// None.
    #[default]
    None,
    /// It sums the rows above.
    Sum,
    /// It matches the reader's inputs.
    Match,
}

/// Something else that would hold what does not fit: the text of a link, its address, and the words after it. Without an address the text
/// stands alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way {
    /// Which way it is: `format`, `host`, `devices`, `context`, `requests`; empty for a sentence about them.
    pub kind: &'static str,
    /// The text of the link.
    pub link: String,
    /// Its address: one of this site, or empty.
    pub href: String,
    /// The words after it.
    pub words: String,
    /// The number that it rests on: bytes, tokens a second, tokens or requests.
    pub value: f64,
}

/// Writes a calculator's answer in one format.
pub trait ReportWriter {
    /// The answer in one line, and the conditions it holds under.
    fn answer(&mut self, answer: Words<'_>, conditions: Words<'_>);

    /// The same where the setup does not fit: the figures and the chart that follow say what would be if it did, and are muted.
    fn refusal(&mut self, answer: Words<'_>, conditions: Words<'_>) {
        self.answer(answer, conditions);
    }

    /// One of the three numbers. `wide` continues the label where the window has room; without a value the note says why.
    fn figure(&mut self, ink: Ink, label: &str, wide: Words<'_>, value: Option<Words<'_>>, note: &str);

    /// Ends the numbers. A warning says what the reader must know before trusting them, and may be empty.
    fn end_figures(&mut self, warning: &str);

    /// What would fit instead, after the numbers.
    fn ways(&mut self, ways: &[Way]);

    /// The same answer over a whole axis, and the end of the figure.
    fn chart(&mut self, chart: &Chart);

    /// An answer with a list of set-ups, and the end of the figure.
    fn listing(&mut self, listing: &Listing);

    /// Opens a section: a short name for its id, its heading.
    fn section(&mut self, id: &'static str, heading: &str);

    /// A paragraph of a section.
    fn paragraph(&mut self, class: &'static str, words: Words<'_>);

    /// A list of sentences.
    fn list(&mut self, class: &'static str, sentences: &[&str]);

    /// The publications that formulas and constants come from, as a line of links.
    fn sources(&mut self, sources: &[Source]);

    /// Closes a section.
    fn end_section(&mut self);

    /// Opens the table of a section: the section's id, its caption with the units, the columns, how many rows will come and what a row is,
    /// in the plural.
    fn table(&mut self, id: &'static str, caption: &str, columns: &'static [Column], rows: (usize, &'static str));

    /// Opens the row that heads those that follow: it has one cell, across the table, and a diamond, open or solid. Its words follow
    /// through `say` and `link`.
    fn group(&mut self, open: bool);

    /// Words of a group's row.
    fn say(&mut self, words: Words<'_>);

    /// A link in a group's row; its text alone if the address is not one to follow.
    fn link(&mut self, text: &str, href: &str);

    /// Ends a group's row; the caution below it is a smaller line, and may be empty.
    fn end_group(&mut self, caution: &str);

    /// Opens a row.
    fn row(&mut self, emphasis: Emphasis);

    /// Writes the next cell, in the ink of its kind if it is one of the three.
    fn cell(&mut self, ink: Option<Ink>, words: Words<'_>);

    /// Ends the table.
    fn end_table(&mut self);
}
