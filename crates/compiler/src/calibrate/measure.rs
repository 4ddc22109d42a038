//! The part of a catalog that judging benchmark outputs needs, and verdicts as JSON.
//!
//! 1. [`names`] lists what outputs are matched against; a native judge gets estimates from
//!    [`Batch`](super::batch::Batch).
//! 2. [`record`] holds the same for the page, which needs nothing else to answer.
//!
//! Judges nothing and reads no file.

use rooflight_calculators::Estimator;
use rooflight_estimator::calibration::Calibration;
use rooflight_estimator::records::BenchmarksRecord;
use rooflight_estimator::records::benchmarks::{CatalogNames, KnownDevice, KnownModel, Naming};
use rooflight_glossary::model::catalog::records::NotCovered;
use rooflight_glossary::model::catalog::{Catalog, short};
use rooflight_ingest::outputs::Phase;
use rooflight_ingest::verdict::JudgedRun;
use serde_json::{Value, json};

/// Ids, names and aliases of a catalog's devices, models and formats.
#[must_use]
pub fn names(catalog: &Catalog) -> CatalogNames {
    let naming = |id: &str, name: &str, aliases: &[String]| Naming {
        id: id.to_owned(),
        name: name.to_owned(),
        aliases: aliases.to_vec(),
    };
    let devices = catalog.hardware.iter().map(|known| KnownDevice {
        device: known.device.clone(),
        aliases: known.record.aliases.clone(),
        vendor: known.record.vendor.clone(),
    });
    let models = catalog.models.iter().map(|known| &known.record).map(|record| KnownModel {
        naming: naming(&record.id, &record.name, &record.aliases),
        layers: record.n_layers,
        parameters: record.computed_params_b.or(record.text_model_params_b).or(record.hf_safetensors_params_b),
    });
    let formats = catalog.formats.iter().map(|known| &known.record);
    CatalogNames {
        devices: devices.collect(),
        models: models.collect(),
        formats: formats.map(|record| naming(&record.id, short(&record.name), &record.aliases)).collect(),
        not_covered: catalog.not_covered.iter().map(NotCovered::gap).collect(),
    }
}

/// Devices, models, formats and calibration by which the page judges a pasted output.
#[must_use]
pub fn record(catalog: &Catalog, estimator: &Estimator, calibration: &Calibration) -> BenchmarksRecord {
    let mut models = estimator.models.clone();
    for model in &mut models {
        model.texts = Vec::new();
        for format in &mut model.formats {
            (format.file, format.quality) = (None, Vec::new());
        }
    }
    BenchmarksRecord {
        names: names(catalog),
        models,
        calibration: calibration.clone(),
        next: u64::from(next_id(catalog)),
    }
}

/// Returns the number after the highest id of a row, such as 3051 if `m3050` is the last.
#[must_use]
pub fn next_id(catalog: &Catalog) -> u32 {
    let ids = catalog.anchors.iter().filter_map(|anchor| anchor.row.id.strip_prefix('m')?.parse::<u32>().ok());
    ids.max().unwrap_or(0) + 1
}

/// Converts a verdict to JSON.
#[must_use]
pub fn json(verdict: &JudgedRun<'_>) -> Value {
    let [device, model, format] = verdict.ids();
    let (run, range) = (verdict.run, verdict.speeds.range.as_ref());
    json!({
        "line": run.line,
        "tool": run.tool.name(),
        "phase": if run.phase == Phase::Prompt { "prompt" } else { "decode" },
        "engine": verdict.engine(), "hardware": device, "count": verdict.count(), "model": model, "quantization": format,
        "tokens_per_s": run.speed,
        "stdev": run.spread,
        "ceiling": verdict.speeds.ceiling,
        "share_of_ceiling": verdict.share(),
        "range": range.map(|range| json!({"low": range.low, "typical": range.typical, "high": range.high})),
        "basis": verdict.speeds.basis.word(),
        "answer": verdict.answer(),
        "verdict": verdict.words(),
        "causes": verdict.causes,
        "notes": verdict.notes(),
    })
}
