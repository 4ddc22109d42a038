//! Tables of the catalog's pages: a caption, columns, and rows of typed cells grouped under headings.

use crate::site::catalog::cells::{Cell, InlinePiece};

/// A column: its head, the smaller second line of the head, and CSS classes (`n` for numbers, `wide-only` to hide it in
/// narrow windows).
#[derive(Debug, Clone, Copy)]
pub(crate) struct GridColumn {
    pub(crate) head: &'static str,
    pub(crate) small: &'static str,
    pub(crate) class: &'static str,
}

/// Creates a column of words.
pub(super) const fn words(head: &'static str) -> GridColumn {
    GridColumn { head, small: "", class: "" }
}

/// Creates a column of numbers.
pub(super) const fn numbers(head: &'static str, small: &'static str) -> GridColumn {
    GridColumn { head, small, class: "n" }
}

/// A row of a table, or a heading between rows.
#[derive(Debug)]
pub(crate) enum GridLine {
    /// A heading above the rows that follow.
    Group(Vec<InlinePiece>),
    /// The cells of a row.
    Row(Vec<Cell>),
}

#[derive(Debug)]
pub(crate) struct GridTable {
    pub(crate) caption: String,
    pub(crate) class: &'static str,
    pub(crate) columns: &'static [GridColumn],
    pub(crate) lines: Vec<GridLine>,
    /// Number of rows before the collapsed ones.
    pub(crate) fold: usize,
    /// The plural noun for rows, such as "devices".
    pub(crate) what: &'static str,
}

/// A number of open rows that no table reaches: nothing is collapsed.
pub(super) const OPEN: usize = usize::MAX / 2;
