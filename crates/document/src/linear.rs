//! The linear scale: equal distances are equal differences, so zero and negative values have a position.
//!
//! 1. The y axis begins at a round value and has three grid values; it includes zero unless all values are far from it.
//! 2. The x axis names at most five round values.

use alloc::vec::Vec;
use rooflight_primitives::math::{ceil, floor};

/// Number of intervals at which a curve is sampled.
const INTERVALS: u32 = 32;

/// Steps between round values, as fractions of a power of ten.
const STEPS: [f64; 5] = [0.5, 0.25, 0.2, 0.1, 0.05];

/// Fits a y axis to values between `low` and `high`. Returns its low end with its length, and its three grid values.
/// `head` is the fraction of the axis kept free above the highest value.
pub(super) fn fit(low: f64, high: f64, head: f64) -> ((f64, f64), [f64; 3]) {
    // Readers judge the height of a curve against zero.
    let low = if low > 0.0 && low < high * 0.5 { 0.0 } else { low };
    let high = if high < 0.0 && high > low * 0.5 { 0.0 } else { high };
    let margin = if high - low > 1e-9 * high.abs() {
        0.0
    } else if high == 0.0 {
        1.0
    } else {
        high.abs() * 0.5
    };
    let (low, high) = (low - margin, high + margin);
    let unit = above(high - low);
    // Adding zero turns −0 into 0.
    let foot = |step: f64| floor(low / step) * step + 0.0;
    let fits = |step: &f64| foot(*step) + 2.0 * step <= high;
    let step = STEPS.into_iter().map(|share| share * unit).find(fits).unwrap_or(unit * STEPS[4]);
    let from = foot(step);
    let length = (high - from) / (1.0 - head);
    ((from, length), [from, from + step, from + 2.0 * step])
}

/// The smallest power of ten that is not below this value.
fn above(value: f64) -> f64 {
    let (mut up, mut down) = (1.0, 1.0);
    while up < value && up < 1e300 {
        up *= 10.0;
    }
    while up < 2.0 && 1.0 >= value * down * 10.0 && down < 1e300 {
        down *= 10.0;
    }
    up / down
}

/// The round values to name on an x axis between two values: at most five, away from its ends.
pub(super) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let length = high - low;
    let mut values = Vec::new();
    if !(length > 0.0 && length.is_finite()) {
        return values;
    }
    let unit = above(length);
    let steps = STEPS.iter().rev().map(|share| share * unit);
    let step = steps.into_iter().find(|step| length / step <= 5.0).unwrap_or(unit);
    let mut number = ceil((low + 0.04 * length) / step) + 0.0;
    while number * step <= high - 0.04 * length && values.len() < 6 {
        values.push(number * step);
        number += 1.0;
    }
    values
}

/// The points at which curves are sampled, both ends included.
pub(super) fn points((from, to): (f64, f64)) -> Vec<f64> {
    (0..=INTERVALS).map(|at| from + (to - from) * f64::from(at) / f64::from(INTERVALS)).collect()
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "grid lines are round numbers")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn round_values_stand_at_the_grid() {
        let grid = |low, high| fit(low, high, 0.1).1;
        assert_eq!(grid(3.0, 14.3), [0.0, 5.0, 10.0]);
        assert_eq!(grid(-3.0, 7.0), [-5.0, 0.0, 5.0]);
        assert_eq!(grid(95.0, 112.0), [90.0, 100.0, 110.0]);
        assert_eq!(grid(4.0, 4.0), [0.0, 2.5, 5.0]);
        assert_eq!(grid(0.0, 0.0), [-1.0, 0.0, 1.0]);
        assert_eq!(ticks(0.0, 60.0), [20.0, 40.0]);
        assert_eq!(ticks(-10.0, 10.0), [-5.0, 0.0, 5.0]);
        assert!(ticks(f64::NAN, 1.0).is_empty() && ticks(1.0, 1.0).is_empty());
    }

    proptest! {
        #[test]
        fn everything_fits(low in -1e6..1e6_f64, length in 0.0..1e6_f64) {
            let high = low + length;
            let ((from, length), grid) = fit(low, high, 0.09);
            let at = |value: f64| (value - from) / length;
            prop_assert!(at(low) >= -1e-6 && at(high) <= 0.91 + 1e-6);
            prop_assert!(at(grid[0]).abs() < 1e-6 && grid[0] < grid[1] && grid[1] < grid[2]);
            prop_assert!(at(grid[2]) < 0.92, "{grid:?}");
        }

        #[test]
        fn few_round_values(low in -1e6..1e6_f64, length in 1e-6..1e6_f64) {
            let ticks = ticks(low, low + length);
            prop_assert!(ticks.len() <= 6 && ticks.iter().all(|tick| (low..=low + length).contains(tick)));
        }
    }
}
