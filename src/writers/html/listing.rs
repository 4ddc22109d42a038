//! The pages that are not entries: home, A–Z, one for each layer, the map, the site's own pages, and the one for what is not there.

use crate::calibrate::Estimating;
use crate::link::{Entry, LinkedPage};
use crate::site::figures::Figures;
use crate::syntax::inline;
use crate::writers::html::body::{self, Prose, Target};
use crate::writers::html::frame::Frame;
use crate::writers::html::views::{LayerView, NavView, PageView, RowView, SeeView};
use crate::writers::html::{Make, Page, dates, entry_path, links, map::whole, search};
use serde::Serialize;

/// A letter of the list of all terms.
#[derive(Serialize)]
pub(super) struct LetterView {
    /// The letter, in upper case.
    pub(super) letter: String,
    /// Its fragment on the page of the list.
    pub(super) anchor: String,
    /// The names under it.
    pub(super) rows: Vec<RowView>,
}

#[derive(Serialize)]
struct RecentView {
    term: String,
    url: String,
    date: dates::Shown,
    layer_title: String,
}

#[derive(Serialize)]
struct FeaturedView {
    entry: FeaturedEntry,
    calculator: crate::writers::html::views::CalculatorView,
}

#[derive(Serialize)]
struct FeaturedEntry {
    term: String,
    url: String,
}

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

/// How many entries the home page shows as new.
const RECENT: usize = 8;

/// All listing pages.
#[must_use]
pub fn pages<'a>(frame: &'a Frame<'a>, figures: &'a Figures) -> Vec<Make<'a>> {
    let mut pages: Vec<Make<'a>> =
        vec![Box::new(|| home(frame)), Box::new(|| index(frame)), Box::new(|| not_found(frame))];
    for storey in 0..frame.inputs.config.layers.len() {
        pages.push(Box::new(move || layer(frame, storey)));
    }
    for linked in &frame.inputs.glossary.pages {
        pages.push(Box::new(move || prose(frame, linked, figures)));
    }
    pages.push(Box::new(|| map(frame)));
    pages.push(Box::new(|| search::page(frame)));
    pages.extend(links::pages(frame));
    pages
}

/// What every page that is no entry has in common.
pub(super) fn page(
    frame: &Frame<'_>,
    kind: &'static str,
    path: &str,
    root: &str,
    title: &str,
    description: &str,
) -> PageView {
    PageView {
        title: title.to_owned(),
        description: description.to_owned(),
        canonical: Some(frame.inputs.config.base_url.join(path)),
        root: root.to_owned(),
        path: path.to_owned(),
        kind,
        calculator: false,
        code: false,
        csp: Frame::policy(false),
        cards: None,
        subject: None,
    }
}

fn home(frame: &Frame<'_>) -> Page {
    let config = frame.inputs.config;
    let root = "./";
    let featured = featured(frame, root);
    let view = PageView {
        calculator: featured.is_some(),
        csp: Frame::policy(featured.is_some()),
        ..page(frame, "home", "", root, &config.title, &config.description)
    };
    let mut context = frame.context(&view);
    context.insert("featured", &featured);
    context.insert("recent", &recent(frame, root));
    context.insert("tracks", &crate::writers::html::tracks::links(frame, root));
    context.insert("entry_count", &frame.inputs.glossary.entries.len());
    let (anchors, publications) = frame.inputs.estimator.map_or((0, 0), Estimating::counts);
    // Text, since thousands are set apart; absent where there is nothing to count.
    let shown = |count: usize| (count > 0).then(|| rooflight_estimator::view::number::count(count as u64));
    context.insert("anchor_count", &shown(anchors));
    context.insert("source_count", &shown(publications));
    // The page that shows what the measurements say, where there is one.
    let method = frame.inputs.glossary.pages.iter().find(|linked| linked.body.has_figures());
    context.insert("method_url", &method.map(|linked| format!("{root}{}/", linked.page.slug)));
    Page { path: "index.html".to_owned(), template: "home.html", context, files: Vec::new() }
}

/// The first entry, in the order of the files, that is named "tokens per second" or else carries a calculator at all.
fn featured(frame: &Frame<'_>, root: &str) -> Option<FeaturedView> {
    let calculators = frame.calculators?;
    let entries = &frame.inputs.glossary.entries;
    let with = |entry: &&Entry| entry.document.front.calculator.is_some();
    let entry = entries
        .iter()
        .filter(with)
        .find(|entry| entry.document.id == "tokens-per-second")
        .or_else(|| entries.iter().find(with))?;
    let calculator = calculators.block(&entry.document, root).ok()??;
    let term = entry.document.front.term.clone();
    Some(FeaturedView { entry: FeaturedEntry { term, url: format!("{root}{}", entry_path(entry)) }, calculator })
}

