//! Parts that calculators share: the formula step by step, its sources, a plain curve, what the answer assumes.
//!
//! A step has a name, the formula with the reader's numbers put in, and its result. Holds no formula.

use crate::view::chart::Chart;
use crate::view::sheet::{Ink, Sheet, Words};
use crate::view::sources::Source;
use crate::view::table::{Column, Emphasis, Kind};

/// The columns of such a table.
pub const COLUMNS: &[Column] =
    &[("Part", "", Kind::Words), ("Formula with these inputs", "", Kind::Formula), ("Result", "", Kind::Number)];

/// Opens the table of steps, and says how many will come.
pub fn open(sheet: &mut Sheet<'_>, heading: &str, caption: &str, steps: usize) {
    sheet.section("steps", heading);
    sheet.table("steps", caption, COLUMNS, (steps, "steps"));
}

/// Writes a step whose result is plain arithmetic.
pub fn step(sheet: &mut Sheet<'_>, name: &str, formula: Words<'_>, result: Words<'_>) {
    inked(sheet, name, formula, Ink::Plain, result);
}

/// Writes a step, its result in the ink of its kind.
pub fn inked(sheet: &mut Sheet<'_>, name: &str, formula: Words<'_>, ink: Ink, result: Words<'_>) {
    sheet.row(Emphasis::None);
    sheet.cell(None, (name, &[]));
    sheet.cell(None, formula);
    sheet.cell(Some(ink), result);
}

/// Writes the step that sums those above.
pub fn sum(sheet: &mut Sheet<'_>, name: &str, formula: Words<'_>, result: Words<'_>) {
    sheet.row(Emphasis::Sum);
    sheet.cell(None, (name, &[]));
    sheet.cell(None, formula);
    sheet.cell(None, result);
}

/// Ends the table and the section, and links where the formula comes from: titles and addresses.
pub fn close(sheet: &mut Sheet<'_>, sources: &[Source]) {
    sheet.end_table();
    if !sources.is_empty() {
        sheet.sources(sources);
    }
    sheet.end_section();
}

/// The same chart with a curve of plain arithmetic: a range without width, so that its name stands beside it.
#[must_use]
pub fn with_curve(mut chart: Chart, points: &[f64], of: &dyn Fn(f64) -> f64) -> Chart {
    for x in points {
        let y = of(*x);
        chart.band.push((*x, y, y));
        chart.typical.push((*x, y));
    }
    chart
}

/// Writes what the answer assumes.
pub fn assumed(sheet: &mut Sheet<'_>, sentences: &[&str]) {
    sheet.section("assumed", "What this assumes");
    sheet.list("assumed", sentences);
    sheet.end_section();
}
