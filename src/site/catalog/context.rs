//! The needs that all pages of the catalog share: who has a page and where, which measurements belong to whom, the
//! calculator's address.

use crate::calibrate::CalibratedCatalog;
use crate::site::answers::Answers;
use crate::site::catalog::publication_names;
use crate::site::inputs::Inputs;
use crate::site::paths::{EXPLORE, calculator_path};
use rooflight_calculators::decode_speed;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_records::{DeviceRecord, ModelRecord};
use rooflight_source::slug::is_slug;
use std::collections::BTreeMap;

/// From a page of a device, of a model or of a publication to the site's root.
pub(crate) const ROOT: &str = "../../";

/// The catalog while its pages are made.
pub(crate) struct CatalogContext<'a> {
    pub(super) inputs: &'a Inputs<'a>,
    pub(crate) catalog: &'a Catalog,
    pub(super) calibrated: &'a CalibratedCatalog,
    /// The models by position in the catalog; `None` where a model cannot be computed.
    pub(super) models: Vec<Option<&'a ModelRecord>>,
    /// The measurements by device, by model, by runtime and by publication: positions in the catalog.
    pub(super) of_device: Vec<Vec<usize>>,
    pub(super) of_model: Vec<Vec<usize>>,
    pub(super) of_runtime: Vec<Vec<usize>>,
    pub(super) of_publication: Vec<Vec<usize>>,
    /// The names of the publications' pages.
    pub(super) publications: Vec<String>,
    /// Whether the site has the explorer.
    pub(super) explores: bool,
    /// Where the calculator of decode speed stands, below the site's root.
    pub(crate) calculator: Option<String>,
}

impl<'a> CatalogContext<'a> {
    /// The context of all pages; `None` where the site has no catalog.
    pub(crate) fn new(inputs: &'a Inputs<'a>, answers: Option<&Answers<'_>>) -> Option<Self> {
        let (catalog, calibrated) = (inputs.catalog?, inputs.estimator?);
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
            publications: publication_names::publication_names(catalog),
            explores: answers.is_some_and(Answers::explores),
            calculator: answers.and_then(calculator),
        };
        for (at, anchor) in catalog.anchors.iter().enumerate() {
            cx.of_device[anchor.hardware].push(at);
            cx.of_model[anchor.model].push(at);
            cx.of_runtime[anchor.runtime].push(at);
            cx.of_publication[anchor.publication].push(at);
        }
        Some(cx)
    }

    /// The record of a device: records stand in the catalog's order.
    pub(super) fn device(&self, at: usize) -> Option<&'a DeviceRecord> {
        self.calibrated.estimator.devices.get(at)
    }

    /// Where a device's page stands, below the site's root; `None` if its id is not fit for an address.
    pub(super) fn device_path(&self, at: usize) -> Option<String> {
        path("hardware", &self.catalog.hardware[at].record.id)
    }

    /// Where a model's page stands.
    pub(super) fn model_path(&self, at: usize) -> Option<String> {
        path("models", &self.catalog.models[at].record.id)
    }

    /// Where a runtime's page stands; `None` for rows that name no program.
    pub(super) fn runtime_path(&self, at: usize) -> Option<String> {
        let record = self.catalog.runtimes.get(at).filter(|record| record.is_program())?;
        path("runtimes", &record.id)
    }

    /// The explorer with a device or a model filled in; `None` if the site has no explorer.
    pub(super) fn explorer(&self, inputs: &str) -> Option<String> {
        self.explores.then(|| format!("{ROOT}{EXPLORE}?{inputs}&v=1"))
    }

    /// The calculator with these inputs; `None` if the site has no calculator of decode speed.
    pub(super) fn question(&self, device: &str, model: &str, format: &str, context: u64) -> Option<String> {
        let calculator = self.calculator.as_deref()?;
        let plain = [device, model, format].into_iter().all(is_slug);
        plain.then(|| format!("{calculator}?hw={device}&m={model}&q={format}&c={context}&v=1#calculator"))
    }
}

fn path(folder: &str, id: &str) -> Option<String> {
    is_slug(id).then(|| format!("{folder}/{id}/"))
}

/// The page of the calculator of decode speed, if the site has it.
fn calculator(answers: &Answers<'_>) -> Option<String> {
    answers.first_answer(&decode_speed::SPEC)?;
    Some(calculator_path(&decode_speed::SPEC))
}
