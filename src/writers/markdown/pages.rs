//! The pages that are no entries, as Markdown.
//!
//! 1. Every page has its heading, its description and its address.
//! 2. Prose is written like an entry's; lists of entries become lists of links with definitions.
//! 3. The pages of the catalog and of calculators bring what they say, written from the values that their templates see.
//! 4. A page that only works on a screen has nothing more to say: its address leads there.

use crate::site::figures::Figures;
use crate::site::inventory::Listed;
use crate::site::lessons::{HEADING, Note, lesson_notes, of_layer};
use crate::site::order::collation;
use crate::site::page_id::PageId;
use crate::site::paths::{EXPLORE, track_path};
use crate::writers::html::body::Prose;
use crate::writers::html::frame::Frame;
use crate::writers::html::page::PageContent;
use crate::writers::markdown::blocks;
use crate::writers::markdown::entry::{link, part, versus};
use crate::writers::markdown::{calculators, catalog, news};
use crate::writers::markdown_text::{plain, short};
use rooflight_calculators::explore::SPEC;
use rooflight_glossary::link::comparisons::LinkedComparison;
use rooflight_glossary::link::inflect::capitalised;
use rooflight_glossary::link::tracks::{LinkedLesson, LinkedTrack, Text};
use rooflight_glossary::link::{Entry, LinkedBody};
use rooflight_glossary::model::ids::{EntryId, LayerId};

/// The file beside a page of the inventory; `content` is what it shows beside the glossary.
#[must_use]
pub(in crate::writers) fn file(
    frame: &Frame<'_>,
    listed: &Listed,
    figures: &Figures,
    content: &PageContent,
) -> (String, Vec<u8>) {
    let mut text = page(frame, listed, figures);
    part(&mut text, &values(frame, content));
    (format!("{}{}", listed.path, crate::writers::markdown::FILE), text.into_bytes())
}

/// The content that a page brings as values.
fn values(frame: &Frame<'_>, content: &PageContent) -> String {
    match content {
        PageContent::None => String::new(),
        PageContent::Device(view) => catalog::device(frame, view),
        PageContent::Model(view) => catalog::model(frame, view),
        PageContent::Runtime(view) => catalog::runtime(frame, view),
        PageContent::Publication(view, rows) => catalog::publication(frame, view, rows),
        PageContent::Publications(views) => catalog::publications(frame, views),
        PageContent::List(table, gaps) => catalog::list(frame, table, gaps),
        PageContent::Calculators(shown) => calculators::list(frame, shown),
        PageContent::Calculator(spec, keys, using) => calculators::page(frame, spec, keys, using),
        PageContent::Explorer => calculators::answer(frame, &SPEC, EXPLORE),
    }
}

/// The text of a page of the inventory.
#[must_use]
pub fn page(frame: &Frame<'_>, listed: &Listed, figures: &Figures) -> String {
    let config = frame.inputs.config;
    let mut out = format!("# {}\n\n{}\n", plain(&listed.title), plain(&listed.description));
    part(&mut out, &format!("- Page: <{}>", config.base_url.join(&listed.path)));
    let glossary = frame.inputs.glossary;
    match listed.id {
        PageId::Home => home(&mut out, frame),
        PageId::Index | PageId::Map => part(&mut out, &entries(frame, &|_| true)),
        PageId::Layer(layer) => {
            let here = |entry: &Entry| entry.layer == layer || entry.also_in.contains(&layer);
            part(&mut out, &entries(frame, &here));
            part(&mut out, &lessons(frame, layer));
        }
        PageId::Page(at) => prose(&mut out, frame, &glossary.pages[at].body, &listed.path, figures),
        PageId::Comparisons => {
            let all = glossary.comparisons.iter().map(|one| pair(frame, one.pair, &one.slug));
            part(&mut out, &all.collect::<Vec<_>>().join("\n"));
        }
        PageId::Comparison(at) => comparison(&mut out, frame, &glossary.comparisons[at], &listed.path),
        PageId::Tracks => tracks(&mut out, frame),
        PageId::Track(at) => track_lessons(&mut out, frame, &glossary.tracks[at]),
        PageId::Lesson(track, at) => lesson(&mut out, frame, &glossary.tracks[track].lessons[at], &listed.path),
        PageId::Links(entry) => mentions(&mut out, frame, &glossary.entries[entry]),
        PageId::Changes => news::changes(&mut out, frame),
        PageId::Feeds => news::feeds(&mut out, frame),
        PageId::Search => {
            let all = config.base_url.join(&config.index_path());
            part(
                &mut out,
                &format!("The address takes words: <{}>. All terms: <{all}>", config.base_url.join("search/?q=kv")),
            );
        }
        _ => {}
    }
    out
}

fn prose(out: &mut String, frame: &Frame<'_>, body: &LinkedBody, folder: &str, figures: &Figures) {
    let prose = Prose { tree: &body.tree(), folder, entry: None, figures: Some(figures) };
    part(out, &blocks::body(frame.inputs, prose));
}

/// The entries that are wanted, from A to Z.
fn entries(frame: &Frame<'_>, wanted: &dyn Fn(&Entry) -> bool) -> String {
    let mut entries: Vec<&Entry> = frame.inputs.glossary.entries.iter().filter(|entry| wanted(entry)).collect();
    entries.sort_by_cached_key(|entry| collation(&entry.document.front.term));
    entries.into_iter().map(|entry| link(frame, entry)).collect::<Vec<_>>().join("\n")
}

