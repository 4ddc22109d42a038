//! Parts that calculators share: the columns of the table of steps, its end, a plain curve, what the answer assumes.
//!
//! A step has a name, the formula with the reader's numbers put in, and its result. Holds no formula.

use rooflight_document::prelude::*;

/// The columns of such a table.
pub(crate) const COLUMNS: &[Column] =
    &[("Part", "", Kind::Words), ("Formula with these inputs", "", Kind::Formula), ("Result", "", Kind::Number)];

/// Ends the table and the section, and links where the formula comes from, if there are sources: titles and addresses.
pub(crate) fn close(report: &mut Report, sources: &[Source]) {
    if !sources.is_empty() {
        report.sources(sources);
    }
    report.end_section();
}

/// Adds a curve of plain arithmetic to a chart, as a range without width, so that its name is written beside it.
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
