//! A compiled calculator from a site's own file: inputs, formulas in base units, and texts.
//!
//! The build makes it from `content/calculators/<kind>.yaml` after checking units. Build and browser answer from the
//! same record, so the browser parses nothing of the file.

mod presentation;
mod text;

pub use presentation::{
    ColumnKind, DeclaredChart, DeclaredColumn, DeclaredCurve, DeclaredDots, DeclaredFigure, DeclaredList, DeclaredMark,
    DeclaredRuns, DeclaredSteps, DeclaredTable, DeclaredVoid, Measured, MeasuredRow, Sequence,
};
pub use text::{ConditionalText, Ink, NumberFormat, RangeEnd, TextCase, TextSegment, Unit};

use crate::formula::Op;
use crate::formula::host::RecordKind;
use crate::records::Record;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// A compiled calculator from a site's own file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredRecord {
    /// Its permanent name, a part of its URL.
    pub kind: String,
    /// Heading of its page.
    pub title: String,
    /// The question that it answers, as a sentence.
    pub question: String,
    /// Heading of its group in the overview; may be empty.
    pub group: String,
    /// Sort key within that group.
    pub order: u64,
    /// How its answers are validated: `arithmetic`, the names of the estimates that they combine, or empty.
    pub validation: String,
    /// True if the usual benchmark commands measure its case.
    pub benchmark: bool,
    /// Additional search terms.
    pub search: Vec<String>,
    /// The inputs. Their values are the first values, in this order.
    pub inputs: Vec<DeclaredInput>,
    /// The formulas. Their results follow the inputs' values; each may use those before it.
    pub formulas: Vec<DeclaredFormula>,
    /// Texts that other texts contain.
    pub words: Vec<ConditionalText>,
    /// The answer, one line.
    pub answer: ConditionalText,
    /// The line below the answer; empty for a list of the inputs.
    pub context: ConditionalText,
    /// The sentence for the live region; empty for the answer.
    pub status: ConditionalText,
    /// The formulas that are shown large.
    pub figures: Vec<DeclaredFigure>,
    /// The words around the steps; may be empty.
    pub steps: DeclaredSteps,
    /// Sources of the whole: title and address.
    pub sources: Vec<[String; 2]>,
    /// Warnings, each with the case in which it applies.
    pub conditions: Vec<DeclaredCondition>,
    /// Assumptions, as sentences.
    pub assumes: Vec<String>,
    /// Tables, in page order.
    pub tables: Vec<DeclaredTable>,
    /// Charts: the first whose case holds is shown.
    pub charts: Vec<DeclaredChart>,
    /// Lists of measurements; at most one so far.
    pub measured: Vec<Measured>,
    /// The arguments of the case whose engine is started, each as a formula; empty for none.
    pub launch: Vec<Vec<Op>>,
    /// Lists of sentences.
    pub lists: Vec<DeclaredList>,
    /// True if the published losses of quality of the model's formats are listed.
    pub quality: bool,
    /// The published runs of the model on the device; at most one list of them.
    pub runs: Vec<DeclaredRuns>,
}

impl Record for DeclaredRecord {
    const KIND: u8 = 8;
    const FOLDER: &'static str = "declared";
}

/// An input: a number with units and limits, or a choice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredInput {
    /// Key in URLs.
    pub key: String,
    /// Key in presets.
    pub preset: String,
    /// Label of the field.
    pub label: String,
    /// Explanation in a few words, below the field; may be empty.
    pub help: ConditionalText,
    /// Default value, as a reader would type it.
    pub default: String,
    /// Where its field is.
    pub field: FieldPlace,
    /// True if only whole numbers are valid.
    pub whole: bool,
    /// True if the field may be left empty: the value is NaN then.
    pub optional: bool,
    /// The kind of record that it names; `None` for a number or a choice.
    pub record: Option<RecordKind>,
    /// The number of a record that it replaces where it has a value.
    pub replaces: Option<Replaced>,
    /// Minimum and maximum, in the first unit.
    pub limits: [f64; 2],
    /// A formula of a lower maximum, over the inputs, in base units; empty for none.
    pub within: Vec<Op>,
    /// The units that a value may have: name, and factor to the first unit.
    pub units: Vec<(String, f64)>,
    /// Factor from the first unit to base units.
    pub factor: f64,
    /// The choices; empty for a number.
    pub choices: Vec<DeclaredChoice>,
}

/// A number of a record that a reader's own replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replaced {
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

/// Where the field of an input is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FieldPlace {
    /// In the form.
    #[default]
    Shown,
    /// Folded away at first.
    Folded,
    /// Nowhere: tables and charts run over the input.
    None,
}

/// A choice of an input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredChoice {
    /// Value in URLs.
    pub id: String,
    /// Label in the list.
    pub label: String,
    /// Value in base units; 1 for yes and 0 for no.
    pub factor: f64,
}

/// A formula with the texts around its result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredFormula {
    /// The name by which later formulas refer to it.
    pub name: String,
    /// Label of the result.
    pub label: String,
    /// Unit of the result.
    pub unit: Unit,
    /// A sentence that explains the formula; may be empty.
    pub why: String,
    /// Title and address of the source; both may be empty.
    pub source: [String; 2],
    /// The step: the expression with values in the place of names, or words; empty for a formula that is no step.
    pub written: ConditionalText,
    /// The words of the result in the step; empty for the value in its unit.
    pub result: ConditionalText,
    /// The step is shown where this is true; always if it is empty.
    pub when: Vec<Op>,
    /// Index of the input with whose records the step repeats; `None` for a single step.
    pub each: Option<u64>,
    /// The label of each of these steps.
    pub each_label: ConditionalText,
    /// True if the step sums those above.
    pub sum: bool,
    /// True if the result is a range: it depends on a host function that gives one.
    pub range: bool,
    /// The names of the low and the high end of a range in replies; empty if they have none.
    pub ends: Vec<String>,
    /// The ink of its step, figure and cells.
    pub ink: Option<Ink>,
    /// The name of its bare number in replies; empty if it has none.
    pub number: String,
    /// The formula, compiled to operations on base units.
    pub formula: Vec<Op>,
}

/// A warning, and the case in which it applies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredCondition {
    /// True in the case.
    pub formula: Vec<Op>,
    /// Text of the warning.
    pub message: ConditionalText,
    /// True if there is no answer in this case.
    pub refuses: bool,
    /// The arguments of the estimate that does not fit, each as a formula; empty if no alternatives are offered.
    pub alternatives: Vec<Vec<Op>>,
    /// True if the figures hold although there is no answer.
    pub figures_hold: bool,
    /// Index of the input at whose field the message stands, if the input cannot be used in this case.
    pub field: Option<u64>,
    /// True if the warning takes the place of the answer in this case.
    pub replaces: bool,
}
