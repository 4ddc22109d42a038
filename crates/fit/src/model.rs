//! Fits one model of speed, of decoding or of prompts, and predicts held-out folds.
//!
//! 1. All rows are fitted.
//! 2. Each publication, each of the newest months, each device, each model and each pair of device and model is held
//!    out and predicted ([`Fold`]).
//! 3. The width of ranges is set from these errors (`band`), and all held-out predictions are judged with it.
//! 4. Values are rounded to the table's units.
//! 5. As a separate trial, estimates are moved by runs of the same pair (`pooled`).

use crate::band::{self, FoldErrors, HeldOutError};
use crate::fitting::{Design, Solution};
pub use crate::fold::Fold;
use crate::fold::{self, FoldKey};
use crate::holdout;
use crate::pooled;
use crate::rows::{self, FitRow};
use crate::score::Prediction;
use crate::supporting_runs::SupportingRuns;
use rooflight_estimator::calibration::fixed::UNIT;
pub use rooflight_estimator::calibration::table::FittedTable;
use rooflight_estimator::calibration::table::{Coverage, FittedParameter};
use rooflight_glossary::model::catalog::Catalog;
use std::collections::{BTreeMap, BTreeSet};

/// A fitted model of speed.
#[derive(Debug)]
pub struct FittedSpeed {
    /// Table for estimates.
    pub table: FittedTable,
    /// Rows that it was fitted to.
    pub rows: Vec<FitRow>,
    /// Logarithm of measured speed over the speed of the full fit, for each row.
    pub residuals: Vec<f64>,
    /// Held-out prediction of each row, for each kind of fold; `None` if the fold does not predict the row.
    pub folds: Vec<(Fold, Vec<Option<Prediction>>)>,
    /// The trial of partial pooling, the source left out: predictions of rows whose case another source measured, as
    /// they are and as moved by that source's runs.
    pub pooled: Vec<[Prediction; 2]>,
}

impl FittedSpeed {
    /// Iterates over the rows that a kind of fold predicts, with their predictions.
    pub fn fold(&self, wanted: Fold) -> impl Iterator<Item = (&FitRow, &Prediction)> + Clone {
        let guesses = self.folds.iter().find(|(fold, _)| *fold == wanted).map_or(&[][..], |(_, guesses)| guesses);
        self.rows.iter().zip(guesses).filter_map(|(row, guess)| Some((row, guess.as_ref()?)))
    }
}

/// Expected errors of a kind of measurement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Noise {
    /// Error of a good row, in natural logarithms of time; a row loses weight from about twice this on.
    pub(super) row: f64,
    /// Error that remains if every parameter is certain, as a standard deviation.
    pub(super) floor: f64,
    /// Share of runs beyond each end for which ranges are built, over held-out sources and months.
    pub(super) tail: f64,
}

/// Fits rows and holds out every fold; `None` if there is nothing to fit.
pub(super) fn fitted(catalog: &Catalog, rows: Vec<FitRow>, noise: Noise) -> Option<FittedSpeed> {
    let design = Design::new(rows.iter().map(|row| &row.sample), noise.row);
    let solution = design.fit_all()?;
    let cases: Vec<FoldKey> = rows.iter().map(|row| FoldKey::of(catalog, row)).collect();
    let newest = fold::newest(&rows, &cases);
    let supporting_runs = SupportingRuns::new(&design, &solution, &cases);
    let weights = weights(&rows, &cases);
    let concurrent = rows.iter().zip(&cases).filter(|(row, _)| row.is_concurrent()).map(|(_, case)| case.source);
    let majority = rows::majority(concurrent);
    let mut shifts = Vec::new();
    let held_out = |fold: Fold| -> FoldErrors {
        let groups: Vec<Option<i64>> = cases.iter().map(|case| fold::group(fold, case, newest)).collect();
        let refits = holdout::refits(&design, &solution, fold, &groups, &cases);
        if fold == Fold::Source {
            shifts = pooled::shifts(catalog, &rows, &design, &refits);
        }
        let predicted = holdout::predictions(&design, &refits);
        let spreads = supporting_runs.spreads(&design, &solution, fold, &groups, noise.floor);
        let known = SupportingRuns::of_devices(&cases, fold, &groups);
        let miss = |at: usize| {
            // Without any evidence for this parameter the estimator gives no range, so there is nothing to judge.
            let needed = rows[at].needs().and_then(|key| design.keys.iter().position(|known| *known == key));
            if needed.is_some_and(|needed| supporting_runs.unseen(needed, fold, groups[at].unwrap_or_default())) {
                return None;
            }
            let (predicted, spread) = (predicted[at]?, spreads[at]?);
            // A prediction is never faster than the ceiling.
            let error = predicted.max(-rows[at].limit) - design.time(at);
            let by_pair = rows[at].is_concurrent() && majority == Some(cases[at].source);
            let weight = if judges(fold, by_pair) { weights[at] } else { 0.0 };
            let known = known[at];
            Some(HeldOutError { error, width_query: rows[at].width_query(spread, known), known, weight })
        };
        (fold, (0..rows.len()).map(miss).collect())
    };
    let misses: Vec<FoldErrors> = Fold::ALL.into_iter().map(held_out).collect();
    let widths = band::widths(&misses)?;
    let band = band::band(&misses, &widths, noise.tail);
    let judge = |at: usize, miss: &HeldOutError| {
        let FoldKey { device, model, .. } = cases[at];
        judged(
            &rows[at],
            miss,
            [band.low, band.high].map(|end| f64::from(end) * UNIT * widths.scale(&miss.width_query)),
        )
        .of_pair(device * catalog.models.len() + model)
    };
    let fold = |(fold, misses): &FoldErrors| {
        (*fold, misses.iter().enumerate().map(|(at, miss)| Some(judge(at, miss.as_ref()?))).collect())
    };
    let folds: Vec<(Fold, Vec<Option<Prediction>>)> = misses.iter().map(fold).collect();
    let pooled = misses.iter().find(|(fold, _)| *fold == Fold::Source).map_or_else(Vec::new, |(_, misses)| {
        let both = |(at, shift): &(usize, f64)| {
            let plain = misses[*at].as_ref()?;
            // A moved estimate is not faster than the ceiling either.
            let error = (plain.error - shift).max(-design.time(*at) - rows[*at].limit);
            Some([judge(*at, plain), judge(*at, &HeldOutError { error, ..plain.clone() })])
        };
        shifts.iter().filter_map(both).collect()
    });
    let residuals = solution.slopes.iter().enumerate().map(|(at, slope)| slope.time - design.time(at)).collect();
    let coverage = folds.first().map(|(_, guesses)| coverage(&rows, &cases, guesses)).unwrap_or_default();
    let floor = band::units(noise.floor);
    let table =
        FittedTable { floor, band, widths, coverage, ..table(catalog, &rows, &design, &solution, &supporting_runs) };
    Some(FittedSpeed { table, rows, residuals, folds, pooled })
}

