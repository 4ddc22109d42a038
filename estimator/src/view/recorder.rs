//! Records a report as typed values, for pictures, feeds, JSON and tests.
//!
//! Values keep their kind and their full precision; [`Text::plain`] gives the words that a page shows. Writes no markup.

use alloc::string::String;
use alloc::vec::Vec;

use super::arg::Arg;
pub use super::chart::Chart;
use super::ink::Ink;
use super::listing::Listing;
use super::report::{Column, ReportWriter, Source};
pub use super::report::{Emphasis, Way};
use super::words::{Piece, Words};

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Run {
    /// Words.
    Words(String),
    /// A quantity. A value that is words is recorded as words.
    Value(Arg<'static>),
    /// A link: its text and its address, which is not checked.
    Link(String, String),
}

/// Words with values. Each run has the ink of the numbers it belongs to; bold words are plain ink.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text(pub Vec<(Option<Ink>, Run)>);

/// One of the three numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its kind.
    pub ink: Ink,
    /// Its label.
    pub label: String,
    /// The rest of the label, where the window has room.
    pub wide: Text,
    /// Its value, if it has one.
    pub value: Option<Text>,
    /// A remark, mostly empty.
    pub note: String,
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The caption.
    pub caption: String,
    /// The columns.
    pub columns: &'static [Column],
    /// The rows in their order.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A row that heads those that follow: its text, and the caution below it.
    Group(Text, String),
    /// Cells, each with its ink.
    Cells(Emphasis, Vec<(Option<Ink>, Text)>),
}

/// A part of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Text),
    /// Sentences.
    List(Vec<String>),
    /// Publications.
    Sources(Vec<Source>),
    /// A table.
    Table(Table),
}

/// A section.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The short name of its id.
    pub id: &'static str,
    /// Its heading.
    pub heading: String,
    /// Its parts.
    pub blocks: Vec<Block>,
}

/// A report while it is recorded, and afterwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportRecorder {
    /// The answer in one line.
    pub answer: Text,
    /// The conditions it holds under.
    pub conditions: Text,
    /// The three numbers.
    pub figures: Vec<Figure>,
    /// The reader's warning, mostly empty.
    pub warning: String,
    /// What would fit instead, where it does not.
    pub ways: Vec<Way>,
    /// The chart.
    pub chart: Option<Chart>,
    /// The sections below.
    pub sections: Vec<Section>,
    /// The list of set-ups.
    pub listing: Option<Listing>,
}

impl Text {
    /// The words as a page shows them.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut out = String::new();
        for (_, run) in &self.0 {
            match run {
                Run::Words(text) | Run::Link(text, _) => out.push_str(text),
                Run::Value(value) => value.push(&mut out),
            }
        }
        out
    }

    fn add(&mut self, words: Words<'_>) {
        let mut ink = None;
        for piece in words.pieces() {
            match piece {
                Piece::Character(character) => self.words(ink, character.encode_utf8(&mut [0; 4])),
                Piece::Value(value) => match value.owned() {
                    Ok(value) => self.0.push((ink, Run::Value(value))),
                    Err(text) => self.words(ink, text),
                },
                Piece::Open(kind) => ink = Some(kind),
                Piece::Close(_) => ink = None,
            }
        }
    }

    /// Adds words to those at the end, if they have the same ink.
    fn words(&mut self, ink: Option<Ink>, more: &str) {
        match self.0.last_mut() {
            Some((last, Run::Words(text))) if *last == ink => text.push_str(more),
            _ => self.0.push((ink, Run::Words(more.into()))),
        }
    }
}

impl From<Words<'_>> for Text {
    fn from(words: Words<'_>) -> Self {
        let mut text = Self::default();
        text.add(words);
        text
    }
}

impl ReportRecorder {
    fn block(&mut self, block: Block) {
        if let Some(section) = self.sections.last_mut() {
            section.blocks.push(block);
        }
    }

    fn rows(&mut self) -> Option<&mut Vec<Row>> {
        match self.sections.last_mut()?.blocks.last_mut()? {
            Block::Table(table) => Some(&mut table.rows),
            _ => None,
        }
    }

