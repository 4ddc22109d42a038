//! The search index. The browser fetches it at the reader's first search, so no server is needed.
//!
//! 1. [`records`] makes a record of each entry, [`pages`] of every other page; [`shards`] divides the records into one
//!    or more files with a hash in their names.
//! 2. `search/index.json`, at a fixed address, lists these files, the titles of the layers and the style sheet of the
//!    results. Pages refer only to this file, so editing an entry leaves every other page unchanged.
//! 3. [`opensearch`] describes the search to browsers.
//!
//! If the entries are one small file, the browser fetches it before the first letter is typed; the other pages follow
//! with that letter. Drafts have no record. The same entries give the same bytes.

pub(crate) mod opensearch;
pub(crate) mod shards;

use crate::sink::Site;
use crate::site::assets::hashed;
use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::site::json;
use crate::site::page_id::PageId;
use crate::site::search::records::SearchRecord;
use crate::site::search::{pages, questions, records};
use rayon::prelude::*;
use rooflight_calculators::decode_speed;
use serde::Serialize;
use std::collections::BTreeMap;

/// The path of the directory, which lists all other files.
pub(crate) const PATH: &str = "search/index.json";

/// The content of `search/index.json`; addresses are relative to its folder.
#[derive(Serialize)]
struct Directory<'a> {
    /// The style sheet of the results; `None` if the site does not have it.
    style: Option<StyleSheetLink<'a>>,
    /// The titles of the layers, from the ground up.
    layers: Vec<&'a str>,
    /// The files of entries by word prefix; the empty prefix alone if there is one file.
    parts: BTreeMap<String, String>,
    /// True if the entries are one file of at most [`EARLY`] bytes.
    early: bool,
    /// The file of whole questions; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    questions: Option<String>,
    /// The module that reads machines; absent from a site without calculators.
    #[serde(skip_serializing_if = "Option::is_none")]
    reader: Option<MachineReader>,
    /// The pages that are not entries; absent if there are none.
    #[serde(flatten)]
    others: Option<PageFiles>,
}

/// The files of the pages that are not entries.
#[derive(Serialize)]
struct PageFiles {
    /// The headings under which results are grouped, by the group number in a record.
    kinds: [String; pages::HEADINGS.len()],
    /// The files by word prefix, like `parts`.
    others: BTreeMap<String, String>,
    /// Title and path of each calculator that is offered for a device and a model.
    pairs: Vec<(String, String)>,
    /// Title and path of the calculator for several equal devices.
    several: Option<(String, String)>,
    /// The path of the explorer; `None` if the site has none.
    explore: Option<String>,
}

/// The addresses of what reads a machine in a question and computes the answer, relative to the folder of the search.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MachineReader {
    /// The JavaScript shim of the modules.
    pub(crate) shim: String,
    /// The module of readers.
    pub(crate) readers: String,
    /// Its integrity.
    pub(crate) integrity: String,
    /// The names of all devices.
    pub(crate) names: String,
    /// The module of calculators.
    pub(crate) wasm: String,
    /// Its integrity.
    pub(crate) wasm_integrity: String,
    /// The folder of the records that calculators answer from.
    pub(crate) facts: String,
}

/// The calculators that are offered when a search names a device and a model.
const PAIRED: [&str; 3] = [decode_speed::SPEC.kind, "prefill", "memory-fit"];

/// Maximum size, in bytes before compression, of a file of entries that is fetched before the first letter. With
/// scripts, style sheet and directory, a test allows 38 KiB after compression.
const EARLY: usize = 72 * 1024;

#[derive(Serialize)]
struct StyleSheetLink<'a> {
    href: String,
    integrity: &'a str,
}

/// Returns every file of the search except its page.
#[must_use]
pub(crate) fn files(inputs: &Inputs<'_>, inventory: &[Listed], reader: Option<MachineReader>) -> Site {
    let config = inputs.config;
    let mut site = Site::new();
    let entries = inputs.glossary.entries.par_iter().map(records::record).collect();
    let parts = parts("data/search/terms.json", entries, &mut site);
    let early = parts.contains_key("") && site.values().all(|file| file.len() <= EARLY);
    let style = inputs.assets.get("css/search.css");
    let style = style.map(|asset| StyleSheetLink { href: format!("../{}", asset.path), integrity: &asset.integrity });
    let layers = config.layers.iter().map(|layer| layer.title.as_str()).collect();
    let others = others(inputs, inventory, &mut site);
    let questions = questions::file(inputs, inventory).map(|text| {
        let path = hashed("data/search/questions.json", text.as_bytes());
        let address = format!("../{path}");
        site.insert(path, text.into_bytes());
        address
    });
    let directory = Directory { style, layers, parts, early, questions, reader, others };
    site.insert(PATH.to_owned(), json::text(&directory).into_bytes());
    site.insert(opensearch::PATH.to_owned(), opensearch::description(config).into_bytes());
    site
}

/// Adds the files of these records to `site`, and returns their addresses by word prefix.
fn parts(name: &str, mut records: Vec<SearchRecord>, site: &mut Site) -> BTreeMap<String, String> {
    // Sorted by name, with which the JSON of a record begins.
    records.sort_by(|a, b| a.json.cmp(&b.json));
    let mut parts = BTreeMap::new();
    for (beginning, text) in shards::split(&records) {
        let path = hashed(name, text.as_bytes());
        parts.insert(beginning, format!("../{path}"));
        site.insert(path, text.into_bytes());
    }
    parts
}

fn others(inputs: &Inputs<'_>, inventory: &[Listed], site: &mut Site) -> Option<PageFiles> {
    let records = pages::records(inputs, inventory);
    if records.is_empty() {
        return None;
    }
    let others = parts("data/search/pages.json", records, site);
    let calculator = |kind: &&'static str| {
        let page = inventory.iter().find(|page| page.id == PageId::Calculator(kind))?;
        Some((page.title.clone(), page.path.clone()))
    };
    let pairs = PAIRED.iter().filter_map(calculator).collect();
    let explore = inventory.iter().find(|page| page.id == PageId::Explore).map(|page| page.path.clone());
    let kinds = pages::HEADINGS.map(|key| inputs.config.strings.get(key).to_owned());
    Some(PageFiles { kinds, others, pairs, several: calculator(&"parallel"), explore })
}