fn recent(frame: &Frame<'_>, root: &str) -> Vec<RecentView> {
    let mut entries: Vec<&Entry> = frame.inputs.glossary.entries.iter().collect();
    entries.sort_by_cached_key(|entry| (std::cmp::Reverse(changed(entry)), collation(&entry.document.front.term)));
    let shown = entries.into_iter().take(RECENT).map(|entry| RecentView {
        term: entry.document.front.term.clone(),
        url: format!("{root}{}", entry_path(entry)),
        date: dates::day(changed(entry)),
        layer_title: frame.inputs.config.layers[entry.storey].title.clone(),
    });
    shown.collect()
}

/// When an entry was last changed, by its author's word.
#[must_use]
pub fn changed(entry: &Entry) -> jiff::civil::Date {
    entry.document.front.updated()
}

fn index(frame: &Frame<'_>) -> Page {
    let root = "../";
    let count = frame.inputs.glossary.entries.len();
    let description = format!("All {count} entries from A to Z, each with its definition.");
    let view = page(frame, "index", "glossary/", root, "Glossary, A to Z", &description);
    let mut context = frame.context(&view);
    context.insert("letters", &letters(frame, root));
    context.insert("entry_count", &count);
    Page { path: "glossary/index.html".to_owned(), template: "index.html", context, files: Vec::new() }
}

fn layer(frame: &Frame<'_>, storey: usize) -> Page {
    let root = "../../";
    let layer = frame.layer(root, storey);
    let path = format!("layers/{}/", layer.id);
    let view = page(frame, "layer", &path, root, &layer.title, &layer.summary);
    let entries = &frame.inputs.glossary.entries;
    let mut rows: Vec<RowView> = entries
        .iter()
        .filter(|entry| entry.storey == storey || entry.also_in.contains(&storey))
        .map(|entry| row(frame, entry, root))
        .collect();
    rows.sort_by_cached_key(|row| collation(&row.term));
    let mut context = frame.context(&view);
    context.insert("layer", &layer);
    context.insert("rows", &rows);
    Page { path: format!("{path}index.html"), template: "layer.html", context, files: Vec::new() }
}

/// A page beside the entries.
fn prose(frame: &Frame<'_>, linked: &LinkedPage, figures: &Figures) -> Page {
    let front = &linked.page.front;
    let folder = format!("{}/", linked.page.slug);
    let root = "../".repeat(folder.matches('/').count());
    let cards = frame.cards(linked.links_to.iter().copied());
    let tree = linked.body.tree();
    let prose = Prose { tree: &tree, folder: &folder, entry: None, figures: Some(figures) };
    let body = body::html(frame.inputs, prose, Target::Page(&root));
    let view = PageView {
        cards: cards.is_some().then(|| "cards.json".to_owned()),
        code: prose.has_code(),
        ..page(frame, "page", &folder, &root, &front.title, &front.description)
    };
    let mut context = frame.context(&view);
    let section = section(frame, linked, &root);
    let next = section.iter().skip_while(|item| !item.current).nth(1);
    context.insert("next", &next);
    context.insert("section", &section);
    context.insert("body", &body);
    let files = cards.map(|bytes| (format!("{folder}cards.json"), bytes));
    Page { path: format!("{folder}index.html"), template: "page.html", context, files: files.into_iter().collect() }
}

/// The pages of this page's folder in their order, the folder's own first; none where it stands alone.
fn section(frame: &Frame<'_>, linked: &LinkedPage, root: &str) -> Vec<NavView> {
    let Some(folder) = linked.page.folder() else { return Vec::new() };
    let pages = frame.inputs.glossary.pages.iter().map(|other| &other.page);
    let mut together: Vec<_> = pages.filter(|page| page.folder() == Some(folder)).collect();
    together.sort_by_key(|page| (page.slug != folder, page.front.order.unwrap_or(u32::MAX), page.slug.as_str()));
    let views = together.into_iter().map(|page| NavView {
        title: page.front.title.clone(),
        url: format!("{root}{}/", page.slug),
        current: page.slug == linked.page.slug,
    });
    views.collect()
}

