//! How wide a range must be, from how far off the fit was on devices that it had not seen.
//!
//! Each held-out error is divided by the spread that its estimate would have had; the quantiles of these ratios,
//! weighted as the rows are, become the ends of every range in multiples of its own spread. So the range of a device
//! with many measurements is narrow, that of an unknown one is wide, and both hold as much as was asked for. Source:
//! split conformal prediction with normalized residuals, Lei et al. arXiv 1604.04173; whole groups are held out, since
//! rows of a device are alike.

use crate::calibrate::fitting::{Design, Slope, Solution};
use rooflight_estimator::calibration::key::Key;
use rooflight_estimator::calibration::table::{Band, Evidence, UNIT, spread_of};
use std::collections::{BTreeMap, BTreeSet};

/// For each parameter, the cases that tell of it: pairs of device and model.
#[derive(Debug)]
pub(super) struct Witnesses {
    cases: Vec<BTreeSet<(usize, usize)>>,
}

impl Witnesses {
    /// The witnesses among all samples; each has a device and a model.
    pub(super) fn new(design: &Design, solution: &Solution, cases: &[(usize, usize)]) -> Self {
        let mut found = vec![BTreeSet::new(); design.keys.len()];
        for (slope, case) in solution.slopes.iter().zip(cases) {
            for (at, _) in &slope.entries {
                found[*at].insert(*case);
            }
        }
        Self { cases: found }
    }

    /// The evidence for a parameter without the cases of a group.
    pub(super) fn evidence(&self, parameter: usize, without: &BTreeSet<(usize, usize)>) -> Evidence {
        let left = self.cases[parameter].iter().filter(|case| !without.contains(case));
        // Cases are sorted: those of a device stand together.
        let (mut pairs, mut devices, mut last) = (0, 0, None);
        for (device, _) in left {
            pairs += 1;
            devices += u32::from(last != Some(*device));
            last = Some(*device);
        }
        Evidence { pairs, devices }
    }

    /// The spread that each sample's estimate has without the cases of its group.
    pub(super) fn spreads(
        &self,
        design: &Design,
        solution: &Solution,
        cases: &[(usize, usize)],
        groups: &[usize],
        floor: f64,
    ) -> Vec<f64> {
        let mut inside: BTreeMap<usize, BTreeSet<(usize, usize)>> = BTreeMap::new();
        for (case, group) in cases.iter().zip(groups) {
            inside.entry(*group).or_default().insert(*case);
        }
        let mut known: BTreeMap<(usize, usize), Evidence> = BTreeMap::new();
        let of_sample = |(at, slope): (usize, &Slope)| {
            let group = groups[at];
            let terms: Vec<(Key, f64, Evidence)> = slope
                .entries
                .iter()
                .map(|(parameter, slope)| {
                    let left = known.entry((group, *parameter));
                    let evidence = *left.or_insert_with(|| self.evidence(*parameter, &inside[&group]));
                    (design.keys[*parameter], *slope, evidence)
                })
                .collect();
            spread_of(&terms, floor)
        };
        solution.slopes.iter().enumerate().map(of_sample).collect()
    }
}

/// A held-out prediction: how it compares with the measurement, and how much it counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Miss {
    /// Logarithm of measured speed over predicted speed.
    pub(super) error: f64,
    /// The spread that the estimate would have had.
    pub(super) spread: f64,
    /// How much it counts.
    pub(super) weight: f64,
}

/// The band that holds `level` of the misses.
pub(super) fn band(misses: &[Miss], level: f64) -> Band {
    let tail = (1.0 - level) / 2.0;
    let mut ratios: Vec<(f64, f64)> = misses.iter().map(|miss| (miss.error / miss.spread, miss.weight)).collect();
    ratios.sort_by(|left, right| left.0.total_cmp(&right.0));
    Band { low: units(quantile(&ratios, tail).min(0.0)), high: units(quantile(&ratios, 1.0 - tail).max(0.0)) }
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

    #[test]
    fn a_band_holds_what_it_is_asked_for() {
        let misses: Vec<Miss> =
            (0..100).map(|at| Miss { error: f64::from(at) / 100.0 - 0.5, spread: 0.1, weight: 1.0 }).collect();
        let Band { low, high } = band(&misses, 0.8);
        let inside = |miss: &&Miss| {
            let ratio = miss.error / miss.spread / UNIT;
            ratio >= f64::from(low) - 1.0 && ratio <= f64::from(high) + 1.0
        };
        let held = misses.iter().filter(inside).count();
        assert!((80..=82).contains(&held), "{held}");
    }

    #[test]
    fn weights_move_the_quantile() {
        assert!((quantile(&[(1.0, 1.0), (2.0, 9.0)], 0.5) - 2.0).abs() < 1e-12);
        assert!((quantile(&[(1.0, 9.0), (2.0, 1.0)], 0.5) - 1.0).abs() < 1e-12);
    }
}
