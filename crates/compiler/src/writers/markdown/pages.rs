//! The pages that are not entries, as Markdown.
//!
//! 1. Every page has its title, description and address.
//! 2. Prose is written as in entries; lists of entries become lists of links with definitions.
//! 3. The catalog's pages are written from the values that their templates see, those of calculators from their
//!    answers.
//! 4. A page that is only useful on a screen has nothing more than its address.

use crate::site::answers::Answers;
use crate::site::catalog::page::CatalogContent;
use crate::site::figures::Figures;
use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::site::lessons::{HEADING, Note, lesson_notes, of_layer};
use crate::site::order::Order;
use crate::site::page_folders;
use crate::site::page_id::PageId;
use crate::site::paths::track_path;
use crate::site::prose::Prose;
use crate::writers::markdown::entry::{link, part, table};
use crate::writers::markdown::escape::{plain, short};
use crate::writers::markdown::{blocks, calculators, catalog, news, sources};
use rooflight_calculators::explore;
use rooflight_document::markdown;
use rooflight_glossary::link::comparisons::LinkedComparison;
use rooflight_glossary::link::forms::inflect::capitalised;
use rooflight_glossary::link::tracks::{LessonText, LinkedLesson, LinkedTrack};
use rooflight_glossary::link::{Entry, LinkedBody};
use rooflight_glossary::model::ids::{EntryId, LayerId};
use rooflight_glossary::model::page::Page as SourcePage;

/// Returns a page's Markdown. `content` has the values of a catalog page; `None` for any other page.
#[must_use]
pub(crate) fn text(
    inputs: &Inputs<'_>,
    answers: Option<&Answers<'_>>,
    listed: &Listed,
    figures: &Figures,
    content: Option<&CatalogContent<'_>>,
) -> String {
    let mut text = page(inputs, answers, listed, figures);
    if let Some(content) = content {
        part(&mut text, &catalog::page(inputs, content));
    }
    text
}

fn page(inputs: &Inputs<'_>, answers: Option<&Answers<'_>>, listed: &Listed, figures: &Figures) -> String {
    let config = inputs.config;
    let mut out = format!("# {}\n\n{}\n", plain(&listed.title), plain(&listed.description));
    part(&mut out, &format!("- {}: <{}>", config.strings.get("markdown.page"), config.base_url.join(&listed.path)));
    let glossary = inputs.glossary;
    match listed.id {
        PageId::Home => home(&mut out, inputs),
        PageId::Index | PageId::Map => part(&mut out, &entries(inputs, &|_| true)),
        PageId::Layer(layer) => {
            let here = |entry: &Entry| entry.layer == layer || entry.also_in.contains(&layer);
            part(&mut out, &entries(inputs, &here));
            part(&mut out, &lessons(inputs, layer));
        }
        PageId::Page(at) => {
            prose(&mut out, inputs, &glossary.pages[at].body, &listed.path, figures);
            part(&mut out, &pages_of_kind(inputs, &glossary.pages[at].page));
        }
        PageId::Comparisons => {
            let all = glossary.comparisons.iter().map(|one| pair(inputs, one.pair, &one.slug));
            part(&mut out, &all.collect::<Vec<_>>().join("\n"));
        }
        PageId::Comparison(at) => comparison(&mut out, inputs, &glossary.comparisons[at], &listed.path),
        PageId::Tracks => tracks(&mut out, inputs),
        PageId::Track(at) => track_lessons(&mut out, inputs, &glossary.tracks[at]),
        PageId::Lesson(track, at) => lesson(&mut out, inputs, &glossary.tracks[track].lessons[at], &listed.path),
        PageId::Links(entry) => mentions(&mut out, inputs, &glossary.entries[entry]),
        PageId::Changes => news::changes(&mut out, inputs),
        PageId::Feeds => news::feeds(&mut out, inputs),
        PageId::Sources => sources::by_title(&mut out, inputs),
        PageId::EntrySources => sources::by_entry(&mut out, inputs),
        PageId::Search => {
            let [search, index] =
                ["search/?q=kv", config.index_path().as_str()].map(|path| format!("<{}>", config.base_url.join(path)));
            part(&mut out, &config.strings.fill("markdown.search", &[("search", &search), ("index", &index)]));
        }
        PageId::Calculators => part(&mut out, &answers.map(|all| calculators::list(inputs, all)).unwrap_or_default()),
        PageId::Calculator(kind) => {
            let calculator = answers.and_then(|all| Some((all, all.named(kind)?)));
            part(&mut out, &calculator.map(|(all, spec)| calculators::page(inputs, all, spec)).unwrap_or_default());
        }
        PageId::Explore => {
            let answer = |all| calculators::answer(inputs, all, &explore::SPEC, &listed.path, markdown::document);
            part(&mut out, &answers.map(answer).unwrap_or_default());
        }
        _ => {}
    }
    out
}

fn prose(out: &mut String, inputs: &Inputs<'_>, body: &LinkedBody, folder: &str, figures: &Figures) {
    let prose = Prose { tree: &body.tree(), folder, entry: None, figures: Some(figures) };
    part(out, &blocks::body(inputs, prose));
}

/// Returns the list of a kind's pages, for the page of their folder; empty for any other page.
fn pages_of_kind(inputs: &Inputs<'_>, page: &SourcePage) -> String {
    let items = page_folders::of_kind(inputs.config, inputs.glossary, page).into_iter().map(|page| {
        let url = inputs.config.base_url.join(&format!("{}/", page.slug));
        format!("- [{}]({url}): {}", plain(&page.front.title), plain(&page.front.description))
    });
    items.collect::<Vec<_>>().join("\n")
}

