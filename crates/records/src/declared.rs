//! A compiled calculator from a site's own file: inputs, formulas in base units, and texts.
//!
//! The build makes it from `content/calculators/<kind>.yaml` after checking units. Build and browser answer from the
//! same record, so the browser parses nothing of the file.

use crate::Record;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_formula::Op;
use rooflight_formula::op::layout as formula;
use rooflight_primitives::codec::{Codec, list, texts};

/// A compiled calculator from a site's own file.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Additional search terms.
    pub search: Vec<String>,
    /// The inputs. Their values are the first values, in this order.
    pub inputs: Vec<DeclaredInput>,
    /// The formulas. Their results follow the inputs' values; each may use those before it.
    pub formulas: Vec<DeclaredFormula>,
    /// The answer, one line.
    pub answer: Vec<TextSegment>,
    /// Indices of the formulas that are shown large.
    pub figures: Vec<usize>,
    /// Warnings, each with the case in which it applies.
    pub conditions: Vec<DeclaredCondition>,
    /// Assumptions, as sentences.
    pub assumes: Vec<String>,
    /// Tables, in page order.
    pub tables: Vec<DeclaredTable>,
    /// Charts; at most one so far.
    pub charts: Vec<DeclaredChart>,
    /// Lists of measurements; at most one so far.
    pub measured: Vec<Measured>,
}

/// An input: a number with units and limits, or a choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredInput {
    /// Key in URLs.
    pub key: String,
    /// Key in presets.
    pub preset: String,
    /// Label of the field.
    pub label: String,
    /// Explanation in a few words; may be empty.
    pub help: String,
    /// Default value, as a reader would type it.
    pub default: String,
    /// True if the field is folded away at first.
    pub folded: bool,
    /// True if only whole numbers are valid.
    pub whole: bool,
    /// Minimum and maximum, in the first unit.
    pub limits: [f64; 2],
    /// The units that a value may have: name, and factor to the first unit.
    pub units: Vec<(String, f64)>,
    /// Factor from the first unit to base units.
    pub factor: f64,
    /// The choices; empty for a number.
    pub choices: Vec<DeclaredChoice>,
}

/// A choice of an input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredChoice {
    /// Value in URLs.
    pub id: String,
    /// Label in the list.
    pub label: String,
    /// Value in base units; 1 for yes and 0 for no.
    pub factor: f64,
}

/// A formula with the texts around its result.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// The expression, with values in the place of names.
    pub written: Vec<TextSegment>,
    /// The formula, compiled to operations on base units.
    pub formula: Vec<Op>,
}

/// How a value is shown: its unit, and the number of decimals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// Name of the unit; empty for a bare number.
    pub name: String,
    /// Factor to base units.
    pub factor: f64,
    /// Larger units with their factor to base units, in ascending order. The largest that gives a value of at least two
    /// is used.
    pub larger: Vec<(String, f64)>,
    /// Number of decimals; `None` for three significant figures.
    pub decimals: Option<u64>,
    /// True if the value is a truth value, shown as yes or no.
    pub truth: bool,
}

impl Unit {
    /// The same unit without its name, for numbers whose unit is named elsewhere.
    #[must_use]
    pub fn nameless(&self) -> Self {
        Self { name: String::new(), larger: Vec::new(), ..*self }
    }
}

/// Words, and an optional value after them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextSegment {
    /// The words, not yet escaped.
    pub words: String,
    /// Index of the value; `None` at the end of a text.
    pub value: Option<u64>,
    /// The unit in which the value is shown.
    pub unit: Unit,
}

/// A warning, and the case in which it applies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredCondition {
    /// True in the case.
    pub formula: Vec<Op>,
    /// Text of the warning.
    pub message: Vec<TextSegment>,
    /// True if there is no answer in this case.
    pub refuses: bool,
    /// True if the warning takes the place of the answer in this case.
    pub replaces: bool,
}

/// A table: formulas for several values of an input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredTable {
    /// The caption; may be empty.
    pub caption: String,
    /// Index of the input.
    pub over: usize,
    /// Values of the input, in base units.
    pub values: Vec<f64>,
    /// Indices of the formulas, one column each.
    pub columns: Vec<usize>,
}

/// A chart: formulas over an input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredChart {
    /// The title, for screen readers.
    pub title: String,
    /// Index of the input on the x axis.
    pub over: usize,
    /// Ends of the x axis, in the input's unit.
    pub ends: [f64; 2],
    /// Indices of one to three formulas of one dimension, shown in the first formula's unit.
    pub curves: Vec<usize>,
    /// True for a linear axis, false for a logarithmic one; x, then y.
    pub linear: [bool; 2],
    /// Labels of the axes; x, then y.
    pub labels: [String; 2],
}

