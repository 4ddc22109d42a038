//! The pages of changes, by day, and of all feeds.
//!
//! Both use the same lists as `writers::feed`, so they agree with the feeds.

use crate::site::dates;
use crate::site::feeds::changes;
use crate::site::feeds::channel::{self, Channel};
use crate::site::feeds::format::{FORMATS, FeedFormat};
use crate::site::page_id::{PageId, PageKind};
use crate::site::paths::entry_path;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::translated::attributes;
use crate::writers::html::views::{LinkView, LinksView};
use rooflight_glossary::model::ids::{EntryId, LayerId};
use rooflight_glossary::syntax::inline;
use serde::Serialize;

/// The relative path from both pages to the site's root.
const ROOT: &str = "../";

#[derive(Serialize)]
struct DayView {
    anchor: String,
    date: dates::ShownDate,
    revised: Vec<RevisionView>,
    new_count: usize,
    new: Vec<LinksView>,
}

#[derive(Serialize)]
struct RevisionView {
    term: String,
    url: String,
    /// HTML.
    note: String,
    /// HTML attributes of the note's language if the note is untranslated, else empty.
    foreign: String,
}

#[derive(Serialize)]
struct FeedView {
    name: String,
    title: String,
    line: String,
    files: Vec<FileView>,
}

#[derive(Serialize)]
struct FileView {
    name: &'static str,
    media: &'static str,
    url: String,
}

/// Returns both pages.
#[must_use]
pub(crate) fn pages(cx: &RenderContext<'_>) -> Vec<Page> {
    vec![changed(cx), feeds(cx)]
}

fn changed(cx: &RenderContext<'_>) -> Page {
    let view = cx.page(PageId::Changes, cx.text("footer.changes"), cx.text("changes.description"));
    let mut context = cx.context(&view);
    let days = changes::days(cx.inputs).into_iter().map(|(date, day)| DayView {
        anchor: changes::anchor(date),
        date: dates::day(date, &cx.inputs.config.strings),
        revised: day.revised.iter().map(|one| revision(cx, *one)).collect(),
        new_count: day.new.len(),
        new: by_layer(cx, &day.new),
    });
    context.insert("days", &days.collect::<Vec<_>>());
    Page::new(cx, view, "changes.html", context)
}

fn revision(cx: &RenderContext<'_>, revision: changes::Revision) -> RevisionView {
    let entry = &cx.inputs.glossary.entries[revision.entry];
    RevisionView {
        term: entry.document.front.term.clone(),
        url: format!("{ROOT}{}", entry_path(entry)),
        note: inline::html(revision.note(cx.inputs)),
        foreign: revision
            .language_of_note(cx.inputs)
            .map_or_else(String::new, |language| attributes(language, &cx.inputs.config.language)),
    }
}

/// Groups entries by layer, from the top of the stack down; within a layer they keep their order.
fn by_layer(cx: &RenderContext<'_>, numbers: &[EntryId]) -> Vec<LinksView> {
    let entries = &cx.inputs.glossary.entries;
    let of = |layer: LayerId| {
        let inside = numbers.iter().map(|number| &entries[*number]).filter(move |entry| entry.layer == layer);
        let links = inside.map(|entry| LinkView::new(entry, ROOT)).collect();
        LinksView { layer: cx.layer_value(PageKind::Changes, ROOT, layer), links }
    };
    cx.inputs.config.layers.ids().rev().map(of).filter(|group| !group.links.is_empty()).collect()
}

fn feeds(cx: &RenderContext<'_>) -> Page {
    let view = cx.page(PageId::Feeds, cx.text("feeds.title"), cx.text("feeds.description"));
    let config = cx.inputs.config;
    let feed = |channel: Channel| {
        let folder = channel.folder(config);
        let file = |FeedFormat { name, media, file }: FeedFormat| FileView {
            name,
            media,
            url: format!("{ROOT}{folder}{file}"),
        };
        FeedView {
            name: channel.name(config),
            title: channel.title(config),
            line: channel.line(config),
            files: FORMATS.into_iter().map(file).collect(),
        }
    };
    let (layers, whole): (Vec<Channel>, Vec<Channel>) =
        channel::all(cx.inputs).into_iter().partition(|channel| matches!(channel, Channel::Layer(_)));
    let mut context = cx.context(&view);
    context.insert("whole", &whole.into_iter().map(feed).collect::<Vec<_>>());
    context.insert("by_layer", &layers.into_iter().rev().map(feed).collect::<Vec<_>>());
    context.insert("most", &config.feed_items);
    Page::new(cx, view, "feeds.html", context)
}
