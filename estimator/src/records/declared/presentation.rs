//! The presentation of a compiled calculator's results: figures, tables, charts, measurements.

use super::text::{ConditionalText, Ink, RangeEnd};
use crate::formula::Op;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// A formula that is shown large.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredFigure {
    /// Index of the formula.
    pub of: usize,
    /// Label of the figure; empty for that of the formula.
    pub label: ConditionalText,
    /// Rest of the label in wide windows; may be empty.
    pub wide: ConditionalText,
    /// The words of the value; empty for the value in its unit.
    pub value: ConditionalText,
    /// A remark; may be empty.
    pub note: ConditionalText,
    /// Index of the input whose records give the value: one value, or the lowest and the highest. `None` for a single
    /// value.
    pub over: Option<u64>,
    /// True for the records that count.
    pub matches: Vec<Op>,
}

/// The words around the steps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredSteps {
    /// Id of their section; empty for that of all steps.
    pub id: String,
    /// Heading; may be empty.
    pub heading: String,
    /// Caption; may be empty.
    pub caption: ConditionalText,
    /// A sentence below them; may be empty.
    pub note: ConditionalText,
    /// The sentence in place of the table where there is no step; may be empty.
    pub nothing: ConditionalText,
}

/// A list of sentences: those whose cases hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredList {
    /// Id of its section.
    pub id: String,
    /// Heading of its section.
    pub heading: String,
    /// The sentences.
    pub items: Vec<ConditionalText>,
    /// A sentence below them; may be empty.
    pub note: ConditionalText,
}

/// The published runs of the model on the device.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredRuns {
    /// Index of the input that runs over them; `None` if there are none to list.
    pub over: Option<u64>,
    /// True for runs under the reader's own conditions.
    pub matches: Vec<Op>,
    /// True for runs under other conditions than the inputs can state.
    pub open: Vec<Op>,
    /// True for the runs that are listed; empty for all.
    pub when: Vec<Op>,
    /// The sentence where there is none; empty for the usual one.
    pub nothing: String,
}

/// A table: formulas for several values of an input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredTable {
    /// Id of its section.
    pub id: String,
    /// Heading of its section; empty for one made from the input.
    pub heading: String,
    /// Heading of the first column; empty for the label of the input.
    pub label: String,
    /// The caption; may be empty.
    pub caption: ConditionalText,
    /// The word for its rows, in the plural.
    pub rows: String,
    /// Index of the input.
    pub over: usize,
    /// Values of the input, in base units.
    pub values: Vec<f64>,
    /// Further values, computed from the reader's inputs.
    pub sequence: Vec<Sequence>,
    /// Further values, one a formula.
    pub also: Vec<Vec<Op>>,
    /// The row with this value is the reader's own; empty for the value of the input.
    pub own: Vec<Op>,
    /// A row is shown where this is true; always if it is empty.
    pub when: Vec<Op>,
    /// The rows are in the order of this formula, the highest first; as they come if it is empty.
    pub sort: Vec<Op>,
    /// A row sums the others where this is true.
    pub sum: Vec<Op>,
    /// A sentence below; may be empty.
    pub note: ConditionalText,
    /// True if the sources of the calculator are below.
    pub sources: bool,
    /// The columns after that of the input.
    pub columns: Vec<DeclaredColumn>,
}

/// Values from one end to another, each computed from the one before it. At most one in a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sequence {
    /// The first value.
    pub from: Vec<Op>,
    /// The last value.
    pub to: Vec<Op>,
    /// The distance between two values, or their ratio.
    pub step: Vec<Op>,
    /// True for a ratio.
    pub times: bool,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredColumn {
    /// Index of the formula.
    pub of: usize,
    /// Heading; empty for the label of the formula.
    pub label: String,
    /// Second line of the heading; empty for the unit.
    pub small: String,
    /// The words of a cell; empty for the value in its unit.
    pub text: ConditionalText,
    /// The kind of its cells; `None` for that of the formula.
    pub kind: Option<ColumnKind>,
}

/// The kind of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ColumnKind {
    /// Words.
    Words,
    /// Numbers, aligned at their ends.
    Number,
    /// A formula with values.
    Formula,
}

