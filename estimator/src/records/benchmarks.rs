//! The record for judging benchmark output: names, devices, bytes of models, and the calibration.
//!
//! It is one file, fetched when a reader opens the page that judges output. Nothing more is requested, whatever device
//! and model an output names, so no request reveals what was pasted. Nothing is computed here.

use super::model::ModelRecord;
use super::names::Gap;
use super::record::Record;
use crate::calibration::Calibration;
use crate::hardware::Device;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::names::Named;
use serde::{Deserialize, Serialize};

/// The names of a device, a model or a format.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Naming {
    /// Catalog id.
    pub id: String,
    /// Name to print.
    pub name: String,
    /// Other names that the catalog lists.
    pub aliases: Vec<String>,
}

impl Naming {
    /// The names, borrowed for the matcher.
    #[must_use]
    pub fn named(&self) -> Named<'_> {
        Named { id: &self.id, name: &self.name, aliases: &self.aliases }
    }
}

/// A device as outputs may name it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KnownDevice {
    /// The device with its facts.
    pub device: Device,
    /// Other names that the catalog lists.
    pub aliases: Vec<String>,
    /// The manufacturer, as the catalog writes it.
    pub vendor: String,
}

/// A model as outputs may name it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KnownModel {
    /// Id, name and aliases.
    pub naming: Naming,
    /// Number of layers.
    pub layers: u64,
    /// Parameters in billions; `None` if the catalog states none.
    pub parameters: Option<f64>,
}

/// The names that outputs are matched against, in catalog order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CatalogNames {
    /// Every device of the catalog.
    pub devices: Vec<KnownDevice>,
    /// Every model of the catalog.
    pub models: Vec<KnownModel>,
    /// Every weight format.
    pub formats: Vec<Naming>,
    /// Models that the catalog does not cover.
    pub not_covered: Vec<Gap>,
}

/// The data for judging benchmark output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BenchmarksRecord {
    /// The names that outputs are matched against.
    pub names: CatalogNames,
    /// The models, in the formats whose bytes are known.
    pub models: Vec<ModelRecord>,
    /// The fitted tables of efficiency.
    pub calibration: Calibration,
    /// The first number that no measurement uses as its id.
    pub next: u64,
}

impl Record for BenchmarksRecord {
    const KIND: u8 = 7;
    const FOLDER: &'static str = "measure";
}
