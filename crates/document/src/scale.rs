//! The scales and axes of charts: how values become positions, and which values are named.
//!
//! A logarithmic x axis counts tokens in powers of two. The y axis fits itself to everything drawn and has three round
//! grid values. Positions are fractions of the axis, 0 to 1 from the low end. Values on a logarithmic axis must be
//! positive; others are not drawn. `linear` chooses the values of linear axes.

use alloc::vec::Vec;

use super::digits::whole;
use super::linear;

/// How equal distances on an axis relate to values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// They are equal differences, so that zero and negative values have a position.
    Linear,
    /// They are equal ratios.
    Logarithmic,
}

impl Scale {
    /// True if a value has a position on this scale.
    #[must_use]
    pub fn has(self, value: f64) -> bool {
        value.is_finite() && (self == Self::Linear || value > 0.0)
    }

    fn position(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Logarithmic => libm::log2(value),
        }
    }

    /// Fits a y axis, see [`fit`].
    pub(super) fn fit(self, low: f64, high: f64, head: f64) -> (Axis, [f64; 3]) {
        match self {
            Self::Linear => {
                let ((from, length), values) = linear::fit(low, high, head);
                (Axis { scale: self, from, length }, values)
            }
            Self::Logarithmic => fit(low, high, head),
        }
    }

    /// Returns the values to name on an x axis between two values.
    pub(super) fn ticks(self, low: f64, high: f64) -> Vec<f64> {
        match self {
            Self::Linear => linear::ticks(low, high),
            Self::Logarithmic => powers(low, high),
        }
    }

    /// Returns the points of an x axis at which curves are sampled, evenly spaced, both ends included.
    #[must_use]
    pub fn points(self, ends: (f64, f64)) -> Vec<f64> {
        match self {
            Self::Linear => linear::points(ends),
            Self::Logarithmic => points(ends),
        }
    }
}

/// An axis. On the logarithmic scale `from` and `length` are logarithms to base 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    pub(super) scale: Scale,
    pub(super) from: f64,
    pub(super) length: f64,
}

impl Axis {
    /// Returns the axis between two values that have a position, in any order.
    #[must_use]
    pub fn new(scale: Scale, low: f64, high: f64) -> Self {
        let from = scale.position(low.min(high));
        Self { scale, from, length: scale.position(low.max(high)) - from }
    }

    /// Returns the axis over all `values` that have a position, extended by a factor `below` and a factor `above`.
    /// Returns the axis between the `otherwise` values if no two of them differ.
    pub fn over(
        scale: Scale,
        values: impl Iterator<Item = f64>,
        (below, above): (f64, f64),
        otherwise: (f64, f64),
    ) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| scale.has(*value)) {
            (low, high) = (low.min(value), high.max(value));
        }
        let (low, high) = if high > low { (low / below, high * above) } else { otherwise };
        Self::new(scale, low, high)
    }

    /// The position of a value: 0 at the low end, 1 at the high end, below 0 or above 1 outside. 0.5 on an axis without
    /// length.
    #[must_use]
    pub fn at(self, value: f64) -> f64 {
        if self.length > 1e-9 { (self.scale.position(value) - self.from) / self.length } else { 0.5 }
    }

    /// The position of a value, or of the end that is nearest to it; 0.5 for a value that has none.
    #[must_use]
    pub fn within(self, value: f64) -> f64 {
        if self.scale.has(value) { self.at(value).clamp(0.0, 1.0) } else { 0.5 }
    }

    /// The position in per cent.
    #[must_use]
    pub fn percent(self, value: f64) -> f64 {
        self.at(value) * 100.0
    }

    /// The distance between two values, in per cent of the axis.
    #[must_use]
    pub fn width(self, from: f64, to: f64) -> f64 {
        self.percent(to) - self.percent(from)
    }

    /// True if a value is on a logarithmic axis and at least this factor away from both ends.
    #[must_use]
    pub fn holds(self, value: f64, factor: f64) -> bool {
        let margin = libm::log2(factor) / self.length;
        (margin..=1.0 - margin).contains(&self.at(value))
    }

    /// The number of powers of ten that a logarithmic axis spans.
    #[must_use]
    pub fn decades(self) -> f64 {
        self.length / core::f64::consts::LOG2_10
    }

    /// `digits` times each power of ten, from 0.001 up to the high end of a logarithmic axis. Some marks may lie below
    /// the low end or just above the high end.
    #[must_use]
    pub fn marks(self, digits: &[f64]) -> Vec<f64> {
        let mut marks = Vec::new();
        let mut power = 1e-3;
        while self.at(power) <= 1.0 {
            marks.extend(digits.iter().map(|digit| digit * power));
            power *= 10.0;
        }
        marks
    }
}

