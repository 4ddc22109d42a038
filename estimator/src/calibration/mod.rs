//! Calibration by measurements: from a setup and conditions to a typical speed and the range around it.
//!
//! The table was fitted by a tool; here it is only evaluated. Step by step: `project` looks up a device
//! and an engine in the table and makes a `profile`; `work` splits the step into ideal times; the profile turns each
//! into a real time; `decode` combines them into a typical step below the ceiling; the width of the range follows from
//! how much is known of this engine and device, on a scale calibrated on held-out runs.
//!
//! Without entries in the table there is only a ceiling; nothing here invents a range that measurements do not support.
//!
//! Sources: ideal times, the roofline (Williams et al. 2009); the form, its priors and its accuracy, docs/estimator.md;
//! ranges, conformal prediction (Lei et al. arXiv 1604.04173).

use alloc::vec::Vec;

use crate::setup::Setup;
use serde::{Deserialize, Serialize};

pub mod arrangement;
mod choices;
mod conditions;
pub mod drafters;
mod engines;
pub mod estimate;
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
pub use conditions::{Conditions, DeviceLink, FileFormat, NEWEST, OLDEST};
pub use engines::{Backend, Engine, Stack};
pub use estimate::{Basis, Estimate, LEVEL, Speeds, Terms, WIDE, WIDEST};
pub use offloaded::Split;

use parts::{EffectLevels, TimePart};
use table::FittedTable;

/// The fitted tables. The default is empty: every estimate is only a ceiling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Parameters of the steps that generate tokens.
    pub decode: FittedTable,
    /// Parameters of the passes that read a prompt.
    pub prefill: FittedTable,
}

impl Calibration {
    /// Estimates a setup: ceiling, range and basis.
    #[must_use]
    pub fn estimate(&self, setup: &Setup, conditions: &Conditions) -> Estimate {
        self.decode.profile(setup.device, setup.devices, conditions).estimate(setup)
    }
}

/// Divides a step under some conditions into its parts, for the fit.
#[must_use]
pub fn step_parts(setup: &Setup, conditions: &Conditions) -> Vec<TimePart> {
    parts::of_step(setup, &EffectLevels::new(setup.device, setup.devices, conditions))
}
