//! An entry's page, and the hover cards of the entries that it links to.

use crate::site::answers::PageAnswer;
use crate::site::dates;
use crate::site::graph::RELATED;
use crate::site::json_ld;
use crate::site::page_id::{PageId, PageKind};
use crate::site::paths::{MENTIONS, comparison_path, entry_path, has_links_page, links_path};
use crate::site::policy::content_policy;
use crate::site::prose::Prose;
use crate::site::sections::{
    LabelledTable, Mark, Prominence, Section, SectionBlock, SectionContent, detail, entry_sections,
};
use crate::site::social_image::SocialImageView;
use crate::writers::html::body::{self, Target};
use crate::writers::html::compare as comparisons;
use crate::writers::html::page::Files;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::theme::Theme;
use crate::writers::html::views::{
    BlockView, ColumnView, EntryView, GlanceView, LinkSections, ListView, PageView, PairView, ParagraphView,
    QuestionView, RelatedView, SectionView, SourceView, TableRowView, TableView,
};
use crate::writers::html::{links, map, translated};
use rooflight_glossary::link::comparisons::LinkedComparison;
use rooflight_glossary::link::{Entry, Linked};
use rooflight_glossary::model::bibliography::Grade;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::inline;
use rooflight_source::diagnostic::Diagnostic;

/// The relative path from an entry's page to the site's root.
const ROOT: &str = "../../";

/// Renders the page of an entry and its hover cards. `tree` is the parsed body, `answer` the calculator's, `share` the
/// entry's own preview picture.
///
/// # Errors
/// The error of the template.
pub(crate) fn files(
    cx: &RenderContext<'_>,
    number: EntryId,
    tree: &Linked<'_>,
    answer: Option<&PageAnswer>,
    share: Option<&SocialImageView>,
    theme: &Theme,
) -> Result<Files, Diagnostic> {
    let entry = &cx.inputs.glossary.entries[number];
    let path = entry_path(entry);
    let cards = cx.cards(entry.links_to.iter().copied());
    let prose = Prose { tree, folder: &path, entry: Some(entry), figures: None };
    let front = &entry.document.front;
    let view = view(cx, number, prose, answer);
    let page = PageView {
        root: ROOT.to_owned(),
        calculator: answer.is_some(),
        code: prose.has_code(),
        copies: prose.has_copies(),
        drawing: prose.has_drawing(),
        math: prose.has_math(),
        csp: content_policy(cx.inputs, answer.is_some()),
        cards: cards.as_ref().map(|_| "cards.json".to_owned()),
        edit: cx.edit(&entry.document.path),
        canonical: Some(translated::canonical(cx.inputs, entry)),
        ..cx.page(PageId::Entry(number), &front.term, &inline::text(&front.definition))
    };
    let mut context = cx.context(&page);
    context.insert("entry", &view);
    context.insert("json_ld", &json_ld::entry(cx.inputs, number));
    if let Some(share) = share {
        context.insert("share", share);
    }
    let html = theme.render("entry.html", &context)?;
    let mut files = vec![(format!("{path}index.html"), html.into_bytes())];
    files.extend(cards.map(|bytes| (format!("{path}cards.json"), bytes)));
    Ok(files)
}

fn view(cx: &RenderContext<'_>, number: EntryId, prose: Prose<'_>, answer: Option<&PageAnswer>) -> EntryView {
    let entries = &cx.inputs.glossary.entries;
    let entry = &entries[number];
    let front = &entry.document.front;
    let layers = &cx.inputs.config.layers;
    let url = |entry: &Entry| format!("{ROOT}{}", entry_path(entry));
    let related = cx.graph.related(number).into_iter().take(RELATED).map(|at| &entries[at]).map(|other| RelatedView {
        term: other.document.front.term.clone(),
        url: url(other),
        layer: layers[other.layer].title.clone(),
        y: crate::writers::html::render_context::glyph_y(layers.len(), other.layer),
    });
    let strings = &cx.inputs.config.strings;
    let closest = links::closest(cx, number, MENTIONS);
    let calculator = cx.calculators.zip(answer).map(|(all, answer)| all.view(answer, ROOT));
    let sections = Sections::new(cx, entry_sections(cx.inputs.glossary, strings, number, calculator.is_some()), entry);
    let text = body::html(cx.inputs, prose, Target::Page(ROOT));
    let terms_used = entry.links_to.iter().map(|at| &entries[*at].document.front);
    EntryView {
        translated: translated::view(cx.inputs, entry, ROOT),
        term: front.term.clone(),
        id: entry.document.id.clone(),
        definition: text.definition,
        aliases: front.aliases.clone(),
        layer: cx.layer_value(PageKind::Entry, ROOT, entry.layer),
        also_in: entry.also_in.iter().map(|layer| cx.layer_value(PageKind::Entry, ROOT, *layer)).collect(),
        body: text.body,
        lead: sections.lead,
        more: sections.more,
        links: sections.links,
        versus: versus(cx, number),
        calculator,
        related: related.collect(),
        around: map::around::svg(cx.inputs.glossary, cx.inputs.config, cx.graph, number, ROOT, "h-around"),
        leads_to: links::leads_to(cx, number, ROOT),
        mentions: links::mentions(cx, &closest, ROOT, links::CLOSE_CONTEXT),
        mention_count: entry.mentioned_in.len(),
        all_links: has_links_page(entry).then(|| format!("{ROOT}{}", links_path(entry))),
        sources: sections.sources,
        reviewed: front.reviewed.map(|month| dates::month_of(month.first_day(), strings)),
        published: front.published.map(|day| dates::day(day, strings)),
        updated: front.updated().filter(|day| Some(*day) != front.published).map(|day| dates::day(day, strings)),
        avoid: front.avoid.clone(),
        superseded: front.superseded.clone(),
        extra: front.extra.clone(),
        terms_used: terms_used
            .map(|used| GlanceView { label: used.term.clone(), text: inline::html(&used.definition) })
            .collect(),
    }
}

