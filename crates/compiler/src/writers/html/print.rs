//! `/print/`: the whole glossary on one page, for printing.
//!
//! 1. Entries from A to Z: definition, takeaway, sources.
//! 2. URLs are printed in full, since paper has no links.
//!
//! The page repeats the entries' pages, so search engines are asked not to index it.

use crate::site::order::Order;
use crate::site::page_id::PageId;
use crate::site::paths::entry_path;
use crate::site::sections::imprint;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::translated::foreign;
use crate::writers::html::views::PageView;
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::bibliography::Source;
use rooflight_glossary::syntax::inline;
use serde::Serialize;

#[derive(Serialize)]
struct PrintedView {
    term: String,
    id: String,
    /// HTML attributes of its language if that differs from the page's, else empty.
    foreign: String,
    url: String,
    address: String,
    layer: String,
    aliases: Vec<String>,
    /// HTML.
    definition: String,
    /// HTML.
    takeaway: Option<String>,
    sources: Vec<PrintedSourceView>,
}

#[derive(Serialize)]
struct PrintedSourceView {
    title: String,
    detail: String,
    url: String,
}

/// The printable page.
#[must_use]
pub(crate) fn page(cx: &RenderContext<'_>) -> Page {
    let root = "../";
    let mut entries: Vec<&Entry> = cx.inputs.glossary.entries.iter().collect();
    let order = Order::of(&cx.inputs.config.language);
    entries.sort_by_cached_key(|entry| order.of_term(&entry.document.front));
    let listed = cx.page(PageId::Print, cx.text("print.title"), cx.text("print.description"));
    let view = PageView { canonical: None, ..listed };
    let mut context = cx.context(&view);
    context.insert("entries", &entries.into_iter().map(|entry| printed(cx, entry, root)).collect::<Vec<_>>());
    Page::new(cx, view, "print.html", context)
}

fn printed(cx: &RenderContext<'_>, entry: &Entry, root: &str) -> PrintedView {
    let front = &entry.document.front;
    let config = cx.inputs.config;
    let sources = entry.source_order.iter().filter_map(|at| front.sources.get(at.index()));
    PrintedView {
        term: front.term.clone(),
        id: entry.document.id.clone(),
        foreign: foreign(cx.inputs, entry),
        url: format!("{root}{}", entry_path(entry)),
        address: config.base_url.join(&entry_path(entry)),
        layer: config.layers[entry.layer].title.clone(),
        aliases: front.aliases.clone(),
        definition: inline::html(&front.definition),
        takeaway: front.takeaway.as_deref().map(inline::html),
        sources: sources.map(source).collect(),
    }
}

fn source(source: &Source) -> PrintedSourceView {
    let detail = imprint(source, source.locator.as_deref());
    PrintedSourceView { title: source.title.clone(), detail, url: source.url.clone().unwrap_or_default() }
}
