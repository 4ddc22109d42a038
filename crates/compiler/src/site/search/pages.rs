//! Search records of pages other than entries: devices, models, runtimes, calculators, comparisons, lessons and the
//! guide; also of the catalog's formats, which lead to their measurements, and of models that it does not cover.
//!
//! 1. Only pages in the inventory, that is, published pages, have a record.
//! 2. A record is an array, `[name, kind, description, path, aliases, query]`: `kind` is a position in [`HEADINGS`],
//!    `query` selects the device or the model in a calculator. Empty fields at the end are omitted.
//!
//! Computes no figures: descriptions consist of values in the catalog or are the page's own.

use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::site::page_id::PageId;
use crate::site::search::phrases;
use crate::site::search::records::{SearchRecord, from_fields, names};
use rooflight_document::number::plain;
use rooflight_glossary::model::catalog::{Catalog, KnownModel};
use serde_json::json;
use std::collections::BTreeSet;

/// String keys of the groups' headings, in the order in which equally good results are shown.
pub(crate) const HEADINGS: [&str; 8] = [
    "menu.calculators",
    "menu.models",
    "menu.hardware",
    "search.formats",
    "footer.runtimes",
    "compare.title",
    "search.lessons",
    "search.pages",
];

/// A search result other than an entry.
#[derive(Default)]
struct SearchResult<'a> {
    name: &'a str,
    kind: usize,
    description: String,
    path: String,
    aliases: Vec<&'a str>,
    query: String,
}

impl SearchResult<'_> {
    fn record(&self) -> SearchRecord {
        let fields = vec![
            json!(self.name),
            json!(self.kind),
            json!(self.description),
            json!(self.path),
            json!(self.aliases),
            json!(self.query),
        ];
        let all = self.aliases.iter().copied().chain([self.name]);
        from_fields(fields, names(all), &self.description)
    }
}

/// Returns the records of all pages that are not entries.
#[must_use]
pub(crate) fn records(inputs: &Inputs<'_>, inventory: &[Listed]) -> Vec<SearchRecord> {
    // Pages with phrases, such as lists and feeds, are found only in sites with a catalog; search in a site without one
    // is for its terms.
    let is_kept = |page: &&Listed| {
        inputs.catalog.is_some()
            || phrases::phrases(inputs.declared, &page.id).is_empty()
            || matches!(page.id, PageId::Calculator(_))
    };
    let pages = inventory.iter().filter(is_kept).filter_map(|page| listed(inputs, page));
    let catalog = inputs.catalog.into_iter().flat_map(|catalog| formats(catalog).chain(not_covered(catalog)));
    pages.chain(catalog).map(|found| found.record()).collect()
}

/// Returns the result that leads to a page; `None` for pages that search does not find.
fn listed<'a>(inputs: &Inputs<'a>, page: &'a Listed) -> Option<SearchResult<'a>> {
    let plain = |kind| SearchResult {
        name: &page.title,
        kind,
        description: page.description.clone(),
        path: page.path.clone(),
        aliases: phrases::phrases(inputs.declared, &page.id),
        ..SearchResult::default()
    };
    let found = match &page.id {
        PageId::Calculator(_) => plain(0),
        PageId::Model(id) => model(inputs, id, plain(1)),
        PageId::Device(id) => device(inputs, id, plain(2)),
        PageId::Runtime(_) => plain(4),
        PageId::Comparison(_) => plain(5),
        PageId::Track(_) | PageId::Lesson(..) => plain(6),
        // Entries have their own records, layers are found by their terms, and the other pages are not search results.
        PageId::Entry(_)
        | PageId::Layer(_)
        | PageId::Links(_)
        | PageId::Embed(_)
        | PageId::Home
        | PageId::Search
        | PageId::Publication(_)
        | PageId::Moved(_)
        | PageId::NotFound => return None,
        _ => plain(7),
    };
    Some(found)
}

fn device<'a>(inputs: &Inputs<'a>, id: &str, found: SearchResult<'a>) -> SearchResult<'a> {
    let devices = inputs.catalog.map_or(&[][..], |catalog| &catalog.hardware);
    let Some(known) = devices.iter().find(|known| known.record.id == id) else { return found };
    let record = &known.record;
    let facts = [
        record.memory_gib.map(|gib| format!("{} GiB", plain(gib, 1))),
        Some(format!("{} GB/s", plain(record.bandwidth_gb_s, 1))),
        record.release_year.map(|year| year.to_string()),
    ];
    SearchResult {
        description: listing(facts),
        aliases: aliases(&record.aliases),
        query: format!("hw={}", record.id),
        ..found
    }
}

fn model<'a>(inputs: &Inputs<'a>, id: &str, found: SearchResult<'a>) -> SearchResult<'a> {
    let models = inputs.catalog.map_or(&[][..], |catalog| &catalog.models);
    let Some(KnownModel { record, model }) = models.iter().find(|known| known.record.id == id) else {
        return found;
    };
    let facts = [
        record.total_params_b.map(|billions| format!("{} billion parameters", plain(billions, 2))),
        record.active_params_b.map(|billions| format!("{} billion active", plain(billions, 2))),
    ];
    let query = if model.is_ok() { format!("m={}", record.id) } else { String::new() };
    SearchResult { description: listing(facts), aliases: aliases(&record.aliases), query, ..found }
}

fn listing<const N: usize>(facts: [Option<String>; N]) -> String {
    facts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns the results of formats that have measurements.
fn formats(catalog: &Catalog) -> impl Iterator<Item = SearchResult<'_>> {
    let used: BTreeSet<usize> = catalog.anchors.iter().map(|anchor| anchor.quantization).collect();
    used.into_iter().filter_map(|at| Some(&catalog.formats.get(at)?.record)).map(|record| SearchResult {
        name: &record.name,
        kind: 3,
        description: "Published measurements in this format.".to_owned(),
        path: format!("anchors/?q={}", record.id),
        aliases: aliases(&record.aliases),
        query: format!("q={}", record.id),
    })
}

/// Returns the results of models that are not covered, which lead to what is missing.
fn not_covered(catalog: &Catalog) -> impl Iterator<Item = SearchResult<'_>> {
    let named = catalog.not_covered.iter().filter(|gap| !gap.names.is_empty());
    named.map(|gap| SearchResult {
        name: &gap.name,
        kind: 1,
        description: format!("Not covered yet: {}.", gap.missing),
        path: format!("models/#gap-{}", gap.id.replace('.', "-")),
        aliases: aliases(&gap.names),
        query: format!("gap={}", gap.id),
    })
}

fn aliases(known: &[String]) -> Vec<&str> {
    known.iter().map(String::as_str).collect()
}
