//! Everything that calculators rest on: devices, models, formats, the calibration, and the measurements of each device.
//!
//! 1. The build fills a [`Library`] from the catalog and turns it into bytes ([`Library::to_bytes`]).
//! 2. The browser reads the same bytes ([`Library::from_bytes`]); measurements come separately, a file for each device, when they are needed.
//! 3. Both sides compute from the same facts, so that they give the same bits.
//!
//! A model or a format that cannot be computed has no place here: the build leaves it out and says why.

pub mod anchors;
mod fields;

use crate::calibration::Calibration;
use crate::error::FactError;
use crate::hardware::{Device, DeviceFacts};
use crate::model::{Facts, Model};
use crate::quantization::{self, Rule};
use crate::weights::Weights;
use crate::wire::{Codec, Reader, Writer, list};
use alloc::string::String;
use alloc::vec::Vec;

/// A device as it travels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeviceItem {
    /// Catalog id.
    pub id: String,
    /// Name to print.
    pub name: String,
    /// Its facts.
    pub facts: DeviceFacts,
    /// The file of its measurements, relative to the site's root; empty if nothing was measured on it.
    pub anchors: String,
}

/// A model as it travels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelItem {
    /// Catalog id.
    pub id: String,
    /// Name to print.
    pub name: String,
    /// Its facts.
    pub facts: Facts,
    /// The longest context that its publisher states, tokens.
    pub max_context: Option<u64>,
}

/// A weight format as it travels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormatItem {
    /// Catalog id.
    pub id: String,
    /// Name to print.
    pub name: String,
    /// The family that it is listed under.
    pub family: String,
    /// Nominal bits per weight.
    pub bits: Option<f64>,
}

/// The published size of a model's file in a format that no rule describes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileSize {
    /// Position of the model.
    pub model: usize,
    /// Position of the format.
    pub format: usize,
    /// Bytes.
    pub bytes: f64,
}

/// The facts that all calculators share.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The devices.
    pub devices: Vec<DeviceItem>,
    /// The models.
    pub models: Vec<ModelItem>,
    /// The weight formats.
    pub formats: Vec<FormatItem>,
    /// Published file sizes.
    pub sizes: Vec<FileSize>,
    /// What measurements say of reality.
    pub calibration: Calibration,
}

impl Library {
    /// The library as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        self.clone().wire(&mut writer);
        writer.into_bytes()
    }

    /// The library from its bytes; `None` if they are not one.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let mut library = Self::default();
        library.wire(&mut reader);
        (!reader.failed()).then_some(library)
    }

    fn wire(&mut self, codec: &mut dyn Codec) {
        list(codec, &mut self.devices, fields::device);
        list(codec, &mut self.models, fields::model);
        list(codec, &mut self.formats, fields::format);
        list(codec, &mut self.sizes, |codec, size| {
            codec.position(&mut size.model);
            codec.position(&mut size.format);
            codec.real(&mut size.bytes);
        });
        self.calibration.wire(codec);
    }

    /// The device at a position.
    ///
    /// # Errors
    /// Facts that cannot be; the build lets none through.
    pub fn device(&self, at: usize) -> Result<Device, FactError> {
        let item = self.devices.get(at).ok_or(FactError::new("hardware", crate::error::Problem::Unknown))?;
        Device::new(&item.id, &item.name, &item.facts)
    }

    /// The model at a position.
    ///
    /// # Errors
    /// Facts that cannot be; the build lets none through.
    pub fn model(&self, at: usize) -> Result<Model, FactError> {
        let item = self.models.get(at).ok_or(FactError::new("model", crate::error::Problem::Unknown))?;
        Model::new(&item.id, &item.name, &item.facts)
    }

    /// The rule of the format at a position.
    #[must_use]
    pub fn rule(&self, at: usize) -> Option<Rule> {
        let item = self.formats.get(at)?;
        quantization::from_catalog(&item.id, item.bits).ok()
    }

    /// The model's weights in a format.
    ///
    /// # Errors
    /// A sentence in plain English, without a full stop.
    pub fn weights(&self, model: usize, format: usize) -> Result<Weights, String> {
        let known = self.model(model).map_err(|error| error.message())?;
        let rule = self.rule(format).ok_or_else(|| String::from("the format is not known"))?;
        let size = self.sizes.iter().find(|size| size.model == model && size.format == format).map(|size| size.bytes);
        Weights::new(&known, rule, size.filter(|_| rule.needs_file_size())).map_err(|error| error.message())
    }
}
