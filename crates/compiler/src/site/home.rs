//! The home page as data: the featured entry with its calculator, the rows of layers, and the latest changes.
//!
//! 1. The settings name the featured entry; by default it is the first entry with a calculator.
//! 2. Each layer is a row with its best-known entry, the last layer first.
//! 3. Each day names a few of the entries that were new or revised.
//!
//! The section on the catalog is in `site/catalog/home_section.rs`. Nothing is rendered here.

use crate::site::answers::{Answers, PageAnswer};
use crate::site::feeds::changes;
use crate::site::inputs::Inputs;
use crate::site::order::Order;
use jiff::civil::Date;
use rooflight_glossary::model::ids::{EntryId, LayerId};
use std::cmp::Reverse;

/// Maximum number of days listed.
const DAYS: usize = 4;

/// Maximum number of entries named for a day.
const NAMED: usize = 3;

/// Number of entries that are listed as the best known.
const BEST_KNOWN: usize = 24;

/// The featured entry with the answer of its calculator.
pub(crate) struct Featured {
    pub(crate) entry: EntryId,
    pub(crate) answer: PageAnswer,
}

/// The changes of a day.
pub(crate) struct Day {
    pub(crate) date: Date,
    /// Number of new entries.
    pub(crate) new: usize,
    /// Number of revisions.
    pub(crate) revised: usize,
    /// The first changed entries, new ones before revised ones.
    pub(crate) named: Vec<EntryId>,
    /// Number of changed entries that are not named.
    pub(crate) more: usize,
}

/// Returns the featured entry; `None` if no entry has a calculator, or the one chosen has no answer.
pub(crate) fn featured(inputs: &Inputs<'_>, answers: &Answers<'_>) -> Option<Featured> {
    let mut entries = inputs.glossary.entries.iter_enumerated();
    let (id, entry) = entries.find(|(_, entry)| match &inputs.config.featured {
        Some(featured) => entry.document.id == *featured,
        None => entry.document.front.calculator.is_some(),
    })?;
    Some(Featured { entry: id, answer: answers.of_entry(&entry.document).ok()?? })
}

/// Returns the layers, the last one first, each with the entry that most others mention.
pub(crate) fn layers(inputs: &Inputs<'_>) -> Vec<(LayerId, Option<EntryId>)> {
    let order = Order::of(&inputs.config.language);
    let best_known = |layer: LayerId| {
        let inside = inputs.glossary.entries.iter_enumerated().filter(|(_, entry)| entry.layer == layer);
        let best =
            inside.max_by_key(|(_, entry)| (entry.mentioned_in.len(), Reverse(order.of_term(&entry.document.front))));
        (layer, best.map(|(id, _)| id))
    };
    inputs.config.layers.ids().rev().map(best_known).collect()
}

/// Returns the entries of a layer in alphabetical order.
pub(crate) fn in_layer(inputs: &Inputs<'_>, layer: LayerId) -> Vec<EntryId> {
    let entries = &inputs.glossary.entries;
    let order = Order::of(&inputs.config.language);
    let mut inside: Vec<EntryId> =
        entries.iter_enumerated().filter(|(_, entry)| entry.layer == layer).map(|(id, _)| id).collect();
    inside.sort_by_cached_key(|id| order.of_term(&entries[*id].document.front));
    inside
}

/// Returns the entries that most others mention, the best known first.
pub(crate) fn best_known(inputs: &Inputs<'_>) -> Vec<EntryId> {
    let entries = inputs.glossary.entries.iter_enumerated();
    let mut known: Vec<_> = entries.map(|(id, entry)| (Reverse(entry.mentioned_in.len()), id)).collect();
    known.sort();
    known.into_iter().filter(|(mentions, _)| mentions.0 > 0).map(|(_, id)| id).take(BEST_KNOWN).collect()
}

/// Returns the latest days on which something changed, the newest first.
pub(crate) fn days(inputs: &Inputs<'_>) -> Vec<Day> {
    let day = |(date, day): (Date, changes::Day)| {
        let changed = || day.new.iter().copied().chain(day.revised.iter().map(|revision| revision.entry));
        let named: Vec<EntryId> = changed().take(NAMED).collect();
        let more = changed().count() - named.len();
        Day { date, new: day.new.len(), revised: day.revised.len(), named, more }
    };
    changes::days(inputs).into_iter().take(DAYS).map(day).collect()
}
