//! Tables with many rows: caption, columns, and rows of typed cells; a heading over rows is a row too.

use crate::site::catalog::cells::{Cell, Piece};

/// A column: its head, a smaller second line, whether it holds numbers, and whether narrow windows go without it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    pub(crate) head: &'static str,
    pub(crate) small: &'static str,
    pub(crate) class: &'static str,
}

/// A column of words.
pub(super) const fn words(head: &'static str) -> Column {
    Column { head, small: "", class: "" }
}

/// A column of numbers.
pub(super) const fn numbers(head: &'static str, small: &'static str) -> Column {
    Column { head, small, class: "n" }
}

/// A line of a table.
#[derive(Debug)]
pub(crate) enum Line {
    /// A heading over the rows that follow.
    Group(Vec<Piece>),
    /// The cells of a row.
    Row(Vec<Cell>),
}

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) caption: String,
    pub(crate) class: &'static str,
    pub(crate) columns: &'static [Column],
    pub(crate) lines: Vec<Line>,
    /// Rows that stand open.
    pub(crate) fold: usize,
    /// The name of a row, in the plural.
    pub(crate) what: &'static str,
}

/// No fold.
pub(super) const OPEN: usize = usize::MAX / 2;
