//! Converts measurements to the form that the fit takes: the setup of each row, its conditions, its time, its weight.
//!
//! 1. A flag decides whether a row counts ([`crate::calibrate::flags`]).
//! 2. Model, format and device make a setup; engine, backend, date and attention make the conditions.
//! 3. Runs of the same case share a weight that grows with the square root of their number: a case that was measured
//!    fifty times is not fifty cases. The cases of a source share a weight too.
//!
//! A row that cannot be used is listed with its reason.

use rooflight_ingest::verdict::question::reading;
pub use rooflight_ingest::verdict::question::{decimal_year, kv_type};

use crate::calibrate::fitting::Sample;
use crate::calibrate::flags::{self, RowInclusion};
use rooflight_calibration::key::Key;
use rooflight_calibration::parts::{EffectLevels, TimePart, all_reduce};
use rooflight_calibration::width::{Extent, WidthQuery};
use rooflight_calibration::{Backend, Calibration, Conditions, DeviceLink, Engine, Estimate, Stack};
use rooflight_estimator::decode;
use rooflight_estimator::kv::KvType;
use rooflight_estimator::prefill::Prompt;
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_estimator::weights::Weights;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Parallel, Phase};
use std::collections::BTreeMap;

/// A measurement that the fit uses.
#[derive(Debug, Clone)]
pub struct FitRow {
    /// Position of the measurement in the catalog.
    pub anchor: usize,
    /// True if it counts in full and in figures of error: no flag excludes it, and it is a single stream.
    pub clean: bool,
    /// True if it counts in the fit of the width of ranges: no flag excludes it.
    pub(super) counted: bool,
    /// Ceiling, in tokens per second as the row counts them.
    pub ceiling: f64,
    /// Natural logarithm of the ceiling of one stream, on the scale of the sample's time.
    pub(super) limit: f64,
    /// Family and backend, by number.
    pub(super) group: u32,
    /// Place and engine, by number, on which the width of its range depends; so do the three fields below.
    width_key: [u32; 2],
    extent: Extent,
    devices: Devices,
    link: DeviceLink,
    pub(super) sample: Sample,
}

impl FitRow {
    /// Returns the parameter that must have evidence for this row to have an estimate, if there is one.
    pub(super) fn needs(&self) -> Option<Key> {
        matches!(self.devices, Devices::TensorParallel(_)).then(|| all_reduce(self.link))
    }

    /// True if several requests ran at once.
    pub(super) fn is_concurrent(&self) -> bool {
        self.extent.batch > 1.0
    }

    /// Makes the row's question to the widths, for an estimate with this spread.
    pub(super) fn width_query(&self, spread: f64) -> WidthQuery {
        WidthQuery::new(self.width_key, spread, self.extent, self.devices)
    }
}

/// A measurement that the fit does not use.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// Position of the measurement in the catalog.
    pub anchor: usize,
    /// Reason, in words.
    pub reason: String,
}

/// Weights by the positions of model and format; `None` if they cannot be computed.
pub(super) type Store = BTreeMap<(usize, usize), Option<Weights>>;

/// Computes the weights that the measurements need.
pub(super) fn store(catalog: &Catalog) -> Store {
    let mut store = Store::new();
    for anchor in &catalog.anchors {
        let (model, format) = (anchor.model, anchor.quantization);
        store.entry((model, format)).or_insert_with(|| catalog.weights(model, format));
    }
    store
}

/// Converts the decoding rows: those that the fit uses, and those that it does not.
pub(super) fn decoding(catalog: &Catalog, store: &Store) -> (Vec<FitRow>, Vec<LeftOut>) {
    let (mut used, mut left_out) = (Vec::new(), Vec::new());
    for (at, anchor) in catalog.anchors.iter().enumerate() {
        if anchor.row.phase == Phase::Prefill {
            continue;
        }
        match decoded(catalog, store, at, anchor) {
            Ok(row) => used.push(row),
            Err(reason) => left_out.push(LeftOut { anchor: at, reason }),
        }
    }
    share_weights(catalog, &mut used);
    (used, left_out)
}

fn decoded(catalog: &Catalog, store: &Store, at: usize, anchor: &Anchor) -> Result<FitRow, String> {
    let row = &anchor.row;
    let clean = counts(anchor)?;
    if row.phase == Phase::SpecDecode {
        return Err("speculative decoding makes several tokens a step".to_owned());
    }
    let setup = setup(catalog, store, anchor)?;
    let ceiling = decode::hard_ceiling(&setup).aggregate();
    if row.tokens_per_s > ceiling {
        return Err("lies above its ceiling, which points to a wrong label".to_owned());
    }
    let conditions = conditions(catalog, anchor);
    let levels = EffectLevels::new(setup.device, setup.devices, &conditions);
    let parts = rooflight_calibration::step_parts(&setup, &conditions);
    // Rows of a batch count the tokens of all its sequences.
    let time = libm::log(f64::from(row.concurrency) / row.tokens_per_s);
    Ok(FitRow {
        anchor: at,
        clean: clean && row.concurrency == 1,
        counted: clean,
        ceiling,
        limit: libm::log(ceiling / f64::from(row.concurrency)),
        group: levels.group(),
        width_key: levels.width_key(),
        extent: Extent { bytes: setup.weights.streamed_bytes(setup.batch), tokens: setup.depth, batch: setup.batch },
        devices: setup.devices,
        link: levels.link,
        sample: Sample { time, weight: 1.0, parts },
    })
}

