//! The keys of a data table's file, as its author writes them.

use super::keys::{SourceKeys, UnitKeys};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A data table: columns with units, and rows with their sources.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DataKeys {
    /// Units of this table alone.
    #[serde(default)]
    pub units: Vec<UnitKeys>,
    /// The columns, each with its name and unit.
    pub columns: Vec<ColumnKeys>,
    /// The source of rows without one of their own.
    pub source: Option<SourceKeys>,
    /// The rows, each with its values by column name; without them, those of the CSV file of the same name.
    #[serde(default)]
    pub rows: Vec<RowKeys>,
}

/// Whether a column holds numbers or words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnKind {
    /// Numbers in a unit.
    #[default]
    Number,
    /// Words.
    Text,
}

/// A column: its name, heading, kind and unit.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnKeys {
    /// The key in rows, and the name in expressions: letters, digits and `_`.
    pub name: String,
    /// The heading; by default made from the name.
    pub label: Option<String>,
    /// The kind; by default numbers.
    #[serde(default)]
    pub kind: ColumnKind,
    /// The unit of the numbers; none for bare numbers.
    #[serde(default)]
    pub unit: String,
}

/// A row. Every other key is the name of a column, with the row's value in it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct RowKeys {
    /// The value in addresses where the row can be chosen: small letters, digits and `-`.
    pub id: Option<String>,
    /// The words in a list.
    pub label: Option<String>,
    /// When it was measured: a year, a month or a day.
    #[schemars(with = "Option<serde_json::Value>")]
    pub date: Option<yaml_serde::Value>,
    /// The source of its values; by default the table's.
    pub source: Option<SourceKeys>,
    /// The values, each under the name of its column.
    #[serde(flatten)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub values: BTreeMap<String, yaml_serde::Value>,
}
