//! Resolves the entries and pages of learning tracks, and checks that a lesson shows each page of a track.
//!
//! A lesson's page is linked like any page of the site, but makes no backlinks, since a track only guides through the
//! entries.

use crate::link::inputs::Linking;
use crate::link::matching::linked_body::LinkedBody;
use crate::link::matching::linker;
use crate::model::front_matter::FrontMatter;
use crate::model::ids::{EntryId, LayerId};
use crate::model::track::{Attempt, Lesson, LessonContent, Notes, Track};
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;
use std::collections::BTreeSet;

/// A track with its resolved lessons.
#[derive(Debug)]
pub struct LinkedTrack {
    /// The track as parsed.
    pub track: Track,
    /// Its lessons, in order, without those whose entry or page does not exist.
    pub lessons: Vec<LinkedLesson>,
}

/// A lesson with its entry or page.
#[derive(Debug)]
pub struct LinkedLesson {
    /// The heading: its own title, else its entry's term or its page's title.
    pub title: String,
    /// Why it comes at this point of the track.
    pub why: String,
    /// The entry or page that it shows.
    pub text: LessonText,
    /// An exercise in a calculator, if the lesson has one.
    pub attempt: Option<LinkedAttempt>,
    /// The notes at its end: each its own, else its entry's.
    pub notes: Notes,
    /// The layer of its entry, or the one that its page names.
    pub layer: Option<LayerId>,
}

/// The content of a lesson.
#[derive(Debug)]
pub enum LessonText {
    /// An entry of the glossary.
    Entry(EntryId),
    /// A page of the track.
    Page {
        /// The page's body with its links.
        body: LinkedBody,
        /// The entries to which the body links.
        links_to: BTreeSet<EntryId>,
    },
}

/// An exercise, with the entry whose calculator it uses.
#[derive(Debug)]
pub struct LinkedAttempt {
    /// The exercise as its author wrote it.
    pub attempt: Attempt,
    /// The entry, which has a calculator; `None` if nothing is calculated.
    pub entry: Option<EntryId>,
}

/// Links all tracks, and reports missing entries, missing pages and pages that no lesson shows.
pub(in crate::link) fn link(
    tracks: Vec<Track>,
    linking: &Linking<'_>,
    problems: &mut Vec<Diagnostic>,
) -> Vec<LinkedTrack> {
    let linked = tracks.into_iter().map(|track| {
        let lessons = track.lessons.iter().enumerate();
        let lessons = lessons.filter_map(|(at, one)| lesson(&track, at, one, linking, problems)).collect();
        for page in &track.pages {
            if !track.lessons.iter().any(|lesson| lesson.content == LessonContent::Page(page.name.clone())) {
                problems.push(messages::unused_page(&page.path, &track.id));
            }
        }
        LinkedTrack { track, lessons }
    });
    linked.collect()
}

fn lesson(
    track: &Track,
    at: usize,
    lesson: &Lesson,
    linking: &Linking<'_>,
    problems: &mut Vec<Diagnostic>,
) -> Option<LinkedLesson> {
    let (title, text, layer) = match &lesson.content {
        LessonContent::Entry(id) => {
            let entry = linking.entry(id, || track.location(yaml_path!["lessons", at, "entry"]), problems)?;
            let front = &linking.documents[entry].front;
            (front.term.clone(), LessonText::Entry(entry), linking.config.layer_id(&front.layer))
        }
        LessonContent::Page(name) => page(track, at, name, linking, problems)?,
    };
    let own = match text {
        LessonText::Entry(entry) => Some(entry),
        LessonText::Page { .. } => None,
    };
    let attempt = lesson.attempt.as_ref().and_then(|tried| attempt(track, at, tried, own, linking, problems));
    let title = lesson.title.clone().unwrap_or(title);
    let notes = notes(&lesson.notes, own.map(|entry| &linking.documents[entry].front));
    Some(LinkedLesson { title, why: lesson.why.clone(), text, attempt, notes, layer })
}

/// A lesson's own notes, each replaced by its entry's if it is missing; a market signal is never replaced.
fn notes(own: &Notes, entry: Option<&FrontMatter>) -> Notes {
    let or = |own: &Option<String>, of: fn(&FrontMatter) -> &Option<String>| {
        own.clone().or_else(|| entry.and_then(|front| of(front).clone()))
    };
    Notes {
        takeaway: or(&own.takeaway, |front| &front.takeaway),
        common_mistake: or(&own.common_mistake, |front| &front.common_mistake),
        market_signal: own.market_signal.clone(),
        memory_hook: or(&own.memory_hook, |front| &front.memory_hook),
    }
}

fn page(
    track: &Track,
    at: usize,
    name: &str,
    linking: &Linking<'_>,
    problems: &mut Vec<Diagnostic>,
) -> Option<(String, LessonText, Option<LayerId>)> {
    let Some(page) = track.pages.iter().find(|page| page.name == name) else {
        let candidates = track.pages.iter().map(|page| page.name.as_str());
        problems.push(messages::unknown_id(
            track.location(yaml_path!["lessons", at, "page"]),
            "lesson page",
            name,
            candidates,
        ));
        return None;
    };
    let layer = page.front.layer.as_deref().and_then(|name| {
        let found = linking.config.layer_id(name);
        if found.is_none() {
            let candidates = linking.config.layers.iter().map(|layer| layer.id.as_str());
            problems.push(messages::unknown_id(page.location(yaml_path!["layer"]), "layer", name, candidates));
        }
        found
    });
    let density = page.front.links.unwrap_or(linking.config.links);
    let subject =
        linker::Subject { path: &page.path, body: &page.body, own: None, sources: &[], density, explain: None };
    let linked = linking.link(subject, problems);
    let links_to = linked.mentioned.iter().map(|mention| mention.document).collect();
    Some((
        page.front.title.clone(),
        LessonText::Page { body: LinkedBody::new(page.body.clone(), linked.marks.into()), links_to },
        layer,
    ))
}

/// Finds an exercise's calculator: that of the entry it names, else that of the lesson's own entry if it has one.
/// Reports an exercise that names or sets a calculator that does not exist.
fn attempt(
    track: &Track,
    at: usize,
    attempt: &Attempt,
    own: Option<EntryId>,
    linking: &Linking<'_>,
    problems: &mut Vec<Diagnostic>,
) -> Option<LinkedAttempt> {
    let calculates = |entry: EntryId| linking.documents[entry].front.calculator.is_some();
    let location = |key: &str| track.location(yaml_path!["lessons", at, "try", key]);
    let entry = match &attempt.entry {
        Some(id) => {
            let entry = linking.entry(id, || location("entry"), problems)?;
            if !calculates(entry) {
                problems.push(messages::no_calculator(location("entry"), Some(id)));
                return None;
            }
            Some(entry)
        }
        None if attempt.set.is_empty() => own.filter(|entry| calculates(*entry)),
        None if own.is_some_and(calculates) => own,
        None => {
            let id = own.map(|entry| linking.documents[entry].id.as_str());
            problems.push(messages::no_calculator(location("set"), id));
            return None;
        }
    };
    Some(LinkedAttempt { attempt: attempt.clone(), entry })
}
