//! Estimates of a model in a format on a device, for the catalog's tables: one request at a time.
//!
//! 1. The context is [`CONTEXT`] tokens, or the model's maximum if that is less.
//! 2. [`formats`] lists the formats that people run on a device: the usual files of llama.cpp, and those of the
//!    device's other usual engines.
//! 3. [`fits`], [`ceiling`] and [`needed`] are cheap, and asked of every pair; [`estimate`] asks the device's profile
//!    for the speed of the pairs that a table shows.
//!
//! All numbers come from the estimator.

use crate::calibrate::flags::{self, RowInclusion};
use rooflight_estimator::calibration::{Conditions, Engine, FileFormat, Speeds};
use rooflight_estimator::decode;
use rooflight_estimator::fit::{self, Fit, FitVerdict};
use rooflight_estimator::hardware::Device;
use rooflight_estimator::ledger::Ledger;
use rooflight_estimator::records::model::USUAL_FORMAT;
use rooflight_estimator::records::rows::is_near;
use rooflight_estimator::records::{DeviceRecord, FormatRecord, ModelRecord};
use rooflight_estimator::setup::Setup;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase};
use rooflight_primitives::units::{GIB, count};
use std::collections::BTreeMap;

/// The context of the speed tables, tokens.
pub(super) const CONTEXT: u64 = 4096;

/// The estimate of a model in a format on a device.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Estimated {
    /// Upper limit and realistic range of the speed.
    pub(crate) speeds: Speeds,
    /// How the model fits the memory; `None` if the device's memory is whatever its owner installs.
    pub(super) fit: Option<Fit>,
    /// Bytes read per token.
    pub(super) moved: f64,
}

impl Estimated {
    /// Returns whether the model fits the memory, if that is known.
    pub(super) fn verdict(&self) -> FitVerdict {
        FitVerdict::of(self.fit.as_ref())
    }
}

/// Returns `wanted` tokens, or the model's longest context if that is less.
pub(super) fn context(model: &ModelRecord, wanted: u64) -> u64 {
    wanted.min(model.max_context.unwrap_or(wanted))
}

/// Estimates at the context of the tables.
pub(super) fn estimate(device: &DeviceRecord, model: &ModelRecord, format: &FormatRecord) -> Estimated {
    at_context(device, model, format, context(model, CONTEXT))
}

fn setup<'a>(device: &'a DeviceRecord, model: &'a ModelRecord, format: &'a FormatRecord, tokens: u64) -> Setup<'a> {
    Setup::single(&model.shape, &format.weights, &device.device, count(tokens))
}

/// Returns how the model fits the memory at the context of the tables; `None` if the device's memory is unknown.
pub(super) fn memory(device: &DeviceRecord, model: &ModelRecord, format: &FormatRecord) -> Option<Fit> {
    fit::fit(&setup(device, model, format, context(model, CONTEXT)))
}

/// True unless the memory is known to be too small. If the memory is unknown, a speed holds for devices with enough of
/// it.
pub(super) fn fits(device: &DeviceRecord, model: &ModelRecord, format: &FormatRecord) -> bool {
    FitVerdict::of(memory(device, model, format).as_ref()) != FitVerdict::No
}

/// Returns the upper limit of the speed at the context of the tables, without asking the fit.
pub(super) fn ceiling(device: &DeviceRecord, model: &ModelRecord, format: &FormatRecord) -> f64 {
    decode::hard_ceiling(&setup(device, model, format, context(model, CONTEXT))).per_stream()
}

/// Estimates at a context of `tokens`.
pub(super) fn at_context(device: &DeviceRecord, model: &ModelRecord, format: &FormatRecord, tokens: u64) -> Estimated {
    let setup = setup(device, model, format, tokens);
    let speeds = device.speeds(format.files, &setup);
    Estimated { speeds, fit: fit::fit(&setup), moved: Ledger::of(&setup).moved_bytes() }
}

