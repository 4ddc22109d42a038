//! The rows of a table of parts: a part of a wait, its formula, its seconds and its share of the whole.
//!
//! The share is of the typical time, or of the fastest time if there is no range. Holds no formula.

use super::wait::WaitPart;
use rooflight_document::prelude::*;
use rooflight_estimator::calibration::prompt::Span;

/// The columns of the table.
pub(crate) const COLUMNS: &[Column] = &[
    ("Part", "", CellKind::Words),
    ("Formula with these inputs", "", CellKind::Formula),
    ("Fastest", "s", CellKind::Number),
    ("Realistic", "s", CellKind::Number),
    ("Share", "", CellKind::Number),
];

/// Writes the row of a part: name, formula, least time, range, share of `total`.
pub(crate) fn write(
    report: &mut Report,
    emphasis: Emphasis,
    (name, formula): (&str, Words<'_>),
    part: WaitPart,
    total: WaitPart,
) {
    report.row(emphasis);
    report.cell(None, words!("{}", Arg::Text(name)));
    report.cell(None, formula);
    report.cell(Some(Ink::Ceiling), words!("{}", seconds(part.least)));
    let range = |span: Span| {
        if span.fast.to_bits() == span.slow.to_bits() { seconds(span.fast) } else { Arg::Range(span.fast, span.slow) }
    };
    match part.span.map(range) {
        Some(range) => report.cell(Some(Ink::Range), words!("{}", range)),
        None => report.cell(None, words!(NONE)),
    }
    let of = if total.span.is_some() { part.likely() / total.likely() } else { part.least / total.least };
    report.cell(None, words!("{}", Arg::Percent(of)));
}

/// Formats seconds; `0` if the part takes no time.
fn seconds(seconds: f64) -> Arg<'static> {
    if seconds > 0.0 { Arg::Speed(seconds) } else { Arg::Plain(0.0, 0) }
}