    fn head(&mut self) -> Option<(&mut Text, &mut String)> {
        match self.rows()?.last_mut()? {
            Row::Group(text, caution) => Some((text, caution)),
            Row::Cells(..) => None,
        }
    }
}

impl ReportWriter for ReportRecorder {
    fn answer(&mut self, answer: Words<'_>, conditions: Words<'_>) {
        (self.answer, self.conditions) = (answer.into(), conditions.into());
    }

    fn figure(&mut self, ink: Ink, label: &str, wide: Words<'_>, value: Option<Words<'_>>, note: &str) {
        let (label, note) = (label.into(), note.into());
        self.figures.push(Figure { ink, label, wide: wide.into(), value: value.map(Into::into), note });
    }

    fn end_figures(&mut self, warning: &str) {
        self.warning = warning.into();
    }

    fn ways(&mut self, ways: &[Way]) {
        self.ways = ways.to_vec();
    }

    fn chart(&mut self, chart: &Chart) {
        self.chart = Some(chart.clone());
    }

    fn listing(&mut self, listing: &Listing) {
        self.answer.words(None, &listing.answer);
        self.conditions.words(None, &listing.conditions);
        self.listing = Some(listing.clone());
    }

    fn section(&mut self, id: &'static str, heading: &str) {
        self.sections.push(Section { id, heading: heading.into(), blocks: Vec::new() });
    }

    fn paragraph(&mut self, _: &'static str, words: Words<'_>) {
        self.block(Block::Paragraph(words.into()));
    }

    fn list(&mut self, _: &'static str, sentences: &[&str]) {
        self.block(Block::List(sentences.iter().copied().map(String::from).collect()));
    }

    fn sources(&mut self, sources: &[Source]) {
        self.block(Block::Sources(sources.to_vec()));
    }

    fn end_section(&mut self) {}

    fn table(&mut self, _: &'static str, caption: &str, columns: &'static [Column], _: (usize, &'static str)) {
        self.block(Block::Table(Table { caption: caption.into(), columns, rows: Vec::new() }));
    }

    fn group(&mut self, _: bool) {
        if let Some(rows) = self.rows() {
            rows.push(Row::Group(Text::default(), String::new()));
        }
    }

    fn say(&mut self, words: Words<'_>) {
        if let Some((text, _)) = self.head() {
            text.add(words);
        }
    }

    fn link(&mut self, text: &str, href: &str) {
        if let Some((head, _)) = self.head() {
            head.0.push((None, Run::Link(text.into(), href.into())));
        }
    }

    fn end_group(&mut self, caution: &str) {
        if let Some((_, words)) = self.head() {
            words.push_str(caution);
        }
    }

    fn row(&mut self, emphasis: Emphasis) {
        if let Some(rows) = self.rows() {
            rows.push(Row::Cells(emphasis, Vec::new()));
        }
    }

    fn cell(&mut self, ink: Option<Ink>, words: Words<'_>) {
        if let Some(Row::Cells(_, cells)) = self.rows().and_then(|rows| rows.last_mut()) {
            cells.push((ink, words.into()));
        }
    }

    fn end_table(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    #[test]
    fn values_keep_their_kind() {
        let text = Text::from(words!("About <r>{}</r> of {}, 80 %", Arg::Speed(125.26), Arg::Text("Llama")));
        assert_eq!(text.plain(), "About 125 of Llama, 80 %");
        assert_eq!(text.0[1], (Some(Ink::Range), Run::Value(Arg::Speed(125.26))));
        assert_eq!(text.0.len(), 3, "words that follow each other are one run");
    }

    #[test]
    fn rows_belong_to_their_table() {
        let mut report = ReportRecorder::default();
        report.cell(None, words!("lost"));
        report.section("s", "Section");
        report.table("s", "Caption", &[], (1, "rows"));
        report.group(false);
        report.say(words!("head"));
        report.end_group("careful");
        report.row(Emphasis::Sum);
        report.cell(None, words!("{}", Arg::Count(3)));
        let [Block::Table(table)] = report.sections[0].blocks.as_slice() else { panic!("a table") };
        assert_eq!(table.rows[0], Row::Group(words!("head").into(), "careful".into()));
        assert_eq!(table.rows[1], Row::Cells(Emphasis::Sum, [(None, words!("{}", Arg::Count(3)).into())].into()));
    }
}
