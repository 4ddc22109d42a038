//! The functions that read columns of data tables: a closed list.

/// The way in which a function computes with its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Adds a column up.
    Sum,
    /// Finds the row with a value.
    Lookup,
    /// Draws straight lines between the rows.
    Interpolate,
}

/// A function over columns.
#[derive(Clone, Copy, Debug)]
pub struct TableFunction {
    /// The name in expressions: `sum`.
    pub name: &'static str,
    /// Its arguments as a page lists them.
    pub arguments: &'static str,
    /// The number of arguments.
    pub count: usize,
    /// The way in which it computes.
    pub rule: Rule,
    /// Its result, in a few words.
    pub about: &'static str,
}

/// Every function over columns.
pub const TABLE_FUNCTIONS: &[TableFunction] = &[
    TableFunction {
        name: "interpolate",
        arguments: "x, table.x, table.y",
        count: 3,
        rule: Rule::Interpolate,
        about: "y at x, on straight lines between the rows; no value outside of them",
    },
    TableFunction {
        name: "lookup",
        arguments: "table.key, key, table.y",
        count: 3,
        rule: Rule::Lookup,
        about: "y in the row with this key; no value without such a row",
    },
    TableFunction { name: "sum", arguments: "table.x", count: 1, rule: Rule::Sum, about: "sum of a column" },
];

/// The function of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static TableFunction> {
    TABLE_FUNCTIONS.iter().find(|function| function.name == name)
}
