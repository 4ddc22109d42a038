//! The pages of sources: every source with the entries that cite it, and every entry with its sources.
//!
//! A link to an entry leads to the source in the entry's list, which says what the source supports. A glossary without
//! sources has neither page.

use crate::site::order::Order;
use crate::site::page_id::PageId;
use crate::site::paths::entry_path;
use crate::site::sources::{self, Citation, CitedSource};
use crate::writers::html::body::source_anchor;
use crate::writers::html::letters::by_letter;
use crate::writers::html::page::{Page, PageTask};
use crate::writers::html::render_context::RenderContext;
use rooflight_glossary::model::strings::Strings;
use serde::Serialize;

#[derive(Serialize)]
struct CitedView<'a> {
    title: &'a str,
    url: Option<&'a str>,
    detail: String,
    entries: Vec<CitationView<'a>>,
}

#[derive(Serialize)]
struct CitationView<'a> {
    term: &'a str,
    url: String,
    locator: Option<&'a str>,
}

#[derive(Serialize)]
struct EntrySourcesView<'a> {
    term: &'a str,
    url: String,
    sources: Vec<EntrySourceView<'a>>,
}

#[derive(Serialize)]
struct EntrySourceView<'a> {
    title: &'a str,
    url: Option<&'a str>,
    detail: String,
}

/// Both pages; empty if no entry has a source.
pub(crate) fn pages<'a>(cx: &'a RenderContext<'a>) -> Vec<PageTask<'a>> {
    if !sources::exist(cx.inputs.glossary) {
        return Vec::new();
    }
    vec![Box::new(|| by_title(cx)), Box::new(|| by_entry(cx))]
}

fn by_title(cx: &RenderContext<'_>) -> Page {
    let order = Order::of(&cx.inputs.config.language);
    let all = sources::all(cx.inputs.glossary, &order);
    let strings = &cx.inputs.config.strings;
    let view = cx.page(PageId::Sources, cx.text("sources.title"), cx.text("sources.description"));
    let mut context = cx.context(&view);
    context.insert("source_count", &all.len());
    context
        .insert("letters", &by_letter(all.iter().map(|one| (order.heading(&one.source.title), cited(one, strings)))));
    Page::new(cx, view, "sources.html", context)
}

fn cited<'a>(cited: &CitedSource<'a>, strings: &Strings) -> CitedView<'a> {
    let entry = |Citation { entry, position, source }: &Citation<'a>| CitationView {
        term: &entry.document.front.term,
        url: format!("../{}#{}", entry_path(entry), source_anchor(entry, *position)),
        locator: source.locator.as_deref(),
    };
    CitedView {
        title: &cited.source.title,
        url: cited.source.url.as_deref(),
        detail: cited.detail(strings),
        entries: cited.citations.iter().map(entry).collect(),
    }
}

fn by_entry(cx: &RenderContext<'_>) -> Page {
    let order = Order::of(&cx.inputs.config.language);
    let entries = sources::entries(cx.inputs.glossary, &order);
    let strings = &cx.inputs.config.strings;
    let view = cx.page(PageId::EntrySources, cx.text("sources.by_entry"), cx.text("sources.by_entry_description"));
    let rows = entries.iter().map(|entry| {
        let front = &entry.document.front;
        let row = EntrySourcesView {
            term: &front.term,
            url: format!("../../{}", entry_path(entry)),
            sources: sources::citations(entry).map(|citation| source(citation, strings)).collect(),
        };
        (order.heading_of_term(front), row)
    });
    let mut context = cx.context(&view);
    context.insert("entry_count", &entries.len());
    context.insert("letters", &by_letter(rows));
    Page::new(cx, view, "entry-sources.html", context)
}

fn source<'a>(citation: Citation<'a>, strings: &Strings) -> EntrySourceView<'a> {
    let Citation { source, .. } = citation;
    EntrySourceView { title: &source.title, url: source.url.as_deref(), detail: citation.detail(strings) }
}
