//! The report of a declared calculator: answer, figures, chart, steps with the reader's numbers, table, and the reasons.
//!
//! 1. Words and values stand in the order of the record; a value is shown in its unit.
//! 2. A case that refuses an answer takes its place; others are warnings below the figures.
//! 3. Chart and table evaluate the same formulas with another value of one input.
//!
//! A value that does not exist is a dash. Axes are logarithmic, so points that are not positive have no place on the chart.

use super::answer::Outcome;
use super::steps;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::prelude::*;
use rooflight_document::report::{Figure, Run, Section, Table, TableRow, Text};
use rooflight_document::scale;
use rooflight_formula::evaluate;
use rooflight_records::declared::{DeclaredChart, DeclaredRecord, DeclaredTable, Piece, Unit};

/// A record with the values of its inputs and formulas, in base units.
pub(crate) struct DeclaredReport {
    record: &'static DeclaredRecord,
    values: Vec<f64>,
}

impl DeclaredReport {
    /// Computes the formulas from the values of the inputs.
    pub(crate) fn new(record: &'static DeclaredRecord, mut values: Vec<f64>) -> Self {
        calculate(record, &mut values);
        Self { record, values }
    }

    /// Writes the report.
    pub(crate) fn write(&self, report: &mut Report) -> Outcome {
        let record = self.record;
        report.answer = self.text(&record.answer, &self.values);
        report.conditions = self.conditions();
        let holds = |formula: &[_]| evaluate(formula, &self.values) > 0.0;
        let cases = || record.conditions.iter().filter(|case| holds(&case.formula));
        if let Some(case) = cases().find(|case| case.refuses) {
            report.answer = self.text(&case.message, &self.values);
            (report.refused, report.muted) = (true, true);
        }
        let warnings: Vec<String> =
            cases().filter(|case| !case.refuses).map(|case| self.text(&case.message, &self.values).plain()).collect();
        for at in &record.figures {
            report.figures.extend(self.figure(*at));
        }
        report.end_figures(&warnings.join(" "));
        let status = report.answer.plain();
        match record.charts.first() {
            Some(chart) => report.chart(self.chart(chart, &status)),
            None => report.without_chart(),
        }
        self.steps(report);
        for table in &record.tables {
            self.table(report, table);
        }
        let values = self.values.iter().skip(record.inputs.len());
        let numbers = record.formulas.iter().zip(values);
        let numbers = numbers.map(|(formula, value)| (formula.name.as_str(), value / formula.unit.worth)).collect();
        Outcome { status, numbers }
    }

    /// Words with values.
    fn text(&self, pieces: &[Piece], values: &[f64]) -> Text {
        let mut text = Text::default();
        for piece in pieces {
            push(&mut text, &piece.words);
            if let Some(at) = piece.value.and_then(|at| usize::try_from(at).ok()) {
                self.value(&mut text, at, &piece.unit, values);
            }
        }
        text
    }

    /// A value in its unit, or the words of a choice.
    fn value(&self, text: &mut Text, at: usize, unit: &Unit, values: &[f64]) {
        let value = values.get(at).copied().unwrap_or(f64::NAN);
        let choices = self.record.inputs.get(at).map_or(&[][..], |input| &input.choices);
        if unit.truth {
            push(text, if value == 0.0 { "no" } else { "yes" });
        } else if let Some(choice) = choices.iter().find(|choice| choice.worth.to_bits() == value.to_bits()) {
            push(text, &choice.label);
        } else {
            number(text, value, unit);
        }
    }

    /// The inputs in a line.
    fn conditions(&self) -> Text {
        let mut text = Text::default();
        for (at, input) in self.record.inputs.iter().enumerate() {
            push(&mut text, if at == 0 { "" } else { ", " });
            push(&mut text, &input.label);
            push(&mut text, " ");
            let name = input.units.first().map(|(name, _)| name.clone()).unwrap_or_default();
            // As many decimals as a field shows.
            let unit = Unit { name, worth: input.worth, decimals: None, truth: false };
            let value = self.values.get(at).copied().unwrap_or(f64::NAN);
            if input.choices.is_empty() {
                text.0.push((None, Run::Value(Arg::Plain(value / unit.worth, FIELD_DECIMALS))));
                unit_name(&mut text, &unit.name);
            } else {
                self.value(&mut text, at, &unit, &self.values);
            }
        }
        text
    }

