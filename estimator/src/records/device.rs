//! The record of a device: its facts, the calibration of each engine on it, and its measurements.

use super::engines::common;
use super::record::Record;
use super::rows::Row;
use crate::calibration::profile::Profile;
use crate::calibration::{FileFormat, Speeds};
use crate::decode;
use crate::hardware::Device;
use crate::setup::Setup;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// A device, the calibration of its engines, and its measurements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeviceRecord {
    /// The device's facts.
    pub device: Device,
    /// The calibration of each engine, the usual engines first. In the browser, those that have been fetched.
    pub profiles: Vec<Profile>,
    /// The engines that a reader may choose, by their keys in URLs; the first is the usual one. In the browser the only
    /// one, until the record of engines has been fetched.
    pub engines: Vec<String>,
    /// For each engine and each kind of file, the index of its profile; [`NONE`](super::engines::NONE) if there is no
    /// estimate.
    pub positions: Vec<usize>,
    /// For each engine, a sentence on why it has no estimate for other files or on this device. The first one, at the
    /// usual engine's index, is for unknown engines. Empty in the browser until the record of engines has been fetched.
    pub refusals: Vec<String>,
    /// Catalog ids of the models measured on it.
    pub measured: Vec<String>,
    /// The texts of the measurements; the first is empty. In the browser, those that have been fetched.
    #[serde(skip)]
    pub texts: Vec<String>,
    /// The measurements in display order.
    #[serde(skip)]
    pub rows: Vec<Row>,
}

impl DeviceRecord {
    /// The calibration of the usual engine for a kind of file.
    #[must_use]
    pub fn profile(&self, files: FileFormat) -> Option<&Profile> {
        self.profiles.get(*self.positions.get(files as usize)?)
    }

    /// The speeds of each request of a setup with the usual engine for a kind of file; only a ceiling if none runs it.
    #[must_use]
    pub fn speeds(&self, files: FileFormat, setup: &Setup<'_>) -> Speeds {
        let ceiling = || Speeds { ceiling: decode::hard_ceiling(setup).per_stream(), range: None };
        self.profile(files).map_or_else(ceiling, |profile| profile.speeds(setup))
    }

    /// The index of an engine in the lists of engines; `None` if it is unknown or not fetched yet.
    #[must_use]
    pub fn row(&self, engine: &str) -> Option<usize> {
        self.engines.iter().position(|known| known == engine)
    }

    /// The index of an engine's profile for a kind of file; beyond all profiles if there is no estimate.
    #[must_use]
    pub fn position(&self, row: usize, files: FileFormat) -> Option<usize> {
        self.positions.get(row * FileFormat::ALL.len() + files as usize).copied()
    }

    /// The record without its measurements: the file fetched once a reader chooses an engine.
    #[must_use]
    pub fn without_runs(&self) -> Self {
        Self { texts: Vec::new(), rows: Vec::new(), ..self.clone() }
    }

    /// The part that every question needs: the usual engines' profiles for the most common kinds of files, and no
    /// measurements.
    #[must_use]
    pub fn usual_profile(&self) -> Self {
        Self {
            device: self.device.clone(),
            profiles: self.profiles.iter().take(common(&self.positions)).cloned().collect(),
            engines: self.engines.iter().take(1).cloned().collect(),
            positions: self.positions.iter().take(FileFormat::ALL.len()).copied().collect(),
            measured: self.measured.clone(),
            ..Self::default()
        }
    }

    /// The text at an index; empty if there is none.
    #[must_use]
    pub fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }
}

impl Record for DeviceRecord {
    const KIND: u8 = 0;
    const FOLDER: &'static str = "hardware";
}