fn home(out: &mut String, frame: &Frame<'_>) {
    let config = frame.inputs.config;
    let layers = config.layers.iter().map(|layer| {
        let url = config.base_url.join(&format!("layers/{}/", layer.id));
        format!("- [{}]({url}): {}", plain(&layer.title), plain(&layer.summary))
    });
    part(
        out,
        &format!("## {}\n\n{}", plain(&capitalised(&config.layers_name.many)), layers.collect::<Vec<_>>().join("\n")),
    );
    part(out, &format!("All terms: <{}>", config.base_url.join(&config.index_path())));
}

fn pair(frame: &Frame<'_>, pair: [EntryId; 2], slug: &str) -> String {
    let [a, b] = pair.map(|at| plain(&frame.inputs.glossary.entries[at].document.front.term));
    format!("- [{a} vs {b}]({})", frame.inputs.config.base_url.join(&format!("compare/{slug}/")))
}

fn comparison(out: &mut String, frame: &Frame<'_>, comparison: &LinkedComparison, path: &str) {
    let glossary = frame.inputs.glossary;
    let sides = comparison.pair.map(|at| &glossary.entries[at]);
    part(out, &sides.map(|side| link(frame, side)).join("\n"));
    let [a, b] = sides.map(|side| plain(&side.document.front.term));
    let rows: Vec<[&str; 3]> =
        comparison.rows.iter().map(|row| [row.question.as_str(), row.a.as_str(), row.b.as_str()]).collect();
    part(out, &versus(&a, &b, &rows));
    prose(out, frame, &comparison.body, path, &Figures::default());
    if let Some(takeaway) = &comparison.takeaway {
        part(out, &format!("## Which one matters when\n\n{}", short(takeaway)));
    }
}

/// The tracks, each with its lessons.
fn tracks(out: &mut String, frame: &Frame<'_>) {
    for linked in &frame.inputs.glossary.tracks {
        let url = frame.inputs.config.base_url.join(&track_path(linked));
        part(out, &format!("## [{}]({url})\n\n{}", plain(&linked.track.title), short(&linked.track.summary)));
        track_lessons(out, frame, linked);
    }
}

fn track_lessons(out: &mut String, frame: &Frame<'_>, linked: &LinkedTrack) {
    let lessons = linked.lessons.iter().enumerate().map(|(at, lesson)| {
        let url = frame.inputs.config.base_url.join(&format!("{}{}/", track_path(linked), at + 1));
        format!("{}. [{}]({url}): {}", at + 1, plain(&lesson.title), short(&lesson.why))
    });
    part(out, &lessons.collect::<Vec<_>>().join("\n"));
}

/// The lessons of a layer.
fn lessons(frame: &Frame<'_>, layer: LayerId) -> String {
    let items = of_layer(&frame.inputs.glossary.tracks, layer).map(|(linked, at)| {
        let lesson = &linked.lessons[at];
        let url = frame.inputs.config.base_url.join(&format!("learn/{}/{}/", linked.track.id, at + 1));
        format!("- [{}]({url}), {}: {}", plain(&lesson.title), plain(&linked.track.title), short(&lesson.why))
    });
    let items: Vec<String> = items.collect();
    if items.is_empty() { String::new() } else { format!("## Lessons\n\n{}", items.join("\n")) }
}

fn lesson(out: &mut String, frame: &Frame<'_>, lesson: &LinkedLesson, path: &str) {
    let glossary = frame.inputs.glossary;
    match &lesson.text {
        Text::Entry(at) => {
            part(out, &link(frame, &glossary.entries[*at]));
            prose(out, frame, &glossary.entries[*at].body, path, &Figures::default());
        }
        Text::Page { body, .. } => prose(out, frame, body, path, &Figures::default()),
    }
    if let Some(tried) = &lesson.attempt {
        part(out, &format!("## Try this\n\n{}", short(&tried.attempt.say)));
    }
    let note = |note: Note<'_>| {
        let source = note.source.map(|signal| format!(" ([{}](<{}>))", plain(&signal.source), signal.url));
        format!("- **{}**: {}{}", note.label, short(note.text), source.unwrap_or_default())
    };
    let notes: Vec<String> = lesson_notes(lesson).map(note).collect();
    if !notes.is_empty() {
        part(out, &format!("## {HEADING}\n\n{}", notes.join("\n")));
    }
}

/// Who mentions an entry, with the sentence.
fn mentions(out: &mut String, frame: &Frame<'_>, entry: &Entry) {
    let glossary = frame.inputs.glossary;
    let items = entry.mentioned_in.iter().filter_map(|backlink| {
        let sentence = plain(&glossary.mentioned(*backlink)?.sentence);
        let from = &glossary.entries[backlink.from];
        let url = frame.inputs.config.base_url.join(&crate::site::paths::entry_path(from));
        Some(format!("- [{}]({url}): {sentence}", plain(&from.document.front.term)))
    });
    part(out, &format!("## Mentioned in\n\n{}", items.collect::<Vec<_>>().join("\n")));
}
