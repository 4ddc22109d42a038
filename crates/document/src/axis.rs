//! A logarithmic axis for drawings whose x coordinates are in per cent.
//!
//! Positions are fractions of the axis, measured from its low end. Chart axes, which also choose their grid values, are
//! in [`super::scale`].

use alloc::vec::Vec;

/// A logarithmic axis. Both ends are positive.
#[derive(Clone, Copy, Debug)]
pub struct LogAxis {
    low: f64,
    high: f64,
}

impl LogAxis {
    /// Returns the axis between two values.
    #[must_use]
    pub const fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    /// Returns the axis over all `values`, extended by a factor `below` and a factor `above`. Returns the axis between
    /// the `otherwise` values if `values` has no two different positive numbers.
    pub fn over(values: impl Iterator<Item = f64>, (below, above): (f64, f64), otherwise: (f64, f64)) -> Self {
        let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        if high > low && low > 0.0 {
            Self { low: low / below, high: high * above }
        } else {
            Self { low: otherwise.0, high: otherwise.1 }
        }
    }

    /// The position of a value: 0 at the low end, 1 at the high end, below 0 or above 1 outside. 0.5 on an axis without
    /// length.
    #[must_use]
    pub fn at(self, value: f64) -> f64 {
        if self.high <= self.low { 0.5 } else { self.share(self.low, value) }
    }

    /// The position in per cent.
    #[must_use]
    pub fn percent(self, value: f64) -> f64 {
        self.at(value) * 100.0
    }

    /// The distance between two values, in per cent of the axis.
    #[must_use]
    pub fn width(self, from: f64, to: f64) -> f64 {
        self.share(from, to) * 100.0
    }

    fn share(self, from: f64, to: f64) -> f64 {
        libm::log(to / from) / libm::log(self.high / self.low)
    }

    /// True if a value is on the axis and at least this factor away from both ends.
    #[must_use]
    pub fn holds(self, value: f64, factor: f64) -> bool {
        (self.low * factor..=self.high / factor).contains(&value)
    }

    /// The number of powers of ten that the axis spans.
    #[must_use]
    pub fn decades(self) -> f64 {
        libm::log10(self.high / self.low)
    }

    /// `digits` times each power of ten, from 0.001 up to the high end. Some marks may lie below the low end or just
    /// above the high end.
    #[must_use]
    pub fn marks(self, digits: &[f64]) -> Vec<f64> {
        let mut marks = Vec::new();
        let mut power = 1e-3;
        while power <= self.high {
            marks.extend(digits.iter().map(|digit| digit * power));
            power *= 10.0;
        }
        marks
    }
}
