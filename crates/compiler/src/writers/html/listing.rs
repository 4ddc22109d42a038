//! Pages that are not entries: A–Z, one for each layer, the map, the site's own pages, and the 404 page.

use crate::site::figures::Figures;
use crate::site::inputs::Inputs;
use crate::site::order::Order;
use crate::site::page_folders;
use crate::site::page_id::PageId;
use crate::site::paths::entry_path;
use crate::site::prose::Prose;
use crate::writers::html::body::{self, Target};
use crate::writers::html::page::Page;
use crate::writers::html::page::PageTask;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::tracks;
use crate::writers::html::views::{LayerView, ListedPageView, NavView, PageView, RowView};
use crate::writers::html::{home, letters, links, map::whole, search, sources};
use rooflight_glossary::link::{Entry, LinkedPage};
use rooflight_glossary::model::ids::{EntryId, IndexVec, LayerId};
use serde::Serialize;
use std::borrow::Cow;

#[derive(Serialize)]
struct MappedLayer {
    layer: LayerView,
    rows: Vec<MappedView>,
}

#[derive(Serialize)]
struct MappedView {
    term: String,
    url: String,
    leads_to: Vec<String>,
}

/// All listing pages.
#[must_use]
pub(crate) fn pages<'a>(cx: &'a RenderContext<'a>, figures: &'a Figures) -> Vec<PageTask<'a>> {
    let mut pages: Vec<PageTask<'a>> =
        vec![Box::new(|| home::page(cx)), Box::new(|| index(cx)), Box::new(|| not_found(cx))];
    for id in cx.inputs.config.layers.ids() {
        pages.push(Box::new(move || layer(cx, id)));
    }
    for (at, linked) in cx.inputs.glossary.pages.iter().enumerate() {
        pages.push(Box::new(move || prose(cx, at, linked, figures)));
    }
    pages.push(Box::new(|| map(cx)));
    pages.push(Box::new(|| search::page(cx)));
    pages.extend(links::pages(cx));
    pages.extend(sources::pages(cx));
    pages
}

fn index(cx: &RenderContext<'_>) -> Page {
    let root = "../";
    let count = cx.inputs.glossary.entries.len();
    let description = cx.inputs.config.strings.count("index.description", count, &[]);
    let view = cx.page(PageId::Index, cx.text("index.title"), &description);
    let mut context = cx.context(&view);
    context.insert("letters", &letters::letters(cx, root));
    context.insert("entry_count", &count);
    Page::new(cx, view, "index.html", context)
}

fn layer(cx: &RenderContext<'_>, id: LayerId) -> Page {
    let root = "../../";
    let layer = cx.layer(root, id);
    let view = cx.page(PageId::Layer(id), &layer.title, &layer.summary);
    let entries = &cx.inputs.glossary.entries;
    let order = Order::of(&cx.inputs.config.language);
    let mut listed: Vec<&Entry> =
        entries.iter().filter(|entry| entry.layer == id || entry.also_in.contains(&id)).collect();
    listed.sort_by_cached_key(|entry| order.of_term(&entry.document.front));
    let rows: Vec<RowView> = listed.into_iter().map(|entry| letters::row(cx, entry, root)).collect();
    let mut context = cx.context(&view);
    context.insert("layer", &layer);
    context.insert("rows", &rows);
    context.insert("lessons", &tracks::lessons_of(cx, root, id));
    Page::new(cx, view, "layer.html", context)
}

/// A page of the site's own, written in Markdown.
fn prose(cx: &RenderContext<'_>, at: usize, linked: &LinkedPage, figures: &Figures) -> Page {
    let front = &linked.page.front;
    let folder = format!("{}/", linked.page.slug);
    let root = "../".repeat(folder.matches('/').count());
    let cards = cx.cards(linked.links_to.iter().copied());
    let tree = linked.body.tree();
    let prose = Prose { tree: &tree, folder: &folder, entry: None, figures: Some(figures) };
    let body = body::html(cx.inputs, prose, Target::Page(&root)).body;
    let view = PageView {
        cards: cards.is_some().then(|| "cards.json".to_owned()),
        code: prose.has_code(),
        copies: prose.has_copies(),
        drawing: prose.has_drawing(),
        math: prose.has_math(),
        edit: linked.page.has_file().then(|| cx.edit(&linked.page.path)).flatten(),
        ..cx.page(PageId::Page(at), &front.title, &front.description)
    };
    let mut context = cx.context(&view);
    let section = section(cx, linked, &root);
    let next = section.iter().skip_while(|item| !item.current).nth(1);
    context.insert("next", &next);
    context.insert("section", &section);
    context.insert("body", &body);
    context.insert("extra", &front.extra);
    context.insert("pages", &listed(cx, linked, &root));
    let template = template(cx, linked).map_or(Cow::Borrowed("page.html"), Cow::Owned);
    Page::new(cx, view, template, context).with_cards(cards)
}

