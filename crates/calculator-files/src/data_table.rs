//! A data table once it is checked: typed columns, and rows with their sources. Numbers are in base units.

use rooflight_expression::{Column, Dimension};

/// A checked data table.
#[derive(Debug, Clone, Default)]
pub struct DataTable {
    /// Its name, that of its file.
    pub name: String,
    /// Its columns, in the order of the file.
    pub columns: Vec<DataColumn>,
    /// Its rows, in the order of the file.
    pub rows: Vec<DataRow>,
}

/// A column of a data table: words, or numbers in one unit.
#[derive(Debug, Clone)]
pub struct DataColumn {
    /// Its name, as expressions refer to it.
    pub name: String,
    /// Its heading.
    pub label: String,
    /// The name of its unit; may be empty.
    pub unit: String,
    /// The worth of its unit in base units.
    pub factor: f64,
    /// The dimension of its numbers; `None` for words.
    pub dimension: Option<Dimension>,
}

/// A row of a data table, with its source.
#[derive(Debug, Clone)]
pub struct DataRow {
    /// Its name in addresses; may be empty.
    pub id: String,
    /// Its words in a list; may be empty.
    pub label: String,
    /// When it was measured; may be empty.
    pub date: String,
    /// The title and the address of its source.
    pub source: [String; 2],
    /// Its numbers in base units, column by column; NaN in an empty cell.
    pub numbers: Vec<f64>,
    /// Its values as words, column by column.
    pub words: Vec<String>,
}

impl DataTable {
    /// The columns of numbers, as expressions name them.
    pub(super) fn numbers(&self) -> impl Iterator<Item = (String, Column)> {
        self.columns.iter().enumerate().filter_map(|(at, column)| {
            let dimension = column.dimension.clone()?;
            let values = self.rows.iter().map(|row| row.numbers.get(at).copied().unwrap_or(f64::NAN)).collect();
            Some((format!("{}.{}", self.name, column.name), Column { dimension, values }))
        })
    }
}