/// Returns true if a row counts in full, false if by half, and the reason as an error if it is left out.
pub(super) fn counts(anchor: &Anchor) -> Result<bool, String> {
    match flags::inclusion(&anchor.row.flags) {
        RowInclusion::Clean => Ok(true),
        RowInclusion::Half => Ok(false),
        RowInclusion::Out(reason) => Err(reason.to_owned()),
    }
}

/// Makes the setup of a row. Devices that share a model in a way that is not stated are taken to split its layers.
pub(super) fn setup<'a>(catalog: &'a Catalog, store: &'a Store, anchor: &Anchor) -> Result<Setup<'a>, String> {
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

/// Returns the source of more than half of some runs, if there is one: a fit without it knows hardly anything of their
/// kind.
pub(super) fn majority(sources: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for source in sources {
        *counts.entry(source).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    counts.into_iter().find(|(_, count)| 2 * count > all).map(|(source, _)| source)
}

/// True if prompts of other requests were read while a row's requests generated, as servers do; benchmarks of batches
/// read all prompts first.
pub(super) fn reads_meanwhile(anchor: &Anchor) -> bool {
    let row = &anchor.row;
    let server = Engine::from_id(&row.runtime).is_some_and(|engine| engine.stack() == Stack::Server);
    server && row.phase != Phase::Prefill && row.concurrency > 1 && row.prompt.is_some()
}

/// Determines the conditions of a row. Without a date its publication's counts, else the middle of 2025.
pub(super) fn conditions(catalog: &Catalog, anchor: &Anchor) -> Conditions {
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

/// Divides the weight of each row by the square root of the number of rows of its case in its source, and by the fourth
/// root of the number of cases of its source: rows of one measurer share their habits, so six hundred of them are not
/// six hundred independent measurements.
pub(super) fn share_weights(catalog: &Catalog, used: &mut [FitRow]) {
    let case = |anchor: usize| {
        let Anchor { hardware, model, quantization, runtime, backend, row, publication } = &catalog.anchors[anchor];
        (*publication, *hardware, *model, *quantization, *runtime, *backend, row.count)
    };
    let mut sizes: BTreeMap<_, u32> = BTreeMap::new();
    for row in used.iter() {
        *sizes.entry(case(row.anchor)).or_default() += 1;
    }
    let mut sources: BTreeMap<usize, u32> = BTreeMap::new();
    for (source, ..) in sizes.keys() {
        *sources.entry(*source).or_default() += 1;
    }
    for row in used {
        let case = case(row.anchor);
        let (size, cases) = (f64::from(sizes[&case]), f64::from(sources[&case.0]));
        row.sample.weight = if row.clean { 1.0 } else { 0.5 } / (size.sqrt() * cases.sqrt().sqrt());
    }
}

/// Converts the prompt rows: those that the fit uses, and those that it does not.
pub(super) fn prompts(catalog: &Catalog, store: &Store) -> (Vec<FitRow>, Vec<LeftOut>) {
    let (mut used, mut left_out) = (Vec::new(), Vec::new());
    for (at, anchor) in catalog.anchors.iter().enumerate() {
        if anchor.row.phase != Phase::Prefill {
            continue;
        }
        match prompted(catalog, store, at, anchor) {
            Ok(row) => used.push(row),
            Err(reason) => left_out.push(LeftOut { anchor: at, reason }),
        }
    }
    share_weights(catalog, &mut used);
    (used, left_out)
}

/// Makes the prompt of a row, in its engine's chunks; `None` if its length is not stated.
pub(super) fn prompt(anchor: &Anchor, conditions: &Conditions) -> Option<Prompt> {
    let tokens = f64::from(anchor.row.prompt.filter(|tokens| *tokens > 0)?);
    Some(conditions.prompt(tokens, anchor.row.depth.unwrap_or(0).into()))
}

fn prompted(catalog: &Catalog, store: &Store, at: usize, anchor: &Anchor) -> Result<FitRow, String> {
    let clean = counts(anchor)?;
    let setup = setup(catalog, store, anchor)?;
    if anchor.row.concurrency > 1 {
        return Err("other requests were served before the first token".to_owned());
    }
    let conditions = conditions(catalog, anchor);
    let prompt = prompt(anchor, &conditions).ok_or("the length of the prompt is not stated")?;
    let tokens = prompt.tokens;
    let ceiling =
        rooflight_calibration::prompt::floor(&setup, &prompt).map_or(f64::INFINITY, |seconds| tokens / seconds);
    if anchor.row.tokens_per_s > ceiling {
        return Err("lies above its ceiling, which points to a wrong label".to_owned());
    }
    let levels = EffectLevels::new(setup.device, setup.devices, &conditions);
    let parts = rooflight_calibration::prompt::prompt_parts(&setup, &prompt, &conditions);
    // Speeds are those of the whole prompt; times are per token, so that errors and ceilings have the same form as in
    // decoding.
    let parts = parts.into_iter().map(|part| TimePart { seconds: part.seconds / tokens, ..part }).collect();
    Ok(FitRow {
        anchor: at,
        clean,
        counted: clean,
        ceiling,
        limit: libm::log(ceiling),
        group: levels.group(),
        width_key: levels.width_key(),
        extent: Extent {
            bytes: setup.weights.streamed_bytes(1.0),
            tokens: prompt.tokens + prompt.cached,
            batch: setup.batch,
        },
        devices: setup.devices,
        link: levels.link,
        sample: Sample { time: -libm::log(anchor.row.tokens_per_s), weight: 1.0, parts },
    })
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
