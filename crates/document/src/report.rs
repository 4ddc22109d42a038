//! A calculator's answer as a document: typed values that every format is rendered from.
//!
//! 1. A calculator builds a [`Report`] once, from top to bottom: the answer, three figures, a chart; then sections with
//!    paragraphs, lists, tables and sources.
//! 2. `html` and `markdown` render it for pages, the terminal and the clipboard; feeds, lessons, pictures and JSON read
//!    its values.
//!
//! Values keep their kind and their full precision; [`Text::plain`] gives the words that a page shows. Holds no markup.

use alloc::string::String;
use alloc::vec::Vec;

pub use super::chart::Chart;
use super::ink::Ink;
use super::listing::Listing;
pub use super::text::{Run, Text};
use super::words::Words;

/// A publication: its title or what it is known by, and its address.
pub type Source = (&'static str, &'static str);

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
pub type Column = (&'static str, &'static str, Kind);

/// The emphasis of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// A plain row.
    #[default]
    None,
    /// It sums the rows above.
    Sum,
    /// It matches the reader's inputs.
    Match,
}

/// A setup that would fit where the reader's does not: the text of a link, its address, and the words after it. Without
/// an address the text stands alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alternative {
    /// The change: `format`, `host`, `devices`, `context`, `requests`; empty for a sentence about them.
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

/// One of the three numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The ink, which stands for a kind of number.
    pub ink: Ink,
    /// The words beside the value.
    pub label: String,
    /// The rest of the label, where the window has room.
    pub wide: Text,
    /// Its value, if it has one.
    pub value: Option<Text>,
    /// A remark, mostly empty.
    pub note: String,
}

/// Rows and columns under a caption.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The id of its section.
    pub id: &'static str,
    /// The caption, with the units.
    pub caption: String,
    /// The heads from left to right; each row of cells has as many.
    pub columns: Vec<Column>,
    /// A row's name, in the plural.
    pub unit: &'static str,
    /// The rows in their order.
    pub rows: Vec<TableRow>,
}

/// Cells, or a heading for the rows that follow.
#[derive(Clone, Debug, PartialEq)]
pub enum TableRow {
    /// A row that heads those that follow: whether its diamond is open, its text, and the caution below it.
    Group(bool, Text, String),
    /// Cells, each with its ink.
    Cells(Emphasis, Vec<(Option<Ink>, Text)>),
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum DocBlock {
    /// Parts under a heading of their own.
    Section(Section),
    /// A paragraph and its class.
    Paragraph(&'static str, Text),
    /// Sentences and the class of their list.
    List(&'static str, Vec<String>),
    /// Publications.
    Sources(Vec<Source>),
    /// Rows and columns.
    Table(Table),
    /// A command to type in a terminal.
    Command(String),
    /// Setups that would fit.
    Alternatives(Vec<Alternative>),
}

/// Parts under a heading, with an id that links lead to.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The short name of its id.
    pub id: &'static str,
    /// The heading's text, not yet escaped.
    pub heading: String,
    /// Its parts; no section among them.
    pub blocks: Vec<DocBlock>,
}

/// A rendered report, in its two parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The answer, its figures and its chart; empty for a document without an answer.
    pub figure: String,
    /// The sections below.
    pub work: String,
}

/// Renders the figure of a report: the answer with its chart, or with its list of set-ups.
///
/// Pointers, so that a calculator's module for the browser carries the code of its own kind of figure alone (chart 6
/// KB, list 4 KB).
#[derive(Clone, Copy, Debug)]
pub(super) struct FigureRenderer {
    pub(super) html: fn(&mut String, &Report),
    /// As Markdown; the text begins each heading.
    pub(super) markdown: fn(&mut String, &Report, &str),
}

/// A calculator's answer.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The answer in one line.
    pub answer: Text,
    /// The conditions it holds under.
    pub conditions: Text,
    /// Whether the setup does not fit.
    pub refused: bool,
    /// Whether figures and chart show a memory that would be large enough, in muted colours.
    pub muted: bool,
    /// The three numbers.
    pub figures: Vec<Figure>,
    /// A warning to read before trusting the numbers, mostly empty.
    pub warning: String,
    /// A drawing of the answer over one of its inputs.
    pub chart: Option<Chart>,
    /// The list of set-ups.
    pub listing: Option<Listing>,
    /// The sections below, and what stands outside of any.
    pub blocks: Vec<DocBlock>,
    /// Renders what stands above the blocks; `None` for a document that is not an answer.
    pub(super) figure_renderer: Option<FigureRenderer>,
    /// Whether the last section still takes blocks.
    in_section: bool,
}

impl Report {
    /// The sections in their order.
    pub fn sections(&self) -> impl Iterator<Item = &Section> {
        self.blocks.iter().filter_map(|block| if let DocBlock::Section(section) = block { Some(section) } else { None })
    }

    /// Sets the answer in one line, and the conditions it holds under.
    pub fn answer(&mut self, answer: Words<'_>, conditions: Words<'_>) {
        (self.answer, self.conditions) = (answer.into(), conditions.into());
    }

