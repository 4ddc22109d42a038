//! Writes an answer from quantities, each stated once.
//!
//! 1. [`ReportWriter::quantity`] takes a formatted value. The calls on it add it, in their order, to the bare numbers,
//!    the three figures and the steps.
//! 2. [`ReportWriter::table`] writes a sweep: a row for each value, whose cells name their columns.
//! 3. [`ReportWriter::steps`] writes the collected steps as a table, and [`ReportWriter::outcome`] gives the bare
//!    numbers.
//!
//! Holds no formula and no sentence of its own.

use super::answer::{Numbers, Outcome};
use super::steps;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::prelude::*;
use rooflight_document::report::{Figure, Table, TableRow, Text};

/// An answer that is being written.
#[derive(Debug)]
pub(crate) struct ReportWriter<'r> {
    /// The report, for everything that is not a quantity: the answer, the chart, extra sections.
    pub report: &'r mut Report,
    steps: Vec<TableRow>,
    numbers: Numbers,
}

/// A quantity: its formatted value, or `None` if it does not exist, and its bare number, then NaN.
#[derive(Debug)]
pub(crate) struct Quantity<'w, 'r> {
    writer: &'w mut ReportWriter<'r>,
    ink: Ink,
    number: f64,
    value: Option<Text>,
}

/// A row that is being written of a table that sweeps over the values of an input.
#[derive(Debug)]
pub(crate) struct SweepRow<'t> {
    columns: &'t mut Vec<Column>,
    emphasis: Emphasis,
    cells: Vec<(Option<Ink>, Text)>,
}

impl<'r> ReportWriter<'r> {
    pub(crate) const fn new(report: &'r mut Report) -> Self {
        Self { report, steps: Vec::new(), numbers: Vec::new() }
    }

    /// Begins a quantity from its formatted value; the first argument of `value` is its bare number.
    pub(crate) fn quantity(&mut self, value: Words<'_>) -> Quantity<'_, 'r> {
        self.optional(Some(value))
    }

    /// Begins a quantity whose value may not exist; without a value its bare number is NaN.
    pub(crate) fn optional(&mut self, value: Option<Words<'_>>) -> Quantity<'_, 'r> {
        let number = value.and_then(|value| value.args.first()).map_or(f64::NAN, |value| value.number());
        Quantity { writer: self, ink: Ink::Plain, number, value: value.map(Text::from) }
    }

    /// Shows the range as a figure, or the reason for its absence.
    pub(crate) fn realistic(&mut self, wide: &'static str, range: Option<[f64; 3]>, reason: &str) {
        let [low, _, high] = range.unwrap_or([f64::NAN; 3]);
        let (value, note) = ([Arg::Range(low, high)], if range.is_none() { reason } else { "" });
        let quantity = self.optional(range.map(|_| words!("{}", ..value))).ink(Ink::Range);
        quantity.wide_figure("Realistic", wide, note);
    }

    /// Shows the range as a step in a unit, or the reason for its absence.
    pub(crate) fn realistic_step(&mut self, unit: &'static str, range: Option<Arg<'static>>, reason: &str) {
        let formula = words!("{}", Arg::Text(reason));
        match range {
            Some(range) => {
                let value = Words { template: unit, args: &[range] };
                self.quantity(value).ink(Ink::Range).step("Realistic, 80\u{a0}%", formula);
            }
            None => {
                self.optional(None).step("Realistic", formula);
            }
        }
    }

