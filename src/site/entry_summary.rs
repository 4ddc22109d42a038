//! What many pages say of the same entry: its hover card, and the key that lists sort it by. Made once, when the first page asks.

use crate::link::Entry;
use crate::site::inputs::Inputs;
use crate::site::order::collation;
use crate::syntax::inline;
use serde::Serialize;
use std::sync::OnceLock;

/// What others say of an entry.
#[derive(Debug)]
pub struct EntrySummary {
    /// What it is sorted by.
    pub collation: String,
    /// Its hover card as a member of an object in JSON.
    card: String,
}

/// The hover card, as the page's script reads it.
#[derive(Serialize)]
struct Card<'a> {
    term: &'a str,
    layer: &'a str,
    storey: usize,
    text: String,
}

/// The briefs of all entries, each as soon as it was asked for.
#[derive(Debug)]
pub struct EntrySummaries(Vec<OnceLock<EntrySummary>>);

impl EntrySummaries {
    /// Room for so many entries.
    #[must_use]
    pub fn new(entries: usize) -> Self {
        Self((0..entries).map(|_| OnceLock::new()).collect())
    }

    /// The brief of the entry at this position.
    #[must_use]
    pub fn of(&self, inputs: &Inputs<'_>, number: usize) -> &EntrySummary {
        self.0[number].get_or_init(|| summary(inputs, &inputs.glossary.entries[number]))
    }

    /// The cards of these entries as one object, by their ids; none if there are no entries.
    #[must_use]
    pub fn cards(&self, inputs: &Inputs<'_>, numbers: impl Iterator<Item = usize>) -> Option<Vec<u8>> {
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable_by_key(|number| inputs.glossary.entries[*number].document.id.as_str());
        let cards: Vec<&str> = numbers.into_iter().map(|number| self.of(inputs, number).card.as_str()).collect();
        (!cards.is_empty()).then(|| ["{", &cards.join(","), "}"].concat().into_bytes())
    }
}

fn summary(inputs: &Inputs<'_>, entry: &Entry) -> EntrySummary {
    let front = &entry.document.front;
    let layer = &inputs.config.layers[entry.storey].title;
    let card = Card { term: &front.term, layer, storey: entry.storey, text: inline::text(&front.definition) };
    let id = serde_json::to_string(&entry.document.id).unwrap_or_default();
    // Strings and numbers always become JSON.
    let card = serde_json::to_string(&card).unwrap_or_default();
    EntrySummary { collation: collation(&front.term), card: [id.as_str(), ":", &card].concat() }
}
