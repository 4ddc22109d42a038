//! The pages that are no entries, as Markdown.
//!
//! 1. Every page has its heading, its description and its address.
//! 2. Prose is written like an entry's; lists of entries become lists of links with definitions.
//! 3. The pages of the catalog and of calculators bring what they say, written from the values that their templates see.
//! 4. A page that only works on a screen has nothing more to say: its address leads there.

use crate::link::inflect::capitalised;
use crate::link::{Entry, LinkedBody, tracks};
use crate::model::ids::{EntryId, LayerId};
use crate::site::figures::Figures;
use crate::site::inventory::Listed;
use crate::site::kind::PageKind;
use crate::site::lessons::{HEADING, Note, lesson_notes, of_layer};
use crate::site::order::collation;
use crate::writers::html::body::Prose;
use crate::writers::html::frame::Frame;
use crate::writers::markdown::blocks;
use crate::writers::markdown::entry::{link, part, versus};
use crate::writers::markdown::escape::{plain, short};
use crate::writers::markdown::news;

/// The file beside a page of the inventory; `body` is what the page brings with it.
#[must_use]
pub fn file(frame: &Frame<'_>, listed: &Listed, figures: &Figures, body: &str) -> (String, Vec<u8>) {
    let mut text = page(frame, listed, figures);
    part(&mut text, body);
    (format!("{}{}", listed.path, crate::writers::markdown::FILE), text.into_bytes())
}

/// The text of a page of the inventory.
#[must_use]
pub fn page(frame: &Frame<'_>, listed: &Listed, figures: &Figures) -> String {
    let config = frame.inputs.config;
    let mut out = format!("# {}\n\n{}\n", plain(&listed.title), plain(&listed.description));
    part(&mut out, &format!("- Page: <{}>", config.base_url.join(&listed.path)));
    match listed.kind {
        PageKind::Home => home(&mut out, frame),
        PageKind::Index | PageKind::Map => part(&mut out, &entries(frame, &|_| true)),
        PageKind::Layer => {
            let layer = config.layer_id(listed.path.trim_start_matches("layers/").trim_end_matches('/'));
            let here = |entry: &Entry| layer.is_some_and(|at| entry.layer == at || entry.also_in.contains(&at));
            part(&mut out, &entries(frame, &here));
            part(&mut out, &layer.map(|layer| lessons(frame, layer)).unwrap_or_default());
        }
        PageKind::Page => {
            let pages = &frame.inputs.glossary.pages;
            if let Some(linked) = pages.iter().find(|linked| format!("{}/", linked.page.slug) == listed.path) {
                prose(&mut out, frame, &linked.body, &listed.path, figures);
            }
        }
        PageKind::Comparisons => {
            let all = frame.inputs.glossary.comparisons.iter().map(|one| pair(frame, one.pair, &one.slug));
            part(&mut out, &all.collect::<Vec<_>>().join("\n"));
        }
        PageKind::Comparison => comparison(&mut out, frame, &listed.path),
        PageKind::Tracks | PageKind::Track => tracks(&mut out, frame, &listed.path),
        PageKind::Lesson => lesson(&mut out, frame, &listed.path),
        PageKind::Links => mentions(&mut out, frame, listed),
        PageKind::Changes => news::changes(&mut out, frame),
        PageKind::Feeds => news::feeds(&mut out, frame),
        PageKind::Search => {
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

fn comparison(out: &mut String, frame: &Frame<'_>, path: &str) {
    let glossary = frame.inputs.glossary;
    let found = glossary.comparisons.iter().find(|one| format!("compare/{}/", one.slug) == path);
    let Some(comparison) = found else { return };
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

/// The tracks with their lessons; all of them, or the one whose page this is.
fn tracks(out: &mut String, frame: &Frame<'_>, path: &str) {
    for linked in &frame.inputs.glossary.tracks {
        let own = format!("learn/{}/", linked.track.id);
        if path != own && path != "learn/" {
            continue;
        }
        if path != own {
            let url = frame.inputs.config.base_url.join(&own);
            part(out, &format!("## [{}]({url})\n\n{}", plain(&linked.track.title), short(&linked.track.summary)));
        }
        let lessons = linked.lessons.iter().enumerate().map(|(at, lesson)| {
            let url = frame.inputs.config.base_url.join(&format!("{own}{}/", at + 1));
            format!("{}. [{}]({url}): {}", at + 1, plain(&lesson.title), short(&lesson.why))
        });
        part(out, &lessons.collect::<Vec<_>>().join("\n"));
    }
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

fn lesson(out: &mut String, frame: &Frame<'_>, path: &str) {
    let glossary = frame.inputs.glossary;
    let place = path.trim_start_matches("learn/").trim_end_matches('/').split_once('/');
    let Some((track, number)) = place else { return };
    let linked = glossary.tracks.iter().find(|linked| linked.track.id == track);
    let at = number.parse::<usize>().unwrap_or_default().checked_sub(1);
    let Some(lesson) = linked.zip(at).and_then(|(linked, at)| linked.lessons.get(at)) else { return };
    match &lesson.text {
        tracks::Text::Entry(at) => {
            part(out, &link(frame, &glossary.entries[*at]));
            prose(out, frame, &glossary.entries[*at].body, path, &Figures::default());
        }
        tracks::Text::Page { body, .. } => prose(out, frame, body, path, &Figures::default()),
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
fn mentions(out: &mut String, frame: &Frame<'_>, listed: &Listed) {
    let glossary = frame.inputs.glossary;
    let Some(entry) = listed.entry.and_then(|number| glossary.entries.get(number)) else { return };
    let items = entry.mentioned_in.iter().filter_map(|backlink| {
        let sentence = plain(&glossary.mentioned(*backlink)?.sentence);
        let from = &glossary.entries[backlink.from];
        let url = frame.inputs.config.base_url.join(&crate::site::paths::entry_path(from));
        Some(format!("- [{}]({url}): {sentence}", plain(&from.document.front.term)))
    });
    part(out, &format!("## Mentioned in\n\n{}", items.collect::<Vec<_>>().join("\n")));
}