    /// Adds the low end, the middle and the high end of a range as bare numbers; NaN without a range.
    pub(crate) fn range(&mut self, names: [&'static str; 3], range: Option<[f64; 3]>) {
        self.numbers.extend(names.into_iter().zip(range.unwrap_or([f64::NAN; 3])));
    }

    /// Adds a bare number that is not shown, or that is shown in another unit.
    pub(crate) fn number(&mut self, name: &'static str, number: f64) {
        self.numbers.push((name, number));
    }

    /// Writes the collected steps as a section, with the publications of their formulas.
    pub(crate) fn steps(&mut self, heading: &str, caption: &str, sources: &[Source]) {
        self.open_steps("steps", heading, caption);
        steps::close(self.report, sources);
    }

    /// Writes the collected steps as a section with this id, and leaves the section open for a paragraph or the
    /// publications.
    pub(crate) fn open_steps(&mut self, id: &'static str, heading: &str, caption: &str) {
        self.report.section(id, heading);
        let (columns, rows) = (steps::COLUMNS.into(), core::mem::take(&mut self.steps));
        self.report.push(DocBlock::Table(Table { id, caption: caption.into(), columns, unit: "steps", rows }));
    }

    /// Writes a table as a section with a row for each value. `head` is the id and the heading, `unit` the name of the
    /// rows in the plural.
    pub(crate) fn table<T>(
        &mut self,
        head: (&'static str, &str),
        caption: &str,
        unit: &'static str,
        values: impl IntoIterator<Item = T>,
        write: impl FnMut(&mut SweepRow<'_>, T),
    ) {
        self.open_table(head, caption, unit, values, write);
        self.report.end_section();
    }

    /// Writes a table as [`Self::table`] does, but leaves the section open for a paragraph below it.
    pub(crate) fn open_table<T>(
        &mut self,
        (id, heading): (&'static str, &str),
        caption: &str,
        unit: &'static str,
        values: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut SweepRow<'_>, T),
    ) {
        let (mut columns, mut rows) = (Vec::new(), Vec::new());
        for value in values {
            let mut row = SweepRow { columns: &mut columns, emphasis: Emphasis::None, cells: Vec::new() };
            write(&mut row, value);
            rows.push(TableRow::Cells(row.emphasis, row.cells));
        }
        self.add_table(id, heading, Table { id, caption: caption.into(), columns, unit, rows });
    }

    /// A separate function, so that it is compiled once and not for each type of values.
    fn add_table(&mut self, id: &'static str, heading: &str, table: Table) {
        self.report.section(id, heading);
        self.report.push(DocBlock::Table(table));
    }

    /// Returns the status and the bare numbers, once the report is complete.
    pub(crate) fn outcome(self, status: String) -> Outcome {
        Outcome { status, numbers: self.numbers }
    }
}

impl Quantity<'_, '_> {
    /// Sets the ink of the figures and steps that follow.
    pub(crate) const fn ink(mut self, ink: Ink) -> Self {
        self.ink = ink;
        self
    }

    /// Adds it to the bare numbers; NaN if it does not exist.
    pub(crate) fn number(self, name: &'static str) -> Self {
        let number = self.number;
        self.number_of(name, number)
    }

    /// Adds a bare number in another unit than the value is written in.
    pub(crate) fn number_of(self, name: &'static str, number: f64) -> Self {
        self.writer.number(name, number);
        self
    }

    /// Shows it as one of the three figures; if it does not exist, the note tells why.
    pub(crate) fn figure(self, label: &str, note: &str) -> Self {
        self.wide_figure(label, "", note)
    }

    /// Shows it as a figure with a longer label in wide windows.
    pub(crate) fn wide_figure(self, label: &str, wide: &'static str, note: &str) -> Self {
        self.figure_of(label, Words { template: wide, args: &[] }, note)
    }

    /// Shows it as a figure whose longer label contains values.
    pub(crate) fn figure_of(self, label: &str, wide: Words<'_>, note: &str) -> Self {
        let (label, note, value) = (label.into(), note.into(), self.value.clone());
        let figure = Figure { ink: self.ink, label, wide: wide.into(), value, note };
        self.writer.report.figures.push(figure);
        self
    }

    /// Shows it as a step, with its formula.
    pub(crate) fn step(self, name: &str, formula: Words<'_>) -> Self {
        let ink = Some(self.ink);
        self.row(Emphasis::None, name, formula, ink)
    }

    /// Shows it as a step that sums those above.
    pub(crate) fn sum(self, name: &str, formula: Words<'_>) -> Self {
        self.row(Emphasis::Sum, name, formula, None)
    }

    fn row(self, emphasis: Emphasis, name: &str, formula: Words<'_>, ink: Option<Ink>) -> Self {
        let name = words!("{}", Arg::Text(name));
        let value = self.value.clone().unwrap_or_else(|| words!(NONE).into());
        let cells = [(None, name.into()), (None, formula.into()), (ink, value)];
        self.writer.steps.push(TableRow::Cells(emphasis, cells.into()));
        self
    }
}

impl SweepRow<'_> {
    /// Highlights the row if `own` says that it is that of the reader's inputs.
    pub(crate) const fn highlight(&mut self, own: bool) {
        self.emphasis = if own { Emphasis::Match } else { Emphasis::None };
    }

    /// Adds a cell of words; `small` is the second line of the column's heading, and may be empty.
    pub(crate) fn text(&mut self, column: &'static str, small: &'static str, words: Words<'_>) {
        self.cell((column, small, CellKind::Words), None, words);
    }

    /// Adds a number without an ink.
    pub(crate) fn number(&mut self, column: &'static str, small: &'static str, words: Words<'_>) {
        self.cell((column, small, CellKind::Number), None, words);
    }

    /// Adds a number in an ink.
    pub(crate) fn inked(&mut self, ink: Ink, column: &'static str, small: &'static str, words: Words<'_>) {
        self.cell((column, small, CellKind::Number), Some(ink), words);
    }

    /// Adds a number in an ink, or a dash if it does not exist.
    pub(crate) fn optional(&mut self, ink: Ink, column: &'static str, small: &'static str, value: Option<Arg<'_>>) {
        match value {
            Some(value) => self.inked(ink, column, small, words!("{}", value)),
            None => self.number(column, small, words!(NONE)),
        }
    }

    /// Adds a cell of any kind, and its column if this is the first row with it.
    pub(crate) fn cell(&mut self, column: Column, ink: Option<Ink>, words: Words<'_>) {
        if self.cells.len() == self.columns.len() {
            self.columns.push(column);
        }
        self.cells.push((ink, words.into()));
    }
}
