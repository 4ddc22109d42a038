//! A calculator's result as plain data.
//!
//! A calculator fills a [`Report`]: the answer in one line, three figures in three inks, a chart, tables and the assumptions.
//! `html` and `markdown` turn the same report into text, so that a page, a browser and a copied note cannot disagree.
//! This module holds no formula, rounds nothing and knows no hardware: every number arrives as the text to be shown.

use alloc::{string::String, vec::Vec};

use super::chart::Chart;

/// What a number is: each kind has one colour and one shape everywhere, and they always come in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A bound from physics: a thick line.
    Ceiling,
    /// An estimate: a ruled band, and a dashed line for its middle.
    Range,
    /// A published measurement: a diamond.
    Measured,
}

/// One run of text in a single style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Text as it comes.
    Plain(String),
    /// A number in the ink of its kind.
    Ink(Ink, String),
    /// Text that is looked up.
    Strong(String),
    /// A link: its text, its address (http, https, or relative: `#…`, `./…`, `../…`; anything else stays plain text).
    Link(String, String),
    /// A raised source number: the number, the address.
    Source(String, String),
}

/// A line of text, built run by run: `Text::from("About ").ink(Ink::Range, "125").plain(" tokens per second")`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Span>);

/// One of the numbers under the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What kind of number it is.
    pub ink: Ink,
    /// Its name: `Ceiling`.
    pub label: String,
    /// What a narrow window leaves out of the name, without the space before it: `at 4,096`. May be empty.
    pub label_wide: String,
    /// The number, or `None` where there is none (then `note` says why).
    pub value: Option<String>,
    /// A few words below the number: `no range: nothing measured supports one`. May be empty.
    pub note: String,
}

/// How a column's cells are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Text, from the left.
    #[default]
    Words,
    /// A formula: softer than the result it leads to.
    Formula,
    /// A number, from the right, never wrapped.
    Number,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// Its heading.
    pub label: String,
    /// A second, smaller line of the heading. May be empty.
    pub small: String,
    /// How its cells are set.
    pub kind: Kind,
    /// Left out in a narrow window, because a caption or another column holds the fact.
    pub wide_only: bool,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it says.
    pub text: Text,
    /// The ink of the whole cell.
    pub ink: Option<Ink>,
    /// A smaller line below. May be empty.
    pub note: Text,
}

/// What sets a row apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// Nothing.
    #[default]
    None,
    /// It sums the rows above.
    Sum,
    /// It matches the reader's inputs.
    Match,
    /// It has one cell, across the table, which heads the rows that follow until the next of its kind.
    Group,
}

/// A row of a table. Its first cell is its header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// One cell for each column, or a single one in a group's row.
    pub cells: Vec<Cell>,
    /// What sets it apart.
    pub emphasis: Emphasis,
    /// The diamond that stands for these rows in the chart: `Some(false)` solid, `Some(true)` open.
    pub diamond: Option<bool>,
}

/// A table with its heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// A short name for the heading's id: ASCII letters, digits, `-`.
    pub id: String,
    /// The section's heading.
    pub heading: String,
    /// What the table holds and in which units.
    pub caption: Text,
    /// The columns, the first being the rows' header.
    pub columns: Vec<Column>,
    /// The rows. Past the first dozen they fold away.
    pub rows: Vec<Row>,
    /// What a row is, in the plural, for the folded part: `measurements`.
    pub unit: String,
    /// Said instead of the table when there are no rows.
    pub empty: Text,
    /// A note under the table. May be empty.
    pub note: Text,
}

/// A calculator's whole result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Put before every id, so that two reports can share a page: empty, or ASCII letters, digits and `-`.
    pub id_prefix: String,
    /// The answer in one line: the figure's heading.
    pub answer: Text,
    /// The conditions it holds under: the line below.
    pub conditions: Text,
    /// Ceiling, realistic range, measured, in this order.
    pub figures: Vec<Figure>,
    /// What the reader must know before trusting the figures: it does not fit, the estimate leaves what was measured.
    pub warnings: Vec<Text>,
    /// The same answer over a whole axis.
    pub chart: Option<Chart>,
    /// Where each number comes from.
    pub tables: Vec<Table>,
    /// What was assumed, a sentence each.
    pub notes: Vec<Text>,
    /// One sentence for the live region: `Ceiling 195 tokens per second; likely 105 to 145`.
    pub status: String,
}

impl Text {
    /// Adds text as it comes.
    #[must_use]
    pub fn plain(self, text: &str) -> Self {
        self.with(Span::Plain(text.into()))
    }

    /// Adds a number in the ink of its kind.
    #[must_use]
    pub fn ink(self, ink: Ink, text: &str) -> Self {
        self.with(Span::Ink(ink, text.into()))
    }

    /// Adds text that is looked up.
    #[must_use]
    pub fn strong(self, text: &str) -> Self {
        self.with(Span::Strong(text.into()))
    }

    /// Adds a link.
    #[must_use]
    pub fn link(self, text: &str, href: &str) -> Self {
        self.with(Span::Link(text.into(), href.into()))
    }

    /// Adds the raised number of a source.
    #[must_use]
    pub fn source(self, number: &str, href: &str) -> Self {
        self.with(Span::Source(number.into(), href.into()))
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn with(mut self, span: Span) -> Self {
        self.0.push(span);
        self
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        if text.is_empty() { Self::default() } else { Self::default().plain(text) }
    }
}

impl Cell {
    /// A cell of plain text.
    #[must_use]
    pub fn new(text: impl Into<Text>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The same cell in an ink.
    #[must_use]
    pub fn in_ink(mut self, ink: Ink) -> Self {
        self.ink = Some(ink);
        self
    }
}
