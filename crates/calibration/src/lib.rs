//! Calibration by measurements: from a setup and conditions to a typical speed and the range around it.
//!
//! The table was fitted when the site was built; here it is only evaluated. Step by step: `project` adds up what the
//! table says of an engine on a device as a `profile`; `work` splits the step into ideal times; the profile gives each
//! its real time; `decode` puts them together as a typical step below the ceiling; the width of the range follows from
//! how little is known of this engine and device, on a scale that was set on devices which the fit had not seen.
//!
//! An empty table answers with the ceiling alone, and nothing here invents a range that measurements do not support.
//!
//! Sources: ideal times are those of the roofline (Williams et al. 2009); the form, its priors and how good it is stand
//! in docs/estimator.md; ranges are conformal (Lei et al. arXiv 1604.04173).

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

use alloc::string::String;
use alloc::vec::Vec;

use rooflight_estimator::decode::{Efficiency, Range, Step};
use rooflight_estimator::setup::Setup;
use rooflight_primitives::codec::Codec;

pub mod arrangement;
mod choices;
mod conditions;
mod engines;
mod first_token;
pub mod fixed;
pub mod key;
mod offloaded;
pub mod packing;
pub mod parts;
pub mod profile;
mod project;
pub mod prompt;
pub mod prompt_profile;
mod reason;
pub mod table;
pub mod width;
pub mod work;

pub use choices::{ENGINE_OPTIONS, EngineOption};
pub use conditions::{Conditions, FileFormat, Link, NEWEST, OLDEST};
pub use engines::{Backend, Engine, Stack};
pub use offloaded::Split;
pub use reason::family as family_words;

use parts::{EffectLevels, Part};
use table::Table;

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
const MEASURED: u32 = 2;

/// Independent sources that a place and an engine need to count as measured.
const INDEPENDENT: u32 = 2;

/// The fitted table. The default is empty: every estimate is a ceiling alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    /// Parameters of the steps that generate tokens.
    pub decode: Table,
    /// Parameters of the passes that read a prompt.
    pub prefill: Table,
}

impl Calibration {
    /// The layout on the way to the browser.
    pub fn layout<C: Codec>(&mut self, codec: &mut C) {
        self.decode.layout(codec);
        self.prefill.layout(codec);
    }

    /// The ceiling, the range and what it rests on.
    #[must_use]
    pub fn estimate(&self, setup: &Setup, conditions: &Conditions) -> Estimate {
        self.decode.profile(setup.device, setup.devices, conditions).estimate(setup)
    }
}

/// The parts of a step under conditions, for the fit.
#[must_use]
pub fn step_parts(setup: &Setup, conditions: &Conditions) -> Vec<Part> {
    parts::of_step(setup, &EffectLevels::new(setup.device, setup.devices, conditions))
}