/// The template that a page names, else that of its kind.
fn template(cx: &RenderContext<'_>, linked: &LinkedPage) -> Option<String> {
    let page = &linked.page;
    let kind = page.folder().and_then(|folder| cx.inputs.config.kind_of(folder)).map(|(_, kind)| kind);
    let of_kind =
        kind.and_then(|kind| if page.slug == kind.folder { kind.list.clone() } else { kind.template.clone() });
    page.front.template.clone().or(of_kind)
}

/// The pages that the page of a folder lists, if they are of a kind.
fn listed(cx: &RenderContext<'_>, linked: &LinkedPage, root: &str) -> Vec<ListedPageView> {
    let Inputs { config, glossary, .. } = cx.inputs;
    let views = page_folders::of_kind(config, glossary, &linked.page).into_iter().map(|page| ListedPageView {
        title: page.front.title.clone(),
        description: page.front.description.clone(),
        url: format!("{root}{}/", page.slug),
        extra: page.front.extra.clone(),
    });
    views.collect()
}

/// The navigation in a page's folder, in order, the folder's own page first; empty for a page without a folder.
fn section(cx: &RenderContext<'_>, linked: &LinkedPage, root: &str) -> Vec<NavView> {
    let Some(folder) = linked.page.folder() else { return Vec::new() };
    let pages = page_folders::pages_in(cx.inputs.glossary, folder);
    let views = pages.into_iter().map(|page| NavView {
        title: page.front.title.clone(),
        url: format!("{root}{}/", page.slug),
        current: page.slug == linked.page.slug,
        ..NavView::default()
    });
    views.collect()
}

/// The map: all entries in one picture, and the same as a list.
fn map(cx: &RenderContext<'_>) -> Page {
    let root = "../";
    let glossary = cx.inputs.glossary;
    let view = cx.page(PageId::Map, cx.text("map.title"), cx.text("map.description"));
    let layers: IndexVec<LayerId, LayerView> =
        cx.inputs.config.layers.ids().map(|layer| cx.layer(root, layer)).collect();
    let whole::MapPicture { svg, left_out } =
        whole::picture(glossary, &layers, cx.graph, root, "map", cx.inputs.config.language.is_right_to_left());
    let key = |number: EntryId| &cx.summary(number).key;
    let mut groups = Vec::new();
    for (id, layer) in cx.inputs.config.layers.ids().zip(layers).rev() {
        let of_layer = glossary.entries.iter_enumerated().filter(|(_, entry)| entry.layer == id);
        let mut listed: Vec<(EntryId, &Entry)> = of_layer.collect();
        listed.sort_by_key(|(number, _)| key(*number));
        let rows = listed.into_iter().map(|(number, entry)| mapped(cx, number, entry, root)).collect();
        groups.push(MappedLayer { layer, rows });
    }
    let mut context = cx.context(&view);
    context.insert("picture", &svg);
    context.insert("left_out", &left_out);
    context.insert("groups", &groups);
    context.insert("entry_count", &glossary.entries.len());
    Page::new(cx, view, "map.html", context)
}

fn mapped(cx: &RenderContext<'_>, number: EntryId, entry: &Entry, root: &str) -> MappedView {
    let term = |at: EntryId| cx.inputs.glossary.entries[at].document.front.term.clone();
    let mut leads_to = cx.graph.leads_to(number);
    leads_to.sort_by_key(|at| &cx.summary(*at).key);
    let leads_to = leads_to.into_iter().map(term).collect();
    MappedView { term: entry.document.front.term.clone(), url: format!("{root}{}", entry_path(entry)), leads_to }
}

fn not_found(cx: &RenderContext<'_>) -> Page {
    let view = PageView {
        canonical: None,
        ..cx.page(PageId::NotFound, cx.text("not_found.title"), cx.text("not_found.description"))
    };
    let context = cx.context(&view);
    Page::new(cx, view, "404.html", context)
}
