//! An estimate: ceiling, range, the parts of a typical step, and the basis of the range.

use crate::decode::{Efficiency, Range, Step};
use alloc::string::String;

rooflight_primitives::variants! {
    /// The kind of evidence for a range.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Basis [
        /// Word used in tables.
        pub word: &'static str,
    ] {
        /// Measurements of the same engine's stack on the same family of devices.
        Calibrated = "calibrated",
        /// Measurements of related engines or devices.
        Extrapolated = "extrapolated",
        /// Physics alone: there is a ceiling, and no range.
        CeilingOnly = "ceiling-only",
    }
}

/// The parts of a typical step, and the efficiencies from which they are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The typical step, in seconds.
    pub step: Step,
    /// Efficiencies and fixed costs with which `decode` computed the step.
    pub efficiency: Efficiency,
}

/// Speeds of one request, tokens per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speeds {
    /// The upper bound, from bandwidth and arithmetic.
    pub ceiling: f64,
    /// The 80 % range; `None` if measurements do not support one.
    pub range: Option<Range>,
}

impl Speeds {
    /// Returns the typical speed, or else the ceiling.
    #[must_use]
    pub fn likely(&self) -> f64 {
        self.range.map_or(self.ceiling, |range| range.typical)
    }

    /// Returns lower end, typical speed and upper end of the range.
    #[must_use]
    pub fn ends(&self) -> Option<[f64; 3]> {
        self.range.map(Range::values)
    }
}

/// A ceiling, a range below it, and the basis of the range.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Fastest step that physics allows, in seconds.
    pub ceiling: Step,
    /// The 80 % range, tokens per second of one sequence; `None` if measurements do not support one.
    pub range: Option<Range>,
    /// Evidence for the range.
    pub basis: Basis,
    /// The basis in words, a sentence without a full stop; or why there is no range.
    pub reason: String,
    /// The typical step in its parts; `None` without a range.
    pub terms: Option<Terms>,
}

/// Share of measurements that a range is meant to hold.
pub const LEVEL: f64 = 0.8;

/// Ratio of upper to lower end beyond which a range is not given.
pub const WIDEST: f64 = 8.0;

/// Ratio of upper to lower end beyond which no estimate counts as calibrated.
pub const WIDE: f64 = 2.5;

/// Number of measured devices from which a family, stack and backend count as measured.
pub(super) const MEASURED: u32 = 2;

/// Number of independent sources that a place and an engine need to count as measured.
pub(super) const INDEPENDENT: u32 = 2;
