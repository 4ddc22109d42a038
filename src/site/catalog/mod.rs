//! The catalog's pages as values: `/hardware/`, `/models/` and `/runtimes/` list it, each device, model and runtime has a page, `/anchors/`
//! holds the measurements.
//!
//! 1. [`CatalogContext`] gathers what all of them need once: who has a page and where, which measurements belong to whom, the calculator's
//!    address. [`page`] is one page.
//! 2. `device` and `model` look at the same estimates from either side, `runtime` counts what was measured with a program, and [`mentions`]
//!    finds the entries that name it; [`home_section`] is the home page's part; `lists` are the ways to them; `anchors` has the measurements by
//!    publication.
//! 3. `estimates`, `models_by_format`, `bytes`, `range_plot`, `room`, `measured`, `scores`, `sources` and `grid` are the parts that those pages share;
//!    `cells`, `figure_notes` and `published` are the words in them, [`groups`] the headings of lists.
//!
//! Speeds, bytes and room are the estimator's; nothing here has a formula or a format.

pub(crate) mod anchors;
mod bytes;
pub(crate) mod cells;
mod device;
mod estimates;
pub(crate) mod facts;
mod figure_notes;
pub(crate) mod grid;
pub(crate) mod groups;
pub(crate) mod home_section;
mod lists;
mod measured;
pub(crate) mod mentions;
mod model;
pub(crate) mod models_by_format;
pub(crate) mod page;
mod published;
pub(crate) mod range_plot;
pub(crate) mod room;
pub(crate) mod runtime;
mod scores;
pub(crate) mod sources;
pub(crate) mod views;

use crate::calibrate::CalibratedCatalog;
use crate::site::answers::Answers;
use crate::site::catalog::mentions::RuntimeMentions;
use crate::site::catalog::page::CatalogPage;
use crate::site::inputs::Inputs;
use crate::site::paths::{EXPLORE, calculator_path};
use rayon::prelude::*;
use rooflight_calculators::decode_speed;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::slug::is_slug;
use rooflight_records::{DeviceRecord, ModelRecord};
use std::collections::BTreeMap;

/// From a page of a device, of a model or of a publication to the site's root.
pub(crate) const ROOT: &str = "../../";

/// The catalog while its pages are made.
pub(crate) struct CatalogContext<'a> {
    inputs: &'a Inputs<'a>,
    pub(crate) catalog: &'a Catalog,
    estimating: &'a CalibratedCatalog,
    /// The models by position in the catalog; none where a model cannot be computed.
    models: Vec<Option<&'a ModelRecord>>,
    /// The measurements by device, by model, by runtime and by publication: positions in the catalog.
    of_device: Vec<Vec<usize>>,
    of_model: Vec<Vec<usize>>,
    of_runtime: Vec<Vec<usize>>,
    of_publication: Vec<Vec<usize>>,
    /// The names of the publications' pages.
    publications: Vec<String>,
    /// Whether the site has the explorer.
    explores: bool,
    /// Where the calculator of decode speed stands, below the site's root.
    pub(crate) calculator: Option<String>,
}

/// All pages of the catalog.
pub(crate) fn pages<'a>(cx: &CatalogContext<'a>, named: &[RuntimeMentions]) -> Vec<CatalogPage<'a>> {
    let catalog = cx.catalog;
    let mut pages = lists::pages(cx);
    let devices = (0..catalog.hardware.len()).into_par_iter().filter_map(|at| device::page(cx, at));
    let models = (0..catalog.models.len()).into_par_iter().filter_map(|at| model::page(cx, at));
    let runtimes = named.par_iter().enumerate().filter_map(|(at, named)| runtime::page(cx, at, named));
    let publications = (0..catalog.publications.len()).into_par_iter().map(|at| anchors::publication(cx, at));
    pages.par_extend(devices.chain(models).chain(runtimes).chain(publications));
    pages.extend(anchors::all(cx));
    pages
}

impl<'a> CatalogContext<'a> {
    /// The context of all pages; `None` where the site has no catalog.
    pub(crate) fn new(inputs: &'a Inputs<'a>, answers: Option<&Answers<'_>>) -> Option<Self> {
        let (catalog, estimating) = (inputs.catalog?, inputs.estimator?);
        let records: BTreeMap<&str, &ModelRecord> =
            estimating.estimator.models.iter().map(|model| (model.id.as_str(), model)).collect();
        let mut cx = Self {
            inputs,
            catalog,
            estimating,
            models: catalog.models.iter().map(|known| records.get(known.record.id.as_str()).copied()).collect(),
            of_device: vec![Vec::new(); catalog.hardware.len()],
            of_model: vec![Vec::new(); catalog.models.len()],
            of_runtime: vec![Vec::new(); catalog.runtimes.len()],
            of_publication: vec![Vec::new(); catalog.publications.len()],
            publications: anchors::names(catalog),
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
    fn device(&self, at: usize) -> Option<&'a DeviceRecord> {
        self.estimating.estimator.devices.get(at)
    }

    /// Where a device's page stands, below the site's root; none if its id is not fit for an address.
    fn device_path(&self, at: usize) -> Option<String> {
        path("hardware", &self.catalog.hardware[at].record.id)
    }

    /// Where a model's page stands.
    fn model_path(&self, at: usize) -> Option<String> {
        path("models", &self.catalog.models[at].record.id)
    }

    /// Where a runtime's page stands; none for rows that name no program.
    fn runtime_path(&self, at: usize) -> Option<String> {
        let record = self.catalog.runtimes.get(at).filter(|record| record.is_program())?;
        path("runtimes", &record.id)
    }

    /// The explorer with a device or a model filled in; none if the site has no explorer.
    fn explorer(&self, inputs: &str) -> Option<String> {
        self.explores.then(|| format!("{ROOT}{EXPLORE}?{inputs}&v=1"))
    }

    /// The calculator with these inputs; none if the site has no calculator of decode speed.
    fn question(&self, device: &str, model: &str, format: &str, context: u64) -> Option<String> {
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
    answers.default_answer(&decode_speed::SPEC)?;
    Some(calculator_path(&decode_speed::SPEC))
}

/// A model's name without what else it is called.
fn brief(name: &str) -> &str {
    name.split_once(" (also ").map_or(name, |(name, _)| name)
}

/// "1 measurement", "12 measurements".
fn counted(count: usize, word: &str) -> String {
    let number = rooflight_document::number::count(count as u64);
    format!("{number} {word}{}", if count == 1 { "" } else { "s" })
}
