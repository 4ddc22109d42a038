//! The folds of cross-validation: which rows are held out together, and which rows a fit without them may use.
//!
//! The first two show what a new user gets: a measurer that the fit does not know, and a month that it has not seen.
//! The others are easier, since another measurer's run of the same case may stay in the fit.

use crate::calibrate::rows::{self, FitRow};
use rooflight_glossary::model::catalog::Catalog;

/// Rows that are held out together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fold {
    /// All rows of a publication.
    Source,
    /// All rows from a month on, for each of the newest months.
    Time,
    /// All rows of a pair of device and model.
    Pair,
    /// All rows of a model.
    Model,
    /// All rows of a device.
    Device,
}

/// Number of newest months, each of which is predicted from those before it.
const MONTHS: i32 = 6;

impl Fold {
    /// All kinds of folds.
    pub const ALL: [Self; 5] = [Self::Source, Self::Time, Self::Pair, Self::Model, Self::Device];

    /// Describes the rows that were held out.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Source => "source left out",
            Self::Time => "the last six months, each from what was measured before it",
            Self::Pair => "pair of device and model left out",
            Self::Model => "model left out",
            Self::Device => "device left out",
        }
    }

    /// Returns the number of the group in which a row is predicted; `None` if no fit predicts it.
    pub(super) fn group(self, case: &FoldKey, newest: i32) -> Option<i64> {
        Some(match self {
            Self::Source => index(case.source),
            Self::Time => i64::from((case.month > newest - MONTHS).then_some(case.month)?),
            Self::Pair => index(case.device) << 32 | index(case.model),
            Self::Model => index(case.model),
            Self::Device => index(case.device),
        })
    }

    /// True if the fit that predicts a group must not see a row.
    pub(super) fn hides(self, group: i64, case: &FoldKey) -> bool {
        match self {
            Self::Source => index(case.source) == group,
            Self::Time => i64::from(case.month) >= group,
            Self::Pair => index(case.device) << 32 | index(case.model) == group,
            Self::Model => index(case.model) == group,
            Self::Device => index(case.device) == group,
        }
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
        let month = (rows::conditions(catalog, anchor).year * 12.0 + 1e-6).floor() as i32;
        Self { device: anchor.hardware, model: anchor.model, source: anchor.publication, month }
    }
}

/// Newest month in which a row that counts in full was run.
pub(super) fn newest(rows: &[FitRow], cases: &[FoldKey]) -> i32 {
    let counted = rows.iter().zip(cases).filter(|(row, _)| row.clean);
    counted.map(|(_, case)| case.month).max().unwrap_or_default()
}
