//! Tables of numbers on pages: a caption, columns, and rows of typed cells grouped under headings.

use crate::site::inline::{Cell, InlinePiece};
use std::borrow::Cow;

/// A column: its head, the smaller second line of the head, and CSS classes (`n` for numbers, `wide-only` to hide it in
/// narrow windows).
#[derive(Debug, Clone)]
pub(crate) struct GridColumn {
    pub(crate) head: Cow<'static, str>,
    pub(crate) small: &'static str,
    pub(crate) class: &'static str,
}

/// Creates a column of words.
pub(crate) const fn words(head: &'static str) -> GridColumn {
    GridColumn { head: Cow::Borrowed(head), small: "", class: "" }
}

/// Creates a column of numbers.
pub(crate) const fn numbers(head: &'static str, small: &'static str) -> GridColumn {
    GridColumn { head: Cow::Borrowed(head), small, class: "n" }
}

/// Creates a column of numbers that narrow windows leave out.
pub(crate) const fn wide_numbers(head: &'static str, small: &'static str) -> GridColumn {
    GridColumn { head: Cow::Borrowed(head), small, class: "n wide-only" }
}

/// A row of a table, or a heading between rows.
#[derive(Debug, Clone)]
pub(crate) enum GridLine {
    /// A heading above the rows that follow.
    Group(Vec<InlinePiece>),
    /// The cells of a row.
    Row(Vec<Cell>),
}

#[derive(Debug, Clone)]
pub(crate) struct GridTable {
    pub(crate) caption: String,
    pub(crate) class: &'static str,
    pub(crate) columns: Vec<GridColumn>,
    pub(crate) lines: Vec<GridLine>,
    /// Number of rows before the collapsed ones.
    pub(crate) fold: usize,
    /// The plural noun for rows, such as "devices".
    pub(crate) what: &'static str,
}

/// A number of open rows that no table reaches: nothing is collapsed.
pub(crate) const OPEN: usize = usize::MAX / 2;

impl GridTable {
    /// Creates a table of computed figures, without rows.
    pub(crate) fn figures(caption: impl Into<String>, columns: impl Into<Vec<GridColumn>>) -> Self {
        let (caption, columns) = (caption.into(), columns.into());
        Self { caption, class: "figures", columns, lines: Vec::new(), fold: OPEN, what: "rows" }
    }

    /// Adds a heading above the rows that follow.
    pub(crate) fn group(&mut self, words: &str) {
        self.lines.push(GridLine::Group(vec![InlinePiece::Strong(vec![InlinePiece::Text(words.to_owned())])]));
    }

    /// Adds a row of cells, one for each column, of whose class they are.
    pub(crate) fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let classes = self.columns.iter().map(|column| column.class);
        let cells = cells.into_iter().zip(classes).map(|(cell, class)| Cell { class, ..cell.into() });
        self.lines.push(GridLine::Row(cells.collect()));
    }
}