/// Published measurements compared with a formula. The build computes the comparison.
#[derive(Clone, Debug, Default, PartialEq)]
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
#[derive(Clone, Debug, Default, PartialEq)]
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

impl Record for DeclaredRecord {
    const KIND: u64 = 8;
    const FOLDER: &'static str = "declared";

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        codec.text(&mut self.kind);
        codec.text(&mut self.title);
        codec.text(&mut self.question);
        codec.text(&mut self.group);
        codec.whole(&mut self.order);
        texts(codec, &mut self.search);
        list(codec, &mut self.inputs, input);
        list(codec, &mut self.formulas, declared_formula);
        segments(codec, &mut self.answer);
        list(codec, &mut self.figures, C::position);
        list(codec, &mut self.conditions, |codec, condition| {
            formula(codec, &mut condition.formula);
            segments(codec, &mut condition.message);
            codec.flag(&mut condition.refuses);
            codec.flag(&mut condition.replaces);
        });
        texts(codec, &mut self.assumes);
        list(codec, &mut self.tables, |codec, table| {
            codec.text(&mut table.caption);
            codec.position(&mut table.over);
            list(codec, &mut table.values, C::real);
            list(codec, &mut table.columns, C::position);
        });
        list(codec, &mut self.charts, |codec, chart| {
            codec.text(&mut chart.title);
            codec.position(&mut chart.over);
            list(codec, &mut chart.curves, C::position);
            chart.linear.iter_mut().for_each(|linear| codec.flag(linear));
            chart.ends.iter_mut().for_each(|end| codec.real(end));
            chart.labels.iter_mut().for_each(|label| codec.text(label));
        });
        list(codec, &mut self.measured, measured);
    }
}

fn measured<C: Codec>(codec: &mut C, measured: &mut Measured) {
    codec.position(&mut measured.of);
    list(codec, &mut measured.sets, C::position);
    texts(codec, &mut measured.columns);
    codec.text(&mut measured.caption);
    list(codec, &mut measured.sources, |codec, source| source.iter_mut().for_each(|text| codec.text(text)));
    list(codec, &mut measured.rows, |codec, row| {
        list(codec, &mut row.inputs, C::real);
        codec.real(&mut row.value);
        codec.real(&mut row.computed);
        texts(codec, &mut row.words);
        codec.position(&mut row.source);
    });
    list(codec, &mut measured.range, C::real);
    codec.whole(&mut measured.compared);
    measured.tested.iter_mut().for_each(|count| codec.whole(count));
}

fn input<C: Codec>(codec: &mut C, input: &mut DeclaredInput) {
    for text in [&mut input.key, &mut input.preset, &mut input.label, &mut input.help, &mut input.default] {
        codec.text(text);
    }
    codec.flag(&mut input.folded);
    codec.flag(&mut input.whole);
    input.limits.iter_mut().for_each(|limit| codec.real(limit));
    units(codec, &mut input.units);
    codec.real(&mut input.factor);
    list(codec, &mut input.choices, |codec, choice| {
        codec.text(&mut choice.id);
        codec.text(&mut choice.label);
        codec.real(&mut choice.factor);
    });
}

fn declared_formula<C: Codec>(codec: &mut C, declared: &mut DeclaredFormula) {
    let [title, address] = &mut declared.source;
    for text in [&mut declared.name, &mut declared.label, &mut declared.why, title, address] {
        codec.text(text);
    }
    unit(codec, &mut declared.unit);
    segments(codec, &mut declared.written);
    formula(codec, &mut declared.formula);
}

fn unit<C: Codec>(codec: &mut C, unit: &mut Unit) {
    codec.text(&mut unit.name);
    codec.real(&mut unit.factor);
    units(codec, &mut unit.larger);
    codec.maybe_whole(&mut unit.decimals);
    codec.flag(&mut unit.truth);
}

#[inline(never)]
fn units<C: Codec>(codec: &mut C, units: &mut Vec<(String, f64)>) {
    list(codec, units, |codec, (name, factor)| {
        codec.text(name);
        codec.real(factor);
    });
}

#[inline(never)]
fn segments<C: Codec>(codec: &mut C, text: &mut Vec<TextSegment>) {
    list(codec, text, |codec, segment| {
        codec.text(&mut segment.words);
        codec.maybe_whole(&mut segment.value);
        unit(codec, &mut segment.unit);
    });
}