/// Returns the list of the entries that `wanted` accepts, from A to Z.
fn entries(inputs: &Inputs<'_>, wanted: &dyn Fn(&Entry) -> bool) -> String {
    let mut entries: Vec<&Entry> = inputs.glossary.entries.iter().filter(|entry| wanted(entry)).collect();
    let order = Order::of(&inputs.config.language);
    entries.sort_by_cached_key(|entry| order.of_term(&entry.document.front));
    entries.into_iter().map(|entry| link(inputs, entry)).collect::<Vec<_>>().join("\n")
}

fn home(out: &mut String, inputs: &Inputs<'_>) {
    let config = inputs.config;
    let layers = config.layers.iter().map(|layer| {
        let url = config.base_url.join(&format!("layers/{}/", layer.id));
        format!("- [{}]({url}): {}", plain(&layer.title), plain(&layer.summary))
    });
    part(
        out,
        &format!("## {}\n\n{}", plain(&capitalised(&config.layers_name.many)), layers.collect::<Vec<_>>().join("\n")),
    );
    let index = format!("<{}>", config.base_url.join(&config.index_path()));
    part(out, &config.strings.fill("markdown.all_terms", &[("index", &index)]));
}

fn pair(inputs: &Inputs<'_>, pair: [EntryId; 2], slug: &str) -> String {
    let [a, b] = pair.map(|at| plain(&inputs.glossary.entries[at].document.front.term));
    let title = inputs.config.strings.fill("compare.pair", &[("a", &a), ("b", &b)]);
    format!("- [{title}]({})", inputs.config.base_url.join(&format!("compare/{slug}/")))
}

fn comparison(out: &mut String, inputs: &Inputs<'_>, comparison: &LinkedComparison, path: &str) {
    let glossary = inputs.glossary;
    let sides = comparison.pair.map(|at| &glossary.entries[at]);
    part(out, &sides.map(|side| link(inputs, side)).join("\n"));
    let rows = comparison.rows.iter().map(|row| [&*row.question, &*row.a, &*row.b].into_iter());
    part(out, &table(&sides.map(|side| plain(&side.document.front.term)), rows));
    prose(out, inputs, &comparison.body, path, &Figures::default());
    if let Some(takeaway) = &comparison.takeaway {
        part(out, &format!("## {}\n\n{}", inputs.config.strings.get("compare.when"), short(takeaway)));
    }
}

/// Writes the tracks, each with its lessons.
fn tracks(out: &mut String, inputs: &Inputs<'_>) {
    for linked in &inputs.glossary.tracks {
        let url = inputs.config.base_url.join(&track_path(linked));
        part(out, &format!("## [{}]({url})\n\n{}", plain(&linked.track.title), short(&linked.track.summary)));
        track_lessons(out, inputs, linked);
    }
}

fn track_lessons(out: &mut String, inputs: &Inputs<'_>, linked: &LinkedTrack) {
    let lessons = linked.lessons.iter().enumerate().map(|(at, lesson)| {
        let url = inputs.config.base_url.join(&format!("{}{}/", track_path(linked), at + 1));
        format!("{}. [{}]({url}): {}", at + 1, plain(&lesson.title), short(&lesson.why))
    });
    part(out, &lessons.collect::<Vec<_>>().join("\n"));
}

/// Returns the lessons of a layer under a heading; empty if it has none.
fn lessons(inputs: &Inputs<'_>, layer: LayerId) -> String {
    let items = of_layer(&inputs.glossary.tracks, layer).map(|(linked, at)| {
        let lesson = &linked.lessons[at];
        let url = inputs.config.base_url.join(&format!("learn/{}/{}/", linked.track.id, at + 1));
        format!("- [{}]({url}), {}: {}", plain(&lesson.title), plain(&linked.track.title), short(&lesson.why))
    });
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        String::new()
    } else {
        format!("## {}\n\n{}", inputs.config.strings.get("lessons.title"), items.join("\n"))
    }
}

fn lesson(out: &mut String, inputs: &Inputs<'_>, lesson: &LinkedLesson, path: &str) {
    let glossary = inputs.glossary;
    match &lesson.text {
        LessonText::Entry(at) => {
            part(out, &link(inputs, &glossary.entries[*at]));
            prose(out, inputs, &glossary.entries[*at].body, path, &Figures::default());
        }
        LessonText::Page { body, .. } => prose(out, inputs, body, path, &Figures::default()),
    }
    if let Some(tried) = &lesson.attempt {
        part(out, &format!("## {}\n\n{}", inputs.config.strings.get("lesson.try"), short(&tried.attempt.say)));
    }
    let note = |note: Note<'_>| {
        let source = note.source.map(|signal| format!(" ([{}](<{}>))", plain(&signal.source), signal.url));
        format!("- **{}**: {}{}", plain(note.label), short(note.text), source.unwrap_or_default())
    };
    let notes: Vec<String> = lesson_notes(lesson, &inputs.config.strings).map(note).collect();
    if !notes.is_empty() {
        part(out, &format!("## {}\n\n{}", inputs.config.strings.get(HEADING), notes.join("\n")));
    }
}

/// Writes the entries that mention an entry, each with the sentence.
fn mentions(out: &mut String, inputs: &Inputs<'_>, entry: &Entry) {
    let glossary = inputs.glossary;
    let items = entry.mentioned_in.iter().filter_map(|backlink| {
        let sentence = plain(&glossary.mentioned(*backlink)?.sentence);
        let from = &glossary.entries[backlink.from];
        let url = inputs.config.base_url.join(&crate::site::paths::entry_path(from));
        Some(format!("- [{}]({url}): {sentence}", plain(&from.document.front.term)))
    });
    part(
        out,
        &format!("## {}\n\n{}", inputs.config.strings.get("entry.mentioned_in"), items.collect::<Vec<_>>().join("\n")),
    );
}
