//! Writes generated tables and charts as HTML. Numbers are right-aligned; a wide table can be scrolled by keyboard.

use crate::site::catalog::context::ROOT;
use crate::site::figures::Figure;
use crate::writers::html::{family_chart, table};
use rooflight_glossary::syntax::highlight::escape;

/// Writes a figure: a table or a chart.
#[must_use]
pub(super) fn html(figure: &Figure) -> String {
    match figure {
        Figure::Words(words) => escape(words),
        Figure::Table(figures) => table::html(figures, ROOT),
        Figure::Chart(chart) => family_chart::html(chart),
    }
}
