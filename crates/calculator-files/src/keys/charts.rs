//! The keys of charts.

use super::texts::{InkKeys, TextKeys};
use schemars::JsonSchema;
use serde::Deserialize;

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
    /// The case of this chart, among several.
    pub when: Option<String>,
    /// The formula, by its name.
    pub curve: Option<String>,
    /// Up to three formulas of one dimension in its place.
    #[serde(default)]
    pub curves: Vec<CurveKeys>,
    /// The formulas of the low end, the middle and the high end of a range, by their names.
    #[serde(default)]
    pub range: Vec<String>,
    /// The name of the range in the legend.
    pub range_label: Option<String>,
    /// The input of the horizontal axis.
    pub over: String,
    /// The formula of the place on the horizontal axis, by its name; by default the value of the input.
    pub along: Option<String>,
    /// The left end: a number in the unit of the input, or an expression; above zero on a logarithmic axis.
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    pub from: yaml_serde::Value,
    /// The right end, like the left one.
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    pub to: yaml_serde::Value,
    /// In place of both ends: the axis holds the reader's place and all points, up to this expression where that is
    /// enough.
    pub span: Option<String>,
    /// The reader's own place, as an expression; by default the value of the input.
    pub here: Option<String>,
    /// Whether the curves have four times the points, as steps need them.
    #[serde(default)]
    pub fine: bool,
    /// Where memory ends on the horizontal axis, as an expression.
    pub memory: Option<String>,
    /// Further points of the curves, as expressions.
    #[serde(default)]
    pub also: Vec<String>,
    /// Points from the records of a hidden input.
    pub dots: Option<DotKeys>,
    /// The part of the chart without values.
    pub void: Option<VoidKeys>,
    /// The values printed beside the reader's place; by default those of the curves.
    #[serde(default)]
    pub marks: Vec<MarkKeys>,
    /// The label of the horizontal axis; by default that of the input.
    pub x_label: Option<TextKeys>,
    /// The label of the vertical axis; by default that of the formulas.
    pub y_label: Option<TextKeys>,
    /// The horizontal axis: `log`, which it is by default, or `linear`.
    #[serde(default)]
    pub x: AxisKeys,
    /// The vertical axis: `log`, which it is by default, or `linear`.
    #[serde(default)]
    pub y: AxisKeys,
    /// The title, for readers who cannot see it; by default made from both labels.
    pub title: Option<String>,
}

/// A curve: the name of its formula, or the name with its label and its kind.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CurveKeys {
    /// The name of the formula.
    Name(String),
    /// The formula with its label.
    Curve(Box<CurveWords>),
}

/// The label of a curve.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurveWords {
    /// The formula, by its name.
    pub of: String,
    /// The name in the legend; by default the label of the formula.
    #[serde(default)]
    pub label: String,
    /// The kind of number; by default `ceiling` for the first curve, `range` for the second, `plain` for the third.
    pub ink: Option<InkKeys>,
    /// The input that it runs over, by its name; by default that of the chart.
    pub over: Option<String>,
    /// The formula of its places on the horizontal axis, by its name; by default that of the chart.
    pub along: Option<String>,
    /// Its first value of that input; by default that of the chart.
    #[schemars(with = "Option<serde_json::Value>")]
    pub from: Option<yaml_serde::Value>,
    /// Its last value of that input; by default that of the chart.
    #[schemars(with = "Option<serde_json::Value>")]
    pub to: Option<yaml_serde::Value>,
}

/// Points from the records of a hidden input.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DotKeys {
    /// The input, by its name.
    pub over: String,
    /// The formula of their places on the horizontal axis, by its name.
    pub x: String,
    /// The formula of their heights, by its name.
    pub y: String,
    /// True for points under other conditions than the reader's, which are open.
    pub open: Option<String>,
    /// True for the points that are drawn.
    pub when: Option<String>,
    /// The first point for which this is true has its value and its date beside it.
    pub mark: Option<String>,
    /// The legend: what solid points are, and what open ones are.
    #[serde(default)]
    pub key: Vec<String>,
}

/// The part of a chart without values, from a place on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VoidKeys {
    /// True in its case.
    pub when: Option<String>,
    /// Where it begins, as an expression.
    #[schemars(with = "serde_json::Value")]
    pub from: yaml_serde::Value,
    /// Two lines of words.
    pub lines: Vec<TextKeys>,
}

/// A value printed beside the reader's place on a chart.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkKeys {
    /// The formula, by its name.
    pub of: String,
    /// The value of a range that gives its height: `low`, `high`, or by default `typical`.
    #[serde(default)]
    pub at: String,
    /// Its words; by default the number, or the whole range at one of its ends.
    pub text: Option<TextKeys>,
    /// The kind of number; `plain` by default.
    pub ink: Option<InkKeys>,
}
