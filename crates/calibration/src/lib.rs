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

use alloc::vec::Vec;

use rooflight_estimator::setup::Setup;
use rooflight_primitives::codec::Codec;

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
pub use conditions::{Conditions, FileFormat, Link, NEWEST, OLDEST};
pub use engines::{Backend, Engine, Stack};
pub use estimate::{Basis, Estimate, LEVEL, Terms, WIDE, WIDEST};
pub use offloaded::Split;
pub use reason::family as family_words;

use parts::{EffectLevels, Part};
use table::Table;

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
