//! A calculator's answer as a document: typed values that every output format is rendered from.
//!
//! 1. A calculator builds a [`Report`] once, from top to bottom: the answer, three figures, a chart; then sections with
//!    paragraphs, lists, tables and sources.
//! 2. `html` renders it for pages; `text_format` for the clipboard, terminals and feeds. Lessons, pictures and JSON
//!    read its values.
//!
//! Values keep their kind and full precision; [`Text::plain`] gives the words that a page shows. Holds no markup.

use alloc::string::String;
use alloc::vec::Vec;

pub use super::chart::Chart;
use super::ink::Ink;
use super::listing::Listing;
pub use super::text::{Text, TextRun};
use super::words::Words;

/// A publication: its title or usual name, and its address.
pub type Source = (&'static str, &'static str);

/// How the cells of a column are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellKind {
    /// Text, left-aligned.
    #[default]
    Words,
    /// Text that narrow windows omit, because a caption or another column states the fact.
    Wide,
    /// A formula, in a lighter colour than its result.
    Formula,
    /// A number, right-aligned, never wrapped.
    Number,
}

/// A column: its heading, a smaller second line of the heading (may be empty), and how its cells are set.
pub type Column = (&'static str, &'static str, CellKind);

/// How a row of a table is emphasised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// Not at all.
    #[default]
    None,
    /// As the sum of the rows above.
    Sum,
    /// As the row that matches the reader's inputs.
    Match,
}

/// A set-up that would fit if the reader's does not: a link and the words after it. Without an address only its text is
/// shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alternative {
    /// The change: `format`, `host`, `devices`, `context` or `requests`; empty for a sentence about them.
    pub kind: &'static str,
    /// The text of the link.
    pub link: String,
    /// An address below the site's root, or a query of this page; may be empty.
    pub href: String,
    /// The words after the link.
    pub words: String,
    /// The number that the alternative rests on: bytes, tokens per second, tokens or requests.
    pub value: f64,
}

/// One of the three numbers below the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The kind of number.
    pub ink: Ink,
    /// The label of the value.
    pub label: String,
    /// The rest of the label, shown if the window is wide enough.
    pub wide: Text,
    /// The value; `None` if there is none, which the note explains.
    pub value: Option<Text>,
    /// A remark; usually empty.
    pub note: String,
}

/// A table with a caption.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The id of the section that it belongs to.
    pub id: &'static str,
    /// The caption, with units.
    pub caption: String,
    /// The columns from left to right; each row of cells has as many.
    pub columns: Vec<Column>,
    /// The word for its rows, in the plural: `runs`.
    pub unit: &'static str,
    /// The rows from top to bottom.
    pub rows: Vec<TableRow>,
}

/// A row of a table: cells, or a heading for the rows that follow.
#[derive(Clone, Debug, PartialEq)]
pub enum TableRow {
    /// A heading for the rows that follow: true if its diamond is open, its text, and a caution (may be empty).
    Group(bool, Text, String),
    /// Cells from left to right, each with its ink.
    Cells(Emphasis, Vec<(Option<Ink>, Text)>),
}

/// A block of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum DocBlock {
    /// Blocks under a heading.
    Section(Section),
    /// The class of a paragraph, and its text.
    Paragraph(&'static str, Text),
    /// The class of a list, and its sentences.
    List(&'static str, Vec<String>),
    /// The publications that formulas and constants come from.
    Sources(Vec<Source>),
    /// A table.
    Table(Table),
    /// A command to type in a terminal.
    Command(String),
}

/// Blocks under a heading, with an id for links.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The id, without the prefix `h-` that pages add.
    pub id: &'static str,
    /// The heading, not yet escaped.
    pub heading: String,
    /// The blocks, none of which is a section.
    pub blocks: Vec<DocBlock>,
}

/// A rendered report, in two parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The answer with its figures and its chart; empty for a document that is no answer.
    pub figure: String,
    /// The sections below the figure.
    pub work: String,
}

