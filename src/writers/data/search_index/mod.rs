//! The search index, which the browser fetches at a reader's first search and searches without a server.
//!
//! 1. [`records`] makes an entry a record, [`pages`] every other page; [`shards`] puts the records into one file or
//!    several, under names that carry their hash.
//! 2. `search/index.json`, at an address that never changes, says where they are, what the layers are called, and where
//!    the style of the results is. Pages name this file alone, so an edit of one entry leaves every other page as it
//!    was.
//! 3. [`opensearch`] describes the search to browsers.
//!
//! Before the first letter is typed a browser fetches the entries, if they are one small file; the other pages follow
//! with that letter. Only entries that are built have a record; drafts have none. The same entries give the same bytes.

pub(crate) mod opensearch;
pub(crate) mod shards;

use crate::sink::Site;
use crate::site::assets::hashed;
use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::site::json;
use crate::site::page_id::PageId;
use crate::site::search::records::Record;
use crate::site::search::{pages, records};
use rayon::prelude::*;
use rooflight_calculators::{decode_speed, memory_fit, parallel, prefill};
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
    /// Whether the one file of entries is small enough to be fetched before the first letter.
    early: bool,
    /// Everything that is not an entry; absent where that is empty.
    #[serde(flatten)]
    others: Option<PageFiles>,
}

/// The pages that are not entries.
#[derive(Serialize)]
struct PageFiles {
    /// The headings of their groups.
    kinds: [String; pages::HEADINGS.len()],
    /// The files of their records, like `parts`.
    others: BTreeMap<String, String>,
    /// The titles and paths of the calculators that answer for a device and a model.
    pairs: Vec<(String, String)>,
    /// The title and path of the calculator for several equal devices.
    several: Option<(String, String)>,
    /// The path of the explorer.
    explore: Option<String>,
}

/// The calculators that are offered for a device with a model.
const PAIRED: [&str; 3] = [decode_speed::SPEC.kind, prefill::SPEC.kind, memory_fit::SPEC.kind];

/// The largest file of entries that is fetched before the first letter, in bytes before compression: with the scripts,
/// the style and the directory at most 30 KB as it travels.
const EARLY: usize = 60 * 1024;

#[derive(Serialize)]
struct Style<'a> {
    href: String,
    integrity: &'a str,
}

/// Every file of the search but its page.
#[must_use]
pub(crate) fn files(inputs: &Inputs<'_>, inventory: &[Listed]) -> Site {
    let config = inputs.config;
    let mut site = Site::new();
    let entries = inputs.glossary.entries.par_iter().map(records::record).collect();
    let parts = parts("data/search/terms.json", entries, &mut site);
    let early = parts.contains_key("") && site.values().all(|file| file.len() <= EARLY);
    let style = inputs.assets.get("css/search.css");
    let style = style.map(|asset| Style { href: format!("../{}", asset.path), integrity: &asset.integrity });
    let layers = config.layers.iter().map(|layer| layer.title.as_str()).collect();
    let others = others(inputs, inventory, &mut site);
    let directory = Directory { style, layers, parts, early, others };
    site.insert(PATH.to_owned(), json::text(&directory).into_bytes());
    site.insert(opensearch::PATH.to_owned(), opensearch::description(config).into_bytes());
    site
}

/// Adds the files of these records, and says where they are.
fn parts(name: &str, mut records: Vec<Record>, site: &mut Site) -> BTreeMap<String, String> {
    // By name, since the record begins with it.
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
    Some(PageFiles { kinds, others, pairs, several: calculator(&parallel::SPEC.kind), explore })
}
