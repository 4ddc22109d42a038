//! The names of all devices, with the facts that tell devices of the same name apart, and of models that are not
//! covered.
//!
//! It is one file, fetched when a reader pastes the output of a machine's tools. Nothing is computed here.

use super::record::Record;
use crate::hardware::Device;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::names::has_name;
use serde::{Deserialize, Serialize};

/// Models that the estimator cannot describe yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    /// Names that people type for them.
    pub names: Vec<String>,
    /// The missing fact.
    pub missing: String,
}

impl Gap {
    /// Returns why the first model that a text names is not covered; `None` if it names none of `gaps`.
    #[must_use]
    pub fn reason(gaps: &[Self], text: &str) -> Option<String> {
        gaps.iter().find_map(|gap| {
            let name = gap.names.iter().find(|name| has_name(text, name))?;
            Some(format!("“{name}” is not covered yet: {}", gap.missing))
        })
    }
}

/// All devices, each with its aliases.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NamesRecord {
    /// Each device with its aliases, in catalog order.
    pub devices: Vec<(Device, Vec<String>)>,
    /// Models that the catalog does not cover.
    pub not_covered: Vec<Gap>,
}

impl Record for NamesRecord {
    const KIND: u8 = 7;
    const FOLDER: &'static str = "explore";
}
