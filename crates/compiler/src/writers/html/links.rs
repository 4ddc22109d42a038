//! An entry's links as lists by layer: its mentions in other entries, with sentences, and the entries that it links to.
//!
//! An entry's page shows the closest mentions; if there are more, `/links/<slug>/` shows all of them, with longer
//! sentences. The highest layer comes first; entries are in alphabetical order.

use crate::site::page_id::{PageId, PageKind};
use crate::site::paths::{entry_path, has_links_page};
use crate::writers::html::page::Page;
use crate::writers::html::page::PageTask;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::{LinkView, LinksView, MentionView, MentionsView};
use rooflight_glossary::link::{Backlink, Entry};
use rooflight_glossary::model::ids::{EntryId, IndexVec, LayerId};
use rooflight_glossary::syntax::highlight::escape;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

/// Bytes of a sentence that an entry's page shows before and after the mention.
pub(crate) const CLOSE_CONTEXT: usize = 50;

/// The same for the page of all links.
const FULL_CONTEXT: usize = 160;

/// Returns the pages of all links, for entries with more mentions than their own page shows.
pub(crate) fn pages<'a>(cx: &'a RenderContext<'a>) -> impl Iterator<Item = PageTask<'a>> {
    let entries = cx.inputs.glossary.entries.iter_enumerated().filter(|(_, entry)| has_links_page(entry));
    entries.map(move |(number, entry)| Box::new(move || links_page(cx, number, entry)) as PageTask<'a>)
}

/// The relative path from a page of links to the site's root.
const ROOT: &str = "../../";

fn links_page(cx: &RenderContext<'_>, number: EntryId, entry: &Entry) -> Page {
    let term = &entry.document.front.term;
    let [title, description] =
        ["links.title", "links.description"].map(|key| cx.inputs.config.strings.fill(key, &[("term", term)]));
    let view = cx.page(PageId::Links(number), &title, &description);
    let mut context = cx.context(&view);
    context.insert("term", term);
    context.insert("url", &format!("{ROOT}{}", entry_path(entry)));
    context.insert("mention_count", &entry.mentioned_in.len());
    context.insert("mentions", &mentions(cx, &entry.mentioned_in, ROOT, FULL_CONTEXT));
    context.insert("leads_to", &leads_to(cx, number, ROOT));
    Page::new(cx, view, "links.html", context)
}

/// Returns the closest mentions of an entry, at most `most`: first from related entries, then from entries that it
/// links to.
#[must_use]
pub(crate) fn closest(cx: &RenderContext<'_>, number: EntryId, most: usize) -> Vec<Backlink> {
    let (related, leads_to) = (cx.graph.related(number), cx.graph.leads_to(number));
    let related: HashSet<EntryId> = related.into_iter().collect();
    let mut all = cx.inputs.glossary.entries[number].mentioned_in.to_vec();
    let leads = |link: &Backlink| leads_to.binary_search(&link.from).is_ok();
    all.sort_by_cached_key(|link| (Reverse(related.contains(&link.from)), Reverse(leads(link)), link.from));
    all.truncate(most);
    all
}

/// Returns the views of mentions by layer, each with its sentence.
#[must_use]
pub(crate) fn mentions(cx: &RenderContext<'_>, links: &[Backlink], root: &str, around: usize) -> Vec<MentionsView> {
    let view = |link: &Backlink| {
        let mention = cx.inputs.glossary.mentioned(*link)?;
        let sentence = sentence(&mention.sentence, &mention.range, around);
        let LinkView { term, url } = LinkView::new(&cx.inputs.glossary.entries[link.from], root);
        Some(MentionView { term, url, sentence })
    };
    let layers = by_layer(cx, links.to_vec(), |link| link.from).into_iter().map(|(layer, links)| MentionsView {
        layer: cx.layer_value(PageKind::Links, root, layer),
        mentions: links.iter().filter_map(view).collect(),
    });
    layers.collect()
}

/// Returns the views of the entries that an entry links to, by layer.
#[must_use]
pub(crate) fn leads_to(cx: &RenderContext<'_>, number: EntryId, root: &str) -> Vec<LinksView> {
    let entries = &cx.inputs.glossary.entries;
    let layers = by_layer(cx, cx.graph.leads_to(number), |at| *at).into_iter().map(|(layer, others)| LinksView {
        layer: cx.layer_value(PageKind::Links, root, layer),
        links: others.iter().map(|at| LinkView::new(&entries[*at], root)).collect(),
    });
    layers.collect()
}

/// Groups items by the layer of their entry: the highest layer first, without empty layers, alphabetical in a layer.
fn by_layer<T>(cx: &RenderContext<'_>, all: Vec<T>, entry: impl Fn(&T) -> EntryId) -> Vec<(LayerId, Vec<T>)> {
    let ids = cx.inputs.config.layers.ids();
    let mut layers: IndexVec<LayerId, Vec<T>> = ids.clone().map(|_| Vec::new()).collect();
    for one in all {
        layers[cx.inputs.glossary.entries[entry(&one)].layer].push(one);
    }
    let mut layers: Vec<(LayerId, Vec<T>)> = ids.zip(layers).rev().filter(|(_, those)| !those.is_empty()).collect();
    for (_, those) in &mut layers {
        those.sort_by_key(|one| &cx.summary(entry(one)).key);
    }
    layers
}

/// Returns a backlink's sentence as HTML with the mention marked. A side longer than `around` bytes is cut between
/// words, with an ellipsis.
fn sentence(text: &str, range: &Range<usize>, around: usize) -> String {
    let (Some(before), Some(mention), Some(after)) =
        (text.get(..range.start), text.get(range.clone()), text.get(range.end..))
    else {
        return escape(text);
    };
    let start = (0..before.len().saturating_sub(around)).rev().find(|at| before.as_bytes()[*at] == b' ');
    let end = (around..after.len()).find(|at| after.as_bytes()[*at] == b' ');
    let before = start.map_or_else(|| before.to_owned(), |at| format!("…{}", &before[at + 1..]));
    let after = end.map_or_else(|| after.to_owned(), |at| format!("{} …", &after[..at]));
    format!("{}<mark>{}</mark>{}", escape(&before), escape(mention), escape(&after))
}
