//! The keys of a calculator's file, as its author writes them.

use jiff::civil::Date;
use rooflight_source::url;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A calculator: inputs, formulas over them, and the words around the result.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalculatorKeys {
    /// The heading.
    pub title: String,
    /// The question that it answers, in a sentence.
    pub question: String,
    /// The heading below which the overview lists it; by default that of all calculators in files.
    #[serde(default)]
    pub group: String,
    /// Its position below that heading, the lowest number first; by default at the end.
    pub order: Option<u8>,
    /// More words by which the search finds it.
    #[serde(default)]
    pub search: Vec<String>,
    /// Units of this calculator alone.
    #[serde(default)]
    pub units: Vec<UnitKeys>,
    /// The inputs, in the order of the form.
    pub inputs: Vec<InputKeys>,
    /// The formulas, each over the inputs and the formulas before it.
    pub formulas: Vec<FormulaKeys>,
    /// The answer in one line, with `{name}`, `{name:unit}` or `{name:unit:decimals}` where values belong.
    pub answer: String,
    /// Up to three formulas that are shown large, by their names; by default the last one.
    #[serde(default)]
    pub figures: Vec<String>,
    /// Cases to warn of.
    #[serde(default)]
    pub conditions: Vec<ConditionKeys>,
    /// Assumptions, in sentences.
    #[serde(default)]
    pub assumes: Vec<String>,
    /// A table of formulas over some values of an input.
    pub table: Option<TableKeys>,
    /// Up to three tables in its place.
    #[serde(default)]
    pub tables: Vec<TableKeys>,
    /// Curves of formulas over an input.
    pub chart: Option<ChartKeys>,
    /// Published measurements of a formula: points on the chart, a realistic range and a table.
    pub measured: Option<MeasuredKeys>,
    /// Values to try, and what they give: `rooflight check` recomputes them.
    #[serde(default)]
    pub presets: Vec<PresetKeys>,
}

/// A unit of the site.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitKeys {
    /// The name: `shot`.
    pub name: String,
    /// More names: `[shots]`.
    #[serde(default)]
    pub also: Vec<String>,
    /// Its worth in other units: `36 mm`. Without one, it counts something that no other unit counts.
    #[serde(rename = "is")]
    pub factor: Option<String>,
}

/// How an input is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InputKind {
    /// A number with a unit.
    #[default]
    Number,
    /// One of a few values.
    Choice,
    /// One of the rows of a data table, whose columns formulas read as `name.column`.
    Record,
    /// One of `yes` and `no`.
    YesNo,
}

/// An input: a value that readers set.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InputKeys {
    /// The name that formulas use, and addresses and presets too unless they have their own: letters, digits and `_`.
    pub name: String,
    /// The key in addresses.
    pub key: Option<String>,
    /// The key in presets of entries.
    pub preset: Option<String>,
    /// The label of the field; by default made from the name.
    pub label: Option<String>,
    /// The kind; by default a number.
    #[serde(default)]
    pub kind: InputKind,
    /// Meaning, in a few words; by default the unit and the limits.
    pub help: Option<String>,
    /// The value where nothing else is said: a number in its unit, the id of a choice or of a row, `yes` or `no`.
    #[schemars(with = "serde_json::Value")]
    pub default: yaml_serde::Value,
    /// The least number accepted, in the input's unit.
    pub least: Option<f64>,
    /// The largest number accepted, in the input's unit.
    pub most: Option<f64>,
    /// The unit of a number: `mm`, `km/h`; none for a bare number.
    #[serde(default)]
    pub unit: String,
    /// More units in which readers may write it; `wpm = words/min` gives one a name for this input.
    #[serde(default)]
    pub also: Vec<String>,
    /// Whole numbers only.
    #[serde(default)]
    pub whole: bool,
    /// Folded away at first.
    #[serde(default)]
    pub folded: bool,
    /// The values of a choice.
    #[serde(default)]
    pub choices: Vec<ChoiceKeys>,
    /// The data table whose rows can be chosen, by the name of its file.
    pub table: Option<String>,
}

