//! The record by which a benchmark's output is judged: names, devices, bytes of models, and the calibration.
//!
//! One file, fetched when a reader turns to the page that judges: whichever device and model an output names, nothing
//! more is requested, so that no request tells what was pasted. Nothing is computed here.

use super::model::ModelRecord;
use super::record::Record;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_calibration::Calibration;
use rooflight_estimator::hardware::{Device, DeviceClass};
use rooflight_primitives::codec::{Codec, list, texts};
use rooflight_primitives::names::Named;

/// The names of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Naming {
    /// Its id in the catalog.
    pub id: String,
    /// The name that pages print.
    pub name: String,
    /// Further names of the catalog.
    pub aliases: Vec<String>,
}

impl Naming {
    /// The names, borrowed.
    #[must_use]
    pub fn named(&self) -> Named<'_> {
        Named { id: &self.id, name: &self.name, aliases: &self.aliases }
    }

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        codec.text(&mut self.id);
        codec.text(&mut self.name);
        texts(codec, &mut self.aliases);
    }
}

/// A device by its names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownDevice {
    /// Its id, its name and its aliases.
    pub naming: Naming,
    /// The maker, as the catalog writes it.
    pub vendor: String,
    /// Its class, for which the likely causes of a low speed differ.
    pub class: DeviceClass,
}

/// A model by its names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownModel {
    /// Its id, its name and its aliases.
    pub naming: Naming,
    /// The number of its layers.
    pub layers: u64,
    /// Its parameters, in billions.
    pub parameters: Option<f64>,
}

/// The names that outputs are looked up by, each list in the catalog's order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// Every device of the catalog.
    pub devices: Vec<KnownDevice>,
    /// Every model of the catalog.
    pub models: Vec<KnownModel>,
    /// Every weight format.
    pub formats: Vec<Naming>,
}

/// Everything that a verdict needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BenchmarksRecord {
    /// The names that outputs are looked up by.
    pub names: Names,
    /// The devices' facts.
    pub devices: Vec<Device>,
    /// The models in the formats whose bytes are known.
    pub models: Vec<ModelRecord>,
    /// The fitted tables.
    pub calibration: Calibration,
    /// The first number that no measurement has.
    pub next: u64,
}

impl Record for BenchmarksRecord {
    const KIND: u64 = 7;
    const FOLDER: &'static str = "measure";

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        let Self { names, devices, models, calibration, next } = self;
        list(codec, &mut names.devices, |codec, known| {
            known.naming.layout(codec);
            codec.text(&mut known.vendor);
            codec.one_of(&mut known.class, &DeviceClass::ALL);
        });
        list(codec, &mut names.models, |codec, known| {
            known.naming.layout(codec);
            codec.whole(&mut known.layers);
            codec.maybe_real(&mut known.parameters);
        });
        list(codec, &mut names.formats, |codec, known| known.layout(codec));
        list(codec, devices, |codec, device| device.layout(codec));
        list(codec, models, |codec, model| model.layout(codec));
        calibration.layout(codec);
        codec.whole(next);
    }
}
