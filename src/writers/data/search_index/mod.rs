//! The search index, which the browser fetches at a reader's first search and searches without a server.
//!
//! 1. [`records`] makes an entry a record, [`shards`] puts the records into one file or several, under names that carry their hash.
//! 2. `search/index.json`, at an address that never changes, says where they are, what the layers are called, and where the style of the
//!    results is. Pages name this file alone, so an edit of one entry leaves every other page as it was.
//! 3. [`opensearch`] describes the search to browsers.
//!
//! Only entries that are built have a record; drafts have none. The same entries give the same bytes.

pub(crate) mod opensearch;
pub(crate) mod shards;

use crate::Site;
use crate::site::assets::hashed;
use crate::site::inputs::Inputs;
use crate::site::json;
use crate::site::search::records;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// The file that names all others.
pub(crate) const PATH: &str = "search/index.json";

/// The content of `search/index.json`; addresses are relative to its folder.
#[derive(Serialize)]
struct Directory<'a> {
    /// The style of the results.
    style: Option<Style<'a>>,
    /// The layers' names, from the ground up.
    layers: Vec<&'a str>,
    /// The files of records, by the beginning of the words that they are for.
    parts: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Style<'a> {
    href: String,
    integrity: &'a str,
}

/// Every file of the search but its page.
#[must_use]
pub(crate) fn files(inputs: &Inputs<'_>) -> Site {
    let config = inputs.config;
    let mut records: Vec<_> = inputs.glossary.entries.par_iter().map(records::record).collect();
    // By term, since the record begins with it.
    records.sort_by(|a, b| a.json.cmp(&b.json));
    let mut site = Site::new();
    let mut parts = BTreeMap::new();
    for (beginning, text) in shards::split(&records) {
        let path = hashed("data/search/terms.json", text.as_bytes());
        parts.insert(beginning, format!("../{path}"));
        site.insert(path, text.into_bytes());
    }
    let style = inputs.assets.get("css/search.css");
    let style = style.map(|asset| Style { href: format!("../{}", asset.path), integrity: &asset.integrity });
    let layers = config.layers.iter().map(|layer| layer.title.as_str()).collect();
    site.insert(PATH.to_owned(), json::text(&Directory { style, layers, parts }).into_bytes());
    site.insert(opensearch::PATH.to_owned(), opensearch::description(config).into_bytes());
    site
}
