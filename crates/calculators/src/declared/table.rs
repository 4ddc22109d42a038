//! The tables of a calculator in a file: formulas for several values of an input.
//!
//! 1. The values are those of the record, of its sequence, and of the reader's own row.
//! 2. Each row evaluates the formulas that depend on the input.

use super::report::DeclaredReport;
use super::values::Values;
use alloc::vec::Vec;
use rooflight_document::prelude::*;
use rooflight_document::report::{Section, Table, TableRow, Text};
use rooflight_estimator::records::declared::{
    ColumnKind, DeclaredColumn, DeclaredFormula, DeclaredTable, FieldPlace, NumberFormat, Sequence,
};

/// Most rows of a sequence.
const MAX_ROWS: usize = 200;

impl DeclaredReport<'_> {
    /// Writes a table as a section.
    pub(super) fn table(&self, report: &mut Report, declared: &'static DeclaredTable) {
        let record = self.record;
        let Some(over) = record.inputs.get(declared.over) else { return };
        let name = over.units.first().map(|(name, _)| name.as_str()).unwrap_or_default();
        let formulas: Vec<(&DeclaredColumn, &DeclaredFormula)> =
            declared.columns.iter().filter_map(|column| Some((column, record.formulas.get(column.of)?))).collect();
        let is_number = over.choices.is_empty() && over.record.is_none();
        let kind = if is_number { CellKind::Number } else { CellKind::Words };
        let label = if declared.label.is_empty() { &over.label } else { &declared.label };
        let mut columns: Vec<Column> = [(label.as_str(), name, kind)].into();
        columns.extend(formulas.iter().map(|(column, formula)| self.heading(column, formula)));
        let own = self.own(declared);
        let rows = self.values_of(declared, own).into_iter().map(|value| (value, self.with(declared.over, value)));
        let shown = |values: &Values| declared.when.is_empty() || self.is_true(&declared.when, values);
        let mut rows: Vec<(f64, Values)> = rows.filter(|(_, values)| shown(values)).collect();
        if !declared.sort.is_empty() {
            let placed = rows.into_iter().map(|row| (self.result(&declared.sort, &row.1), row));
            let mut placed: Vec<(f64, (f64, Values))> = placed.collect();
            placed.sort_by(|(first, _), (second, _)| second.total_cmp(first));
            rows = placed.into_iter().map(|(_, row)| row).collect();
        }
        let rows = rows.into_iter().map(|(value, values)| {
            let mut first = Text::default();
            self.push_value(&mut first, declared.over, value);
            let cells = formulas.iter().map(|(column, formula)| self.cell(column, formula, &values));
            let emphasis = if self.is_true(&declared.sum, &values) {
                Emphasis::Sum
            } else if own.to_bits() == value.to_bits() {
                Emphasis::Match
            } else {
                Emphasis::None
            };
            TableRow::Cells(emphasis, core::iter::once((None, first)).chain(cells).collect())
        });
        let rows: Vec<TableRow> = rows.collect();
        if rows.is_empty() {
            return;
        }
        let (id, unit) = (declared.id.as_str(), declared.rows.as_str());
        let table = Table { id, caption: self.text(&declared.caption, &self.values).plain(), columns, unit, rows };
        let heading = if declared.heading.is_empty() {
            filled(words!("{}, value by value", Arg::Text(&over.label)))
        } else {
            declared.heading.clone()
        };
        let mut blocks: Vec<DocBlock> = [DocBlock::Table(table)].into();
        let note = self.text(&declared.note, &self.values);
        if !note.0.is_empty() {
            blocks.push(DocBlock::Paragraph("note", note));
        }
        if declared.sources {
            blocks.push(DocBlock::Sources(self.sources()));
        }
        report.push(DocBlock::Section(Section { id, heading, blocks }));
    }

    fn cell(
        &self,
        column: &'static DeclaredColumn,
        formula: &'static DeclaredFormula,
        values: &Values,
    ) -> (Option<Ink>, Text) {
        let mut cell = Text::default();
        // A single unit is in the column's heading; with larger units, each cell has its own.
        let is_single = formula.unit.larger.is_empty();
        let unit = if is_single { self.resolved(&formula.unit).nameless() } else { formula.unit.clone() };
        match column.text.0.as_slice() {
            [] => self.value(&mut cell, self.record.inputs.len() + column.of, &unit, values),
            _ => cell = self.text(&column.text, values),
        }
        // A dash has no kind of number.
        let is_known = values.get(self.record.inputs.len() + column.of).is_finite() || !column.text.0.is_empty();
        (Some(self.ink(column.of)).filter(|ink| is_known && *ink != Ink::Plain), cell)
    }

    /// Returns the heading of a column, its second line and its kind. A single unit stands in the heading.
    fn heading(&self, column: &'static DeclaredColumn, formula: &'static DeclaredFormula) -> Column {
        let is_single = formula.unit.larger.is_empty() && formula.unit.format != NumberFormat::Bytes;
        let unit = if is_single { self.name_of(&formula.unit) } else { "" };
        let label = if column.label.is_empty() { formula.label.as_str() } else { column.label.as_str() };
        let kind = match column.kind {
            Some(ColumnKind::Formula) => CellKind::Formula,
            Some(ColumnKind::Words) => CellKind::Words,
            None if formula.unit.truth => CellKind::Words,
            Some(ColumnKind::Number) | None => CellKind::Number,
        };
        (label, if column.small.is_empty() { unit } else { &column.small }, kind)
    }

    /// Returns the value of the reader's own row; NaN if there is none.
    fn own(&self, declared: &DeclaredTable) -> f64 {
        if !declared.own.is_empty() {
            return self.evaluated(&declared.own);
        }
        let is_hidden = self.record.inputs.get(declared.over).is_some_and(|input| input.field == FieldPlace::None);
        if is_hidden { f64::NAN } else { self.values.get(declared.over) }
    }

    /// Returns the values of the rows in base units: in the order of the record, or sorted where some are computed.
    fn values_of(&self, declared: &DeclaredTable, own: f64) -> Vec<f64> {
        let mut values = declared.values.clone();
        if let Some(kind) = self.record.inputs.get(declared.over).and_then(|input| input.record) {
            return self.host.all(kind);
        }
        let also: Vec<f64> = declared.also.iter().map(|formula| self.evaluated(formula)).collect();
        let Some(sequence) = declared.sequence.first() else {
            values.extend(also);
            if !declared.also.is_empty() {
                sort(&mut values);
            }
            return values;
        };
        let [from, to, step] = [&sequence.from, &sequence.to, &sequence.step].map(|end| self.evaluated(end));
        values.extend(steps(sequence, [from, to, step]));
        values.extend(also);
        if from < own && own < to {
            values.push(own);
        }
        // A step may miss the reader's value by a rounding.
        for value in &mut values {
            if libm::fabs(*value - own) <= libm::fabs(own) * 1e-9 {
                *value = own;
            }
        }
        sort(&mut values);
        values
    }
}

/// Returns the values from one end to the other, both ends included.
fn steps(sequence: &Sequence, [from, to, step]: [f64; 3]) -> Vec<f64> {
    let (mut values, mut value) = (Vec::new(), from);
    let grows = if sequence.times { step > 1.0 && from > 0.0 } else { step > 0.0 };
    while grows && value < to && values.len() < MAX_ROWS {
        values.push(value);
        value = if sequence.times { value * step } else { value + step };
    }
    values.push(to);
    values
}

/// Sorts values, and leaves out what does not exist or repeats.
fn sort(values: &mut Vec<f64>) {
    values.retain(|value| value.is_finite());
    values.sort_by(f64::total_cmp);
    values.dedup();
}