/// Returns the memory that a model in a format needs at a context on any device: weights, cache and a runtime's
/// buffers.
pub(super) fn needed(model: &ModelRecord, format: &FormatRecord, wanted: u64) -> Option<Fit> {
    // The memory needed does not depend on the device. The device's memory only determines the usable part, which
    // callers ignore.
    let any = Device { memory: Some(GIB), ..Device::default() };
    fit::fit(&Setup::single(&model.shape, &format.weights, &any, count(context(model, wanted))))
}

/// Returns the ids of the formats that people run on a device, for llama.cpp and for the device's other usual engines.
pub(super) fn formats(device: &Device) -> &'static [&'static str] {
    match Conditions::usual(device, FileFormat::Safetensors).engine {
        Engine::MlxLm => &[USUAL_FORMAT, "mlx-4bit-g64", "gguf-q8_0", "mlx-bf16"],
        Engine::Vllm => &[USUAL_FORMAT, "awq-4bit-g128", "gguf-q8_0", "bf16"],
        _ => &[USUAL_FORMAT, "gguf-q8_0", "gguf-f16"],
    }
}

/// Returns the model's format with this id.
pub(super) fn format<'a>(model: &'a ModelRecord, id: &str) -> Option<&'a FormatRecord> {
    model.formats.iter().find(|format| format.id == id)
}

/// True for a plain measurement: decode of one stream on one device, a 16-bit cache, and no flags that reduce its
/// weight.
pub(super) fn plain(anchor: &Anchor) -> bool {
    let row = &anchor.row;
    let usual_cache = row.kv_type.as_deref().is_none_or(|kind| kind.is_empty() || kind == "f16");
    let clean = flags::inclusion(&row.flags) == RowInclusion::Clean;
    row.phase == Phase::Decode && row.count == 1 && row.concurrency == 1 && usual_cache && clean
}

/// Context below which runs are about equally fast, tokens.
const MAX_SHORT_CONTEXT: f64 = 1500.0;

/// Selects the measurements that one row can show: those near the median context. Returns their smallest context,
/// tokens, for the row's estimate, and their speeds. Without measurements the context is that of the tables.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of tokens")]
pub(super) fn same_context<'a>(anchors: impl Iterator<Item = &'a Anchor>, model: &ModelRecord) -> (u64, Vec<f64>) {
    let mut runs: Vec<(f64, f64)> = anchors.map(|anchor| (anchor.mean_depth(), anchor.row.tokens_per_s)).collect();
    runs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some((middle, _)) = runs.get(runs.len() / 2).copied() else { return (context(model, CONTEXT), Vec::new()) };
    runs.retain(
        |(depth, _)| if middle <= MAX_SHORT_CONTEXT { *depth <= MAX_SHORT_CONTEXT } else { is_near(*depth, middle) },
    );
    let least = runs.first().map_or(1.0, |(depth, _)| depth.max(1.0));
    (context(model, least as u64), runs.into_iter().map(|(_, speed)| speed).collect())
}

/// Returns the format of most of these decode measurements, among the model's formats; the usual one in a tie, or
/// without any.
pub(super) fn most_measured<'a>(
    catalog: &Catalog,
    model: Option<&'a ModelRecord>,
    anchors: &[usize],
) -> Option<&'a FormatRecord> {
    let model = model?;
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for at in anchors {
        let anchor = &catalog.anchors[*at];
        if anchor.row.phase == Phase::Decode {
            *counts.entry(anchor.quantization).or_default() += 1;
        }
    }
    let formats = counts.into_iter().filter_map(|(at, count)| {
        let record = format(model, &catalog.formats[at].record.id)?;
        Some(((count, record.id == USUAL_FORMAT), record))
    });
    formats.max_by_key(|(rank, _)| *rank).map(|(_, record)| record).or_else(|| format(model, USUAL_FORMAT))
}
