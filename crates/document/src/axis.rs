//! A logarithmic axis between two values, for drawings whose x is in per cent.
//!
//! Positions are shares of the axis from its low end. The axes of charts, which fit their ticks to the height, are
//! [`super::scale`]'s.

use alloc::vec::Vec;

/// A logarithmic axis. Both ends are positive.
#[derive(Clone, Copy, Debug)]
pub struct LogAxis {
    low: f64,
    high: f64,
}

impl LogAxis {
    /// The axis between two values.
    #[must_use]
    pub const fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    /// The axis over all `values`, longer by two factors below and above; from `otherwise` if there are no two
    /// positive values that differ.
    pub fn over(values: impl Iterator<Item = f64>, (below, above): (f64, f64), otherwise: (f64, f64)) -> Self {
        let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        if high > low && low > 0.0 {
            Self { low: low / below, high: high * above }
        } else {
            Self { low: otherwise.0, high: otherwise.1 }
        }
    }

    /// The position of a value: 0 at the low end, 1 at the high one; below 0 and above 1 outside of them. One half on
    /// an axis without length.
    #[must_use]
    pub fn at(self, value: f64) -> f64 {
        if self.high <= self.low { 0.5 } else { self.share(self.low, value) }
    }

    /// The position in per cent.
    #[must_use]
    pub fn percent(self, value: f64) -> f64 {
        self.at(value) * 100.0
    }

    /// The length between two values, in per cent.
    #[must_use]
    pub fn width(self, from: f64, to: f64) -> f64 {
        self.share(from, to) * 100.0
    }

    fn share(self, from: f64, to: f64) -> f64 {
        libm::log(to / from) / libm::log(self.high / self.low)
    }

    /// Whether a value lies on the axis and by a factor away from its ends.
    #[must_use]
    pub fn holds(self, value: f64, factor: f64) -> bool {
        (self.low * factor..=self.high / factor).contains(&value)
    }

    /// How many powers of ten the axis spans.
    #[must_use]
    pub fn decades(self) -> f64 {
        libm::log10(self.high / self.low)
    }

    /// `digits` times powers of ten, from a thousandth up to the high end or just above; those below the low end among
    /// them.
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
