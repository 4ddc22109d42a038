//! The labelled notes that end a lesson, and the lessons of a layer.

use rooflight_glossary::link::tracks::{LinkedLesson, LinkedTrack};
use rooflight_glossary::model::ids::LayerId;
use rooflight_glossary::model::strings::Strings;
use rooflight_glossary::model::track::MarketSignal;

/// The string key of the heading above the notes.
pub const HEADING: &str = "lesson.in_short";

/// A labelled note of a lesson.
#[derive(Debug)]
pub struct Note<'a> {
    /// The label, in the site's language.
    pub label: &'a str,
    /// The note, inline Markdown.
    pub text: &'a str,
    /// The publication that a note on the market is based on; else `None`.
    pub source: Option<&'a MarketSignal>,
}

/// Returns the notes of a lesson, in the order of the page.
pub fn lesson_notes<'a>(lesson: &'a LinkedLesson, strings: &'a Strings) -> impl Iterator<Item = Note<'a>> {
    let notes = &lesson.notes;
    let signal = notes.market_signal.as_ref();
    let all = [
        ("entry.remember", notes.takeaway.as_deref(), None),
        ("entry.mistake", notes.common_mistake.as_deref(), None),
        ("lesson.market_signal", signal.map(|signal| signal.say.as_str()), signal),
        ("lesson.memory_hook", notes.memory_hook.as_deref(), None),
    ];
    all.into_iter().filter_map(|(key, text, source)| Some(Note { label: strings.get(key), text: text?, source }))
}

/// Returns the lessons of a layer: the track of each, and its position in the track.
pub fn of_layer(tracks: &[LinkedTrack], layer: LayerId) -> impl Iterator<Item = (&LinkedTrack, usize)> {
    tracks.iter().flat_map(move |track| {
        let own = move |at: &usize| track.lessons[*at].layer == Some(layer);
        (0..track.lessons.len()).filter(own).map(move |at| (track, at))
    })
}
