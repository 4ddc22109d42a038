//! `data/v1/`: the catalog and what the calibration says of it, as JSON with a version.
//!
//! 1. Devices, models and weight formats are the catalog's records with their sources, key for key; what is not known
//!    is absent.
//! 2. The calibration is what the method page says in tables, and the engine of each device with the basis of its
//!    ranges.
//! 3. A file has `version`, the number of its folder. A key is added within a version; one that goes, or changes its
//!    meaning, makes the next.
//!
//! Measurements are not repeated here: `anchors/measurements.json` has them. Nothing is computed.

use crate::calibrate::CalibratedCatalog;
use crate::site::inputs::Inputs;
use crate::site::json;
use rooflight_calibration::{FileFormat, LEVEL, packing::Packing};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_records::DeviceRecord;
use serde_json::{Map, Value, json};

/// The folder of the files.
pub(crate) const FOLDER: &str = "data/v1/";

/// The version of the files.
const VERSION: u32 = 1;

/// The files of a site with a catalog.
#[must_use]
pub(crate) fn files(inputs: &Inputs<'_>) -> Vec<(String, Vec<u8>)> {
    let Some(catalog) = inputs.catalog else { return Vec::new() };
    let mut files = vec![
        ("devices", list("devices", catalog.hardware.iter().map(|known| json!(known.record)))),
        ("models", list("models", catalog.models.iter().map(|known| model(catalog, &json!(known.record))))),
        ("formats", list("formats", catalog.formats.iter().map(|known| json!(known.record)))),
    ];
    files.extend(inputs.estimator.map(|calibrated| ("calibration", calibration(calibrated))));
    files.into_iter().map(|(name, text)| (format!("{FOLDER}{name}.json"), text.into_bytes())).collect()
}

/// A document of one list, a record a line, so that versions of it can be compared.
fn list(name: &str, records: impl Iterator<Item = Value>) -> String {
    let lines: Vec<String> = records.map(|record| json::text(&without_empty(record))).collect();
    format!("{{\"version\":{VERSION},\"{name}\":[\n{}\n]}}\n", lines.join(",\n"))
}

/// A model's record. The estimator's reason stands with one that it cannot compute.
fn model(catalog: &Catalog, record: &Value) -> Value {
    let mut record = record.clone();
    let found = catalog.models.iter().find(|known| record["id"] == known.record.id.as_str());
    if let (Some(Err(error)), Some(map)) = (found.map(|known| &known.model), record.as_object_mut()) {
        map.insert("not_computed".to_owned(), json!(error.to_string()));
    }
    record
}

/// A value without what is not known: absent and empty members.
fn without_empty(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let members = map.into_iter().map(|(key, value)| (key, without_empty(value)));
            let empty = |value: &Value| match value {
                Value::Null | Value::Bool(false) => true,
                Value::Array(list) => list.is_empty(),
                Value::Object(map) => map.is_empty(),
                _ => false,
            };
            // A flag that matters either way is the model's own key.
            Value::Object(
                members.filter(|(key, value)| key == "tied_embeddings" || !empty(value)).collect::<Map<_, _>>(),
            )
        }
        Value::Array(list) => Value::Array(list.into_iter().map(without_empty).collect()),
        other => other,
    }
}

fn calibration(calibrated: &CalibratedCatalog) -> String {
    let method = &calibrated.method;
    let places = method.decode.iter().flat_map(|speed| &speed.places).map(|place| {
        let shares = place
            .shares
            .iter()
            .filter_map(|(packing, share)| Some((packing_name(*packing).to_owned(), json!((*share)?))));
        json!({
            "family": place.family, "stack": place.stack, "pairs": place.pairs,
            "bandwidth_share": shares.collect::<Map<_, _>>(),
            "seconds_per_layer": place.layer, "further_seconds_per_expert_layer": place.mixture,
        })
    });
    let places: Vec<Value> = places.map(without_empty).collect();
    let devices: Vec<Value> = calibrated.estimator.devices.iter().map(device).collect();
    let document = json!({
        "version": VERSION, "level": LEVEL, "measurements": method.measurements, "publications": method.publications,
        "places": places, "devices": devices,
    });
    json::text(&document) + "\n"
}

/// The engines that are common on a device, each with the formats that it runs.
fn device(record: &DeviceRecord) -> Value {
    let engines: Vec<Value> =
        record
            .profiles
            .iter()
            .enumerate()
            .filter_map(|(at, profile)| {
                let formats = FileFormat::ALL.iter().zip(&record.positions).filter(|(_, position)| **position == at);
                let files: Vec<&str> = formats.map(|(files, _)| file_format_name(*files)).collect();
                // Others are the reader's to choose.
                let usual = !files.is_empty();
                usual.then(|| without_empty(json!({
                "engine": profile.words, "files": files, "has_range": profile.supported, "basis": profile.reason,
                "record": profile.record,
            })))
            })
            .collect();
    json!({"id": record.device.id, "engines": engines})
}

const fn packing_name(packing: Packing) -> &'static str {
    match packing {
        Packing::Wide => "16 bits and more",
        Packing::Bytes => "about 8 bits",
        Packing::Nibbles => "4 to 6 bits in plain blocks",
        Packing::Super => "super-blocks of 256",
        Packing::Low => "codebooks and fewer than 3.6 bits",
    }
}

const fn file_format_name(files: FileFormat) -> &'static str {
    match files {
        FileFormat::Gguf => "gguf",
        FileFormat::Safetensors => "safetensors",
        FileFormat::Mlx => "mlx",
        FileFormat::Exl2 => "exl2",
        FileFormat::Exl3 => "exl3",
        FileFormat::Calm => "calm",
        FileFormat::Isq => "isq",
        FileFormat::Mlc => "mlc",
        FileFormat::TMac => "tmac",
        FileFormat::GptFast => "gpt-fast",
    }
}
