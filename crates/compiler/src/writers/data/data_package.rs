//! `anchors/datapackage.json`: describes the files of measurements to archives and programs, as a Frictionless Data
//! Package.
//!
//! 1. The CSV has a type and a description for each column; the JSON has the same rows.
//! 2. Each publication is listed as a source with the licence of its figures; the collection itself has none.
//!
//! Nothing here depends on the day of the build: an archive adds its own date and identifier.

use crate::site::json;
use crate::site::measurement_files::{COLUMNS, CSV, JSON};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::config::Config;
use serde_json::{Value, json};

/// Columns of integers.
const WHOLE: [&str; 8] =
    ["hardware_count", "n_ubatch", "n_prompt", "depth_tokens", "concurrency", "host_layers", "host_experts", "drafted"];
const NUMBERS: [&str; 6] = ["file_size_gib", "n_gen", "host_gb_s", "accepted", "tokens_per_s", "stdev"];

/// Returns the file's bytes. `names` are the page names of the publications, in their order.
#[must_use]
pub(crate) fn file(config: &Config, catalog: &Catalog, names: &[String], description: &str) -> Vec<u8> {
    let fields: Vec<Value> = COLUMNS
        .iter()
        .map(|(name, meaning)| json!({"name": name, "type": kind(name), "description": meaning}))
        .collect();
    let sources: Vec<Value> = names
        .iter()
        .zip(&catalog.publications)
        .map(|(name, source)| {
            json!({
                "name": name, "title": source.title, "path": source.url, "publisher": source.publisher,
                "date": source.date, "license": source.licence,
            })
        })
        .collect();
    let package = json!({
        "profile": "data-package",
        "name": "measurements",
        "title": format!("{}: measurements", config.title),
        "description": description,
        "homepage": config.base_url.join("anchors/"),
        "contributors": [{"title": config.author, "role": "publisher"}],
        "resources": [
            {
                "profile": "tabular-data-resource", "name": "measurements", "path": CSV, "format": "csv",
                "mediatype": "text/csv", "encoding": "utf-8",
                "schema": {"fields": fields, "primaryKey": "id", "missingValues": [""]},
            },
            {"name": "measurements-json", "path": JSON, "format": "json", "mediatype": "application/json", "encoding": "utf-8"},
        ],
        "sources": sources,
    });
    json::text(&package).into_bytes()
}

/// Returns a column's type in the Table Schema vocabulary.
fn kind(name: &str) -> &'static str {
    if WHOLE.contains(&name) {
        "integer"
    } else if NUMBERS.contains(&name) {
        "number"
    } else {
        "string"
    }
}