/// Round triples, as multiples of a power of ten, each roughly evenly spaced on a logarithmic axis.
// Integers are exact in every decade; the first triple is 1, 1.5 and 2.
const TRIPLES: [[u16; 3]; 28] = [
    [10, 15, 20],
    [20, 30, 40],
    [30, 40, 60],
    [40, 60, 80],
    [50, 70, 100],
    [60, 80, 120],
    [10, 20, 40],
    [15, 30, 60],
    [20, 40, 80],
    [25, 50, 100],
    [30, 60, 120],
    [40, 80, 160],
    [50, 100, 200],
    [60, 120, 240],
    [80, 160, 320],
    [10, 30, 100],
    [20, 60, 200],
    [30, 100, 300],
    [50, 150, 500],
    [10, 50, 200],
    [20, 100, 500],
    [50, 200, 1000],
    [10, 100, 1000],
    [20, 200, 2000],
    [50, 500, 5000],
    [1, 100, 10_000],
    [2, 200, 20_000],
    [5, 500, 50_000],
];

/// Fits a y axis to values between `low` and `high`. Returns the axis and its three grid values, the first at its low
/// end. `head` is the fraction of the axis kept free above the highest value, for its label.
fn fit(low: f64, high: f64, head: f64) -> (Axis, [f64; 3]) {
    let floor = (low / 1.08).min(high / 2.0);
    let mut best = ([1.0, 2.0, 4.0], f64::NEG_INFINITY);
    for triple in TRIPLES {
        let ticks = at_or_below(triple, floor);
        let spread = libm::log2(ticks[2] / ticks[0]);
        // Space below the lowest value is wasted; ticks far apart tell more than ticks close together.
        let score = spread - 2.5 * libm::log2(floor / ticks[0]);
        if ticks[2] <= high * 1.05 && score > best.1 {
            best = (ticks, score);
        }
    }
    let from = libm::log2(best.0[0]);
    (Axis { scale: Scale::Logarithmic, from, length: (libm::log2(high) - from) / (1.0 - head) }, best.0)
}

/// Scales a triple by a power of ten so that its first value is at or as little as possible below `floor`.
fn at_or_below(triple: [u16; 3], floor: f64) -> [f64; 3] {
    let (mut up, mut down) = (1.0, 1.0);
    while f64::from(triple[0]) * up * 10.0 <= floor * down && up < 1e15 {
        up *= 10.0;
    }
    while f64::from(triple[0]) * up > floor * down && down < 1e15 {
        down *= 10.0;
    }
    [f64::from(triple[0]) * up / down, f64::from(triple[1]) * up / down, f64::from(triple[2]) * up / down]
}

/// The powers of two to name on an x axis between two values: at most five, away from its ends.
fn powers(low: f64, high: f64) -> Vec<f64> {
    let (from, to) = (libm::log2(low), libm::log2(high));
    let step = whole(rooflight_primitives::math::ceil((to - from) / 5.0)).max(1);
    let mut ticks = Vec::new();
    let mut value = 1.0;
    for power in 0..64_u32 {
        let inside = f64::from(power) >= from + 0.3 && f64::from(power) <= to - 0.3;
        if inside && u64::from(power) % step == 0 {
            ticks.push(value);
        }
        value *= 2.0;
    }
    ticks
}

/// The points of an x axis at which curves are sampled: 17, evenly spaced on a logarithmic scale, both ends included.
#[must_use]
pub fn points((from, to): (f64, f64)) -> Vec<f64> {
    let mut ratio = to / from;
    for _ in 0..4 {
        ratio = rooflight_primitives::math::sqrt(ratio);
    }
    let mut points = Vec::with_capacity(17);
    let mut point = from;
    for _ in 0..16 {
        points.push(point);
        point *= ratio;
    }
    points.push(to);
    points
}

/// Doubles the value until it reaches `least`.
#[must_use]
pub fn doubled(mut from: f64, least: f64) -> f64 {
    while from < least {
        from *= 2.0;
    }
    from
}