/// A chart: formulas over an input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredChart {
    /// True in the case of this chart; empty if it always applies.
    pub when: Vec<Op>,
    /// The title, for screen readers.
    pub title: String,
    /// Index of the input on the x axis.
    pub over: usize,
    /// Index of the formula of the place on the x axis; `None` for the value of the input.
    pub along: Option<u64>,
    /// Formulas of the ends of the x axis, in base units; empty for ends that hold all points.
    pub ends: [Vec<Op>; 2],
    /// Formula of the limit of an x axis that holds all points, in base units; empty for given ends.
    pub span: Vec<Op>,
    /// Formula of the reader's own place; empty for the value of the input.
    pub here: Vec<Op>,
    /// Formula of the place where memory ends, in base units; empty for none.
    pub memory: Vec<Op>,
    /// True if the curves have four times the points, as steps need them.
    pub fine: bool,
    /// Further points of the curves, one a formula, in base units.
    pub also: Vec<Vec<Op>>,
    /// One to three formulas of one dimension, shown in the first formula's unit.
    pub curves: Vec<DeclaredCurve>,
    /// Indices of the formulas of the low end, the middle and the high end of a range; may be empty.
    pub range: Vec<usize>,
    /// The name of the range in the legend.
    pub range_label: String,
    /// Values that are printed beside the reader's place in place of those of the curves: formula and words.
    pub marks: Vec<DeclaredMark>,
    /// True for a linear axis, false for a logarithmic one; x, then y.
    pub linear: [bool; 2],
    /// Labels of the axes; x, then y.
    pub labels: [ConditionalText; 2],
    /// Points from the records of an input; at most one list of them.
    pub dots: Vec<DeclaredDots>,
    /// The part of the chart without values; at most one.
    pub void: Vec<DeclaredVoid>,
}

/// Points of a chart, one for each record of an input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredDots {
    /// Index of the input.
    pub over: usize,
    /// Indices of the formulas of their places; x, then y.
    pub place: [usize; 2],
    /// True for points under other conditions, which are open.
    pub open: Vec<Op>,
    /// True for the points that are drawn; empty for all.
    pub when: Vec<Op>,
    /// The first point for which this is true has its value and its date beside it; empty for none.
    pub mark: Vec<Op>,
    /// The legend of solid and open points.
    pub key: Vec<String>,
}

/// The part of a chart without values, from a place on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredVoid {
    /// True in its case; empty if it always applies.
    pub when: Vec<Op>,
    /// Where it begins, in base units.
    pub from: Vec<Op>,
    /// Two lines of words.
    pub lines: [ConditionalText; 2],
}

/// A curve of a chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredCurve {
    /// Index of the formula.
    pub of: usize,
    /// Its name in the legend; empty for the label of the formula.
    pub label: String,
    /// Its ink; `None` for that of its position.
    pub ink: Option<Ink>,
    /// Index of the input that it runs over; `None` for that of the chart.
    pub over: Option<u64>,
    /// Index of the formula of its places on the x axis; `None` for that of the chart.
    pub along: Option<u64>,
    /// Formulas of its own ends, in base units; empty for those of the chart.
    pub ends: [Vec<Op>; 2],
}

/// A value printed beside the reader's place on a chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeclaredMark {
    /// Index of the formula.
    pub of: usize,
    /// The value of a range that gives the height.
    pub end: RangeEnd,
    /// Its words; empty for the number.
    pub text: ConditionalText,
    /// Its ink.
    pub ink: Option<Ink>,
}

/// Published measurements compared with a formula. The build computes the comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Index of the formula.
    pub of: usize,
    /// Indices of the inputs that each row states.
    pub sets: Vec<usize>,
    /// Headings of the columns with conditions in words.
    pub columns: Vec<String>,
    /// Caption of the table; may be empty.
    pub caption: String,
    /// The publications: title, and address (may be empty).
    pub sources: Vec<[String; 2]>,
    /// The measurements, in file order.
    pub rows: Vec<MeasuredRow>,
    /// The realistic range: the 10 % and the 90 % quantile of measured over computed; empty if too few rows are
    /// comparable.
    pub range: Vec<f64>,
    /// Number of rows that can be compared with the formula.
    pub compared: u64,
    /// Number of rows for which a range without their own source could be computed, and how many of them it contains.
    pub tested: [u64; 2],
}

/// A published measurement, its conditions, and the formula's result for them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MeasuredRow {
    /// Values of the inputs in [`Measured::sets`], in base units.
    pub inputs: Vec<f64>,
    /// The measured value, in base units.
    pub value: f64,
    /// The formula's result, in base units.
    pub computed: f64,
    /// Conditions in words, one per column.
    pub words: Vec<String>,
    /// Index of the publication.
    pub source: usize,
}
