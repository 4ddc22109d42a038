//! Tracks get their entries and pages: every lesson shows something that exists, and every page is shown.
//!
//! A lesson's page is linked like any page of the site; it leaves no backlinks, since a track is a way through the
//! entries, not a use.

use crate::link::inputs::Linking;
use crate::link::linked_body::LinkedBody;
use crate::link::linker;
use crate::model::front_matter::FrontMatter;
use crate::model::ids::{EntryId, LayerId};
use crate::model::track::{Attempt, Lesson, LessonContent, Notes, Track};
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;
use std::collections::BTreeSet;

/// A track whose lessons are there.
#[derive(Debug)]
pub struct LinkedTrack {
    /// The track as parsed.
    pub track: Track,
    /// Its lessons, in order.
    pub lessons: Vec<LinkedLesson>,
}

/// A lesson with its content.
#[derive(Debug)]
pub struct LinkedLesson {
    /// The heading.
    pub title: String,
    /// Why it comes now.
    pub why: String,
    /// The entry or page that it shows.
    pub text: Text,
    /// One thing to try.
    pub attempt: Option<LinkedAttempt>,
    /// The notes that end it: its own, else those of its entry.
    pub notes: Notes,
    /// The layer that it belongs to: that of its entry, or the one that its page names.
    pub layer: Option<LayerId>,
}

/// The content of a lesson.
#[derive(Debug)]
pub enum Text {
    /// The entry at this position.
    Entry(EntryId),
    /// A page of its own.
    Page {
        /// The body with its links.
        body: LinkedBody,
        /// The entries that it links to.
        links_to: BTreeSet<EntryId>,
    },
}

/// One thing to try, with the entry whose calculator it is tried in.
#[derive(Debug)]
pub struct LinkedAttempt {
    /// As the author wrote it.
    pub attempt: Attempt,
    /// The entry, if there is something to calculate; it has a calculator.
    pub entry: Option<EntryId>,
}

/// Links all tracks.
pub(super) fn link(tracks: Vec<Track>, linking: &Linking<'_>, problems: &mut Vec<Diagnostic>) -> Vec<LinkedTrack> {
    let linked = tracks.into_iter().map(|track| {
        let lessons = track.lessons.iter().enumerate();
        let lessons = lessons.filter_map(|(at, one)| lesson(&track, at, one, linking, problems)).collect();
        for page in &track.pages {
            if !track.lessons.iter().any(|lesson| lesson.shows == LessonContent::Page(page.name.clone())) {
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
    let (title, text, layer) = match &lesson.shows {
        LessonContent::Entry(id) => {
            let entry = linking.entry(id, || track.location(yaml_path!["lessons", at, "entry"]), problems)?;
            let front = &linking.documents[entry].front;
            (front.term.clone(), Text::Entry(entry), linking.config.layer_id(&front.layer))
        }
        LessonContent::Page(name) => page(track, at, name, linking, problems)?,
    };
    let own = match text {
        Text::Entry(entry) => Some(entry),
        Text::Page { .. } => None,
    };
    let attempt = lesson.attempt.as_ref().and_then(|tried| attempt(track, at, tried, own, linking, problems));
    let title = lesson.title.clone().unwrap_or(title);
    let notes = notes(&lesson.notes, own.map(|entry| &linking.documents[entry].front));
    Some(LinkedLesson { title, why: lesson.why.clone(), text, attempt, notes, layer })
}

/// A lesson's own notes; what it leaves out is its entry's.
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
) -> Option<(String, Text, Option<LayerId>)> {
    let Some(page) = track.pages.iter().find(|page| page.name == name) else {
        let known = track.pages.iter().map(|page| page.name.as_str());
        problems.push(messages::unknown_id(
            track.location(yaml_path!["lessons", at, "page"]),
            "lesson page",
            name,
            known,
        ));
        return None;
    };
    let layer = page.front.layer.as_deref().and_then(|name| {
        let found = linking.config.layer_id(name);
        if found.is_none() {
            let known = linking.config.layers.iter().map(|layer| layer.id.as_str());
            problems.push(messages::unknown_id(page.location(yaml_path!["layer"]), "layer", name, known));
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
        Text::Page { body: LinkedBody::new(page.body.clone(), linked.marks.into()), links_to },
        layer,
    ))
}

/// Finds the calculator: the one that is named, or the lesson's own where there is something to set or to see.
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
