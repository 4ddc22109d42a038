//! Figures that the build computes, put where a page names them.
//!
//! 1. A number takes the place of its name within a sentence.
//! 2. A table or a chart takes the place of a paragraph that holds its name and nothing else.
//!
//! An unknown name, and a table in the middle of a sentence, are diagnostics with their location.

use crate::calibrate::method::Spread;
use rooflight_glossary::model::page::Page;
use rooflight_glossary::syntax::tree::{Block, Children, Inline, Kind, Name};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::collections::BTreeMap;

/// A figure; writers turn it into what they write.
#[derive(Debug, Clone)]
pub enum Figure {
    /// A number or a few words.
    Words(String),
    /// A table.
    Table(Table),
    /// A chart.
    Chart(Chart),
}

/// A chart of families of devices; empty where the fit was not judged.
#[derive(Debug, Clone, Default)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The chart in a sentence, for readers who do not see it.
    pub description: String,
    /// The families of devices, a strip each.
    pub families: Vec<Spread>,
}

/// A table: a caption, heads, rows under headings.
#[derive(Debug, Clone)]
pub struct Table {
    /// The caption.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Words, from the left.
    Words(&'static str),
    /// Numbers, to the right; with a second, smaller line of the head.
    Number(&'static str, &'static str),
}

/// A row of a table.
#[derive(Debug, Clone)]
pub enum Row {
    /// A heading over the rows that follow.
    Group(String),
    /// Cells, one for each column.
    Cells(Vec<Cell>),
}

/// The content of a cell.
#[derive(Debug, Clone, Default)]
pub struct Cell(pub Vec<Piece>);

/// A piece of a cell.
#[derive(Debug, Clone)]
pub enum Piece {
    /// Words.
    Text(String),
    /// Words that stand out.
    Strong(String),
    /// The end of a line.
    Break,
    /// A link: its words and its address.
    Link(String, String),
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self(vec![Piece::Text(text.into())])
    }
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new(caption: impl Into<String>, columns: &[Column]) -> Self {
        Self { caption: caption.into(), columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a heading over the rows that follow.
    pub fn group(&mut self, words: &str) {
        self.rows.push(Row::Group(words.to_owned()));
    }

    /// Adds a row.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(Row::Cells(cells.into_iter().map(Into::into).collect()));
    }
}

/// All figures by name; empty where the site has no measurements.
#[derive(Debug, Clone, Default)]
pub struct Figures(BTreeMap<&'static str, Figure>);

impl FromIterator<(&'static str, Figure)> for Figures {
    fn from_iter<T: IntoIterator<Item = (&'static str, Figure)>>(figures: T) -> Self {
        Self(figures.into_iter().collect())
    }
}

impl Figures {
    /// Problems of the figure names in a page.
    #[must_use]
    pub fn problems(&self, page: &Page) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        self.check(&page.path, page.body.tree().children(), false, &mut problems);
        problems
    }

    /// Looks at nodes side by side; `in_paragraph` says whether they are those of a paragraph.
    fn check(&self, path: &str, nodes: Children<'_, '_, Name<'_>>, in_paragraph: bool, problems: &mut Vec<Diagnostic>) {
        let is_alone = in_paragraph && nodes.count() == 1;
        for (node, inside) in nodes {
            self.check(path, inside, matches!(node.kind, Kind::Block(Block::Paragraph)), problems);
            let Kind::Inline(Inline::Figure(name)) = &node.kind else { continue };
            let place = Location::new(path, node.span.clone());
            match self.0.get(&**name) {
                None => {
                    let problem = messages::unknown_id(place, "figure", name, self.0.keys().copied());
                    let nothing = "figures are made of measurements, and this site has none";
                    problems.push(if self.0.is_empty() { problem.help(nothing) } else { problem });
                }
                Some(Figure::Table(_) | Figure::Chart(_)) if !is_alone => problems.push(
                    messages::bad_value(place, format!("the table or chart `{name}` stands in a sentence"))
                        .help("give it a paragraph of its own"),
                ),
                Some(_) => {}
            }
        }
    }

    /// The figure with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Figure> {
        self.0.get(name)
    }
}
