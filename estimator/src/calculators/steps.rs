//! The steps of a formula, each with the reader's numbers put in, and the sections that follow in every calculator.
//!
//! Holds no formula: what is computed comes from the pure modules.

use crate::view::sheet::{Ink, Sheet, Words};
use crate::view::sources::Source;
use crate::view::table::{Column, Emphasis, Kind};

const COLUMNS: &[Column] =
    &[("Step", "", Kind::Words), ("Formula with these inputs", "", Kind::Formula), ("Result", "", Kind::Number)];

/// Opens the table of steps; the number of rows is known beforehand.
pub fn open(sheet: &mut Sheet<'_>, caption: &str, rows: usize) {
    sheet.section("steps", "Step by step");
    sheet.table("steps", caption, COLUMNS, (rows, "steps"));
}

/// One step.
pub fn step(sheet: &mut Sheet<'_>, name: &str, formula: Words<'_>, ink: Option<Ink>, result: Words<'_>) {
    sheet.row(Emphasis::None);
    sheet.cell(None, (name, &[]));
    sheet.cell(None, formula);
    sheet.cell(ink, result);
}

/// Ends the table and says where its formulas come from.
pub fn close(sheet: &mut Sheet<'_>, sources: &[Source]) {
    sheet.end_table();
    sheet.sources(sources);
    sheet.end_section();
}

/// What the answer takes for granted.
pub fn assumed(sheet: &mut Sheet<'_>, sentences: &[&str]) {
    sheet.section("assumed", "What this assumes");
    sheet.list("assumed", sentences);
    sheet.end_section();
}
