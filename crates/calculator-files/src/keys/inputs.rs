//! The keys of inputs.

use super::texts::TextKeys;
use schemars::JsonSchema;
use serde::Deserialize;

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
    /// A device of the catalog.
    Device,
    /// A model of the catalog.
    Model,
    /// A format of the model's weights.
    Format,
    /// An engine that runs on the device.
    Engine,
    /// A number format of the cache.
    Cache,
    /// A published run of the model on the device: a table, a chart or a figure runs over them.
    Run,
    /// A group of the model's layers that store a cache: a table or a step runs over them.
    Group,
    /// A part of the model's weights: a table or a step runs over them.
    Part,
}

/// A number of a record that a reader's own replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplacedKeys {
    /// The memory bandwidth of the device.
    Bandwidth,
    /// The memory of the device.
    Memory,
    /// The parameters of the model.
    Parameters,
    /// The layers of the model, together with the next two.
    Layers,
    /// The heads of a layer with keys and values of their own.
    KvHeads,
    /// The elements of a head.
    HeadSize,
}

/// An input: a value that readers set.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
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
    pub help: Option<TextKeys>,
    /// The value where nothing else is said: a number in its unit, the id of a choice or of a row, `yes` or `no`.
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    pub default: yaml_serde::Value,
    /// Whether the field may stay empty, and is empty at first: `known(name)` is false then.
    #[serde(default)]
    pub optional: bool,
    /// The least number accepted, in the input's unit.
    pub least: Option<f64>,
    /// The largest number accepted, in the input's unit.
    pub most: Option<f64>,
    /// The number of the device or the model that it replaces where a reader fills it in.
    pub replaces: Option<ReplacedKeys>,
    /// A lower limit than `most`, as an expression over the inputs before it.
    pub within: Option<String>,
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
    /// Whether it has no field: a table or a chart runs over its values.
    #[serde(default)]
    pub hidden: bool,
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
