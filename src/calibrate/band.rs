//! How wide a range must be, from how far off the fit was on runs that it had not seen.
//!
//! 1. Each held-out error has a scale: a product of factors of its group and of the spread of its estimate. The factors
//!    are fitted to the errors' sizes (as if they were Laplace-distributed), each drawn to one by a prior, so that a
//!    group with few independent runs gets the width of all, and one with many gets its own.
//! 2. The quantiles of errors over scales become the ends of every range, in multiples of its scale. They hold on
//!    unknown measurers and on months that the fit has not seen: where the two differ, the wider end counts.
//!
//! Rows of a source and a pair share a weight that grows with the square root of their number.
//!
//! Sources: split conformal prediction with normalized residuals, Lei et al. arXiv 1604.04173; a scale as a product of
//! factors, Harvey 1976.

use crate::calibrate::fold::Fold;
use crate::calibrate::solve::{Factor, Symmetric};
use rooflight_calibration::fixed::UNIT;
use rooflight_calibration::table::Band;
use rooflight_calibration::width::{Level, WidthQuery, Widths};
use std::collections::BTreeMap;

/// The standard deviation of the prior of a group's factor, a logarithm.
const GROUP: f64 = 0.25;

/// The standard deviation of the prior of the spread's power, around one.
const POWER: f64 = 0.5;

/// Errors are clipped at this many scales.
const FAR: f64 = 4.0;

/// Steps of the search for the factors.
const STEPS: usize = 30;

/// Minimum number of newer-month predictions for their own quantile.
const MANY: usize = 100;

/// How much the errors of a kind of fold count for the factors.
const fn share(fold: Fold) -> f64 {
    match fold {
        Fold::Source | Fold::Time | Fold::Pair => 1.0,
        Fold::Device => 0.5,
        Fold::Model => 0.0,
    }
}

/// A held-out prediction: how it compares with the measurement, how it was asked, and how much it counts.
#[derive(Debug, Clone)]
pub(super) struct HeldOutError {
    /// Logarithm of measured speed over predicted speed.
    pub(super) error: f64,
    /// The question's levels, and the spread that the estimate would have had.
    pub(super) width_query: WidthQuery,
    /// How much it counts.
    pub(super) weight: f64,
}

/// The held-out predictions of a kind of fold, one for each row that it judges.
pub(super) type Misses = (Fold, Vec<Option<HeldOutError>>);

/// An error's weight, its size, and the sorted factors of its scale.
type Size = (f64, f64, Vec<(usize, f64)>);

/// The factors of all groups.
pub(super) fn widths(folds: &[Misses]) -> Option<Widths> {
    let used = |(fold, misses): &'_ Misses| -> Vec<(f64, HeldOutError)> {
        let counted = misses.iter().flatten().filter(|miss| miss.weight > 0.0 && share(*fold) > 0.0);
        counted.map(|miss| (share(*fold) * miss.weight, miss.clone())).collect()
    };
    let misses: Vec<(f64, HeldOutError)> = folds.iter().flat_map(used).collect();
    let levels: Vec<Level> = {
        let mut all: Vec<Level> =
            misses.iter().flat_map(|(_, miss)| &miss.width_query.levels).map(|(level, _)| *level).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let number: BTreeMap<Level, usize> = levels.iter().enumerate().map(|(at, level)| (*level, at)).collect();
    let (power, base) = (levels.len(), levels.len() + 1);
    let row = |(weight, miss): &(f64, HeldOutError)| {
        let mut entries: Vec<(usize, f64)> =
            miss.width_query.levels.iter().map(|(level, part)| (number[level], *part)).collect();
        entries.sort_unstable_by_key(|(at, _)| *at);
        entries.extend([(power, miss.width_query.spread), (base, 1.0)]);
        (*weight, miss.error.abs(), entries)
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

/// The logarithms of factors under which errors of these sizes are most likely: Newton's method, on a loss that is
/// convex.
fn fitted(rows: &[Size], priors: &[f64], center: &[f64]) -> Option<Vec<f64>> {
    let mut values = center.to_vec();
    for _ in 0..STEPS {
        let mut curvature = Symmetric::diagonal(priors);
        let mut step: Vec<f64> = priors.iter().zip(values.iter().zip(center)).map(|(p, (v, c))| p * (v - c)).collect();
        for (weight, size, entries) in rows {
            let scale = libm::exp(entries.iter().map(|(at, part)| values[*at] * part).sum());
            let ratio = (size / scale).min(FAR);
            // The curvature is at least a third of what is expected, so that a first step far off does not go astray.
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

/// The band that leaves a share of `tail` at either end, on unknown measurers and in months not seen.
pub(super) fn band(folds: &[Misses], widths: &Widths, tail: f64) -> Band {
    let mut band = Band::default();
    for (fold, misses) in folds.iter().filter(|(fold, _)| matches!(fold, Fold::Source | Fold::Time)) {
        let counted = misses.iter().flatten().filter(|miss| miss.weight > 0.0);
        let mut ratios: Vec<(f64, f64)> =
            counted.map(|miss| (miss.error / widths.scale(&miss.width_query), miss.weight)).collect();
        if *fold == Fold::Time && ratios.len() < MANY {
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

/// A number in the table's units.
#[allow(clippy::cast_possible_truncation, reason = "a cast of a float saturates, and real values are small")]
pub(super) fn units(value: f64) -> i32 {
    (value / UNIT).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use rooflight_calibration::width::Extent;
    use rooflight_estimator::setup::Devices;

    const EXTENT: Extent = Extent { bytes: 1e9, tokens: 1e3, batch: 1.0 };

    /// Misses of two places, one ten times as far off as the other, with these numbers of runs.
    fn two_places(runs: [u32; 2]) -> Vec<Misses> {
        let place = |(place, size, runs): (u32, f64, u32)| {
            (0..runs).map(move |at| {
                let error = size * (f64::from(at % 100) / 50.0 - 1.0);
                Some(HeldOutError {
                    error,
                    width_query: WidthQuery::new([place, 0], 0.2, EXTENT, Devices::One),
                    weight: 1.0,
                })
            })
        };
        vec![(Fold::Source, [(1, 0.05, runs[0]), (2, 0.5, runs[1])].into_iter().flat_map(place).collect())]
    }

    fn scale(widths: &Widths, place: u32) -> f64 {
        widths.scale(&WidthQuery::new([place, 0], 0.2, EXTENT, Devices::One))
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
