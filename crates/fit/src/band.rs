//! How wide a range must be, from the errors of held-out predictions.
//!
//! 1. Each held-out error has a scale: a product of factors of its groups and of a power of its estimate's spread. The
//!    factors are fitted to the sizes of the errors (as if these were Laplace-distributed), with a prior near one, so
//!    that a group with few independent runs gets about the common width, and one with many gets its own.
//! 2. The quantiles of errors over scales become the ends of every range, in multiples of its scale. They are taken
//!    over held-out sources and over held-out months; the wider end of the two counts.
//!
//! Rows of one source and pair share a weight that grows with the square root of their number, and a source with m
//! pairs counts for m^¾, as in the fit itself. So one source with many rows does not set the width of its group.
//!
//! Sources: split conformal prediction with normalized residuals, Lei et al. arXiv 1604.04173; a scale as a product of
//! factors, Harvey 1976.

use crate::fold::Fold;
use crate::solve::{Factor, Symmetric};
use rooflight_estimator::calibration::fixed::UNIT;
use rooflight_estimator::calibration::table::Band;
use rooflight_estimator::calibration::width::{Level, WidthQuery, Widths};
use std::collections::BTreeMap;

/// Standard deviation of the prior of a group's factor, a logarithm.
const GROUP: f64 = 0.25;

/// Standard deviation of the prior of the spread's power, around one.
const POWER: f64 = 0.5;

/// Errors are clipped at this many scales.
const MAX_RATIO: f64 = 4.0;

/// Maximum number of Newton steps.
const MAX_STEPS: usize = 30;

/// Minimum number of predictions of held-out months for which these set the band too.
const MIN_TIME_ERRORS: usize = 100;

/// The error of a held-out prediction, and what its scale depends on.
#[derive(Debug, Clone)]
pub(super) struct HeldOutError {
    /// Logarithm of measured speed over predicted speed.
    pub(super) error: f64,
    /// Levels of the row, and the spread of the estimate without the held-out rows.
    pub(super) width_query: WidthQuery,
    /// Number of publications that know the device, without the held-out rows.
    pub(super) known: u32,
    /// Weight of the row; 0 if it does not count.
    pub(super) weight: f64,
}

/// The held-out errors of a kind of fold, one per row; `None` for a row that it does not judge.
pub(super) type FoldErrors = (Fold, Vec<Option<HeldOutError>>);

/// Weight and size of an error, and the factors of its scale, sorted by number.
type Size = (f64, f64, Vec<(usize, f64)>);

