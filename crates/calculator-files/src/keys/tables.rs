//! The keys of tables of results.

use super::texts::TextKeys;
use schemars::JsonSchema;
use serde::Deserialize;

/// A table of formulas over one input.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableKeys {
    /// The heading; by default made from the input.
    pub title: Option<String>,
    /// The heading of the first column; by default the label of the input.
    #[serde(default)]
    pub label: String,
    /// The id of its section in addresses.
    pub id: Option<String>,
    /// The input that changes from row to row.
    pub over: String,
    /// Its values, in its unit; by default all choices.
    #[serde(default)]
    pub values: ValuesKeys,
    /// Further values, as expressions.
    #[serde(default)]
    pub also: Vec<String>,
    /// The value of the reader's own row, as an expression; by default that of the input.
    pub own: Option<String>,
    /// A row is shown where this is true.
    pub when: Option<String>,
    /// The order of the rows: the highest value of this expression first.
    pub sort: Option<String>,
    /// A row sums the others where this is true.
    pub sum: Option<String>,
    /// A sentence below.
    pub note: Option<TextKeys>,
    /// Whether the sources of the calculator are below.
    #[serde(default)]
    pub sources: bool,
    /// The word for its rows, in the plural.
    pub rows: Option<String>,
    /// The formulas of the columns.
    pub columns: Vec<ColumnKeys>,
    /// The caption; empty by default.
    pub caption: Option<TextKeys>,
}

/// The values of a table: a list, or a sequence.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ValuesKeys {
    /// Numbers in the unit of the input.
    List(Vec<f64>),
    /// Numbers from one end to another.
    Sequence(Box<SequenceKeys>),
}

impl Default for ValuesKeys {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

/// Numbers from one end to another, each as an expression: `{from: 0, to: pairs - 1, step: 12}`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SequenceKeys {
    /// The first value.
    #[schemars(with = "serde_json::Value")]
    pub from: yaml_serde::Value,
    /// The last value, which is always one.
    #[schemars(with = "serde_json::Value")]
    pub to: yaml_serde::Value,
    /// The distance between two values.
    #[schemars(with = "Option<serde_json::Value>")]
    pub step: Option<yaml_serde::Value>,
    /// The ratio of two values, in place of a distance.
    #[schemars(with = "Option<serde_json::Value>")]
    pub times: Option<yaml_serde::Value>,
}

/// A column: the name of its formula, or the name with the words of the column.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ColumnKeys {
    /// The name of the formula.
    Name(String),
    /// The formula with its words.
    Column(ColumnWords),
}

/// The words of a column.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnWords {
    /// The formula, by its name.
    pub of: String,
    /// The heading; by default the label of the formula.
    #[serde(default)]
    pub label: String,
    /// The second line of the heading; by default the unit.
    #[serde(default)]
    pub small: String,
    /// The words of a cell, in place of the value.
    pub text: Option<TextKeys>,
    /// The kind of cells; by default that of the formula.
    pub kind: Option<ColumnKindKeys>,
}

/// The kind of a column's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKindKeys {
    /// Words.
    Words,
    /// Numbers, aligned at their ends.
    Number,
    /// A formula with values.
    Formula,
}

/// The list of published runs.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunKeys {
    /// The hidden input of runs, by its name; without it there are none to list.
    pub over: Option<String>,
    /// True for runs under the reader's own conditions.
    pub matches: Option<String>,
    /// True for runs under conditions that no input states; by default, those of another format or engine too.
    pub open: Option<String>,
    /// True for the runs that are listed.
    pub when: Option<String>,
    /// The sentence where there is none.
    #[serde(default)]
    pub nothing: String,
}
