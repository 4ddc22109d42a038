//! Exact fractions of small integers, for the exponents of dimensions.

use std::fmt;

/// Largest numerator and denominator, far above those of any real quantity.
const MAX_TERM: i32 = 1000;

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ratio {
    top: i32,
    bottom: i32,
}

impl Ratio {
    /// One.
    pub const ONE: Self = Self { top: 1, bottom: 1 };

    /// Returns a fraction in lowest terms; `None` if a term is too large or `bottom` is zero.
    #[must_use]
    pub fn new(top: i32, bottom: i32) -> Option<Self> {
        let (mut a, mut b) = (top.unsigned_abs(), bottom.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = i32::try_from(a).ok().filter(|divisor| *divisor > 0 && bottom != 0)?;
        let sign = if bottom < 0 { -1 } else { 1 };
        let (top, bottom) = (sign * (top / divisor), sign * (bottom / divisor));
        (top.abs() <= MAX_TERM && bottom <= MAX_TERM).then_some(Self { top, bottom })
    }

    /// Converts a decimal number with at most three decimals: `0.5` is one half.
    #[must_use]
    pub fn from_number(number: f64) -> Option<Self> {
        if number.abs() > f64::from(MAX_TERM) {
            return None;
        }
        [1_i16, 10, 100, 1000].into_iter().find_map(|bottom| {
            let top = number * f64::from(bottom);
            #[expect(clippy::cast_possible_truncation, reason = "at most a million")]
            let whole = top as i32;
            (f64::from(whole).to_bits() == top.to_bits() || top == 0.0).then(|| Self::new(whole, i32::from(bottom)))?
        })
    }

    /// True for zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.top == 0
    }

    /// True below zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.top < 0
    }

    /// The sum; `None` if a term is too large.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        Self::new(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)
    }

    /// The product; `None` if a term is too large.
    #[must_use]
    pub fn times(self, other: Self) -> Option<Self> {
        Self::new(self.top * other.top, self.bottom * other.bottom)
    }

    /// The quotient; `None` if a term is too large or `other` is zero.
    #[must_use]
    pub fn over(self, other: Self) -> Option<Self> {
        Self::new(self.top * other.bottom, self.bottom * other.top)
    }

    /// The fraction with the opposite sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { top: -self.top, bottom: self.bottom }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bottom == 1 { write!(out, "{}", self.top) } else { write!(out, "({}/{})", self.top, self.bottom) }
    }
}
