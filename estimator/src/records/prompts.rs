//! The record of a device for reading prompts: the calibration of each engine on it, and its measurements.
//!
//! It is separate from the device's record, because only prompt calculators need it. Nothing is computed here.

use super::record::Record;
use super::rows::Row;
use crate::calibration::FileFormat;
use crate::calibration::prompt_profile::PromptProfile;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// A device's calibration and measurements for reading prompts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PromptRecord {
    /// Catalog id of the device.
    pub device: String,
    /// The calibration of each engine, in the order of the device's record.
    pub profiles: Vec<PromptProfile>,
    /// For each engine and each kind of file, the index of its profile.
    pub positions: Vec<usize>,
    /// Catalog ids of the models measured on it.
    pub measured: Vec<String>,
    /// The texts of the measurements; the first is empty. In the browser, those that have been fetched.
    #[serde(skip)]
    pub texts: Vec<String>,
    /// The measurements in display order. A row's depth is the length of its prompt, its speed counts prompt tokens,
    /// and its share is relative to the prompt's limit.
    #[serde(skip)]
    pub rows: Vec<Row>,
}

impl PromptRecord {
    /// The calibration of the usual engine for a kind of file.
    #[must_use]
    pub fn profile(&self, files: FileFormat) -> Option<&PromptProfile> {
        self.profiles.get(*self.positions.get(files as usize)?)
    }

    /// The text at an index; empty if there is none.
    #[must_use]
    pub fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }
}

impl Record for PromptRecord {
    const KIND: u8 = 2;
    const FOLDER: &'static str = "prompts";
}