    fn figure(&self, at: usize) -> Option<Figure> {
        let formula = self.record.formulas.get(at)?;
        let mut value = Text::default();
        self.value(&mut value, self.record.inputs.len() + at, &formula.unit, &self.values);
        let (label, wide, note) = (formula.label.clone(), Text::default(), String::new());
        Some(Figure { ink: Ink::Ceiling, label, wide, value: Some(value), note })
    }

    /// The values with another one of an input.
    fn with(&self, at: usize, value: f64) -> Vec<f64> {
        let mut values = self.values.clone();
        if let Some(own) = values.get_mut(at) {
            *own = value;
        }
        calculate(self.record, &mut values);
        values
    }

    fn chart(&self, declared: &'static DeclaredChart, status: &str) -> Chart {
        let over = self.record.inputs.get(declared.over);
        let worth = over.map_or(1.0, |input| input.worth);
        let formula = self.record.formulas.get(declared.curve);
        let (unit, name) = formula.map_or((1.0, ""), |formula| (formula.unit.worth, &formula.label));
        let at = self.record.inputs.len() + declared.curve;
        let of = |x: f64| self.with(declared.over, x * worth).get(at).map_or(f64::NAN, |value| value / unit);
        let here = self.values.get(declared.over).map_or(f64::NAN, |value| value / worth);
        let x = (declared.ends[0].min(here), declared.ends[1].max(here));
        let [x_label, y_label] = &declared.labels;
        let mut chart = Chart {
            title: &declared.title,
            desc: status.into(),
            names: [name, "", ""],
            x,
            x_label,
            y_label,
            here,
            marks: [Mark { ink: Ink::Ceiling, y: of(here), text: figures(of(here)) }].into(),
            ..Chart::default()
        };
        let mut points = scale::points(x);
        // The reader's own value is a point, so that the curve passes through the mark.
        let after = points.iter().position(|point| *point > here).unwrap_or(points.len());
        points.insert(after, here);
        chart.ceiling =
            points.into_iter().map(|x| (x, of(x))).filter(|(x, y)| *x > 0.0 && *y > 0.0 && y.is_finite()).collect();
        chart.marks.retain(|mark| mark.y > 0.0 && mark.y.is_finite());
        chart
    }

    fn steps(&self, report: &mut Report) {
        let record = self.record;
        report.section("steps", "Step by step");
        let rows = record.formulas.iter().enumerate().map(|(at, formula)| {
            let mut result = Text::default();
            self.value(&mut result, record.inputs.len() + at, &formula.unit, &self.values);
            let mut label = Text::default();
            push(&mut label, &formula.label);
            let written = self.text(&formula.written, &self.values);
            TableRow::Cells(Emphasis::None, [(None, label), (None, written), (Some(Ink::Ceiling), result)].into())
        });
        let (columns, caption) = (steps::COLUMNS.into(), String::from("Each formula with the values above"));
        report.push(DocBlock::Table(Table { id: "steps", caption, columns, unit: "steps", rows: rows.collect() }));
        let whys: Vec<String> =
            record.formulas.iter().map(|formula| &formula.why).filter(|why| !why.is_empty()).cloned().collect();
        if !whys.is_empty() {
            report.push(DocBlock::List("assumed", whys));
        }
        let sources: Vec<Source> = record.formulas.iter().filter_map(|formula| source(&formula.source)).collect();
        steps::close(report, &sources);
    }

