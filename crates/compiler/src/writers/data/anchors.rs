//! All measurements as machine-readable files: CSV and JSON, one row per measurement, in the order of the content's
//! files.
//!
//! 1. The first columns are those that `rooflight estimate --batch` reads, so the CSV can be passed to it unchanged;
//!    the last ones cite the source.
//! 2. Rows use catalog ids. The JSON also maps ids to names and flags to words, and lists each publication once. An
//!    unknown value is an empty field in CSV and an absent key in JSON.
//!
//! Figures are copied from the source; nothing is computed.

use crate::calibrate::flags;
use crate::site::json::text as text_of;
use crate::site::measurement_files::{COLUMNS, CSV, JSON, PACKAGE};
use crate::writers::data::data_package;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::Anchor;
use rooflight_glossary::model::config::Config;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Returns the fields of a row in the order of [`COLUMNS`]; unknown ones are `Null`.
fn fields(catalog: &Catalog, names: &[String], anchor: &Anchor) -> Vec<Value> {
    let row = &anchor.row;
    let publication = &catalog.publications[anchor.publication];
    vec![
        json!(row.id),
        json!(row.phase),
        json!(row.hardware),
        json!(row.count),
        json!(row.setup),
        json!(row.parallel),
        json!(row.model),
        json!(row.quantization),
        json!(row.file_gib),
        json!(row.runtime),
        json!(row.version),
        json!(row.backend),
        json!(row.flash_attention.map(|on| if on { "on" } else { "off" })),
        json!(row.ubatch),
        json!(row.prompt),
        json!(row.generated),
        json!(row.depth),
        json!(row.concurrency),
        json!(row.kv_type),
        json!(row.host),
        json!(row.host_gb_s),
        json!(row.host_layers),
        json!(row.host_experts),
        json!(row.draft),
        json!(row.drafted),
        json!(row.accepted),
        json!(row.tokens_per_s),
        json!(row.stdev),
        json!(row.date),
        if row.flags.is_empty() { Value::Null } else { json!(row.flags.join(" ")) },
        json!(names.get(anchor.publication)),
        json!(publication.url),
        json!(row.locator),
        json!(row.notes),
    ]
}

/// Formats a value for CSV: `null` as an empty field, numbers without trailing zeros.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |value| value.to_string()),
        other => other.to_string(),
    }
}

/// Returns all rows as CSV. `names` are the page names of the publications, in their order.
fn csv(catalog: &Catalog, names: &[String]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = csv::Writer::from_writer(&mut out);
    // Writing to memory cannot fail.
    let _ = writer.write_record(COLUMNS.iter().map(|(name, _)| *name));
    for anchor in &catalog.anchors {
        let _ = writer.write_record(fields(catalog, names, anchor).iter().map(text));
    }
    let _ = writer.flush();
    drop(writer);
    out
}

/// Returns the name and the content of each file: the rows in both formats, and their description. `names` are the page
/// names of the publications, in their order.
#[must_use]
pub(crate) fn files(
    config: &Config,
    catalog: &Catalog,
    names: &[String],
    description: &str,
) -> Vec<(&'static str, Vec<u8>)> {
    let package = data_package::file(config, catalog, names, description);
    vec![(CSV, csv(catalog, names)), (JSON, json(catalog, names)), (PACKAGE, package)]
}

#[derive(Serialize)]
struct MeasurementsDocument<'a> {
    columns: BTreeMap<&'a str, &'a str>,
    hardware: BTreeMap<&'a str, &'a str>,
    models: BTreeMap<&'a str, &'a str>,
    formats: BTreeMap<&'a str, &'a str>,
    runtimes: BTreeMap<&'a str, &'a str>,
    backends: BTreeMap<&'a str, &'a str>,
    /// Each flag that a row has, with its meaning in words.
    flags: BTreeMap<&'a str, &'a str>,
    sources: BTreeMap<&'a str, Value>,
}

/// Returns all rows as JSON: the names first, then one row per line.
fn json(catalog: &Catalog, names: &[String]) -> Vec<u8> {
    let mut sources = BTreeMap::new();
    for (name, publication) in names.iter().zip(&catalog.publications) {
        let source = json!({
            "title": publication.title, "url": publication.url, "publisher": publication.publisher, "date": publication.date,
            "method": publication.method, "licence": publication.licence, "caveats": publication.caveats,
        });
        sources.insert(name.as_str(), source);
    }
    let document = MeasurementsDocument {
        columns: COLUMNS.iter().copied().collect(),
        hardware: catalog
            .hardware
            .iter()
            .map(|device| (device.record.id.as_str(), device.record.name.as_str()))
            .collect(),
        models: catalog.models.iter().map(|model| (model.record.id.as_str(), model.record.name.as_str())).collect(),
        formats: catalog
            .formats
            .iter()
            .map(|format| (format.record.id.as_str(), format.record.name.as_str()))
            .collect(),
        runtimes: catalog.runtimes.iter().map(|runtime| (runtime.id.as_str(), runtime.name.as_str())).collect(),
        backends: catalog.backends.iter().map(|backend| (backend.id.as_str(), backend.name.as_str())).collect(),
        flags: catalog
            .anchors
            .iter()
            .flat_map(|anchor| &anchor.row.flags)
            .map(|flag| (flag.as_str(), flags::words(flag)))
            .collect(),
        sources,
    };
    let mut out = text_of(&document);
    // Reopens the object, since the rows come last, one per line.
    out.pop();
    out.push_str(",\"measurements\":[\n");
    for (at, anchor) in catalog.anchors.iter().enumerate() {
        let fields = COLUMNS.iter().zip(fields(catalog, names, anchor));
        // Rows leave out the address, which their publication has.
        let present = fields.filter(|((name, _), value)| !value.is_null() && *name != "source_url");
        let row: Map<String, Value> = present.map(|((name, _), value)| ((*name).to_owned(), value)).collect();
        out.push_str(if at > 0 { ",\n" } else { "" });
        out.push_str(&Value::Object(row).to_string());
    }
    out.push_str("\n]}\n");
    out.into_bytes()
}