/// The sections by their place in the template, each in its order.
#[derive(Default)]
struct Sections {
    lead: Vec<SectionView>,
    more: Vec<SectionView>,
    links: LinkSections,
    sources: Vec<SourceView>,
}

impl Sections {
    fn new(cx: &RenderContext<'_>, sections: Vec<Section<'_>>, entry: &Entry) -> Self {
        let mut found = Self::default();
        let mut is_lead = true;
        for Section { id, heading, versus, prominence, content } in sections {
            match content {
                SectionContent::Blocks(blocks) => {
                    let blocks = blocks.into_iter().map(|one| block(one, entry)).collect();
                    let url = versus.map(|versus| format!("{ROOT}{}", cx.inputs.way(&comparison_path(versus.page))));
                    let (small, framed) = (prominence != Prominence::Plain, prominence == Prominence::Framed);
                    let view = SectionView { id: format!("h-{id}"), heading, url, small, framed, blocks };
                    if is_lead { &mut found.lead } else { &mut found.more }.push(view);
                }
                // The template itself has places for these.
                SectionContent::Body => is_lead = false,
                SectionContent::Calculator => {}
                SectionContent::Around => found.links.around = heading,
                SectionContent::Related(_) => found.links.related = heading,
                SectionContent::Mentions => found.links.mentions = heading,
                SectionContent::Sources(sources) => {
                    found.links.sources = heading;
                    let sources = sources.iter().enumerate().map(|(n, (at, source))| SourceView {
                        n: n + 1,
                        anchor: body::source_anchor(entry, *at),
                        title: source.title.clone(),
                        url: source.url.clone().unwrap_or_default(),
                        detail: detail(source),
                        grade: match source.grade {
                            Grade::Primary => "primary",
                            Grade::Secondary => "secondary",
                        },
                        unopened: source.unopened,
                    });
                    found.sources = sources.collect();
                }
            }
        }
        found
    }
}

fn block(block: SectionBlock<'_>, entry: &Entry) -> BlockView {
    let all_html = |texts: &[String]| texts.iter().map(|text| inline::html(text)).collect();
    match block {
        SectionBlock::Paragraph { text, is_large } => {
            BlockView::Paragraph(ParagraphView { text: inline::html(text), large: is_large })
        }
        SectionBlock::Lists(lists) => {
            let lists = lists.into_iter().map(|list| ListView {
                heading: list.heading.to_owned(),
                class: match list.mark {
                    Mark::Plus => "plus",
                    Mark::Minus => "minus",
                },
                items: all_html(list.items),
            });
            BlockView::Lists(lists.collect())
        }
        SectionBlock::Table(grid) => BlockView::Table(table(grid, entry)),
        SectionBlock::Questions(questions) => {
            let pairs = questions.iter();
            BlockView::Questions(
                pairs.map(|pair| QuestionView { q: pair.q.clone(), a: inline::html(&pair.a) }).collect(),
            )
        }
    }
}

/// Returns the view of a table; the column about the entry itself has no link.
fn table(table: LabelledTable<'_>, entry: &Entry) -> TableView {
    let columns = table.columns.iter().map(|about| {
        let is_own = about.document.id == entry.document.id;
        ColumnView {
            title: about.document.front.term.clone(),
            url: (!is_own).then(|| format!("{ROOT}{}", entry_path(about))),
        }
    });
    let rows = table.rows.into_iter().map(|(label, texts)| TableRowView {
        label: label.into_owned(),
        texts: texts.iter().map(|text| inline::html(text)).collect(),
    });
    TableView { columns: columns.collect(), rows: rows.collect() }
}

/// Returns the comparisons with entries that none of the entry's own tables covers.
fn versus(cx: &RenderContext<'_>, number: EntryId) -> Vec<PairView> {
    let entries = &cx.inputs.glossary.entries;
    let tables = &entries[number].document.front.compare;
    let other = |page: &LinkedComparison| page.pair[usize::from(page.pair[0] == number)];
    let pages = comparisons::of_entry(cx, number).map(|page| (page, &entries[other(page)].document));
    pages
        .filter(|(_, other)| tables.iter().all(|table| table.with != other.id))
        .map(|(page, other)| PairView {
            title: other.front.term.clone(),
            url: format!("{ROOT}{}", cx.inputs.way(&comparison_path(page))),
            text: String::new(),
        })
        .collect()
}
