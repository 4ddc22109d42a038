//! Why a measurement may be far from its estimate: rules on recorded facts, the same for every row.
//!
//! A rule gives a likely reason from facts of the catalog and the row (memory, depth, dates, flags, how devices share a
//! model). A row that fits no rule gets no reason: nothing is invented for a single row.

use rooflight_compiler::calibrate::flags;
use rooflight_compiler::calibrate::measurements::decimal_year;
use rooflight_document::number;
use rooflight_estimator::calibration::{Engine, Stack};
use rooflight_estimator::fit;
use rooflight_estimator::kv::KvType;
use rooflight_estimator::model::{Mixer, Model};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_estimator::weights::Weights;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Parallel, Phase};

/// Share of the usable memory from which on a setup counts as filling it.
const FULL: f64 = 0.9;

/// Tokens of context from which on a row counts as deep.
const DEEP: f64 = 16_000.0;

/// Years after release during which engine support counts as immature.
const YOUNG: f64 = 0.35;

/// Pairs of device and model below which an engine counts as hardly measured.
const FEW: u32 = 7;

/// A row with the facts that rules look at.
pub(super) struct Case<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) anchor: &'a Anchor,
    pub(super) weights: Option<&'a Weights>,
    /// Measured over predicted speed.
    pub(super) ratio: f64,
    /// Number of pairs of device and model on which its engine was measured.
    pub(super) engine_pairs: u32,
}

/// Rules, the most likely reasons first.
const RULES: [fn(&Case<'_>) -> Option<String>; 9] =
    [memory, flagged, young, wide_on_vulkan, deep, shared, launched, processor, thin];

/// Returns the likely reasons of a row; empty if no recorded fact explains it.
pub(super) fn reasons(case: &Case<'_>) -> Vec<String> {
    RULES.iter().filter_map(|rule| rule(case)).collect()
}

fn model<'a>(case: &Case<'a>) -> Option<&'a Model> {
    case.catalog.models.get(case.anchor.model)?.model.as_ref().ok()
}

/// Weights and cache fill the memory, so part of them may have been read from elsewhere.
fn memory(case: &Case<'_>) -> Option<String> {
    let device = &case.catalog.hardware[case.anchor.hardware].device;
    let depth = case.anchor.mean_depth();
    let setup = Setup { depth, ..Setup::single(model(case)?.shape(), case.weights?, device, depth) };
    let setup = Setup { devices: Devices::LayerSplit(case.anchor.row.count.into()), kv: KvType::F16, ..setup };
    let fit = fit::fit(&setup)?;
    let share = fit.needed() / fit.usable;
    (share >= FULL && case.ratio < 1.0)
        .then(|| format!("weights and cache need {} of the memory", number::percent(share)))
}

/// The row's flags, in words.
fn flagged(case: &Case<'_>) -> Option<String> {
    let words: Vec<&str> = case.anchor.row.flags.iter().map(|flag| flags::words(flag)).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// A slow run within months of the model's release; recurrent layers are mentioned, since their kernels came late.
fn young(case: &Case<'_>) -> Option<String> {
    let released = case.catalog.models[case.anchor.model].record.release_date?;
    let released = decimal_year(&released.to_string())?;
    let age = decimal_year(case.anchor.row.date.as_deref()?)? - released;
    let recurrent = |model: &Model| model.layers().iter().any(|layer| matches!(layer.mixer, Some(Mixer::Recurrent(_))));
    let slow = case.ratio < 1.0 && (-0.1..=YOUNG).contains(&age);
    let kind = if model(case).is_some_and(recurrent) { "recurrent layers, " } else { "" };
    slow.then(|| format!("{kind}measured within months of the model's release"))
}

/// A slow run of bfloat16 on Vulkan, which many drivers emulate.
fn wide_on_vulkan(case: &Case<'_>) -> Option<String> {
    let brain = case.anchor.row.quantization.contains("bf16");
    (brain && case.anchor.row.backend == "vulkan" && case.ratio < 1.0)
        .then(|| "BF16 on Vulkan, which many drivers only emulate".to_owned())
}

/// A deep context, where attention kernels differ most.
fn deep(case: &Case<'_>) -> Option<String> {
    let depth = case.anchor.mean_depth();
    (depth >= DEEP)
        .then(|| format!("{} tokens of context, where attention kernels differ most", number::plain(depth, 0)))
}

/// Several devices, whose links are not modelled.
fn shared(case: &Case<'_>) -> Option<String> {
    match (case.anchor.row.count, case.anchor.row.parallel) {
        (0 | 1, _) => None,
        (_, Parallel::Tensor) => Some("tensor parallel: the links between the devices are not modelled".to_owned()),
        _ => Some("several devices: handing over is one figure for each family".to_owned()),
    }
}

/// An engine that launches every kernel from Python.
fn launched(case: &Case<'_>) -> Option<String> {
    let engine = Engine::from_id(&case.anchor.row.runtime)?;
    (engine.stack() == Stack::Eager).then(|| "an engine without a compiler, held up by starting kernels".to_owned())
}

/// A CPU: threads and the number of filled memory channels are rarely stated.
fn processor(case: &Case<'_>) -> Option<String> {
    (case.anchor.row.backend == "cpu").then(|| {
        let prompt = case.anchor.row.phase == Phase::Prefill;
        let what =
            if prompt { "its rate of arithmetic is not in the catalog" } else { "threads and filled channels decide" };
        format!("a processor: {what}")
    })
}

/// An engine with few measurements.
fn thin(case: &Case<'_>) -> Option<String> {
    let name = case.catalog.runtimes.get(case.anchor.runtime)?.name.as_str();
    (case.engine_pairs < FEW).then(|| format!("{name} was measured with few devices and models"))
}
