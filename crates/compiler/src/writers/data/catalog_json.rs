//! `data/v1/`: the catalog and its calibration as versioned JSON.
//!
//! 1. Devices, models and weight formats are the catalog's records with their sources, under the same keys; unknown
//!    values are absent.
//! 2. The calibration has the tables of the method page, and for each device its engines with the basis of their
//!    ranges.
//! 3. Each file has a `version`, the number in its folder's name. Keys may be added to a version; removing a key or
//!    changing its meaning makes a new version.
//!
//! Measurements are only in `anchors/measurements.json`. Nothing is computed.

use crate::calibrate::CalibratedCatalog;
use crate::site::inputs::Inputs;
use crate::site::json;
use rooflight_estimator::calibration::{FileFormat, LEVEL, packing::Packing};
use rooflight_estimator::records::DeviceRecord;
use rooflight_glossary::model::catalog::Catalog;
use serde_json::{Map, Value, json};

/// The folder below the site's root.
pub(crate) const FOLDER: &str = "data/v1/";

/// The value of the key `version`, equal to the number in [`FOLDER`].
const VERSION: u32 = 1;

/// Returns the files by path; none for a site without a catalog.
#[must_use]
pub(crate) fn files(inputs: &Inputs<'_>) -> Vec<(String, Vec<u8>)> {
    let Some(catalog) = inputs.catalog else { return Vec::new() };
    let mut files = vec![
        ("devices", list("devices", catalog.hardware.iter().map(|device| json!(device.record)))),
        ("models", list("models", catalog.models.iter().map(|entry| model(catalog, &json!(entry.record))))),
        ("formats", list("formats", catalog.formats.iter().map(|format| json!(format.record)))),
    ];
    files.extend(inputs.estimator.map(|calibrated| ("calibration", calibration(calibrated))));
    files.into_iter().map(|(name, text)| (format!("{FOLDER}{name}.json"), text.into_bytes())).collect()
}

/// Returns a document with one list, one record per line, so that versions can be compared by `diff`.
fn list(name: &str, records: impl Iterator<Item = Value>) -> String {
    let lines: Vec<String> = records.map(|record| json::text(&without_empty(record))).collect();
    format!("{{\"version\":{VERSION},\"{name}\":[\n{}\n]}}\n", lines.join(",\n"))
}

/// Returns a model's record; if the estimator cannot compute the model, with the reason as `not_computed`.
fn model(catalog: &Catalog, record: &Value) -> Value {
    let mut record = record.clone();
    let found = catalog.models.iter().find(|entry| record["id"] == entry.record.id.as_str());
    if let (Some(Err(error)), Some(map)) = (found.map(|entry| &entry.model), record.as_object_mut()) {
        map.insert("not_computed".to_owned(), json!(error.to_string()));
    }
    record
}

/// Removes unknown values at every depth: null, false, and empty lists and objects.
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
            // This flag is kept, since false is a statement here and not a default.
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
        let shares = Packing::ALL.into_iter().zip(&place.shares);
        let shares = shares.filter_map(|(packing, share)| Some((packing.meaning().to_owned(), json!((*share)?))));
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

/// Returns a device's usual engines, each with the file formats for which it is the usual one.
fn device(record: &DeviceRecord) -> Value {
    let engines: Vec<Value> =
        record
            .profiles
            .iter()
            .enumerate()
            .filter_map(|(at, profile)| {
                let formats = FileFormat::ALL.iter().zip(&record.positions).filter(|(_, position)| **position == at);
                let files: Vec<&str> = formats.map(|(files, _)| files.id()).collect();
                // Engines that no format uses by default are only readers' choices.
                let usual = !files.is_empty();
                usual.then(|| without_empty(json!({
                "engine": profile.words, "files": files, "has_range": profile.supported, "basis": profile.reason,
                "record": profile.coverage,
            })))
            })
            .collect();
    json!({"id": record.device.id, "engines": engines})
}
