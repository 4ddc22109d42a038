//! The keys of a calculator's file, as its author writes them.

mod charts;
mod inputs;
mod tables;
mod texts;

pub use charts::{AxisKeys, ChartKeys, CurveKeys, CurveWords, DotKeys, MarkKeys, VoidKeys};
pub use inputs::{ChoiceKeys, InputKeys, InputKind, ReplacedKeys};
pub use tables::{ColumnKeys, ColumnKindKeys, ColumnWords, RunKeys, SequenceKeys, TableKeys, ValuesKeys};
pub use texts::{CaseKeys, FigureKeys, FigureWords, FormatKeys, InkKeys, ListKeys, StepsKeys, TextKeys, WhenKeys};

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
    /// How its answers are validated: `arithmetic` if they are exact, or the names of the estimates that they combine;
    /// without it, they are not compared with measurements.
    #[serde(default)]
    pub validation: String,
    /// Whether the usual benchmark commands measure its case: a model that lies wholly on equal devices.
    #[serde(default)]
    pub benchmark: bool,
    /// Units of this calculator alone.
    #[serde(default)]
    pub units: Vec<UnitKeys>,
    /// The inputs, in the order of the form.
    pub inputs: Vec<InputKeys>,
    /// Cases to estimate, by name: their arguments, each as an expression. Formulas then write `case.speed`.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, BTreeMap<String, serde_json::Value>>")]
    pub cases: BTreeMap<String, BTreeMap<String, yaml_serde::Value>>,
    /// The formulas, each over the inputs and the formulas before it.
    pub formulas: Vec<FormulaKeys>,
    /// Texts by names, which other texts contain as `{name}`.
    #[serde(default)]
    pub words: BTreeMap<String, TextKeys>,
    /// The answer in one line, with `{name}`, `{name:unit}` or `{name:unit:decimals}` where values belong.
    pub answer: TextKeys,
    /// The line below the answer; by default all inputs.
    pub context: Option<TextKeys>,
    /// The sentence that screen readers hear when the answer changes; by default the answer.
    pub status: Option<TextKeys>,
    /// Up to three formulas that are shown large; by default the last one.
    #[serde(default)]
    pub figures: Vec<FigureKeys>,
    /// The heading, the caption and more words of the steps.
    pub steps: Option<StepsKeys>,
    /// Lists of sentences, each sentence with the case in which it applies.
    #[serde(default)]
    pub lists: Vec<ListKeys>,
    /// The case whose engine is started: a section shows the command.
    pub launch: Option<String>,
    /// The published runs of the model on the device.
    pub runs: Option<RunKeys>,
    /// Whether the published losses of quality of the model's formats are listed.
    #[serde(default)]
    pub quality: bool,
    /// Sources of the calculator as a whole, beside those of its formulas.
    #[serde(default)]
    pub sources: Vec<SourceKeys>,
    /// Cases to warn of.
    #[serde(default)]
    pub conditions: Vec<ConditionKeys>,
    /// Assumptions, in sentences.
    #[serde(default)]
    pub assumes: Vec<String>,
    /// A table of formulas over some values of an input.
    pub table: Option<TableKeys>,
    /// Up to six tables in its place.
    #[serde(default)]
    pub tables: Vec<TableKeys>,
    /// Curves of formulas over an input.
    pub chart: Option<ChartKeys>,
    /// Several charts in its place, of which the first whose case holds is shown.
    #[serde(default)]
    pub charts: Vec<ChartKeys>,
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
    /// The choice whose label the result has, by the name of its input.
    pub choice: Option<String>,
    /// The decimals; three figures without it.
    pub decimals: Option<FormatKeys>,
    /// The label of the result; by default made from the name.
    pub label: Option<String>,
    /// A sentence on why.
    pub why: Option<String>,
    /// The step in words, in place of the expression with the reader's numbers.
    pub step: Option<TextKeys>,
    /// The result of the step in words, in place of the value.
    pub result: Option<TextKeys>,
    /// The step is shown where this is true.
    pub when: Option<String>,
    /// The hidden input with whose records the step repeats, by its name.
    pub each: Option<String>,
    /// The label of each of these steps.
    pub each_label: Option<TextKeys>,
    /// Whether the step sums those above.
    #[serde(default)]
    pub sum: bool,
    /// Whether it is no step and no number of the answer.
    #[serde(default)]
    pub hidden: bool,
    /// The kind of number.
    pub ink: Option<InkKeys>,
    /// Its name in answers as JSON; by default the name of the formula.
    pub number: Option<String>,
    /// The names of the low and the high end of a range in answers as JSON.
    #[serde(default)]
    pub ends: Vec<String>,
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
    pub say: TextKeys,
    /// Whether there is no answer in the case: the warning takes its place.
    #[serde(default)]
    pub refuses: bool,
    /// With `refuses`, the case that does not fit: setups that would are offered below the answer.
    pub alternatives: Option<String>,
    /// Whether the figures hold although there is no answer.
    #[serde(default)]
    pub figures_hold: bool,
    /// The input that cannot be used in the case, by its name: the warning stands at its field.
    pub field: Option<String>,
    /// Whether the sentence is the answer in the case, and no warning.
    #[serde(default)]
    pub replaces: bool,
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