/// The whole glossary on one picture, and the same as a list.
fn map(frame: &Frame<'_>) -> Page {
    let root = "../";
    let glossary = frame.inputs.glossary;
    let description = "Every entry at its place in the stack, with what it leads to and what leads to it.";
    let view = page(frame, "map", "map/", root, "Map of the links", description);
    let layers: Vec<LayerView> =
        (0..frame.inputs.config.layers.len()).map(|storey| frame.layer(root, storey)).collect();
    let whole::Picture { svg, left_out } = whole::picture(glossary, &layers, frame.graph, root, "map");
    let mut groups = Vec::new();
    for (storey, layer) in layers.into_iter().enumerate().rev() {
        let of_layer = glossary.entries.iter().enumerate().filter(|(_, entry)| entry.storey == storey);
        let mut rows: Vec<MappedView> = of_layer.map(|(number, entry)| mapped(frame, number, entry, root)).collect();
        rows.sort_by_cached_key(|row| collation(&row.term));
        groups.push(MappedLayer { layer, rows });
    }
    let mut context = frame.context(&view);
    context.insert("picture", &svg);
    context.insert("left_out", &left_out);
    context.insert("groups", &groups);
    context.insert("entry_count", &glossary.entries.len());
    Page { path: "map/index.html".to_owned(), template: "map.html", context, files: Vec::new() }
}

fn mapped(frame: &Frame<'_>, number: usize, entry: &Entry, root: &str) -> MappedView {
    let term = |at: &usize| frame.inputs.glossary.entries[*at].document.front.term.clone();
    let mut leads_to: Vec<String> = frame.graph.leads_to(number).iter().map(term).collect();
    leads_to.sort_by_cached_key(|term| collation(term));
    MappedView { term: entry.document.front.term.clone(), url: format!("{root}{}", entry_path(entry)), leads_to }
}

fn not_found(frame: &Frame<'_>) -> Page {
    let root = frame.inputs.config.base_url.as_str().to_owned();
    let view = PageView {
        canonical: None,
        ..page(frame, "not-found", "404.html", &root, "Page not found", "There is no page at this address.")
    };
    Page { path: "404.html".to_owned(), template: "404.html", context: frame.context(&view), files: Vec::new() }
}

fn row(frame: &Frame<'_>, entry: &Entry, root: &str) -> RowView {
    let front = &entry.document.front;
    RowView {
        term: front.term.clone(),
        url: format!("{root}{}", entry_path(entry)),
        id: entry.document.id.clone(),
        definition: inline::html(&front.definition),
        layer: frame.layer_value("index", root, entry.storey),
        see: None,
    }
}

/// Entries and their aliases by first letter; figures and signs come first, under "#".
pub(super) fn letters(frame: &Frame<'_>, root: &str) -> Vec<LetterView> {
    let mut rows = Vec::new();
    for entry in &frame.inputs.glossary.entries {
        let own = row(frame, entry, root);
        // An alias that would stand right beside its term helps nobody.
        let elsewhere = |alias: &&String| collation(alias) != collation(&own.term);
        for alias in entry.document.front.aliases.iter().filter(elsewhere) {
            let see = Some(SeeView { term: own.term.clone(), anchor: own.id.clone() });
            rows.push(RowView {
                term: alias.clone(),
                id: String::new(),
                definition: String::new(),
                see,
                ..own.clone()
            });
        }
        rows.push(own);
    }
    rows.sort_by_cached_key(|row| (collation(&row.term), row.see.is_some()));
    let mut letters: Vec<LetterView> = Vec::new();
    for row in rows {
        let letter = first_letter(&row.term);
        match letters.last_mut().filter(|last| last.letter == letter) {
            Some(last) => last.rows.push(row),
            None => letters.push(LetterView { anchor: anchor(&letter), letter, rows: vec![row] }),
        }
    }
    letters
}

/// What entries are sorted by: letters and figures alone, whatever the case.
#[must_use]
pub fn collation(term: &str) -> String {
    if term.is_ascii() {
        let kept = term.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| char::from(byte.to_ascii_lowercase()));
        return kept.collect();
    }
    term.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn first_letter(term: &str) -> String {
    match collation(term).chars().next() {
        Some(first) if first.is_alphabetic() => first.to_uppercase().collect(),
        _ => "#".to_owned(),
    }
}

fn anchor(letter: &str) -> String {
    if letter == "#" { "letter-0".to_owned() } else { format!("letter-{}", letter.to_lowercase()) }
}
