//! The home page as data: the featured entry with its calculator, the rows of layers, and the latest changes.
//!
//! 1. The settings name the featured entry; by default it is the first entry with a calculator.
//! 2. Each layer is a row with a square for each entry, the last layer first. Squares are filled for the featured entry
//!    and those that it links to.
//! 3. Each day names a few of the entries that were new or revised.
//!
//! The section on the catalog is in `site/catalog/home_section.rs`. Nothing is rendered here.

use crate::site::answers::{Answers, PageAnswer};
use crate::site::feeds::changes;
use crate::site::graph::Graph;
use crate::site::inputs::Inputs;
use crate::site::order::Order;
use jiff::civil::Date;
use rooflight_glossary::model::ids::{EntryId, LayerId};
use std::cmp::Reverse;

/// Maximum number of entries for which squares are shown.
const MAX_SQUARES: usize = 500;

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

/// A layer with its entries as squares.
pub(crate) struct LayerRow {
    pub(crate) layer: LayerId,
    /// Number of filled squares: the featured entry and those that it links to.
    pub(crate) filled: usize,
    /// Number of the other squares; 0 if the site has too many entries for squares.
    pub(crate) empty: usize,
    /// The entry that most others mention; `None` for a layer without entries.
    pub(crate) best_known: Option<EntryId>,
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

/// Returns the layers as rows, the last layer first.
pub(crate) fn layer_rows(inputs: &Inputs<'_>, graph: Graph<'_>, featured: Option<EntryId>) -> Vec<LayerRow> {
    let entries = &inputs.glossary.entries;
    let onward = featured.map(|id| graph.leads_to(id)).unwrap_or_default();
    let is_filled = |id: EntryId| featured == Some(id) || onward.contains(&id);
    let has_squares = entries.len() <= MAX_SQUARES;
    let order = Order::of(&inputs.config.language);
    let row = |layer: LayerId| {
        let inside = || entries.iter_enumerated().filter(move |(_, entry)| entry.layer == layer);
        let filled = inside().filter(|(id, _)| has_squares && is_filled(*id)).count();
        let best_known =
            inside().max_by_key(|(_, entry)| (entry.mentioned_in.len(), Reverse(order.of_term(&entry.document.front))));
        LayerRow {
            layer,
            filled,
            empty: if has_squares { inside().count() - filled } else { 0 },
            best_known: best_known.map(|(id, _)| id),
        }
    };
    inputs.config.layers.ids().rev().map(row).collect()
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
