//! The learning tracks: `/learn/` lists them, `/learn/<track>/` lists a track's lessons, `/learn/<track>/<n>/` is one.
//!
//! 1. A lesson shows an entry's text or its own, with links to the previous and the next lesson.
//! 2. An attempt becomes a link that opens the entry's calculator with the attempt's settings, and their answer.
//!
//! A site without tracks has none of these pages. Settings that the calculator rejects are diagnostics with a location.
//! Citations in an entry's text are left out, since only the entry's page has the list of sources.

use crate::site::answers::{PageAnswer, check_keys, preset_query};
use crate::site::lessons::{HEADING, Note, lesson_notes, of_layer};
use crate::site::page_id::{PageId, PageKind};
use crate::site::paths::entry_path;
use crate::site::paths::track_path;
use crate::site::prose::Prose;
use crate::writers::html::body::{self, Target};
use crate::writers::html::drawings;
use crate::writers::html::page::Page;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::PageView;
use rooflight_calculators::input::HARDWARE;
use rooflight_glossary::link::tracks::{LessonText, LinkedAttempt, LinkedLesson, LinkedTrack};
use rooflight_glossary::model::ids::LayerId;
use rooflight_glossary::syntax::highlight::escape;
use rooflight_glossary::syntax::inline;
use rooflight_glossary::syntax::tree::{Block, Node, NodeKind};
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::yaml_path;
use serde::Serialize;
use tera::Value;

/// The relative path from a lesson to the site's root.
const ROOT: &str = "../../../";

/// The version of calculators' URL parameters, `v`, as the browser writes it.
const VERSION: u8 = 1;

#[derive(Serialize)]
struct TrackView {
    title: String,
    /// HTML.
    summary: String,
    url: String,
    lessons: Vec<StepView>,
}

/// A lesson in the list of its track.
#[derive(Serialize)]
struct StepView {
    number: usize,
    title: String,
    url: String,
    /// HTML.
    why: String,
    current: bool,
}

#[derive(Serialize)]
struct LessonView {
    number: usize,
    title: String,
    /// HTML.
    why: String,
    /// HTML: a drawing or a chart, if the body has no drawing of its own.
    picture: String,
    /// HTML.
    body: String,
    entry: Option<LessonEntryView>,
    attempt: Option<AttemptView>,
    notes: Vec<NoteView>,
    layer: Option<Value>,
}

/// A note at the end of a lesson: a fact or an exercise.
#[derive(Serialize)]
struct NoteView {
    label: String,
    /// HTML.
    text: String,
    /// Title and URL of a fact's source.
    source: Option<(String, String)>,
}

/// The entry whose text a lesson shows.
#[derive(Serialize)]
struct LessonEntryView {
    term: String,
    url: String,
    /// HTML.
    definition: String,
    sources: usize,
}

#[derive(Serialize)]
struct AttemptView {
    /// HTML.
    say: String,
    /// The calculator's URL with the attempt's settings; `None` without a calculator.
    url: Option<String>,
    term: String,
    answer: Option<AnswerView>,
}

/// The estimator's answer to the attempt's settings.
#[derive(Serialize)]
struct AnswerView {
    found: String,
    conditions: String,
}

/// All pages of all tracks; empty for a site without tracks.
pub(crate) fn pages(cx: &RenderContext<'_>, problems: &mut Vec<Diagnostic>) -> Vec<Page> {
    let tracks = &cx.inputs.glossary.tracks;
    if tracks.is_empty() {
        return Vec::new();
    }
    let mut pages = vec![list(cx)];
    for (number, track) in tracks.iter().enumerate() {
        pages.push(overview(cx, number, track));
        for at in 0..track.lessons.len() {
            match lesson(cx, number, track, at) {
                Ok(page) => pages.push(page),
                Err(problem) => problems.push(problem),
            }
        }
    }
    pages
}

/// The views of all tracks, in order.
pub(super) fn links(cx: &RenderContext<'_>, root: &str) -> Vec<impl Serialize + use<>> {
    cx.inputs.glossary.tracks.iter().map(|track| view(track, root, None)).collect()
}

/// A lesson on the page of a layer.
#[derive(Serialize)]
pub(super) struct LayerLessonView {
    title: String,
    url: String,
    /// HTML.
    why: String,
    track: String,
    number: usize,
    of: usize,
}

