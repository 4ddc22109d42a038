//! An entry's page, its cards, and its full text for the feeds.

use crate::diagnostic::Diagnostic;
use crate::link::comparisons::LinkedComparison;
use crate::link::{Entry, Linked};
use crate::model::front_matter::{FrontMatter, Grade, Source};
use crate::site::dates;
use crate::site::graph::RELATED;
use crate::site::kind::PageKind;
use crate::site::paths::{MENTIONS, comparison_path, entry_path, has_links_page, links_path};
use crate::syntax::inline;
use crate::writers::html::body::{self, Prose, Target};
use crate::writers::html::compare as comparisons;
use crate::writers::html::frame::Frame;
use crate::writers::html::theme::Theme;
use crate::writers::html::views::{
    CompareRowView, CompareView, EntryView, GlanceView, PageView, PairView, QuestionView, RelatedView, SourceView,
};
use crate::writers::html::{full_text, links, map};
use crate::writers::{data::json_ld, markdown, picture};

/// What rendering an entry gives.
pub struct Rendered {
    /// Its files.
    pub files: Vec<(String, Vec<u8>)>,
    /// Its full content for a feed; empty if it is too old for any.
    pub feed: String,
}

/// The way from an entry's page to the site's root.
const ROOT: &str = "../../";

/// Renders the entry at this position.
///
/// # Errors
/// A template that fails.
pub fn render(frame: &Frame<'_>, number: usize, theme: &Theme) -> Result<Rendered, Diagnostic> {
    let entry = &frame.inputs.glossary.entries[number];
    let path = entry_path(entry);
    let cards = frame.cards(entry.links_to.iter().copied());
    // Read once for all that is made of it.
    let parsed = entry.body.parsed().nodes();
    let nodes = entry.body.nodes_of(&parsed);
    let view = view(frame, number, &nodes)?;
    let page = PageView {
        title: entry.document.front.term.clone(),
        description: inline::text(&entry.document.front.definition),
        canonical: Some(frame.inputs.config.base_url.join(&path)),
        root: ROOT.to_owned(),
        path: path.clone(),
        kind: PageKind::Entry,
        calculator: view.calculator.is_some(),
        code: body::has_code(&view.body),
        csp: Frame::policy(view.calculator.is_some()),
        cards: cards.as_ref().map(|_| "cards.json".to_owned()),
        subject: Some(number),
    };
    let mut context = frame.context(&page);
    context.insert("entry", &view);
    context.insert("json_ld", &json_ld::entry(frame.inputs, entry));
    let picture = picture::page::entry(frame.inputs, frame.pictures, entry, &view);
    if let Some((share, _)) = &picture {
        context.insert("share", share);
    }
    let html = theme.render("entry.html", &context)?;
    let mut files = vec![(format!("{path}index.html"), html.into_bytes())];
    files.extend(picture.map(|(_, file)| file));
    files.extend(cards.map(|bytes| (format!("{path}cards.json"), bytes)));
    files.push((format!("{path}{}", markdown::FILE), markdown::entry::page(frame, number, &parsed).into_bytes()));
    let followed = frame.stats.newest.get(number).is_some_and(|newest| *newest);
    let feed = if followed { full_text::html(frame, entry, &nodes, &view) } else { String::new() };
    Ok(Rendered { files, feed })
}