/// One of the values of a choice.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoiceKeys {
    /// The value in addresses: small letters, digits and `-`.
    pub id: String,
    /// The words in the list; by default made from the id.
    pub label: Option<String>,
    /// Its worth: a number with a unit, such as `0.03 mm`.
    #[schemars(with = "serde_json::Value")]
    pub value: yaml_serde::Value,
}

/// A formula over the inputs and the formulas before it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormulaKeys {
    /// The name that later formulas and texts use.
    pub name: String,
    /// The expression: `focal_length^2 / (aperture × blur)`.
    #[schemars(with = "serde_json::Value")]
    pub expression: yaml_serde::Value,
    /// The unit in which the result is shown; none for a bare number, for true or false. Of several (`s | min | h`) a
    /// result takes the largest of which there are two.
    #[serde(default)]
    pub unit: String,
    /// The decimals; three figures without it.
    pub decimals: Option<u8>,
    /// The label of the result; by default made from the name.
    pub label: Option<String>,
    /// A sentence on why.
    pub why: Option<String>,
    /// Where it is from.
    pub source: Option<SourceKeys>,
}

/// The source of a formula or of data.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SourceKeys {
    /// The title of the publication.
    pub title: String,
    /// Its address.
    #[schemars(regex(pattern = url::LINK))]
    pub url: String,
    /// The day on which it was read.
    pub accessed: Option<Date>,
}

/// A case to warn of.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionKeys {
    /// True in the case: `distance < focal_length`.
    pub when: String,
    /// The warning, with values like those of the answer.
    pub say: String,
    /// Whether there is no answer in the case: the warning takes its place.
    #[serde(default)]
    pub refuses: bool,
    /// Whether the sentence is the answer in the case, and no warning.
    #[serde(default)]
    pub replaces: bool,
}

/// A table of formulas over one input.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableKeys {
    /// The input that changes from row to row.
    pub over: String,
    /// Its values, in its unit; by default all choices.
    #[serde(default)]
    pub values: Vec<f64>,
    /// The formulas of the columns, by their names.
    pub columns: Vec<String>,
    /// The caption; empty by default.
    pub caption: Option<String>,
}

/// How an axis runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AxisKeys {
    /// Equal distances are equal ratios; only values above zero have a place.
    #[default]
    Log,
    /// Equal distances are equal differences.
    Linear,
}

/// A chart of formulas over one input.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartKeys {
    /// The formula, by its name.
    pub curve: Option<String>,
    /// Up to three formulas of one dimension in its place.
    #[serde(default)]
    pub curves: Vec<String>,
    /// The input of the horizontal axis.
    pub over: String,
    /// The left end, in the unit of the input; above zero on a logarithmic axis.
    pub from: f64,
    /// The right end, in the unit of the input.
    pub to: f64,
    /// The horizontal axis: `log`, which it is by default, or `linear`.
    #[serde(default)]
    pub x: AxisKeys,
    /// The vertical axis: `log`, which it is by default, or `linear`.
    #[serde(default)]
    pub y: AxisKeys,
    /// The title, for readers who cannot see it; by default made from both labels.
    pub title: Option<String>,
}

/// Published measurements of a formula.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasuredKeys {
    /// The data table, by the name of its file.
    pub table: String,
    /// The column of the measured values.
    pub value: String,
    /// The formula that computes the same quantity, by its name.
    pub of: String,
    /// The inputs that a row states, each with its column; other inputs keep their defaults.
    pub set: BTreeMap<String, String>,
    /// The caption of the table.
    pub caption: Option<String>,
}

/// An example for readers: a name, and the inputs that differ from the defaults.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PresetKeys {
    /// Name of the case.
    pub name: String,
    /// The inputs that differ from the defaults.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub set: BTreeMap<String, yaml_serde::Value>,
    /// Expected results of formulas, each in its unit, to as many digits as are written.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub expect: BTreeMap<String, yaml_serde::Value>,
}
