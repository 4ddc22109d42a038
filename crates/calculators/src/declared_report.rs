//! The report of a declared calculator: answer, figures, chart, steps with the reader's numbers, table, and the
//! reasons.
//!
//! 1. The answer and the conditions follow the record; each value is shown in its unit.
//! 2. A condition that refuses or replaces puts its message in place of the answer; others are warnings below the
//!    figures.
//! 3. Charts and tables evaluate the same formulas with other values of one input.
//! 4. Measurements appear on the chart and in a table.

use super::answer::Outcome;
use super::declared_text::{FIELD_DECIMALS, exact, number, push, unit_name};
use super::steps;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::prelude::*;
use rooflight_document::report::{Figure, Section, Table, TableRow, Text, TextRun};
use rooflight_formula::evaluate;
use rooflight_formula::evaluate::calculate_all;
use rooflight_records::declared::{DeclaredRecord, DeclaredTable, TextSegment, Unit};

/// The inks of a chart's curves, in the order of the record.
pub(super) const INKS: [Ink; 3] = [Ink::Ceiling, Ink::Range, Ink::Plain];

/// The ids of the tables; a calculator has at most this many.
pub(super) const TABLES: [&str; 3] = ["chart-table", "table-2", "table-3"];

/// Most figures of an answer.
const MAX_FIGURES: usize = 3;

/// A record with the values of its inputs and formulas, in base units.
pub(crate) struct DeclaredReport {
    pub(super) record: &'static DeclaredRecord,
    pub(super) values: Vec<f64>,
}

impl DeclaredReport {
    /// Computes the formulas from the values of the inputs.
    pub(crate) fn new(record: &'static DeclaredRecord, mut values: Vec<f64>) -> Self {
        calculate(record, &mut values);
        Self { record, values }
    }

    /// Writes the answer, the figures, the chart, the steps and the tables. A condition that refuses puts its message
    /// in place of the answer.
    pub(crate) fn write(&self, report: &mut Report) -> Outcome {
        let record = self.record;
        report.answer = self.text(&record.answer, &self.values);
        report.conditions = self.conditions();
        let holds = |formula: &[_]| evaluate(formula, &self.values) > 0.0;
        let cases = || record.conditions.iter().filter(|case| holds(&case.formula));
        if let Some(case) = cases().find(|case| case.replaces) {
            report.answer = self.text(&case.message, &self.values);
        }
        if let Some(case) = cases().find(|case| case.refuses) {
            report.answer = self.text(&case.message, &self.values);
            (report.refused, report.muted) = (true, true);
        }
        let warnings: Vec<String> = cases()
            .filter(|case| !case.refuses && !case.replaces)
            .map(|case| self.text(&case.message, &self.values).plain())
            .collect();
        for at in &record.figures {
            report.figures.extend(self.figure(*at));
        }
        for measured in &record.measured {
            report.figures.extend(self.range_figure(measured).filter(|_| record.figures.len() < MAX_FIGURES));
        }
        report.end_figures(&warnings.join(" "));
        let status = report.answer.plain();
        match record.charts.first() {
            Some(chart) => report.chart(self.chart(chart, &status)),
            None => report.without_chart(),
        }
        for measured in &record.measured {
            self.measured(report, measured);
        }
        self.steps(report);
        for (table, id) in record.tables.iter().zip(TABLES) {
            self.table(report, table, id);
        }
        let values = self.values.iter().skip(record.inputs.len());
        let numbers = record.formulas.iter().zip(values);
        let numbers = numbers.map(|(formula, value)| (formula.name.as_str(), value / formula.unit.factor)).collect();
        Outcome { status, numbers }
    }

    /// Returns a template as text, with the values put in.
    fn text(&self, pieces: &[TextSegment], values: &[f64]) -> Text {
        let mut text = Text::default();
        for piece in pieces {
            push(&mut text, &piece.words);
            if let Some(at) = piece.value.and_then(|at| usize::try_from(at).ok()) {
                self.value(&mut text, at, &piece.unit, values);
            }
        }
        text
    }

    /// Adds a value in its unit, or the label of a choice.
    pub(super) fn value(&self, text: &mut Text, at: usize, unit: &Unit, values: &[f64]) {
        let value = values.get(at).copied().unwrap_or(f64::NAN);
        let choices = self.record.inputs.get(at).map_or(&[][..], |input| &input.choices);
        if unit.truth {
            push(text, if value == 0.0 { "no" } else { "yes" });
        } else if let Some(choice) = choices.iter().find(|choice| choice.factor.to_bits() == value.to_bits()) {
            push(text, &choice.label);
        } else {
            number(text, value, unit);
        }
    }

    /// Returns a formula with the reader's values put in, not rounded; a choice appears as its number if that has a
    /// unit.
    fn written(&self, pieces: &[TextSegment]) -> Text {
        let mut text = Text::default();
        for piece in pieces {
            push(&mut text, &piece.words);
            let Some(at) = piece.value.and_then(|at| usize::try_from(at).ok()) else { continue };
            let is_given =
                self.record.inputs.get(at).is_some_and(|input| input.choices.is_empty() || !piece.unit.name.is_empty());
            match self.values.get(at).filter(|_| is_given && !piece.unit.truth) {
                Some(value) => exact(&mut text, *value, &piece.unit),
                None => self.value(&mut text, at, &piece.unit, &self.values),
            }
        }
        text
    }

    /// Adds the value of an input as its field shows it, without the unit; or the label of a choice.
    pub(super) fn push_value(&self, text: &mut Text, at: usize, value: f64) {
        let Some(input) = self.record.inputs.get(at) else { return };
        match input.choices.iter().find(|choice| choice.factor.to_bits() == value.to_bits()) {
            Some(choice) => push(text, &choice.label),
            None => text.0.push((None, TextRun::Value(Arg::Plain(value / input.factor, FIELD_DECIMALS)))),
        }
    }

