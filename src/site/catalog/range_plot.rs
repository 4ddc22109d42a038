//! A table of speeds in which each row is drawn: the ceiling a line, the realistic range a band, each measurement a
//! diamond, over one logarithmic axis that all rows share. Values only.

use crate::site::catalog::cells::Piece;
use crate::site::catalog::estimates::Estimated;
use rooflight_document::number::{self, NONE};

/// A table whose rows are drawn on one log axis: ceiling, range and measurements. Serialised to HTML for templates.
pub(crate) struct RangePlot {
    pub(crate) caption: String,
    /// The head of the first column.
    pub(crate) first: &'static str,
    /// The head of the second column with its smaller line, if it has one.
    pub(crate) side: Option<(&'static str, &'static str)>,
    /// The numbers beside the drawings.
    pub(crate) shows: &'static [Show],
    /// How the ids of what its drawings share end: another letter for each table of a page.
    pub(crate) ids: &'static str,
    /// From the page to the site's root.
    pub(crate) root: &'static str,
    pub(crate) rows: Vec<RangeRow>,
}

/// A number that stands beside each drawing.
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
    pub(crate) name: Piece,
    /// A word below it.
    pub(crate) under: String,
    /// The number of the second column.
    pub(crate) side: String,
    pub(crate) estimated: Estimated,
    /// Where the range leads: the calculator with the row's inputs.
    pub(crate) question: Option<String>,
    /// Plain measurements of one stream, tokens a second, as printed.
    pub(crate) measured: Vec<f64>,
    /// Such measurements in another context than the row's: drawn hollow, and not among the numbers.
    pub(crate) elsewhere: Vec<f64>,
}

/// The range in words, as the way to the calculator where there is one.
pub(crate) fn realistic(estimated: &Estimated, question: Option<String>) -> Piece {
    let words = estimated.range.map_or_else(|| "none".to_owned(), |range| number::range(range.low, range.high));
    match question {
        Some(address) => Piece::Question(address, words),
        None => Piece::Text(words),
    }
}

/// The lowest and the highest measurement.
pub(crate) fn ends(measured: &[f64]) -> String {
    let low = measured.iter().copied().fold(f64::INFINITY, f64::min);
    let high = measured.iter().copied().fold(0.0, f64::max);
    match measured {
        [] => NONE.to_owned(),
        [one] => number::plain(*one, 2),
        _ => number::range(low, high),
    }
}