    /// States the answer of a setup that does not fit: the figures and the chart that follow say what would be if it
    /// did.
    pub fn refusal(&mut self, answer: Words<'_>, conditions: Words<'_>) {
        self.answer(answer, conditions);
        (self.refused, self.muted) = (true, true);
    }

    /// Adds one of the three numbers. `wide` continues the label where the window has room; without a value the note
    /// says why.
    pub fn figure(&mut self, ink: Ink, label: &str, wide: Words<'_>, value: Option<Words<'_>>, note: &str) {
        let (label, note) = (label.into(), note.into());
        self.figures.push(Figure { ink, label, wide: wide.into(), value: value.map(Into::into), note });
    }

    /// Sets the warning below the numbers; it may be empty.
    pub fn end_figures(&mut self, warning: &str) {
        self.warning = warning.into();
    }

    /// Appends a block to the open section, or to the document if no section is open.
    pub fn push(&mut self, block: DocBlock) {
        match self.blocks.last_mut() {
            Some(DocBlock::Section(section)) if self.in_section => section.blocks.push(block),
            _ => self.blocks.push(block),
        }
    }

    /// Opens a section: a short name for its id, its heading.
    pub fn section(&mut self, id: &'static str, heading: &str) {
        self.blocks.push(DocBlock::Section(Section { id, heading: heading.into(), blocks: Vec::new() }));
        self.in_section = true;
    }

    /// Closes the section.
    pub fn end_section(&mut self) {
        self.in_section = false;
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, class: &'static str, words: Words<'_>) {
        self.push(DocBlock::Paragraph(class, words.into()));
    }

    /// Adds a list of sentences.
    pub fn list(&mut self, class: &'static str, sentences: &[&str]) {
        self.push(DocBlock::List(class, sentences.iter().copied().map(String::from).collect()));
    }

    /// Adds the publications that formulas and constants come from.
    pub fn sources(&mut self, sources: &[Source]) {
        self.push(DocBlock::Sources(sources.into()));
    }

    /// Opens the table of a section: the section's id, its caption with the units, the columns, and a row's name in the
    /// plural.
    pub fn table(&mut self, id: &'static str, caption: &str, columns: &[Column], unit: &'static str) {
        let (caption, columns) = (caption.into(), columns.into());
        self.push(DocBlock::Table(Table { id, caption, columns, unit, rows: Vec::new() }));
    }

    fn rows(&mut self) -> Option<&mut Vec<TableRow>> {
        match self.blocks.last_mut()? {
            DocBlock::Section(Section { blocks, .. }) => match blocks.last_mut()? {
                DocBlock::Table(table) => Some(&mut table.rows),
                _ => None,
            },
            _ => None,
        }
    }

    fn group_text(&mut self) -> Option<&mut Text> {
        match self.rows()?.last_mut()? {
            TableRow::Group(_, text, _) => Some(text),
            TableRow::Cells(..) => None,
        }
    }

    /// Opens the row that heads those that follow: it has one cell, across the table, a diamond, open or solid, and the
    /// caution below it, which may be empty. Its words follow through `say` and `link`.
    pub fn group(&mut self, open: bool, caution: &str) {
        if let Some(rows) = self.rows() {
            rows.push(TableRow::Group(open, Text::default(), caution.into()));
        }
    }

    /// Adds words to a group's row.
    pub fn say(&mut self, words: Words<'_>) {
        if let Some(text) = self.group_text() {
            text.add(words);
        }
    }

    /// Adds a link to a group's row; its text alone is shown if the address must not be followed.
    pub fn link(&mut self, text: &str, href: &str) {
        if let Some(head) = self.group_text() {
            head.0.push((None, Run::Link(text.into(), href.into())));
        }
    }

    /// Opens a row.
    pub fn row(&mut self, emphasis: Emphasis) {
        if let Some(rows) = self.rows() {
            rows.push(TableRow::Cells(emphasis, Vec::new()));
        }
    }

    /// Adds the next cell, in the ink of its kind if it is one of the three.
    pub fn cell(&mut self, ink: Option<Ink>, words: Words<'_>) {
        if let Some(TableRow::Cells(_, cells)) = self.rows().and_then(|rows| rows.last_mut()) {
            cells.push((ink, words.into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arg::Arg;
    use crate::words;

    #[test]
    fn rows_belong_to_their_table() {
        let mut report = Report::default();
        report.cell(None, words!("lost"));
        report.section("s", "Section");
        report.table("s", "Caption", &[], "rows");
        report.group(false, "careful");
        report.say(words!("head"));
        report.row(Emphasis::Sum);
        report.cell(None, words!("{}", Arg::Count(3)));
        let section = report.sections().next().expect("a section");
        let [DocBlock::Table(table)] = section.blocks.as_slice() else { panic!("a table") };
        assert_eq!(table.rows[0], TableRow::Group(false, words!("head").into(), "careful".into()));
        assert_eq!(table.rows[1], TableRow::Cells(Emphasis::Sum, [(None, words!("{}", Arg::Count(3)).into())].into()));
    }
}
