//! An estimate: ceiling, range, the parts of a typical step, and what the range rests on.

use alloc::string::String;
use rooflight_estimator::decode::{Efficiency, Range, Step};

/// The basis of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Measurements of the same engine's stack on the same family of devices.
    Calibrated,
    /// Measurements of related engines or devices.
    Extrapolated,
    /// Physics alone: there is a ceiling, and no range.
    CeilingOnly,
}

impl Basis {
    /// The word for it in tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Calibrated => "calibrated",
            Self::Extrapolated => "extrapolated",
            Self::CeilingOnly => "ceiling-only",
        }
    }
}

/// The parts of a typical step, and the efficiencies that they come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The typical step, in seconds.
    pub step: Step,
    /// The terms of its formula.
    pub efficiency: Efficiency,
}

/// A ceiling, a range below it, and what the range rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The fastest step that physics allows, in seconds.
    pub ceiling: Step,
    /// The 80 % range, tokens a second of one sequence; `None` where nothing supports one.
    pub range: Option<Range>,
    /// The evidence that the range rests on.
    pub basis: Basis,
    /// The basis in plain words, a sentence without a full stop; or why there is no range.
    pub reason: String,
    /// The typical step in its parts, where there is a range.
    pub terms: Option<Terms>,
}

/// The share of measurements that a range is built to hold.
pub const LEVEL: f64 = 0.8;

/// Upper end over lower end beyond which a range says nothing, and is not given.
pub const WIDEST: f64 = 8.0;

/// Upper end over lower end beyond which no estimate counts as calibrated, whatever was measured.
pub const WIDE: f64 = 2.5;

/// Devices with measurements at which a family and stack count as measured.
pub(super) const MEASURED: u32 = 2;

/// Independent sources that a place and an engine need to count as measured.
pub(super) const INDEPENDENT: u32 = 2;
