//! The values of a range plot: a table of speeds with a drawing in each row, on a shared logarithmic axis. The ceiling
//! is a line, the realistic range a band, each measurement a diamond.

use crate::site::catalog::estimates::Estimated;
use crate::site::inline::InlinePiece;
use rooflight_document::number::{self, NONE};

/// A range plot; serialised as HTML for templates.
pub(crate) struct RangePlot {
    pub(crate) caption: String,
    /// The head of the first column.
    pub(crate) first: &'static str,
    /// The head of the second column and its smaller line; `None` without such a column.
    pub(crate) side: Option<(&'static str, &'static str)>,
    /// The number columns next to the drawings.
    pub(crate) shows: &'static [Show],
    /// A suffix for element ids, different for each plot of a page.
    pub(crate) ids: &'static str,
    /// The relative path from the page to the site's root.
    pub(crate) root: &'static str,
    pub(crate) rows: Vec<RangeRow>,
}

/// A number column next to the drawings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Show {
    Ceiling,
    Realistic,
    Measured,
}

/// All three numbers.
pub(super) const ALL: &[Show] = &[Show::Ceiling, Show::Realistic, Show::Measured];

pub(crate) struct RangeRow {
    /// The label of the row.
    pub(crate) name: InlinePiece,
    /// The smaller line below the label; empty for none.
    pub(crate) under: String,
    /// The text of the second column.
    pub(crate) side: String,
    pub(crate) estimated: Estimated,
    /// The address of the calculator with the row's inputs, to which the range links.
    pub(crate) question: Option<String>,
    /// Plain measurements of one stream, tokens per second.
    pub(crate) measured: Vec<f64>,
    /// Such measurements at another context than the row's: drawn hollow, and not part of the numbers.
    pub(crate) elsewhere: Vec<f64>,
}

/// Returns the range in words, as a link to the calculator if there is an address.
pub(crate) fn realistic(estimated: &Estimated, question: Option<String>) -> InlinePiece {
    let words = estimated.speeds.range.map_or_else(|| "none".to_owned(), |range| number::range(range.low, range.high));
    match question {
        Some(address) => InlinePiece::Question(address, words),
        None => InlinePiece::Text(words),
    }
}

/// Formats the lowest and the highest measurement.
pub(crate) fn ends(measured: &[f64]) -> String {
    let low = measured.iter().copied().fold(f64::INFINITY, f64::min);
    let high = measured.iter().copied().fold(0.0, f64::max);
    match measured {
        [] => NONE.to_owned(),
        [one] => number::plain(*one, 2),
        _ => number::range(low, high),
    }
}
