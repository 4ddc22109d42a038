//! The part of a catalog that the judge of benchmark outputs needs, and its verdicts as JSON.
//!
//! 1. [`names`] lists what outputs are looked up by; a native judge asks [`Batch`](super::batch::Batch) for estimates.
//! 2. [`record`] holds the same for the page, which answers from it alone.
//!
//! Judges nothing and reads no file.

use rooflight_calculators::Estimator;
use rooflight_calibration::Calibration;
use rooflight_estimator::hardware::DeviceClass;
use rooflight_glossary::model::catalog::{Catalog, short};
use rooflight_ingest::outputs::Phase;
use rooflight_ingest::verdict::Verdict;
use rooflight_records::BenchmarksRecord;
use rooflight_records::benchmarks::{KnownDevice, KnownModel, Names, Naming};
use serde_json::{Value, json};

/// The names of a catalog.
#[must_use]
pub fn names(catalog: &Catalog) -> Names {
    let naming = |id: &str, name: &str, aliases: &[String]| Naming {
        id: id.to_owned(),
        name: name.to_owned(),
        aliases: aliases.to_vec(),
    };
    let devices = catalog.hardware.iter().map(|known| &known.record).map(|record| KnownDevice {
        naming: naming(&record.id, &record.name, &record.aliases),
        vendor: record.vendor.clone(),
        class: DeviceClass::from_name(&record.class).unwrap_or_default(),
    });
    let models = catalog.models.iter().map(|known| &known.record).map(|record| KnownModel {
        naming: naming(&record.id, &record.name, &record.aliases),
        layers: record.n_layers,
        parameters: record.computed_params_b.or(record.text_model_params_b).or(record.hf_safetensors_params_b),
    });
    let formats = catalog.formats.iter().map(|known| &known.record);
    Names {
        devices: devices.collect(),
        models: models.collect(),
        formats: formats.map(|record| naming(&record.id, short(&record.name), &record.aliases)).collect(),
    }
}

/// Devices, models, formats and profiles by which the page judges a pasted output.
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
        devices: estimator.devices.iter().map(|record| record.device.clone()).collect(),
        models,
        calibration: calibration.clone(),
        next: u64::from(next_id(catalog)),
    }
}

/// The first id that no row has.
#[must_use]
pub fn next_id(catalog: &Catalog) -> u32 {
    let ids = catalog.anchors.iter().filter_map(|anchor| anchor.row.id.strip_prefix('m')?.parse::<u32>().ok());
    ids.max().unwrap_or(0) + 1
}

/// A verdict as JSON.
#[must_use]
pub fn json(verdict: &Verdict<'_>) -> Value {
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