/// The lessons about a layer, in the order of the tracks.
pub(super) fn lessons_of(cx: &RenderContext<'_>, root: &str, layer: LayerId) -> Vec<LayerLessonView> {
    let of = |(linked, at): (&LinkedTrack, usize)| {
        let lesson = &linked.lessons[at];
        LayerLessonView {
            title: inline::sentence_case(&lesson.title),
            url: format!("{root}{}{}/", track_path(linked), at + 1),
            why: inline::html(&lesson.why),
            track: linked.track.title.clone(),
            number: at + 1,
            of: linked.lessons.len(),
        }
    };
    of_layer(&cx.inputs.glossary.tracks, layer).map(of).collect()
}

fn view(linked: &LinkedTrack, root: &str, current: Option<usize>) -> TrackView {
    let url = format!("{root}{}", track_path(linked));
    let lessons = linked.lessons.iter().enumerate().map(|(at, lesson)| StepView {
        number: at + 1,
        title: inline::sentence_case(&lesson.title),
        url: format!("{url}{}/", at + 1),
        why: inline::html(&lesson.why),
        current: current == Some(at),
    });
    let track = &linked.track;
    TrackView { title: track.title.clone(), summary: inline::html(&track.summary), lessons: lessons.collect(), url }
}

fn list(cx: &RenderContext<'_>) -> Page {
    let root = "../";
    let page = cx.page(PageId::Tracks, cx.text("menu.learn"), cx.text("lessons.description"));
    let mut context = cx.context(&page);
    context.insert("tracks", &links(cx, root));
    Page::new(cx, page, "tracks.html", context)
}

fn overview(cx: &RenderContext<'_>, number: usize, linked: &LinkedTrack) -> Page {
    let root = "../../";
    let track = &linked.track;
    let page = PageView {
        edit: cx.edit(&track.path),
        ..cx.page(PageId::Track(number), &track.title, &inline::text(&track.summary))
    };
    let mut context = cx.context(&page);
    context.insert("track", &view(linked, root, None));
    Page::new(cx, page, "track.html", context)
}

fn lesson(cx: &RenderContext<'_>, track: usize, linked: &LinkedTrack, at: usize) -> Result<Page, Diagnostic> {
    let lesson = &linked.lessons[at];
    let folder = format!("{}{}/", track_path(linked), at + 1);
    let title = inline::sentence_case(&lesson.title);
    let cards = match &lesson.text {
        LessonText::Entry(entry) => cx.cards(cx.inputs.glossary.entries[*entry].links_to.iter().copied()),
        LessonText::Page { links_to, .. } => cx.cards(links_to.iter().copied()),
    };
    let tree = match &lesson.text {
        LessonText::Entry(entry) => cx.inputs.glossary.entries[*entry].body.tree(),
        LessonText::Page { body, .. } => body.tree(),
    };
    let prose = Prose { tree: &tree, folder: &folder, entry: None, figures: None };
    let picture = if prose.has_drawing() { String::new() } else { picture(cx, lesson) };
    let page = PageView {
        cards: cards.is_some().then(|| "cards.json".to_owned()),
        drawing: prose.has_drawing() || picture.contains("\"drawing\""),
        math: prose.has_math(),
        edit: cx.edit(&linked.track.path),
        ..cx.page(PageId::Lesson(track, at), &title, &inline::text(&lesson.why))
    };
    let steps = view(linked, ROOT, Some(at));
    let mut context = cx.context(&page);
    context.insert("lesson", &lesson_view(cx, linked, at, (title, picture), prose)?);
    context.insert("notes_heading", cx.text(HEADING));
    context.insert("before", &at.checked_sub(1).and_then(|before| steps.lessons.get(before)));
    context.insert("after", &steps.lessons.get(at + 1));
    context.insert("track", &steps);
    Ok(Page::new(cx, page, "lesson.html", context).with_cards(cards))
}

