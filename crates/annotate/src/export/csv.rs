//! CSV: a row per entry, under a fixed header. Items of a list are separated by `; `.
//!
//! The header has the names of the fields, so that `rooflight import --map` can read every column back. A cell that a
//! spreadsheet would take for a formula begins with an apostrophe, which `rooflight import` takes off again.

use crate::glossary::{CitedWork, Glossary};
use rooflight_source::csv_cell;

const HEADER: [&str; 12] = [
    "id",
    "term",
    "language",
    "aliases",
    "avoid",
    "superseded",
    "definition",
    "layer",
    "also_in",
    "related",
    "sources",
    "url",
];

pub(super) fn file(glossary: &Glossary) -> Result<Vec<u8>, String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let refused = |error: csv::Error| error.to_string();
    out.write_record(HEADER).map_err(refused)?;
    for entry in &*glossary.entries {
        let list = |items: &[String]| items.join("; ");
        let sources = entry.sources.iter().map(|CitedWork { title, url }| url.as_ref().unwrap_or(title).clone());
        let cells = [
            &*entry.id,
            &entry.term,
            &glossary.language,
            &list(&entry.aliases),
            &list(&entry.avoid),
            &list(&entry.superseded),
            &entry.definition,
            &entry.layer,
            &list(&entry.also_in),
            &list(&entry.related),
            &list(&sources.collect::<Vec<_>>()),
            &entry.url,
        ];
        out.write_record(cells.map(csv_cell::escaped).iter().map(|cell| &**cell)).map_err(refused)?;
    }
    out.into_inner().map_err(|error| error.to_string())
}
