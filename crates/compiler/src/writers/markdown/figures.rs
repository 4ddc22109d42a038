//! Writes generated tables and charts as Markdown; a chart is its description.

use crate::site::figures::Figure;
use crate::site::inputs::Inputs;
use crate::writers::markdown::escape::plain;
use crate::writers::markdown::tables;

/// Returns a figure as Markdown.
#[must_use]
pub(super) fn markdown(inputs: &Inputs<'_>, figure: &Figure) -> String {
    match figure {
        Figure::Words(words) => plain(words),
        Figure::Table(table) => tables::table(inputs, table),
        Figure::Chart(chart) => format!("{}. {}", plain(&chart.title), plain(&chart.description)),
    }
}
