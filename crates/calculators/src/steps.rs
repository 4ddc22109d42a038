//! Parts of reports that calculators share: the columns of the table of steps, its sources, a curve, the assumptions.
//!
//! A step is a name, the formula with the reader's numbers put in, and its result. Holds no formula.

use rooflight_document::prelude::*;

/// The columns of the table of steps.
pub(crate) const COLUMNS: &[Column] = &[
    ("Part", "", CellKind::Words),
    ("Formula with these inputs", "", CellKind::Formula),
    ("Result", "", CellKind::Number),
];

/// Ends the table and the section, with links to the sources, if any.
pub(crate) fn close(report: &mut Report, sources: &[Source]) {
    if !sources.is_empty() {
        report.sources(sources);
    }
    report.end_section();
}

/// Writes the section of assumptions.
pub(crate) fn assumed(report: &mut Report, sentences: &[&str]) {
    report.section("assumed", "What this assumes");
    report.list("assumed", sentences);
    report.end_section();
}