/// Returns the ends of an x axis in tokens: 128 to 32,768, widened by powers of two until it contains the reader's
/// context and every measured depth with some margin. It does not exceed `limit` (the model's longest context) unless
/// one of them does.
#[must_use]
pub fn span(here: f64, depths: &[f64], limit: f64) -> (f64, f64) {
    let here = if here.is_finite() { here.max(1.0) } else { 4096.0 };
    let limit = if limit.is_nan() { f64::INFINITY } else { limit };
    let (mut low, mut high, mut furthest) = (128.0_f64, limit.clamp(1024.0, 32_768.0), here.max(1024.0));
    let mut hold = |from: f64, to: f64| {
        while low > from {
            low /= 2.0;
        }
        while high < to {
            high *= 2.0;
        }
    };
    hold(here, here);
    for depth in depths {
        if depth.is_finite() {
            let depth = depth.max(1.0);
            hold((depth * 0.75).max(1.0), depth * 1.25);
            furthest = furthest.max(depth);
        }
    }
    // A limit of 40,960 need not stretch the axis to 65,536.
    (low, if high > limit { high.min(limit.max(furthest)) } else { high })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_mock_has_its_ticks() {
        let (_, ticks) = fit(62.0, 217.0, 0.09);
        assert!(ticks.iter().zip([50.0, 100.0, 200.0]).all(|(ours, mock)| (ours - mock).abs() < 1e-9), "{ticks:?}");
        assert_eq!(powers(128.0, 32_768.0), [256.0, 1024.0, 4096.0, 16_384.0]);
    }

    #[test]
    fn axes_keep_the_reader_in_sight() {
        assert_eq!(span(4096.0, &[256.0, 512.0], 131_072.0), (128.0, 32_768.0));
        assert_eq!(span(131_072.0, &[], 131_072.0), (128.0, 131_072.0));
        assert_eq!(span(1.0, &[0.0], 131_072.0), (1.0, 32_768.0));
        assert_eq!(span(f64::NAN, &[f64::NAN, f64::INFINITY], f64::NAN), (128.0, 32_768.0));
        assert_eq!(span(4096.0, &[], 8192.0), (128.0, 8192.0));
        assert_eq!(span(40_000.0, &[], 40_960.0), (128.0, 40_960.0));
        assert_eq!(span(4096.0, &[65_536.0], 40_960.0), (128.0, 65_536.0));
        assert_eq!(span(4096.0, &[64.0, 32_768.0], 131_072.0), (32.0, 65_536.0));
    }

    proptest! {
        #[test]
        fn everything_fits(low in 0.001..50_000.0_f64, ratio in 1.0..1000.0_f64) {
            let high = low * ratio;
            let (axis, ticks) = fit(low, high, 0.09);
            prop_assert!((axis.at(high) - 0.91).abs() < 1e-9);
            prop_assert!(axis.at(low) > 0.0 && axis.at(ticks[0]).abs() < 1e-9);
            prop_assert!(ticks[0] < ticks[1] && ticks[1] < ticks[2] && axis.at(ticks[2]) < 0.96);
            prop_assert!(axis.at(ticks[2]) > 0.3, "ticks {:?} crowd the foot", ticks);
        }

        #[test]
        fn points_are_evenly_apart(low in 1.0..1000.0_f64, ratio in 1.1..1e6_f64) {
            let points = points((low, low * ratio));
            prop_assert_eq!((points.len(), points[0], points[16]), (17, low, low * ratio));
            let axis = Axis::new(Scale::Logarithmic, low, low * ratio);
            prop_assert!(points.iter().zip(0..17_u32).all(|(point, step)| (axis.at(*point) - f64::from(step) / 16.0).abs() < 1e-9));
        }

        #[test]
        fn few_powers(low in 1.0..1000.0_f64, ratio in 8.0..300_000.0_f64) {
            let ticks = powers(low, low * ratio);
            prop_assert!((1..=6).contains(&ticks.len()), "{:?}", ticks);
            prop_assert!(ticks.iter().all(|&tick| tick > low && tick < low * ratio));
        }

        #[test]
        fn spans_hold_their_points(here in 1.0..1e6_f64, depths in prop::collection::vec(0.0..1e6_f64, 0..5), limit in 1024.0..1e6_f64) {
            let (low, high) = span(here, &depths, limit);
            prop_assert!(low <= here && here <= high && high >= 1024.0);
            prop_assert!(depths.iter().all(|&depth| low <= depth.max(1.0) && depth <= high));
        }
    }
}