fn lesson_view(
    cx: &RenderContext<'_>,
    linked: &LinkedTrack,
    at: usize,
    (title, picture): (String, String),
    prose: Prose<'_>,
) -> Result<LessonView, Diagnostic> {
    let lesson = &linked.lessons[at];
    let LinkedLesson { why, text, attempt, layer, .. } = lesson;
    let written = body::html(cx.inputs, prose, Target::Page(ROOT));
    let entry = match text {
        LessonText::Entry(entry) => {
            let entry = &cx.inputs.glossary.entries[*entry];
            let front = &entry.document.front;
            Some(LessonEntryView {
                term: front.term.clone(),
                url: format!("{ROOT}{}", entry_path(entry)),
                definition: match written.definition.as_str() {
                    "" => inline::html(&front.definition),
                    apart => apart.to_owned(),
                },
                sources: front.sources.len(),
            })
        }
        LessonText::Page { .. } => None,
    };
    let body = written.body;
    let attempt = attempt.as_ref().map(|tried| attempt_view(cx, linked, at, tried)).transpose()?;
    let note = |note: Note<'_>| NoteView {
        label: note.label.to_owned(),
        text: inline::html(note.text),
        source: note.source.map(|signal| (signal.source.clone(), signal.url.clone())),
    };
    let notes = lesson_notes(lesson, &cx.inputs.config.strings).map(note).collect();
    let layer = layer.map(|layer| cx.layer_value(PageKind::Lesson, ROOT, layer));
    Ok(LessonView { number: at + 1, title, why: inline::html(why), picture, body, entry, attempt, notes, layer })
}

/// The picture of a lesson whose text has none: the drawing of the entry that its exercise opens, or else the chart of
/// that entry's calculator, with the entry's own settings, so that it does not tell the answer. Empty without either.
fn picture(cx: &RenderContext<'_>, lesson: &LinkedLesson) -> String {
    let Some(entry) = lesson.attempt.as_ref().and_then(|tried| tried.entry) else { return String::new() };
    let entry = &cx.inputs.glossary.entries[entry];
    let tree = entry.body.tree();
    let drawn = |node: &Node<'_, _>| match &node.kind {
        NodeKind::Block(Block::Drawing(drawing)) => Some(drawings::html(drawing, &mut Vec::new(), true)),
        _ => None,
    };
    if let Some(html) = tree.nodes().iter().find_map(drawn) {
        return html;
    }
    // A preset that the calculator rejects is reported for the entry.
    let answer = cx.calculators.and_then(|all| all.answers.of_entry(&entry.document).ok().flatten());
    let Some(chart) = answer.and_then(|answer| answer.answer.report.chart) else { return String::new() };
    let mut html = format!("<figure class=\"fig\"><figcaption><b>{}</b></figcaption>", escape(chart.title));
    chart.html(&mut html);
    html + "</figure>\n"
}

fn attempt_view(
    cx: &RenderContext<'_>,
    linked: &LinkedTrack,
    at: usize,
    tried: &LinkedAttempt,
) -> Result<AttemptView, Diagnostic> {
    let LinkedAttempt { attempt, entry } = tried;
    let nowhere = AttemptView { say: inline::html(&attempt.say), url: None, term: String::new(), answer: None };
    let entry = entry.map(|entry| &cx.inputs.glossary.entries[entry]);
    let (Some(calculators), Some(entry)) = (cx.calculators, entry) else { return Ok(nowhere) };
    let Some(block) = &entry.document.front.calculator else { return Ok(nowhere) };
    // An unknown kind of calculator is reported for the entry.
    let Some(spec) = calculators.answers.named(&block.kind) else { return Ok(nowhere) };
    let location = |key: &str| linked.track.location(yaml_path!["lessons", at, "try", "set", key]);
    check_keys(spec, attempt.set.keys(), location)?;
    let mut whole = block.preset.clone();
    whole.extend(attempt.set.iter().map(|(key, value)| (key.clone(), value.clone())));
    let PageAnswer { answer, .. } = calculators.answers.preset(spec, &whole, location)?;
    // In a URL without a device the calculator takes the reader's own, but this answer is for the entry's device.
    let mut named = attempt.set.clone();
    if let Some(input) = spec.inputs.iter().find(|input| input.key == HARDWARE.key) {
        let own = whole.get(input.preset).cloned().unwrap_or_else(|| input.default.into());
        named.entry(input.preset.to_owned()).or_insert(own);
    }
    let set = preset_query(spec, &named);
    let set = if set.is_empty() { set } else { format!("?{set}&v={VERSION}") };
    Ok(AttemptView {
        url: Some(format!("{ROOT}{}{set}#calculator", entry_path(entry))),
        term: entry.document.front.term.clone(),
        answer: Some(AnswerView { found: answer.report.answer.plain(), conditions: answer.report.conditions.plain() }),
        ..nowhere
    })
}
