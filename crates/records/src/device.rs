//! A device as calculators know it: its facts, what the calibration says of each engine on it, and what was measured on
//! it.

use super::engines::common;
use super::record::Record;
use super::rows::Row;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_calibration::FileFormat;
use rooflight_calibration::profile::Profile;
use rooflight_estimator::hardware::Device;
use rooflight_primitives::codec::{Codec, list, texts};

/// A device with the calibration of its engines and the runs that were measured on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeviceRecord {
    /// Its facts.
    pub device: Device,
    /// The calibration of each engine on it, the usual ones first. In the browser those that have arrived.
    pub profiles: Vec<Profile>,
    /// The engines that a reader may choose, as addresses carry them; the usual one is the first. In the browser it is
    /// the only one, until the record of engines has arrived.
    pub engines: Vec<String>,
    /// For each engine and each kind of files, the position of its profile; [`NONE`](super::engines::NONE) where it is
    /// not estimated for such files.
    pub positions: Vec<usize>,
    /// For each engine, a sentence on why it has no estimate for other files or on this device. The first (the position
    /// of the usual engine) is for an unknown engine. Empty in the browser until the record of engines has loaded.
    pub refusals: Vec<String>,
    /// The models that were measured on it, by their catalog ids.
    pub measured: Vec<String>,
    /// The texts of the measurements; the first one is empty. In the browser those that have arrived.
    pub texts: Vec<String>,
    /// The measurements, in the order in which they are shown.
    pub rows: Vec<Row>,
}

impl DeviceRecord {
    /// The calibration of the usual engine for files of a kind.
    #[must_use]
    pub fn profile(&self, files: FileFormat) -> Option<&Profile> {
        self.profiles.get(*self.positions.get(files as usize)?)
    }

    /// The position of an engine in the lists of engines; `None` where it is not known, or has not arrived.
    #[must_use]
    pub fn row(&self, engine: &str) -> Option<usize> {
        self.engines.iter().position(|known| known == engine)
    }

    /// The position of the profile of an engine for files of a kind; beyond all profiles where it is not estimated for
    /// them.
    #[must_use]
    pub fn position(&self, row: usize, files: FileFormat) -> Option<usize> {
        self.positions.get(row * FileFormat::ALL.len() + files as usize).copied()
    }

    /// The part that a reader who chooses an engine needs: all but the measurements.
    #[must_use]
    pub fn all(&self) -> Self {
        Self { texts: Vec::new(), rows: Vec::new(), ..self.clone() }
    }

    /// The part that every question needs: the profiles of the default engines for the most common file formats, and no
    /// measurement.
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

    /// The text at a position; empty if there is none.
    #[must_use]
    pub fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }
}

impl Record for DeviceRecord {
    const KIND: u64 = 0;
    const FOLDER: &'static str = "hardware";

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        self.device.layout(codec);
        list(codec, &mut self.profiles, |codec, profile| profile.layout(codec));
        texts(codec, &mut self.engines);
        texts(codec, &mut self.refusals);
        list(codec, &mut self.positions, C::position);
        texts(codec, &mut self.measured);
    }
}
