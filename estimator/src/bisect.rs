//! Bisection: the largest or the smallest value for which a monotone predicate holds.
//!
//! Speed falls with context and batch and grows with bandwidth, so bisection finds the turning point. If a predicate is
//! not monotone, the result still fulfils it but need not be the largest or smallest. Source: bisection.

/// Returns the largest whole number from 1 to `most` for which `holds`, a predicate that is true up to some number and
/// false beyond; zero if it is false at 1. Source: bisection.
#[must_use]
pub fn largest(most: f64, holds: &dyn Fn(f64) -> bool) -> f64 {
    if !holds(1.0) {
        return 0.0;
    }
    let most = rooflight_primitives::math::floor(most.max(1.0));
    if holds(most) {
        return most;
    }
    let (mut low, mut high) = (1.0, most);
    while high - low > 1.0 {
        let middle = rooflight_primitives::math::floor(f64::midpoint(low, high));
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Returns the smallest number between two positive ones for which `holds`, a predicate that is false up to some number
/// and true beyond; `None` if it is false at `high`. Precise to one part in 10⁹. Source: bisection.
#[must_use]
pub fn least((low, high): (f64, f64), holds: &dyn Fn(f64) -> bool) -> Option<f64> {
    if !holds(high) {
        return None;
    }
    let (mut low, mut high) = (low, high);
    for _ in 0..200 {
        if high / low < 1.000_000_001 {
            break;
        }
        let middle = rooflight_primitives::math::sqrt(low * high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ends() {
        assert!(largest(100.0, &|_| false).abs() < f64::EPSILON);
        assert!((largest(100.0, &|_| true) - 100.0).abs() < f64::EPSILON);
        assert_eq!(least((1.0, 2.0), &|_| false), None);
    }

    proptest! {
        #[test]
        fn the_turn_is_found(turn in 1..1_000_000_u32) {
            let turn = f64::from(turn);
            prop_assert!((largest(1e6, &|x| x <= turn) - turn).abs() < 0.5);
            let found = least((0.1, 1e7), &|x| x >= turn).unwrap_or_default();
            prop_assert!(found >= turn && found <= turn * 1.000_000_01);
        }
    }
}