    fn table(&self, report: &mut Report, declared: &'static DeclaredTable) {
        let record = self.record;
        let Some(over) = record.inputs.get(declared.over) else { return };
        let name = over.units.first().map(|(name, _)| name.as_str()).unwrap_or_default();
        let formulas: Vec<_> =
            declared.columns.iter().filter_map(|at| Some((*at, record.formulas.get(*at)?))).collect();
        let mut columns: Vec<Column> = [(over.label.as_str(), name, Kind::Number)].into();
        columns.extend(
            formulas.iter().map(|(_, formula)| (formula.label.as_str(), formula.unit.name.as_str(), Kind::Number)),
        );
        let own = self.values.get(declared.over).copied();
        let rows = declared.values.iter().map(|value| {
            let values = self.with(declared.over, *value);
            let mut first = Text::default();
            match over.choices.iter().find(|choice| choice.worth.to_bits() == value.to_bits()) {
                Some(choice) => push(&mut first, &choice.label),
                None => first.0.push((None, Run::Value(Arg::Plain(value / over.worth, FIELD_DECIMALS)))),
            }
            let cells = formulas.iter().map(|(at, formula)| {
                let mut cell = Text::default();
                // The unit stands in the head of the column.
                let unit = Unit { name: String::new(), ..formula.unit.clone() };
                self.value(&mut cell, record.inputs.len() + at, &unit, &values);
                (Some(Ink::Ceiling), cell)
            });
            let is_own = own.is_some_and(|own| own.to_bits() == value.to_bits());
            let emphasis = if is_own { Emphasis::Match } else { Emphasis::None };
            TableRow::Cells(emphasis, core::iter::once((None, first)).chain(cells).collect())
        });
        let table =
            Table { id: "chart-table", caption: declared.caption.clone(), columns, unit: "rows", rows: rows.collect() };
        let heading = filled(words!("{}, value by value", Arg::Text(&over.label)));
        report.push(DocBlock::Section(Section { id: "chart-table", heading, blocks: [DocBlock::Table(table)].into() }));
    }
}

/// Computes the formulas from the values of the inputs, each from those before it.
fn calculate(record: &DeclaredRecord, values: &mut Vec<f64>) {
    values.truncate(record.inputs.len());
    for formula in &record.formulas {
        values.push(evaluate(&formula.formula, values));
    }
}

/// The decimals that a number in a field has at most.
const FIELD_DECIMALS: usize = 4;

fn source([title, address]: &'static [String; 2]) -> Option<Source> {
    (!title.is_empty()).then_some((title.as_str(), address.as_str()))
}

/// Adds words to those at the end.
fn push(text: &mut Text, words: &str) {
    match text.0.last_mut() {
        Some((None, Run::Words(last))) => last.push_str(words),
        _ if words.is_empty() => {}
        _ => text.0.push((None, Run::Words(words.into()))),
    }
}

fn number(text: &mut Text, value: f64, unit: &Unit) {
    let value = value / unit.worth;
    if !value.is_finite() {
        push(text, NONE);
        return;
    }
    let before = matches!(unit.name.as_str(), "$" | "£" | "¥");
    if before {
        push(text, &unit.name);
    }
    let decimals =
        unit.decimals.map_or_else(|| decimals(value), |decimals| usize::try_from(decimals).unwrap_or_default());
    text.0.push((None, Run::Value(Arg::Fixed(value, decimals))));
    if !before {
        unit_name(text, &unit.name);
    }
}

/// Adds the name of a unit behind its number.
fn unit_name(text: &mut Text, name: &str) {
    if !name.is_empty() {
        push(text, if name == "°" { "" } else { "\u{a0}" });
        push(text, name);
    }
}

/// The decimals that give three figures.
fn decimals(value: f64) -> usize {
    let size = libm::fabs(value);
    if size == 0.0 {
        return 0;
    }
    let mut decimals = 2;
    let mut scaled = size;
    while scaled >= 10.0 && decimals > 0 {
        scaled /= 10.0;
        decimals -= 1;
    }
    while scaled < 1.0 && decimals < 6 {
        scaled *= 10.0;
        decimals += 1;
    }
    decimals
}

/// A number in three figures.
fn figures(value: f64) -> String {
    number::fixed(value, decimals(value))
}