/// True if held-out errors of this fold set the width of a row's range. Most runs of several requests come from one
/// publication, and without it the fit knows little of their kind. So its runs count only in the folds by pair of
/// device and model, all other rows in every fold.
fn judges(fold: Fold, by_pair: bool) -> bool {
    !by_pair || fold == Fold::Pair
}

/// Weight of each row for the width: rows of one source and pair share a weight that grows with the square root of
/// their number, and a source with m pairs has the weight of m^¾ of them.
fn weights(rows: &[FitRow], cases: &[FoldKey]) -> Vec<f64> {
    let key = |case: &FoldKey| (case.source, case.device, case.model);
    let mut sizes: BTreeMap<_, u32> = BTreeMap::new();
    for case in cases {
        *sizes.entry(key(case)).or_default() += 1;
    }
    let mut pairs: BTreeMap<usize, u32> = BTreeMap::new();
    for (source, ..) in sizes.keys() {
        *pairs.entry(*source).or_default() += 1;
    }
    let weight = |(row, case): (&FitRow, &FoldKey)| {
        let (size, pairs) = (f64::from(sizes[&key(case)]), f64::from(pairs[&case.source]));
        if row.counted { 1.0 / (size.sqrt() * pairs.sqrt().sqrt()) } else { 0.0 }
    };
    rows.iter().zip(cases).map(weight).collect()
}

/// Judges a prediction by the range that it would have been given, capped by the ceiling; `ends` are logarithms of its
/// factors.
fn judged(row: &FitRow, miss: &HeldOutError, ends: [f64; 2]) -> Prediction {
    let measured = -row.sample.time;
    let typical = measured - miss.error;
    let (low, high) = (typical + ends[0], (typical + ends[1]).min(row.limit));
    Prediction {
        error: miss.error,
        ends: [ends[0], high - typical],
        held: low <= measured && measured <= high,
        above: measured > high,
        known: miss.known,
        pair: 0,
    }
}

/// Coverage of each group of family and backend, over held-out sources.
fn coverage(rows: &[FitRow], cases: &[FoldKey], guesses: &[Option<Prediction>]) -> Vec<Coverage> {
    let mut found: BTreeMap<u32, (Coverage, BTreeSet<usize>)> = BTreeMap::new();
    for ((row, case), guess) in rows.iter().zip(cases).zip(guesses).filter(|((row, _), _)| row.clean) {
        let Some(guess) = guess else { continue };
        let (coverage, sources) = found.entry(row.group).or_default();
        coverage.group = row.group;
        coverage.runs += 1;
        coverage.held += u32::from(guess.held);
        sources.insert(case.source);
    }
    let counted = |(coverage, sources): (Coverage, BTreeSet<usize>)| Coverage {
        sources: u32::try_from(sources.len()).unwrap_or(u32::MAX),
        ..coverage
    };
    found.into_values().map(counted).collect()
}

fn table(
    catalog: &Catalog,
    rows: &[FitRow],
    design: &Design,
    solution: &Solution,
    supporting_runs: &SupportingRuns,
) -> FittedTable {
    let entry = |(at, key): (usize, &rooflight_estimator::calibration::key::Key)| FittedParameter {
        key: key.packed(),
        value: band::units(solution.values[at]),
        evidence: supporting_runs.evidence(at),
    };
    let mut entries: Vec<FittedParameter> = design.keys.iter().enumerate().map(entry).collect();
    entries.sort_by_key(|entry| entry.key);
    let devices: BTreeSet<usize> = rows.iter().map(|row| catalog.anchors[row.anchor].hardware).collect();
    let size = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    FittedTable { entries, rows: size(rows.len()), devices: size(devices.len()), ..FittedTable::default() }
}
