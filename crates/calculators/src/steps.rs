//! Parts that calculators share: the realistic figure, the formula step by step, its sources, cells, a plain curve, what the answer assumes.
//!
//! A step has a name, the formula with the reader's numbers put in, and its result. Holds no formula.

use rooflight_document::prelude::*;

/// The columns of such a table.
pub(crate) const COLUMNS: &[Column] =
    &[("Part", "", Kind::Words), ("Formula with these inputs", "", Kind::Formula), ("Result", "", Kind::Number)];

/// Writes a figure of one value, or without one; the note says why.
pub(crate) fn figure(
    report: &mut Report,
    (ink, label): (Ink, &str),
    wide: Words<'_>,
    value: Option<Arg<'_>>,
    note: &str,
) {
    match value {
        Some(value) => report.figure(ink, label, wide, Some(words!("{}", value)), note),
        None => report.figure(ink, label, wide, None, note),
    }
}

/// Writes a cell of a table, a dash where the value is not known.
pub(crate) fn cell(report: &mut Report, ink: Ink, value: Option<Arg<'_>>) {
    match value {
        Some(value) => report.cell(Some(ink), words!("{}", value)),
        None => report.cell(None, words!(NONE)),
    }
}

/// Writes a step whose result is plain arithmetic.
pub(crate) fn step(report: &mut Report, name: &str, formula: Words<'_>, result: Words<'_>) {
    inked(report, name, formula, Ink::Plain, result);
}

/// Writes a step, its result in the ink of its kind.
pub(crate) fn inked(report: &mut Report, name: &str, formula: Words<'_>, ink: Ink, result: Words<'_>) {
    report.row(Emphasis::None);
    report.cell(None, words!("{}", Arg::Text(name)));
    report.cell(None, formula);
    report.cell(Some(ink), result);
}

/// Writes the step that sums those above.
pub(crate) fn sum(report: &mut Report, name: &str, formula: Words<'_>, result: Words<'_>) {
    report.row(Emphasis::Sum);
    report.cell(None, words!("{}", Arg::Text(name)));
    report.cell(None, formula);
    report.cell(None, result);
}

/// Ends the table and the section, and links where the formula comes from, if there are sources: titles and addresses.
pub(crate) fn close(report: &mut Report, sources: &[Source]) {
    if !sources.is_empty() {
        report.sources(sources);
    }
    report.end_section();
}

/// The same chart with a curve of plain arithmetic: a range without width, so that its name stands beside it.
#[must_use]
pub(crate) fn with_curve(mut chart: Chart, points: &[f64], of: &dyn Fn(f64) -> f64) -> Chart {
    for x in points {
        chart.range_point(*x, [of(*x); 3]);
    }
    chart
}

/// Writes what the answer assumes.
pub(crate) fn assumed(report: &mut Report, sentences: &[&str]) {
    report.section("assumed", "What this assumes");
    report.list("assumed", sentences);
    report.end_section();
}
