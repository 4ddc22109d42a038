//! The comparisons: `/compare/` lists them by layer, and `/compare/<a>-vs-<b>/` puts two entries next to each other.
//!
//! A site without comparisons has neither. Claims and sources are those of the entries, to which the page links.

use crate::site::page_id::PageId;
use crate::site::paths::comparison_path;
use crate::site::paths::entry_path;
use crate::site::prose::Prose;
use crate::writers::html::body::{self, Target};
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::PairView;
use crate::writers::html::views::{ColumnView, LayerView, PageView, TableRowView, TableView};
use rooflight_glossary::link::comparisons::LinkedComparison;
use rooflight_glossary::model::comparison::COMPARE;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::inline;
use serde::Serialize;

/// One of the two entries of a comparison.
#[derive(Serialize)]
struct SideView {
    term: String,
    url: String,
    /// HTML.
    definition: String,
    layer: LayerView,
    sources: usize,
}

#[derive(Serialize)]
struct ComparisonGroupView {
    layer: LayerView,
    pairs: Vec<PairView>,
}

/// The list and the page of each comparison; empty for a site without comparisons.
#[must_use]
pub(crate) fn pages(cx: &RenderContext<'_>) -> Vec<Page> {
    let comparisons = &cx.inputs.glossary.comparisons;
    if comparisons.is_empty() {
        return Vec::new();
    }
    std::iter::once(list(cx))
        .chain(comparisons.iter().enumerate().map(|(at, comparison)| comparison_page(cx, at, comparison)))
        .collect()
}

/// The comparisons of an entry with others.
pub(super) fn of_entry<'a>(cx: &RenderContext<'a>, entry: EntryId) -> impl Iterator<Item = &'a LinkedComparison> {
    cx.inputs.glossary.comparisons.iter().filter(move |comparison| comparison.pair.contains(&entry))
}

fn title(cx: &RenderContext<'_>, comparison: &LinkedComparison) -> String {
    let [a, b] = comparison.pair.map(|at| cx.inputs.glossary.entries[at].document.front.term.as_str());
    inline::sentence_case(&cx.inputs.config.strings.fill("compare.pair", &[("a", a), ("b", b)]))
}

fn pair(cx: &RenderContext<'_>, comparison: &LinkedComparison, root: &str) -> PairView {
    let questions = || comparison.rows.iter().map(|row| row.question.as_str()).collect::<Vec<_>>().join("; ");
    PairView {
        title: title(cx, comparison),
        url: format!("{root}{}", comparison_path(comparison)),
        text: comparison.takeaway.as_deref().map_or_else(|| inline::html(&questions()), inline::html),
    }
}

/// The path of the comparison's source: its own file if it has a takeaway, else that of the entry with the table.
fn source(cx: &RenderContext<'_>, comparison: &LinkedComparison) -> String {
    let [a, b] = comparison.pair.map(|at| &cx.inputs.glossary.entries[at].document);
    if comparison.takeaway.is_some() {
        return format!("{COMPARE}/{}.md", comparison.slug);
    }
    let is_in_a = a.front.compare.iter().any(|table| table.with == b.id);
    if is_in_a { a.path.clone() } else { b.path.clone() }
}

fn list(cx: &RenderContext<'_>) -> Page {
    let root = "../";
    let glossary = cx.inputs.glossary;
    let view = cx.page(PageId::Comparisons, cx.text("compare.title"), cx.text("compare.description"));
    let groups = cx.inputs.config.layers.ids().filter_map(|layer| {
        let here = glossary.comparisons.iter().filter(|one| glossary.entries[one.pair[0]].layer == layer);
        let pairs: Vec<PairView> = here.map(|comparison| pair(cx, comparison, root)).collect();
        (!pairs.is_empty()).then(|| ComparisonGroupView { layer: cx.layer(root, layer), pairs })
    });
    let mut context = cx.context(&view);
    context.insert("groups", &groups.collect::<Vec<_>>());
    Page::new(cx, view, "comparisons.html", context)
}

fn comparison_page(cx: &RenderContext<'_>, at: usize, comparison: &LinkedComparison) -> Page {
    let root = "../../";
    let entries = &cx.inputs.glossary.entries;
    let folder = comparison_path(comparison);
    let title = title(cx, comparison);
    let [a, b] = comparison.pair.map(|at| entries[at].document.front.term.as_str());
    let description = match &comparison.takeaway {
        Some(takeaway) => inline::text(takeaway),
        None => cx.inputs.config.strings.fill("compare.pair_description", &[("a", a), ("b", b)]),
    };
    let cards = cx.cards(comparison.links_to.iter().copied());
    let tree = comparison.body.tree();
    let prose = Prose { tree: &tree, folder: &folder, entry: None, figures: None };
    let view = PageView {
        cards: cards.is_some().then(|| "cards.json".to_owned()),
        drawing: prose.has_drawing(),
        math: prose.has_math(),
        edit: cx.edit(&source(cx, comparison)),
        ..cx.page(PageId::Comparison(at), &title, &description)
    };
    let sides = comparison.pair.map(|at| {
        let front = &entries[at].document.front;
        SideView {
            term: front.term.clone(),
            url: format!("{root}{}", entry_path(&entries[at])),
            definition: inline::html(&front.definition),
            layer: cx.layer(root, entries[at].layer),
            sources: front.sources.len(),
        }
    });
    let columns = sides.iter().map(|side| ColumnView { title: side.term.clone(), url: None });
    let rows = comparison.rows.iter().map(|row| TableRowView {
        label: row.question.clone(),
        texts: vec![inline::html(&row.a), inline::html(&row.b)],
    });
    let table = TableView { columns: columns.collect(), rows: rows.collect() };
    let mut context = cx.context(&view);
    context.insert("sides", &sides);
    context.insert("table", &table);
    context.insert("body", &body::html(cx.inputs, prose, Target::Page(root)).body);
    context.insert("takeaway", &comparison.takeaway.as_deref().map(inline::html));
    context.insert("others", &others(cx, comparison, root));
    Page::new(cx, view, "compare.html", context).with_cards(cards)
}

/// Other comparisons with one of the two entries.
fn others(cx: &RenderContext<'_>, comparison: &LinkedComparison, root: &str) -> Vec<PairView> {
    let all = cx.inputs.glossary.comparisons.iter();
    let shared = |other: &&LinkedComparison| other.pair.iter().any(|entry| comparison.pair.contains(entry));
    let others = all.filter(shared).filter(|other| other.slug != comparison.slug);
    others.map(|other| pair(cx, other, root)).collect()
}