    /// Returns all inputs with their values in one line.
    fn conditions(&self) -> Text {
        let mut text = Text::default();
        for (at, input) in self.record.inputs.iter().enumerate() {
            push(&mut text, if at == 0 { "" } else { ", " });
            push(&mut text, &input.label);
            push(&mut text, " ");
            let name = input.units.first().map(|(name, _)| name.clone()).unwrap_or_default();
            self.push_value(&mut text, at, self.values.get(at).copied().unwrap_or(f64::NAN));
            unit_name(&mut text, &name);
        }
        text
    }

    fn figure(&self, at: usize) -> Option<Figure> {
        let formula = self.record.formulas.get(at)?;
        let mut value = Text::default();
        self.value(&mut value, self.record.inputs.len() + at, &formula.unit, &self.values);
        let (label, wide, note) = (formula.label.clone(), Text::default(), String::new());
        Some(Figure { ink: ink(self.record, at), label, wide, value: Some(value), note })
    }

    /// Returns the values of all inputs and formulas with the input at `at` changed.
    pub(super) fn with(&self, at: usize, value: f64) -> Vec<f64> {
        let mut values = self.values.clone();
        if let Some(own) = values.get_mut(at) {
            *own = value;
        }
        calculate(self.record, &mut values);
        values
    }

    fn steps(&self, report: &mut Report) {
        let record = self.record;
        report.section("steps", "Step by step");
        let rows = record.formulas.iter().enumerate().map(|(at, formula)| {
            let mut result = Text::default();
            self.value(&mut result, record.inputs.len() + at, &formula.unit, &self.values);
            let mut label = Text::default();
            push(&mut label, &formula.label);
            let written = self.written(&formula.written);
            TableRow::Cells(Emphasis::None, [(None, label), (None, written), (Some(Ink::Ceiling), result)].into())
        });
        let (columns, caption) = (steps::COLUMNS.into(), String::from("Each formula with the values above"));
        report.push(DocBlock::Table(Table { id: "steps", caption, columns, unit: "steps", rows: rows.collect() }));
        let whys = record.formulas.iter().map(|formula| &formula.why).filter(|why| !why.is_empty());
        let whys: Vec<String> = whys.chain(&record.assumes).cloned().collect();
        if !whys.is_empty() {
            report.push(DocBlock::List("assumed", whys));
        }
        let mut sources: Vec<Source> = Vec::new();
        for source in record.formulas.iter().filter_map(|formula| source(&formula.source)) {
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        steps::close(report, &sources);
    }

    fn table(&self, report: &mut Report, declared: &'static DeclaredTable, id: &'static str) {
        let record = self.record;
        let Some(over) = record.inputs.get(declared.over) else { return };
        let name = over.units.first().map(|(name, _)| name.as_str()).unwrap_or_default();
        let formulas: Vec<_> =
            declared.columns.iter().filter_map(|at| Some((*at, record.formulas.get(*at)?))).collect();
        let kind = if over.choices.is_empty() { CellKind::Number } else { CellKind::Words };
        let mut columns: Vec<Column> = [(over.label.as_str(), name, kind)].into();
        columns.extend(formulas.iter().map(|(_, formula)| {
            let name = if formula.unit.larger.is_empty() { formula.unit.name.as_str() } else { "" };
            (formula.label.as_str(), name, CellKind::Number)
        }));
        let own = self.values.get(declared.over).copied();
        let rows = declared.values.iter().map(|value| {
            let values = self.with(declared.over, *value);
            let mut first = Text::default();
            self.push_value(&mut first, declared.over, *value);
            let cells = formulas.iter().map(|(at, formula)| {
                let mut cell = Text::default();
                // A single unit is in the column's heading; with larger units, each cell has its own.
                let unit = if formula.unit.larger.is_empty() { formula.unit.nameless() } else { formula.unit.clone() };
                self.value(&mut cell, record.inputs.len() + at, &unit, &values);
                (Some(Ink::Ceiling), cell)
            });
            let is_own = own.is_some_and(|own| own.to_bits() == value.to_bits());
            let emphasis = if is_own { Emphasis::Match } else { Emphasis::None };
            TableRow::Cells(emphasis, core::iter::once((None, first)).chain(cells).collect())
        });
        let table = Table { id, caption: declared.caption.clone(), columns, unit: "rows", rows: rows.collect() };
        let heading = filled(words!("{}, value by value", Arg::Text(&over.label)));
        report.push(DocBlock::Section(Section { id, heading, blocks: [DocBlock::Table(table)].into() }));
    }
}

/// Returns the ink of a formula's figure: that of its curve if the chart has several, else the ceiling's.
fn ink(record: &DeclaredRecord, formula: usize) -> Ink {
    let curves = record.charts.first().map_or(&[][..], |chart| &chart.curves);
    let place = curves.iter().position(|at| *at == formula).filter(|_| curves.len() > 1);
    place.and_then(|place| INKS.get(place)).copied().unwrap_or(Ink::Ceiling)
}

/// Replaces what follows the values of the inputs by the results of the formulas, each computed from those before it.
fn calculate(record: &DeclaredRecord, values: &mut Vec<f64>) {
    values.truncate(record.inputs.len());
    calculate_all(record.formulas.iter().map(|formula| &*formula.formula), values);
}

fn source([title, address]: &'static [String; 2]) -> Option<Source> {
    (!title.is_empty()).then_some((title.as_str(), address.as_str()))
}
