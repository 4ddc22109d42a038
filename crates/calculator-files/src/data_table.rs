//! A checked data table: typed columns, and rows with their sources. Numbers are in base units.

use crate::expression::{Dimension, TableColumn};

/// A checked data table.
#[derive(Debug, Clone, Default)]
pub struct DataTable {
    /// The name, which is that of its file.
    pub name: String,
    /// The columns, in the order of the file.
    pub columns: Vec<DataColumn>,
    /// The rows, in the order of the file.
    pub rows: Vec<DataRow>,
}

/// A column of a data table: words, or numbers in one unit.
#[derive(Debug, Clone)]
pub struct DataColumn {
    /// The name, by which expressions refer to it as `table.column`.
    pub name: String,
    /// The heading.
    pub label: String,
    /// The name of the unit; empty for words and bare numbers.
    pub unit: String,
    /// The factor from the unit to base units.
    pub factor: f64,
    /// The dimension of the numbers; `None` for words.
    pub dimension: Option<Dimension>,
}

/// A row of a data table, with its source.
#[derive(Debug, Clone)]
pub struct DataRow {
    /// The id in addresses; empty if the row cannot be chosen.
    pub id: String,
    /// The label in a list; empty for one made from the id.
    pub label: String,
    /// The year, month or day of the measurement; empty if not stated.
    pub date: String,
    /// The title and the address of the source.
    pub source: [String; 2],
    /// The numbers in base units, one per column; NaN for words and empty cells.
    pub numbers: Vec<f64>,
    /// The values as words with their units, one per column; empty for empty cells.
    pub words: Vec<String>,
}

impl DataTable {
    /// Returns the columns of numbers, as expressions name them: `table.column`.
    pub(super) fn numbers(&self) -> impl Iterator<Item = (String, TableColumn)> {
        self.columns.iter().enumerate().filter_map(|(at, column)| {
            let dimension = column.dimension.clone()?;
            let values = self.rows.iter().map(|row| row.numbers.get(at).copied().unwrap_or(f64::NAN)).collect();
            Some((format!("{}.{}", self.name, column.name), TableColumn { dimension, values }))
        })
    }
}