/// Fits the factors of all groups; `None` if the system cannot be solved.
pub(super) fn widths(folds: &[FoldErrors]) -> Option<Widths> {
    // Models left out say little: their devices and engines stay in the fit.
    let of_folds = folds.iter().filter(|(fold, _)| *fold != Fold::Model).flat_map(|(_, misses)| misses);
    let misses: Vec<&HeldOutError> = of_folds.flatten().filter(|miss| miss.weight > 0.0).collect();
    let levels: Vec<Level> = {
        let mut all: Vec<Level> =
            misses.iter().flat_map(|miss| &miss.width_query.levels).map(|(level, _)| *level).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let number: BTreeMap<Level, usize> = levels.iter().enumerate().map(|(at, level)| (*level, at)).collect();
    let (power, base) = (levels.len(), levels.len() + 1);
    let row = |miss: &&HeldOutError| {
        let mut entries: Vec<(usize, f64)> =
            miss.width_query.levels.iter().map(|(level, part)| (number[level], *part)).collect();
        entries.sort_unstable_by_key(|(at, _)| *at);
        entries.extend([(power, miss.width_query.spread), (base, 1.0)]);
        (miss.weight, miss.error.abs(), entries)
    };
    let rows: Vec<Size> = misses.iter().map(row).collect();
    let mut priors = vec![1.0 / (GROUP * GROUP); levels.len()];
    priors.extend([1.0 / (POWER * POWER), 1e-6]);
    let mut center = vec![0.0; levels.len()];
    center.extend([1.0, 0.0]);
    let values = fitted(&rows, &priors, &center)?;
    Some(Widths {
        levels: levels.iter().zip(&values).map(|(level, value)| (*level, units(*value))).collect(),
        power: units(values[power]),
        base: units(values[base]),
    })
}

/// Finds the logarithms of the factors that make errors of these sizes most likely: Newton's method on a convex loss.
fn fitted(rows: &[Size], priors: &[f64], center: &[f64]) -> Option<Vec<f64>> {
    let mut values = center.to_vec();
    for _ in 0..MAX_STEPS {
        let mut curvature = Symmetric::diagonal(priors);
        let mut step: Vec<f64> = priors.iter().zip(values.iter().zip(center)).map(|(p, (v, c))| p * (v - c)).collect();
        for (weight, size, entries) in rows {
            let scale = libm::exp(entries.iter().map(|(at, part)| values[*at] * part).sum());
            let ratio = (size / scale).min(MAX_RATIO);
            // The curvature is at least a third of its expectation, so that a first step from far away does not
            // overshoot.
            curvature.add_square(entries, weight * ratio.max(1.0 / 3.0));
            for (at, part) in entries {
                step[*at] += weight * (1.0 - ratio) * part;
            }
        }
        Factor::of(&mut curvature)?.solve(&mut step);
        for (value, step) in values.iter_mut().zip(&step) {
            *value -= step.clamp(-0.5, 0.5);
        }
        if step.iter().all(|step| step.abs() < 1e-4) {
            break;
        }
    }
    Some(values)
}

/// Finds the band that leaves a share of `tail` at either end, over held-out sources and over held-out months.
pub(super) fn band(folds: &[FoldErrors], widths: &Widths, tail: f64) -> Band {
    let mut band = Band::default();
    for (fold, misses) in folds.iter().filter(|(fold, _)| matches!(fold, Fold::Source | Fold::Time)) {
        let counted = misses.iter().flatten().filter(|miss| miss.weight > 0.0);
        let mut ratios: Vec<(f64, f64)> =
            counted.map(|miss| (miss.error / widths.scale(&miss.width_query), miss.weight)).collect();
        if *fold == Fold::Time && ratios.len() < MIN_TIME_ERRORS {
            continue;
        }
        ratios.sort_by(|left, right| left.0.total_cmp(&right.0));
        band.low = band.low.min(units(quantile(&ratios, tail)));
        band.high = band.high.max(units(quantile(&ratios, 1.0 - tail)));
    }
    band
}

/// The weighted quantile of sorted values.
fn quantile(sorted: &[(f64, f64)], share: f64) -> f64 {
    let total: f64 = sorted.iter().map(|(_, weight)| weight).sum();
    let mut sum = 0.0;
    for (value, weight) in sorted {
        sum += weight;
        if sum >= share * total {
            return *value;
        }
    }
    sorted.last().map_or(0.0, |(value, _)| *value)
}

/// Rounds a number to units of the table.
#[allow(clippy::cast_possible_truncation, reason = "a cast of a float saturates, and real values are small")]
pub(super) fn units(value: f64) -> i32 {
    (value / UNIT).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use rooflight_estimator::calibration::width::Extent;
    use rooflight_estimator::setup::Devices;

    const EXTENT: Extent = Extent { bytes: 1e9, tokens: 1e3, batch: 1.0 };

    /// Errors of two places, the second ten times as large, with these numbers of runs.
    fn two_places(runs: [u32; 2]) -> Vec<FoldErrors> {
        let place = |(place, size, runs): (u32, f64, u32)| {
            (0..runs).map(move |at| {
                let error = size * (f64::from(at % 100) / 50.0 - 1.0);
                Some(HeldOutError {
                    error,
                    width_query: WidthQuery::new([place, 0], 4, 0.2, EXTENT, Devices::One),
                    known: 4,
                    weight: 1.0,
                })
            })
        };
        vec![(Fold::Source, [(1, 0.05, runs[0]), (2, 0.5, runs[1])].into_iter().flat_map(place).collect())]
    }

    fn scale(widths: &Widths, place: u32) -> f64 {
        widths.scale(&WidthQuery::new([place, 0], 4, 0.2, EXTENT, Devices::One))
    }

    #[test]
    fn a_band_holds_what_it_is_asked_for_in_each_group() {
        let folds = two_places([4000, 4000]);
        let widths = widths(&folds).unwrap();
        let Band { low, high } = band(&folds, &widths, 0.1);
        for place in [1, 2] {
            let of_place = folds[0].1.iter().flatten().filter(|miss| miss.width_query.levels[0].0 == place);
            let ratio = |miss: &HeldOutError| miss.error / widths.scale(&miss.width_query) / UNIT;
            let held = of_place.filter(|miss| ratio(miss) >= f64::from(low) && ratio(miss) <= f64::from(high)).count();
            assert!((3000..=3400).contains(&held), "{place} {held}");
        }
    }

    #[test]
    fn a_thin_group_is_drawn_to_all() {
        let [thin, thick] = [3, 4000].map(|runs| widths(&two_places([4000, runs])).unwrap());
        let times = |widths: &Widths| scale(widths, 2) / scale(widths, 1);
        assert!(times(&thin) < 0.7 * times(&thick), "{} {}", times(&thin), times(&thick));
    }

    #[test]
    fn weights_move_the_quantile() {
        assert!((quantile(&[(1.0, 1.0), (2.0, 9.0)], 0.5) - 2.0).abs() < 1e-12);
        assert!((quantile(&[(1.0, 9.0), (2.0, 1.0)], 0.5) - 1.0).abs() < 1e-12);
    }
}
