//! The functions that read columns of data tables, a closed list.

/// The operation that a function performs on its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableOperation {
    /// Sums a column.
    Sum,
    /// Finds the row with a given key.
    Lookup,
    /// Interpolates linearly between rows.
    Interpolate,
}

/// A function that takes columns of a data table.
#[derive(Clone, Copy, Debug)]
pub struct TableFunction {
    /// The name in expressions: `sum`.
    pub name: &'static str,
    /// The arguments as the guide lists them: `table.key, key, table.y`.
    pub arguments: &'static str,
    /// The number of arguments.
    pub count: usize,
    /// The operation that it performs.
    pub operation: TableOperation,
    /// The result, in a few words for the guide.
    pub about: &'static str,
}

/// Every function over columns, in the order in which the guide lists them.
pub const TABLE_FUNCTIONS: &[TableFunction] = &[
    TableFunction {
        name: "interpolate",
        arguments: "x, table.x, table.y",
        count: 3,
        operation: TableOperation::Interpolate,
        about: "y at x, on straight lines between the rows; no value outside of them",
    },
    TableFunction {
        name: "lookup",
        arguments: "table.key, key, table.y",
        count: 3,
        operation: TableOperation::Lookup,
        about: "y in the row with this key; no value without such a row",
    },
    TableFunction {
        name: "sum",
        arguments: "table.x",
        count: 1,
        operation: TableOperation::Sum,
        about: "sum of a column",
    },
];

/// The function with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static TableFunction> {
    TABLE_FUNCTIONS.iter().find(|function| function.name == name)
}