/// A calculator's answer.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The answer in one line.
    pub answer: Text,
    /// The conditions under which the answer holds.
    pub conditions: Text,
    /// True if the set-up does not fit.
    pub refused: bool,
    /// Set-ups that would fit if this one does not, and sentences about them.
    pub alternatives: Vec<Alternative>,
    /// What is left of the memory that the devices are sold with, in words, for a set-up that does not fit.
    pub usable: String,
    /// True if figures and chart assume a memory that would be large enough; they are drawn in muted colours.
    pub muted: bool,
    /// The three numbers below the answer.
    pub figures: Vec<Figure>,
    /// A warning to read before trusting the numbers; usually empty.
    pub warning: String,
    /// The answer drawn over one of its inputs.
    pub chart: Option<Chart>,
    /// The list of set-ups, for an answer that is one.
    pub listing: Option<Listing>,
    /// The sections, and the blocks outside any section.
    pub blocks: Vec<DocBlock>,
    /// Renders the part above the blocks as HTML: the answer with its chart, or with its list of set-ups; `None` for a
    /// document that is no answer.
    ///
    /// A function pointer, so that a WebAssembly module without a kind of figure carries none of its code (chart 6 KB,
    /// list 4 KB).
    pub(super) figure_html: Option<fn(&mut String, &Self)>,
    /// True while the last section still takes blocks.
    in_section: bool,
}

impl Report {
    /// Yields the sections in order.
    pub fn sections(&self) -> impl Iterator<Item = &Section> {
        self.blocks.iter().filter_map(|block| if let DocBlock::Section(section) = block { Some(section) } else { None })
    }

    /// Sets the answer in one line, and the conditions under which it holds.
    pub fn answer(&mut self, answer: Words<'_>, conditions: Words<'_>) {
        (self.answer, self.conditions) = (answer.into(), conditions.into());
    }

    /// Sets the answer of a set-up that does not fit. The figures and the chart that follow show its speed if it did.
    pub fn refusal(&mut self, answer: Words<'_>, conditions: Words<'_>) {
        self.answer(answer, conditions);
        (self.refused, self.muted) = (true, true);
    }

    /// Adds one of the three numbers. `wide` continues the label if the window is wide enough. If there is no value,
    /// the note says why.
    pub fn figure(&mut self, ink: Ink, label: &str, wide: Words<'_>, value: Option<Words<'_>>, note: &str) {
        let (label, note) = (label.into(), note.into());
        self.figures.push(Figure { ink, label, wide: wide.into(), value: value.map(Into::into), note });
    }

    /// Sets the warning below the numbers, which may be empty.
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

    /// Opens a section with this id and heading.
    pub fn section(&mut self, id: &'static str, heading: &str) {
        self.blocks.push(DocBlock::Section(Section { id, heading: heading.into(), blocks: Vec::new() }));
        self.in_section = true;
    }

    /// Closes the open section.
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

    /// Adds a table to the open section: the section's id, the caption with units, the columns, and the word for its
    /// rows in the plural.
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

    /// Adds a heading row to the table: one cell across all columns with an open or a solid diamond, and a caution,
    /// which may be empty. `say` and `link` add its text.
    pub fn group(&mut self, open: bool, caution: &str) {
        if let Some(rows) = self.rows() {
            rows.push(TableRow::Group(open, Text::default(), caution.into()));
        }
    }

    /// Adds words to the heading row.
    pub fn say(&mut self, words: Words<'_>) {
        if let Some(text) = self.group_text() {
            text.add(words);
        }
    }

    /// Adds a link to the heading row; only its text is shown if the address is not safe.
    pub fn link(&mut self, text: &str, href: &str) {
        if let Some(head) = self.group_text() {
            head.0.push((None, TextRun::Link(text.into(), href.into())));
        }
    }

    /// Adds an empty row of cells.
    pub fn row(&mut self, emphasis: Emphasis) {
        if let Some(rows) = self.rows() {
            rows.push(TableRow::Cells(emphasis, Vec::new()));
        }
    }

    /// Adds the next cell, in the ink of its kind, or in none.
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
