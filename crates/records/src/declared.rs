//! A calculator that a site declares in a file, compiled: its inputs, its formulas in base units, and the words around
//! them.
//!
//! The build makes it from `content/calculators/<kind>.yaml` once the units are checked. Build and browser answer from
//! the same record, so nothing of the file is parsed in the browser.

use crate::Record;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_formula::Op;
use rooflight_formula::op::layout as formula;
use rooflight_primitives::codec::{Codec, list, texts};

/// A calculator that a site declares in a file, compiled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredRecord {
    /// Its permanent name, a part of its address.
    pub kind: String,
    /// Its heading.
    pub title: String,
    /// The question that it answers, in a sentence.
    pub question: String,
    /// The heading below which the overview has it; may be empty.
    pub group: String,
    /// Its place below that heading.
    pub order: u64,
    /// More words by which the search finds it.
    pub search: Vec<String>,
    /// Its inputs. Their values come first, in this order.
    pub inputs: Vec<DeclaredInput>,
    /// Its formulas. Their values follow, each computed from those before it.
    pub formulas: Vec<DeclaredFormula>,
    /// The answer in one line.
    pub answer: Vec<Piece>,
    /// The formulas that are shown large, by their positions.
    pub figures: Vec<usize>,
    /// The cases to warn of.
    pub conditions: Vec<DeclaredCondition>,
    /// Assumptions, in sentences.
    pub assumes: Vec<String>,
    /// The tables, in their order.
    pub tables: Vec<DeclaredTable>,
    /// The charts; at most one today.
    pub charts: Vec<DeclaredChart>,
    /// The measurements of a formula; at most one list today.
    pub measured: Vec<Measured>,
}

/// An input: a number with units and limits, or a choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredInput {
    /// The key in addresses.
    pub key: String,
    /// The key in presets.
    pub preset: String,
    /// The words beside the field.
    pub label: String,
    /// Its meaning, in a few words; may be empty.
    pub help: String,
    /// The value where nothing else is said, as a reader would write it.
    pub default: String,
    /// Folded away at first.
    pub folded: bool,
    /// Whole numbers only.
    pub whole: bool,
    /// The least and the most, in the first unit.
    pub limits: [f64; 2],
    /// The units in which it may be written: each with its worth in the first one.
    pub units: Vec<(String, f64)>,
    /// The worth of the first unit in base units.
    pub factor: f64,
    /// The choices; empty for a number.
    pub choices: Vec<DeclaredChoice>,
}

/// One of a few values of an input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredChoice {
    /// The value in addresses.
    pub id: String,
    /// The words in the list.
    pub label: String,
    /// Its worth in base units; 1 and 0 for yes and no.
    pub factor: f64,
}

/// A formula with its result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredFormula {
    /// The name by which later formulas know it.
    pub name: String,
    /// The label of its result.
    pub label: String,
    /// The unit of its result.
    pub unit: Unit,
    /// The sentence on why; may be empty.
    pub why: String,
    /// The title and the address of its source; both may be empty.
    pub source: [String; 2],
    /// The expression with its values put in.
    pub written: Vec<Piece>,
    /// The formula, compiled to operations on base units.
    pub formula: Vec<Op>,
}

/// How a value is shown: the name of the unit, its worth in base units, and the decimals; three figures where none are
/// given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// The name; empty for a bare number.
    pub name: String,
    /// One of the unit, in base units.
    pub factor: f64,
    /// Larger units, each with its worth in base units: the largest of which there are two takes the place.
    pub larger: Vec<(String, f64)>,
    /// The number of decimals; `None` for three figures.
    pub decimals: Option<u64>,
    /// True or false, shown as yes or no.
    pub truth: bool,
}

impl Unit {
    /// The unit for numbers whose name stands elsewhere.
    #[must_use]
    pub fn nameless(&self) -> Self {
        Self { name: String::new(), larger: Vec::new(), ..*self }
    }
}

/// Words, and a value after them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    /// The words before the value, not yet escaped.
    pub words: String,
    /// The position of the value; `None` at the end of a text.
    pub value: Option<u64>,
    /// How the value is shown.
    pub unit: Unit,
}

/// A case to warn of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredCondition {
    /// True in the case.
    pub formula: Vec<Op>,
    /// The warning.
    pub message: Vec<Piece>,
    /// Whether there is no answer then.
    pub refuses: bool,
    /// Whether the message is the answer then.
    pub replaces: bool,
}

/// Formulas over some values of an input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredTable {
    /// The caption; may be empty.
    pub caption: String,
    /// The position of the input.
    pub over: usize,
    /// Its values, in base units.
    pub values: Vec<f64>,
    /// The formulas, by their positions.
    pub columns: Vec<usize>,
}

/// Formulas over an input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredChart {
    /// The title, for readers who cannot see the chart.
    pub title: String,
    /// The position of the input.
    pub over: usize,
    /// The ends of the axis, in the unit of the input.
    pub ends: [f64; 2],
    /// The formulas, by their positions: one to three of one dimension, shown in the unit of the first.
    pub curves: Vec<usize>,
    /// Whether the axes are linear; logarithmic otherwise.
    pub linear: [bool; 2],
    /// The labels of the axes.
    pub labels: [String; 2],
}

/// Published measurements of a formula, each with the inputs that its source states; the build works out how they
/// compare.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// The formula, by its position.
    pub of: usize,
    /// The inputs that rows state, by their positions.
    pub sets: Vec<usize>,
    /// The columns of conditions in words.
    pub columns: Vec<String>,
    /// The caption of the table; may be empty.
    pub caption: String,
    /// The publications, each a title and an address that may be empty.
    pub sources: Vec<[String; 2]>,
    /// The measurements, in the order of the file.
    pub rows: Vec<MeasuredRow>,
    /// The realistic range: measured over computed at the 10 % and the 90 % quantile; empty where too few rows can be
    /// compared.
    pub range: Vec<f64>,
    /// The rows that can be compared with the formula.
    pub compared: u64,
    /// Rows for which a range without their own source could be made, and how many of these were in it.
    pub tested: [u64; 2],
}

/// A published measurement with its conditions and the formula's result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasuredRow {
    /// The values of the inputs that rows state, in base units.
    pub inputs: Vec<f64>,
    /// The measured value, in base units.
    pub value: f64,
    /// The formula's result for its inputs, in base units.
    pub computed: f64,
    /// Conditions in words, one for each column.
    pub words: Vec<String>,
    /// Its publication, by its position.
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
        pieces(codec, &mut self.answer);
        list(codec, &mut self.figures, C::position);
        list(codec, &mut self.conditions, |codec, condition| {
            formula(codec, &mut condition.formula);
            pieces(codec, &mut condition.message);
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
    pieces(codec, &mut declared.written);
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
fn pieces<C: Codec>(codec: &mut C, text: &mut Vec<Piece>) {
    list(codec, text, |codec, piece| {
        codec.text(&mut piece.words);
        codec.maybe_whole(&mut piece.value);
        unit(codec, &mut piece.unit);
    });
}
