//! Measurements in the estimator's terms: the setup and the conditions under which each was taken.
//!
//! 1. Model, format and device make a setup; engine, backend, date and attention make the conditions.
//! 2. [`estimate`] answers what the estimator would have said.
//!
//! Decides nothing about the use of a measurement; [`super::flags`] and the fit do.

pub use rooflight_ingest::verdict::question::{decimal_year, kv_type};

use rooflight_estimator::calibration::{Backend, Calibration, Conditions, DeviceLink, Engine, Estimate, Stack};
use rooflight_estimator::kv::KvType;
use rooflight_estimator::prefill::Prompt;
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_estimator::weights::Weights;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Parallel, Phase};
use rooflight_ingest::verdict::question::reading;
use std::collections::BTreeMap;

/// Weights by the positions of model and format; `None` if they cannot be computed.
pub type Store = BTreeMap<(usize, usize), Option<Weights>>;

/// Computes the weights that the measurements need.
#[must_use]
pub fn store(catalog: &Catalog) -> Store {
    let mut store = Store::new();
    for anchor in &catalog.anchors {
        let (model, format) = (anchor.model, anchor.quantization);
        store.entry((model, format)).or_insert_with(|| catalog.weights(model, format));
    }
    store
}

/// Makes the setup of a row. Devices that share a model in a way that is not stated are taken to split its layers.
///
/// # Errors
/// The reason why the setup cannot be computed.
pub fn setup<'a>(catalog: &'a Catalog, store: &'a Store, anchor: &Anchor) -> Result<Setup<'a>, String> {
    let row = &anchor.row;
    let known = &catalog.models[anchor.model];
    let model = known.model.as_ref().map_err(|error| format!("the model cannot be computed: {error}"))?;
    let weights = store.get(&(anchor.model, anchor.quantization)).and_then(Option::as_ref);
    let weights = weights.ok_or("the bytes of this model in this format are not known")?;
    let devices = match row.parallel {
        Parallel::Tensor => Devices::TensorParallel(row.count.into()),
        _ if row.count > 1 => Devices::LayerSplit(row.count.into()),
        _ => Devices::One,
    };
    let kv = row.kv_type.as_deref().map_or(Some(KvType::F16), kv_type).ok_or("the type of the cache is not known")?;
    let device = &catalog.hardware[anchor.hardware].device;
    let setup = Setup {
        model: model.shape(),
        weights,
        device,
        devices,
        kv,
        depth: anchor.mean_depth(),
        batch: row.concurrency.into(),
        reading: if reads_meanwhile(anchor) {
            reading(row.concurrency.into(), row.prompt.map(f64::from), row.generated.unwrap_or(0.0))
        } else {
            0.0
        },
    };
    setup.checked().map_err(|error| error.to_string())
}

/// True if prompts of other requests were read while a row's requests generated, as servers do; benchmarks of batches
/// read all prompts first.
#[must_use]
pub fn reads_meanwhile(anchor: &Anchor) -> bool {
    let row = &anchor.row;
    let server = Engine::from_id(&row.runtime).is_some_and(|engine| engine.stack() == Stack::Server);
    server && row.phase != Phase::Prefill && row.concurrency > 1 && row.prompt.is_some()
}

/// Determines the conditions of a row. Without a date its publication's counts, else the middle of 2025.
#[must_use]
pub fn conditions(catalog: &Catalog, anchor: &Anchor) -> Conditions {
    let row = &anchor.row;
    let published = || decimal_year(catalog.publications.get(anchor.publication)?.date.get(..7)?);
    let year = row.date.as_deref().and_then(decimal_year).or_else(published).unwrap_or(2025.5);
    Conditions {
        engine: Engine::from_id(&row.runtime).unwrap_or(Engine::Unknown),
        backend: Backend::from_id(&row.backend).unwrap_or(Backend::Unknown),
        year,
        flash_attention: row.flash_attention,
        link: row.setup.as_deref().and_then(stated_link),
        ubatch: row.ubatch,
    }
}

/// Finds the link that the words of a setup name, if they do.
fn stated_link(setup: &str) -> Option<DeviceLink> {
    let mentions = |words: &str| setup.contains(words);
    if mentions("Thunderbolt") {
        Some(DeviceLink::Thunderbolt)
    } else if mentions("not NVLink") {
        Some(DeviceLink::Pcie)
    } else {
        (mentions("NVLink") || mentions("NVSwitch")).then_some(DeviceLink::Fabric)
    }
}

/// Makes the prompt of a row, in its engine's chunks; `None` if its length is not stated.
#[must_use]
pub fn prompt(anchor: &Anchor, conditions: &Conditions) -> Option<Prompt> {
    let tokens = f64::from(anchor.row.prompt.filter(|tokens| *tokens > 0)?);
    Some(conditions.prompt(tokens, anchor.row.depth.unwrap_or(0).into()))
}

/// Estimates a measurement under its own conditions; `None` if its setup cannot be computed.
#[must_use]
pub fn estimate(catalog: &Catalog, calibration: &Calibration, anchor: &Anchor) -> Option<Estimate> {
    let mut store = Store::new();
    let pair = (anchor.model, anchor.quantization);
    store.insert(pair, catalog.weights(pair.0, pair.1));
    let setup = setup(catalog, &store, anchor).ok()?;
    Some(calibration.estimate(&setup, &conditions(catalog, anchor)))
}
