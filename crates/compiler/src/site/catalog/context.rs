//! Data that all pages of the catalog share: the paths of pages, the measurements of each record, the calculator's
//! address.

use crate::calibrate::CalibratedCatalog;
use crate::site::answers::Answers;
use crate::site::catalog::estimates::most_measured;
use crate::site::inputs::Inputs;
use crate::site::paths::{EXPLORE, calculator_path};
use rooflight_calculators::decode_speed;
use rooflight_estimator::records::{DeviceRecord, FormatRecord, ModelRecord};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_source::slug::is_slug;
use std::collections::BTreeMap;

/// The relative path from a page of a device, model, runtime or publication to the site's root.
pub(crate) const ROOT: &str = "../../";

/// The catalog with lookups for making its pages.
pub(crate) struct CatalogContext<'a> {
    pub(super) inputs: &'a Inputs<'a>,
    pub(crate) catalog: &'a Catalog,
    pub(super) calibrated: &'a CalibratedCatalog,
    /// The estimator's models by position in the catalog; `None` for a model that cannot be computed.
    pub(super) models: Vec<Option<&'a ModelRecord>>,
    /// Positions of the measurements in the catalog, by the position of their device; likewise below by model, runtime
    /// and publication.
    pub(super) of_device: Vec<Vec<usize>>,
    pub(super) of_model: Vec<Vec<usize>>,
    pub(super) of_runtime: Vec<Vec<usize>>,
    pub(super) of_publication: Vec<Vec<usize>>,
    /// The names of the publications' pages, in the order of the catalog.
    pub(super) publications: &'a [String],
    /// The format in which each model is measured most, by the position of the model.
    pub(super) most_measured: Vec<Option<&'a FormatRecord>>,
    /// True if the site has the explorer.
    pub(super) explores: bool,
    /// The path of the calculator of decode speed below the site's root; `None` if the site lacks it.
    pub(crate) calculator: Option<String>,
}

impl<'a> CatalogContext<'a> {
    /// Creates the context; `None` if the site has no catalog.
    pub(crate) fn new(inputs: &'a Inputs<'a>, answers: Option<&Answers<'_>>) -> Option<Self> {
        let (catalog, calibrated, index) = (inputs.catalog?, inputs.estimator?, inputs.run_index?);
        let records: BTreeMap<&str, &ModelRecord> =
            calibrated.estimator.models.iter().map(|model| (model.id.as_str(), model)).collect();
        let mut cx = Self {
            inputs,
            catalog,
            calibrated,
            models: catalog.models.iter().map(|known| records.get(known.record.id.as_str()).copied()).collect(),
            of_device: vec![Vec::new(); catalog.hardware.len()],
            of_model: vec![Vec::new(); catalog.models.len()],
            of_runtime: vec![Vec::new(); catalog.runtimes.len()],
            of_publication: vec![Vec::new(); catalog.publications.len()],
            publications: &index.publications,
            most_measured: Vec::new(),
            explores: answers.is_some_and(Answers::explores),
            calculator: answers.and_then(calculator),
        };
        for (at, anchor) in catalog.anchors.iter().enumerate() {
            cx.of_device[anchor.hardware].push(at);
            cx.of_model[anchor.model].push(at);
            cx.of_runtime[anchor.runtime].push(at);
            cx.of_publication[anchor.publication].push(at);
        }
        cx.most_measured =
            cx.models.iter().zip(&cx.of_model).map(|(model, runs)| most_measured(catalog, *model, runs)).collect();
        Some(cx)
    }

    /// Returns the estimator's record of a device; records have the catalog's order.
    pub(super) fn device(&self, at: usize) -> Option<&'a DeviceRecord> {
        self.calibrated.estimator.devices.get(at)
    }

    /// Returns the path of a device's page below the site's root; `None` if its id cannot be part of an address.
    pub(super) fn device_path(&self, at: usize) -> Option<String> {
        path("hardware", &self.catalog.hardware[at].record.id)
    }

    /// Returns the path of a model's page; `None` if its id cannot be part of an address.
    pub(super) fn model_path(&self, at: usize) -> Option<String> {
        path("models", &self.catalog.models[at].record.id)
    }

    /// Returns the path of a runtime's page; `None` if its record is not a program, or its id cannot be part of an
    /// address.
    pub(super) fn runtime_path(&self, at: usize) -> Option<String> {
        let record = self.catalog.runtimes.get(at).filter(|record| record.is_program())?;
        path("runtimes", &record.id)
    }

    /// Returns the address of the explorer with these inputs, relative to a page at [`ROOT`]'s depth; `None` if the
    /// site has no explorer.
    pub(super) fn explorer(&self, inputs: &str) -> Option<String> {
        self.explores.then(|| format!("{ROOT}{EXPLORE}?{inputs}&v=1"))
    }

    /// Returns the address of the calculator with these inputs, below the site's root; `None` if the site has no
    /// calculator of decode speed, or an id cannot be part of an address.
    pub(super) fn question(&self, device: &str, model: &str, format: &str, context: u64) -> Option<String> {
        let calculator = self.calculator.as_deref()?;
        let plain = [device, model, format].into_iter().all(is_slug);
        plain.then(|| format!("{calculator}?hw={device}&m={model}&q={format}&c={context}&v=1#calculator"))
    }
}

fn path(folder: &str, id: &str) -> Option<String> {
    is_slug(id).then(|| format!("{folder}/{id}/"))
}

/// Returns the path of the calculator of decode speed; `None` if the site lacks it.
fn calculator(answers: &Answers<'_>) -> Option<String> {
    answers.first_answer(&decode_speed::SPEC)?;
    Some(calculator_path(&decode_speed::SPEC))
}
