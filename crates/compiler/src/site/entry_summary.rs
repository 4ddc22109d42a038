//! Caches the parts of an entry that many pages use: its hover card and its sort key.

use crate::site::inputs::Inputs;
use crate::site::json;
use crate::site::order::{Order, SortKey};
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::ids::{EntryId, IndexVec};
use rooflight_glossary::syntax::inline;
use serde::Serialize;
use std::borrow::Cow;
use std::sync::OnceLock;

/// The hover card and the sort key of an entry.
#[derive(Debug)]
pub(crate) struct EntrySummary {
    /// The sort key of its term.
    pub(crate) key: SortKey,
    /// Its hover card as a member of a JSON object: the id and the card.
    card: String,
}

/// A hover card, as the page's script reads it.
#[derive(Serialize)]
struct Card<'a> {
    term: Cow<'a, str>,
    layer: &'a str,
    layer_number: usize,
    text: String,
}

/// The summaries of all entries, each computed on first use.
#[derive(Debug)]
pub(crate) struct EntrySummaries {
    order: OnceLock<Order>,
    of: IndexVec<EntryId, OnceLock<EntrySummary>>,
}

impl EntrySummaries {
    /// Creates an empty cache for this number of entries.
    #[must_use]
    pub(crate) fn new(entries: usize) -> Self {
        Self { order: OnceLock::new(), of: (0..entries).map(|_| OnceLock::new()).collect() }
    }

    /// Returns the summary of an entry.
    #[must_use]
    pub(crate) fn of(&self, inputs: &Inputs<'_>, number: EntryId) -> &EntrySummary {
        let order = self.order.get_or_init(|| Order::of(&inputs.config.language));
        self.of[number].get_or_init(|| summary(inputs, order, &inputs.glossary.entries[number]))
    }

    /// Returns the cards of these entries as a JSON object by id; `None` if there are no entries.
    #[must_use]
    pub(crate) fn cards(&self, inputs: &Inputs<'_>, numbers: impl Iterator<Item = EntryId>) -> Option<Vec<u8>> {
        let mut numbers: Vec<EntryId> = numbers.collect();
        numbers.sort_unstable_by_key(|number| inputs.glossary.entries[*number].document.id.as_str());
        let cards: Vec<&str> = numbers.into_iter().map(|number| self.of(inputs, number).card.as_str()).collect();
        (!cards.is_empty()).then(|| ["{", &cards.join(","), "}"].concat().into_bytes())
    }
}

fn summary(inputs: &Inputs<'_>, order: &Order, entry: &Entry) -> EntrySummary {
    let front = &entry.document.front;
    let layer = &inputs.config.layers[entry.layer].title;
    let original = entry.document.translation.as_ref().map(|made| &made.original.front.term);
    let term = match original.filter(|original| original.to_lowercase() != front.term.to_lowercase()) {
        Some(original) => Cow::Owned(format!("{} ({original})", front.term)),
        None => Cow::Borrowed(front.term.as_str()),
    };
    let card = Card { term, layer, layer_number: entry.layer.index(), text: inline::text(&front.definition) };
    let id = json::text(&entry.document.id);
    let card = json::text(&card);
    EntrySummary { key: order.of_term(front), card: [id.as_str(), ":", &card].concat() }
}