fn view(frame: &Frame<'_>, number: usize, nodes: &[Linked<'_>]) -> Result<EntryView, Diagnostic> {
    let entries = &frame.inputs.glossary.entries;
    let entry = &entries[number];
    let front = &entry.document.front;
    let layers = &frame.inputs.config.layers;
    let url = |entry: &Entry| format!("{ROOT}{}", entry_path(entry));
    let related =
        frame.graph.related(number).into_iter().take(RELATED).map(|at| &entries[at]).map(|other| RelatedView {
            term: other.document.front.term.clone(),
            url: url(other),
            layer: layers[other.storey].title.clone(),
            y: crate::writers::html::frame::glyph_y(layers.len(), other.storey),
        });
    let closest = links::closest(frame, number, MENTIONS);
    let folder = entry_path(entry);
    let prose = Prose { nodes, folder: &folder, entry: Some(entry) };
    let terms_used = entry.links_to.iter().map(|at| &entries[*at].document.front);
    Ok(EntryView {
        term: front.term.clone(),
        id: entry.document.id.clone(),
        definition: inline::html(&front.definition),
        aliases: front.aliases.clone(),
        layer: frame.layer_value(PageKind::Entry, ROOT, entry.storey),
        also_in: entry.also_in.iter().map(|storey| frame.layer_value(PageKind::Entry, ROOT, *storey)).collect(),
        body: body::html(frame.inputs, prose, Target::Page(ROOT)),
        at_a_glance: glance(front),
        raises: front.raises.iter().map(|text| inline::html(text)).collect(),
        does_not_raise: front.does_not_raise.iter().map(|text| inline::html(text)).collect(),
        common_mistake: front.common_mistake.as_deref().map(inline::html),
        takeaway: front.takeaway.as_deref().map(inline::html),
        memory_hook: front.memory_hook.as_deref().map(inline::html),
        questions: front
            .questions
            .iter()
            .map(|pair| QuestionView { q: pair.q.clone(), a: inline::html(&pair.a) })
            .collect(),
        compare: compare(frame, number, &url),
        versus: versus(frame, number),
        calculator: frame.calculators.map(|all| all.block(&entry.document, ROOT)).transpose()?.flatten(),
        related: related.collect(),
        around: map::around::svg(frame.inputs.glossary, frame.inputs.config, frame.graph, number, ROOT, "h-around"),
        leads_to: links::leads_to(frame, number, ROOT),
        mentions: links::mentions(frame, &closest, ROOT, body::AROUND),
        mention_count: entry.mentioned_in.len(),
        all_links: has_links_page(entry).then(|| format!("{ROOT}{}", links_path(entry))),
        sources: sources(entry),
        reviewed: front.reviewed.map(|month| dates::month_of(month.first_day())),
        published: dates::day(front.published),
        updated: dates::day(front.updated()),
        terms_used: terms_used
            .map(|used| GlanceView { label: used.term.clone(), text: inline::html(&used.definition) })
            .collect(),
    })
}

fn glance(front: &FrontMatter) -> Vec<GlanceView> {
    let text = |value: &serde_yaml::Value| match value {
        serde_yaml::Value::String(text) => text.clone(),
        other => serde_yaml::to_string(other).unwrap_or_default().trim().to_owned(),
    };
    front
        .at_a_glance
        .iter()
        .map(|(label, value)| GlanceView { label: text(label), text: inline::html(&text(value)) })
        .collect()
}

fn compare(frame: &Frame<'_>, number: usize, url: &dyn Fn(&Entry) -> String) -> Vec<CompareView> {
    let entries = &frame.inputs.glossary.entries;
    let tables = entries[number].document.front.compare.iter();
    let other = |page: &LinkedComparison| &entries[page.pair[usize::from(page.pair[0] == number)]];
    let found = tables.filter_map(|table| {
        let page = comparisons::of_entry(frame, number).find(|page| other(page).document.id == table.with)?;
        Some((table, other(page), page))
    });
    found
        .map(|(table, other, page)| CompareView {
            with_term: other.document.front.term.clone(),
            with_url: url(other),
            url: format!("{ROOT}{}", comparison_path(page)),
            rows: table
                .rows
                .iter()
                .map(|row| CompareRowView {
                    question: row.question.clone(),
                    this: inline::html(&row.this),
                    other: inline::html(&row.other),
                })
                .collect(),
        })
        .collect()
}

/// The comparisons that no table of the entry itself leads to.
fn versus(frame: &Frame<'_>, number: usize) -> Vec<PairView> {
    let entries = &frame.inputs.glossary.entries;
    let tables = &entries[number].document.front.compare;
    let other = |page: &LinkedComparison| page.pair[usize::from(page.pair[0] == number)];
    let pages = comparisons::of_entry(frame, number).map(|page| (page, &entries[other(page)].document));
    pages
        .filter(|(_, other)| tables.iter().all(|table| table.with != other.id))
        .map(|(page, other)| PairView {
            title: other.front.term.clone(),
            url: format!("{ROOT}{}", comparison_path(page)),
            text: String::new(),
        })
        .collect()
}

fn sources(entry: &Entry) -> Vec<SourceView> {
    let listed = entry
        .source_order
        .iter()
        .enumerate()
        .filter_map(|(n, at)| Some((n, *at, entry.document.front.sources.get(*at)?)));
    listed
        .map(|(n, at, source)| SourceView {
            n: n + 1,
            anchor: body::source_anchor(entry, at),
            title: source.title.clone(),
            url: source.url.clone(),
            detail: detail(source),
            grade: match source.grade {
                Grade::Primary => "primary",
                Grade::Secondary => "secondary",
            },
            unopened: source.unopened,
        })
        .collect()
}

/// "NVIDIA, 2023. What it supports."
fn detail(source: &Source) -> String {
    let year = source.year.map(|year| year.to_string());
    let who: Vec<&str> = source.publisher.as_deref().into_iter().chain(year.as_deref()).collect();
    let supports = source.supports.as_deref().unwrap_or_default();
    match (who.is_empty(), supports.is_empty()) {
        (true, _) => supports.to_owned(),
        (false, true) => format!("{}.", who.join(", ")),
        (false, false) => format!("{}. {supports}", who.join(", ")),
    }
}
