//! What many pages say of the same entry: its hover card, and the key that lists sort it by. Made once, when the first page asks.

use crate::link::Entry;
use crate::syntax::inline;
use crate::writers::html::Inputs;
use crate::writers::html::listing::collation;
use serde::Serialize;
use std::sync::OnceLock;

/// What others say of an entry.
#[derive(Debug)]
pub struct Brief {
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
pub struct Briefs(Vec<OnceLock<Brief>>);

impl Briefs {
    /// Room for so many entries.
    #[must_use]
    pub fn new(entries: usize) -> Self {
        Self((0..entries).map(|_| OnceLock::new()).collect())
    }

    /// The brief of the entry at this position.
    #[must_use]
    pub fn of(&self, inputs: &Inputs<'_>, number: usize) -> &Brief {
        self.0[number].get_or_init(|| brief(inputs, &inputs.glossary.entries[number]))
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

fn brief(inputs: &Inputs<'_>, entry: &Entry) -> Brief {
    let front = &entry.document.front;
    let layer = &inputs.config.layers[entry.storey].title;
    let card = Card { term: &front.term, layer, storey: entry.storey, text: inline::text(&front.definition) };
    let id = serde_json::to_string(&entry.document.id).unwrap_or_default();
    // Strings and numbers always become JSON.
    let card = serde_json::to_string(&card).unwrap_or_default();
    Brief { collation: collation(&front.term), card: [id.as_str(), ":", &card].concat() }
}
