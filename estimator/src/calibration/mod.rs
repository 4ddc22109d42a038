//! What measurements say of reality: from a setup and conditions to a typical speed and the range around it.
//!
//! The table was fitted when the site was built; here it is only evaluated. Step by step: the efficiencies and fixed costs that
//! the table holds for the engine, the device and the format are added up; `decode` turns them into a typical step; the width
//! of the range follows from how far off such estimates were on devices that the fit had not seen.
//!
//! An empty table answers with the ceiling alone, and nothing here invents a range that measurements do not support.

use alloc::string::String;

use crate::decode::{self, Efficiency, Range, Step};
use crate::setup::Setup;
use crate::wire::Codec;

mod conditions;
mod engines;

pub use conditions::{Conditions, NEWEST, OLDEST};
pub use engines::{Backend, Engine, Stack};

/// What an estimate rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Measurements of the same engine on the same family of devices.
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
    /// What was put into its formula.
    pub efficiency: Efficiency,
}

/// A ceiling, a range below it, and what the range rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The fastest step that physics allows, in seconds.
    pub ceiling: Step,
    /// The 80 % range, tokens a second of one sequence; none where nothing supports one.
    pub range: Option<Range>,
    /// What it rests on.
    pub basis: Basis,
    /// The same in plain words, a sentence without a full stop; or why there is no range.
    pub reason: String,
    /// The typical step in its parts, where there is a range.
    pub terms: Option<Terms>,
}

/// The share of measurements that a range is built to hold.
pub const LEVEL: f64 = 0.8;

/// The fitted table. The default is empty: every estimate is a ceiling alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {}

impl Calibration {
    /// The ceiling, the range and what it rests on.
    #[must_use]
    pub fn estimate(&self, setup: &Setup, conditions: &Conditions) -> Estimate {
        let _ = conditions;
        Estimate {
            ceiling: decode::ceiling(setup),
            range: None,
            basis: Basis::CeilingOnly,
            reason: String::from("no measurements were given to the estimator"),
            terms: None,
        }
    }

    /// The layout of the table on the way to the browser.
    pub fn wire(&mut self, codec: &mut dyn Codec) {
        let _ = codec;
    }
}
