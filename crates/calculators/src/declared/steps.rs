//! The steps of a calculator in a file: each formula with the reader's numbers.
//!
//! 1. A formula that repeats has a step for each record of a hidden input, such as each group of layers.
//! 2. Below the steps come the reasons and the sources of the formulas.

use super::super::steps;
use super::report::DeclaredReport;
use super::text::push;
use super::values::Values;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::prelude::*;
use rooflight_document::report::{Table, TableRow, Text};
use rooflight_estimator::records::declared::{DeclaredFormula, DeclaredSteps};

impl DeclaredReport<'_> {
    /// Writes the section of the steps; nothing for a calculator without steps and words for them.
    pub(super) fn steps(&self, report: &mut Report) {
        let record = self.record;
        let DeclaredSteps { id, heading, caption, note, nothing } = &record.steps;
        let formulas = || record.formulas.iter().enumerate().filter(|(_, formula)| !formula.written.0.is_empty());
        if heading.is_empty() && formulas().next().is_none() {
            return;
        }
        let rows: Vec<TableRow> = formulas().flat_map(|(at, formula)| self.rows_of(at, formula)).collect();
        let id: &'static str = if id.is_empty() { "steps" } else { id };
        report.section(id, if heading.is_empty() { "Step by step" } else { heading });
        if rows.is_empty() && !nothing.0.is_empty() {
            report.push(DocBlock::Paragraph("none", self.text(nothing, &self.values)));
        } else {
            let caption = match caption.0.as_slice() {
                [] => String::from("Each formula with the values above"),
                _ => self.text(caption, &self.values).plain(),
            };
            let columns = steps::COLUMNS.into();
            report.push(DocBlock::Table(Table { id, caption, columns, unit: "steps", rows }));
        }
        let whys = record.formulas.iter().map(|formula| &formula.why).filter(|why| !why.is_empty());
        let whys: Vec<String> = whys.cloned().collect();
        if !whys.is_empty() {
            report.push(DocBlock::List("assumed", whys));
        }
        let note = self.text(note, &self.values);
        if !note.0.is_empty() {
            report.push(DocBlock::Paragraph("note", note));
        }
        steps::close(report, &self.sources());
    }

    /// Returns the steps of a formula: one, or one for each record that it repeats with.
    fn rows_of(&self, at: usize, formula: &'static DeclaredFormula) -> Vec<TableRow> {
        let over = formula.each.and_then(|each| usize::try_from(each).ok());
        let kind = over.and_then(|over| self.record.inputs.get(over)?.record);
        let (Some(over), Some(kind)) = (over, kind) else {
            return self.row(at, formula, &self.values).into_iter().collect();
        };
        let values = self.host.all(kind).into_iter().map(|record| self.with(over, record));
        values.filter_map(|values| self.row(at, formula, &values)).collect()
    }

    /// Returns a step with these values; `None` where it is not shown.
    fn row(&self, at: usize, formula: &'static DeclaredFormula, values: &Values) -> Option<TableRow> {
        if !formula.when.is_empty() && !self.is_true(&formula.when, values) {
            return None;
        }
        let mut result = Text::default();
        match formula.result.0.as_slice() {
            [] => self.value(&mut result, self.record.inputs.len() + at, &formula.unit, values),
            _ => result = self.text(&formula.result, values),
        }
        let mut label = Text::default();
        match formula.each_label.0.as_slice() {
            [] => push(&mut label, &formula.label),
            _ => push(&mut label, &capital(&self.text(&formula.each_label, values).plain())),
        }
        let written = self.written(&formula.written, values);
        let (emphasis, ink) = if formula.sum { (Emphasis::Sum, None) } else { (Emphasis::None, Some(self.ink(at))) };
        Some(TableRow::Cells(emphasis, [(None, label), (None, written), (ink, result)].into()))
    }

    /// Returns the sources of the formulas and of the whole, each once.
    pub(super) fn sources(&self) -> Vec<Source> {
        let mut sources: Vec<Source> = Vec::new();
        let own = self.record.formulas.iter().map(|formula| &formula.source);
        for [title, address] in own.chain(&self.record.sources) {
            let source = (title.as_str(), address.as_str());
            if !title.is_empty() && !sources.contains(&source) {
                sources.push(source);
            }
        }
        sources
    }
}
