//! The folds of cross-validation: which rows are held out together, and which rows a fit without them may use.
//!
//! The first two show what a new user gets: a measurer that the fit does not know, and a month that it has not seen.
//! The others are easier, since another measurer's run of the same case may stay in the fit.

use crate::rows::FitRow;
use rooflight_compiler::calibrate::measurements;
pub use rooflight_compiler::calibrate::method::Fold;
use rooflight_glossary::model::catalog::Catalog;

/// Number of newest months, each of which is predicted from those before it.
const MONTHS: i32 = 6;

/// Returns the number of the group in which a row is predicted; `None` if no fit predicts it.
pub(super) fn group(fold: Fold, case: &FoldKey, newest: i32) -> Option<i64> {
    Some(match fold {
        Fold::Source => index(case.source),
        Fold::Time => i64::from((case.month > newest - MONTHS).then_some(case.month)?),
        Fold::Pair => index(case.device) << 32 | index(case.model),
        Fold::Model => index(case.model),
        Fold::Device => index(case.device),
    })
}

/// True if the fit that predicts a group must not see a row.
pub(super) fn hides(fold: Fold, group: i64, case: &FoldKey) -> bool {
    match fold {
        Fold::Source => index(case.source) == group,
        Fold::Time => i64::from(case.month) >= group,
        Fold::Pair => index(case.device) << 32 | index(case.model) == group,
        Fold::Model => index(case.model) == group,
        Fold::Device => index(case.device) == group,
    }
}

fn index(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}

/// Properties by which folds group rows: positions in the catalog, and the month of the run, counted from the year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FoldKey {
    pub(super) device: usize,
    pub(super) model: usize,
    pub(super) source: usize,
    pub(super) month: i32,
}

impl FoldKey {
    /// Determines the key of a row.
    #[allow(clippy::cast_possible_truncation, reason = "months of this millennium")]
    pub(super) fn of(catalog: &Catalog, row: &FitRow) -> Self {
        let anchor = &catalog.anchors[row.anchor];
        let month = (measurements::conditions(catalog, anchor).year * 12.0 + 1e-6).floor() as i32;
        Self { device: anchor.hardware, model: anchor.model, source: anchor.publication, month }
    }
}

/// Newest month in which a row that counts in full was run.
pub(super) fn newest(rows: &[FitRow], cases: &[FoldKey]) -> i32 {
    let counted = rows.iter().zip(cases).filter(|(row, _)| row.clean);
    counted.map(|(_, case)| case.month).max().unwrap_or_default()
}
