//! The home page as data: the entry whose calculator answers, the rows of layers, and the newest days of change.
//!
//! 1. The settings name the featured entry; without that, the first entry with a calculator is featured.
//! 2. A row is a layer, the last one first, with a square for each entry. Squares are filled for the featured entry
//!    and those that it leads to.
//! 3. A day names a few of the entries that were new or revised.
//!
//! The section on the catalog is decided in `site/catalog/home_section.rs`. Nothing here is rendered.

use crate::site::answers::{Answers, PageAnswer};
use crate::site::feeds::changes;
use crate::site::graph::Graph;
use crate::site::inputs::Inputs;
use crate::site::order::Order;
use jiff::civil::Date;
use rooflight_glossary::model::ids::{EntryId, LayerId};
use std::cmp::Reverse;

/// A site with more entries than this shows no squares.
const MAX_SQUARES: usize = 500;

/// The number of days of change that are listed.
const DAYS: usize = 4;

/// The number of entries that a day names.
const NAMED: usize = 3;

/// The featured entry with the answer of its calculator.
pub(crate) struct Featured {
    pub(crate) entry: EntryId,
    pub(crate) answer: PageAnswer,
}

/// A layer with its entries as squares.
pub(crate) struct LayerRow {
    pub(crate) layer: LayerId,
    /// The number of squares of the featured entry and of those that it leads to.
    pub(crate) filled: usize,
    /// The number of the other squares.
    pub(crate) empty: usize,
    /// The entry that most others link to; `None` for a layer without entries.
    pub(crate) best_known: Option<EntryId>,
}

/// A day of change.
pub(crate) struct Day {
    pub(crate) date: Date,
    /// How many entries were new.
    pub(crate) new: usize,
    /// How many revisions were noted.
    pub(crate) revised: usize,
    /// The first of them, new entries before revised ones.
    pub(crate) named: Vec<EntryId>,
    /// How many are not named.
    pub(crate) more: usize,
}

/// The entry whose calculator answers on the home page; `None` where no entry has a calculator with an answer.
pub(crate) fn featured(inputs: &Inputs<'_>, answers: &Answers<'_>) -> Option<Featured> {
    let mut entries = inputs.glossary.entries.iter_enumerated();
    let (id, entry) = entries.find(|(_, entry)| match &inputs.config.featured {
        Some(featured) => entry.document.id == *featured,
        None => entry.document.front.calculator.is_some(),
    })?;
    Some(Featured { entry: id, answer: answers.of_entry(&entry.document).ok()?? })
}

/// The layers as rows, the last layer first.
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

/// The newest days on which something changed.
pub(crate) fn days(inputs: &Inputs<'_>) -> Vec<Day> {
    let day = |(date, day): (Date, changes::Day)| {
        let changed = || day.new.iter().copied().chain(day.revised.iter().map(|revision| revision.entry));
        let named: Vec<EntryId> = changed().take(NAMED).collect();
        let more = changed().count() - named.len();
        Day { date, new: day.new.len(), revised: day.revised.len(), named, more }
    };
    changes::days(inputs).into_iter().take(DAYS).map(day).collect()
}
