//! Converts measurements to the form that the fit takes: the setup of each row, its conditions, its time, its weight.
//!
//! 1. A flag decides whether a row counts ([`rooflight_compiler::calibrate::flags`]).
//! 2. Model, format and device make a setup; engine, backend, date and attention make the conditions.
//! 3. Runs of the same case share a weight that grows with the square root of their number: a case that was measured
//!    fifty times is not fifty cases. The cases of a source share a weight too.
//!
//! A row that cannot be used is listed with its reason.

use crate::fitting::Sample;
use rooflight_compiler::calibrate::flags::{self, RowInclusion};
use rooflight_compiler::calibrate::measurements::{Store, conditions, prompt, setup};
use rooflight_estimator::calibration::DeviceLink;
use rooflight_estimator::calibration::key::Key;
use rooflight_estimator::calibration::parts::{EffectLevels, TimePart, all_reduce};
use rooflight_estimator::calibration::width::{Extent, WidthQuery};
use rooflight_estimator::decode;
use rooflight_estimator::setup::Devices;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase};
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

    /// Makes the row's question to the widths, for an estimate with this spread, by a fit that knows the row's device
    /// from this many publications.
    pub(super) fn width_query(&self, spread: f64, sources: u32) -> WidthQuery {
        WidthQuery::new(self.width_key, sources, spread, self.extent, self.devices)
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
    let parts = rooflight_estimator::calibration::step_parts(&setup, &conditions);
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

fn prompted(catalog: &Catalog, store: &Store, at: usize, anchor: &Anchor) -> Result<FitRow, String> {
    let clean = counts(anchor)?;
    let setup = setup(catalog, store, anchor)?;
    if anchor.row.concurrency > 1 {
        return Err("other requests were served before the first token".to_owned());
    }
    let conditions = conditions(catalog, anchor);
    let prompt = prompt(anchor, &conditions).ok_or("the length of the prompt is not stated")?;
    let tokens = prompt.tokens;
    let ceiling = rooflight_estimator::calibration::prompt::floor(&setup, &prompt)
        .map_or(f64::INFINITY, |seconds| tokens / seconds);
    if anchor.row.tokens_per_s > ceiling {
        return Err("lies above its ceiling, which points to a wrong label".to_owned());
    }
    let levels = EffectLevels::new(setup.device, setup.devices, &conditions);
    let parts = rooflight_estimator::calibration::prompt::prompt_parts(&setup, &prompt, &conditions);
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
