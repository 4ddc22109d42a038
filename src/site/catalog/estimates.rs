//! Estimates of a model in a format on a device, as the tables of the catalog show them: one request at a time.
//!
//! 1. [`CONTEXT`] tokens stand in the context, or as many as the model can have.
//! 2. [`formats`] are those that people run on a device: the usual files of llama.cpp, and what the other usual engines
//!    of the device read.
//! 3. [`estimate`] asks the device's profile, [`needed`] the ledger of memory.
//!
//! Asks; computes nothing itself.

use crate::calibrate::flags::{self, RowInclusion};
use crate::site::catalog::context::CatalogContext;
use rooflight_calibration::{Conditions, Engine, FileFormat};
use rooflight_estimator::decode::{self, Range};
use rooflight_estimator::fit::{self, Fit, FitVerdict};
use rooflight_estimator::hardware::Device;
use rooflight_estimator::ledger::Ledger;
use rooflight_estimator::setup::Setup;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase};
use rooflight_primitives::units::{GIB, count};
use rooflight_records::rows::is_near;
use rooflight_records::{DeviceRecord, FormatRecord, ModelRecord};
use std::collections::BTreeMap;

/// The context of the tables of speed, tokens.
pub(super) const CONTEXT: u64 = 4096;

/// The format of files that is measured most.
pub(super) const USUAL: &str = "gguf-q4_k_m";

/// A model in a format on a device.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Estimated {
    /// Tokens a second at most.
    pub(crate) ceiling: f64,
    /// Tokens a second really; `None` where no measurement supports a range.
    pub(crate) range: Option<Range>,
    /// Where the memory goes; `None` where the memory is what its owner installs.
    pub(super) fit: Option<Fit>,
    /// Bytes that one token moves.
    pub(super) moved: f64,
}

impl Estimated {
    /// Tokens a second that are typical; the ceiling where no measurement supports a range.
    pub(super) fn typical(&self) -> f64 {
        self.range.map_or(self.ceiling, |range| range.typical)
    }

    /// Whether it fits.
    pub(super) fn verdict(&self) -> FitVerdict {
        FitVerdict::of(self.fit.as_ref())
    }

    /// True unless the memory is known to be too small: such a row has a speed, which holds where the memory does.
    pub(super) fn fits(&self) -> bool {
        self.verdict() != FitVerdict::No
    }
}

/// The tokens in the context: those asked for, or as many as the model can have.
pub(super) fn context(model: &ModelRecord, wanted: u64) -> u64 {
    wanted.min(model.max_context.unwrap_or(wanted))
}

/// The estimate, in the context of the tables.
pub(super) fn estimate(device: &DeviceRecord, model: &ModelRecord, format: &FormatRecord) -> Estimated {
    at_context(device, model, format, context(model, CONTEXT))
}

/// The estimate at a context of `tokens`.
pub(super) fn at_context(device: &DeviceRecord, model: &ModelRecord, format: &FormatRecord, tokens: u64) -> Estimated {
    let depth = count(tokens);
    let setup = Setup::single(&model.shape, &format.weights, &device.device, depth);
    let (ceiling, found) = match device.profile(format.files) {
        Some(profile) => profile.speed(&setup),
        None => (decode::hard_ceiling(&setup), None),
    };
    Estimated {
        ceiling: ceiling.per_stream(),
        range: found.map(|(range, _)| range),
        fit: fit::fit(&setup),
        moved: Ledger::of(&setup).moved_bytes(),
    }
}

/// The memory that a model in a format takes at a context, on any device: weights, cache and a runtime's buffers.
pub(super) fn needed(model: &ModelRecord, format: &FormatRecord, wanted: u64) -> Option<Fit> {
    // The memory needed does not depend on the device's memory; only the usable memory does, which is not read here.
    let any = Device { memory: Some(GIB), ..Device::default() };
    fit::fit(&Setup::single(&model.shape, &format.weights, &any, count(context(model, wanted))))
}

/// The formats that people run on a device: what llama.cpp reads, then what the device's other usual engines do.
pub(super) fn formats(device: &Device) -> &'static [&'static str] {
    match Conditions::usual(device, FileFormat::Safetensors).engine {
        Engine::MlxLm => &[USUAL, "mlx-4bit-g64", "gguf-q8_0", "mlx-bf16"],
        Engine::Vllm => &[USUAL, "awq-4bit-g128", "gguf-q8_0", "bf16"],
        _ => &[USUAL, "gguf-q8_0", "gguf-f16"],
    }
}

/// The format of a model with this id.
pub(super) fn format<'a>(model: &'a ModelRecord, id: &str) -> Option<&'a FormatRecord> {
    model.formats.iter().find(|format| format.id == id)
}

/// True for a measurement of one plain stream on one device that counts in full.
pub(super) fn plain(anchor: &Anchor) -> bool {
    let row = &anchor.row;
    let usual_cache = row.kv_type.as_deref().is_none_or(|kind| kind.is_empty() || kind == "f16");
    let clean = flags::inclusion(&row.flags) == RowInclusion::Clean;
    row.phase == Phase::Decode && row.count == 1 && row.concurrency == 1 && usual_cache && clean
}

/// Runs with fewer tokens of context are about equally fast.
const SHORT: f64 = 1500.0;

/// The measurements that one picture can show: the speeds at the context that most of them have, and the least context
/// among those, for which the estimate beside them is made. Without measurements it is the context of the tables.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of tokens")]
pub(super) fn same_context<'a>(anchors: impl Iterator<Item = &'a Anchor>, model: &ModelRecord) -> (u64, Vec<f64>) {
    let mut runs: Vec<(f64, f64)> = anchors.map(|anchor| (anchor.mean_depth(), anchor.row.tokens_per_s)).collect();
    runs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some((middle, _)) = runs.get(runs.len() / 2).copied() else { return (context(model, CONTEXT), Vec::new()) };
    runs.retain(|(depth, _)| if middle <= SHORT { *depth <= SHORT } else { is_near(*depth, middle) });
    let least = runs.first().map_or(1.0, |(depth, _)| depth.max(1.0));
    (context(model, least as u64), runs.into_iter().map(|(_, speed)| speed).collect())
}

/// The format in which most of these measurements were made, among those that the model is known in; the usual one in a
/// tie.
pub(super) fn most_measured<'a>(
    cx: &CatalogContext<'_>,
    model: &'a ModelRecord,
    anchors: &[usize],
) -> Option<&'a FormatRecord> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for at in anchors {
        let anchor = &cx.catalog.anchors[*at];
        if anchor.row.phase == Phase::Decode {
            *counts.entry(anchor.quantization).or_default() += 1;
        }
    }
    let known = counts.into_iter().filter_map(|(at, count)| {
        let record = format(model, &cx.catalog.formats[at].record.id)?;
        Some(((count, record.id == USUAL), record))
    });
    known.max_by_key(|(rank, _)| *rank).map(|(_, record)| record).or_else(|| format(model, USUAL))
}
