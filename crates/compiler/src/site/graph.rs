//! The graph of entries: an entry leads to those that its text links and to those that its author lists as related.
//!
//! A view of the link stage's result, in both directions; computes everything on demand.

use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::ids::{EntryId, IndexVec};
use std::cmp::Reverse;
use std::collections::HashSet;

/// Maximum number of related entries on an entry's page.
pub(crate) const RELATED: usize = 12;

/// The graph of all entries.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Graph<'a> {
    entries: &'a IndexVec<EntryId, Entry>,
}

/// An entry next to another in the graph; "this entry" is the one whose neighbours were requested.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Neighbour {
    /// The neighbour.
    pub(crate) entry: EntryId,
    /// Whether this entry leads to the neighbour.
    pub(crate) onward: bool,
    /// Whether the neighbour leads to this entry.
    pub(crate) inward: bool,
    /// Whether one of the two lists the other as related.
    pub(crate) related: bool,
    /// Whether the neighbour's text mentions this entry.
    pub(crate) mentions: bool,
}

impl<'a> Graph<'a> {
    /// Returns the graph of a glossary.
    #[must_use]
    pub(crate) fn new(glossary: &'a Glossary) -> Self {
        Self { entries: &glossary.entries }
    }

    /// Returns the related entries, a symmetric relation: those that this entry lists, then those that list it.
    #[must_use]
    pub(crate) fn related(self, own: EntryId) -> Vec<EntryId> {
        let entry = &self.entries[own];
        let mut seen = HashSet::with_capacity(entry.related.len() + entry.related_from.len());
        let named = entry.related.iter().chain(entry.related_from.iter()).copied();
        named.filter(|other| *other != own && seen.insert(*other)).collect()
    }

    /// Returns the entries that this one leads to, in the order of the entries.
    #[must_use]
    pub(crate) fn leads_to(self, own: EntryId) -> Vec<EntryId> {
        let entry = &self.entries[own];
        ordered(own, entry.links_to.iter().chain(entry.related.iter()).copied())
    }

    /// Returns all neighbours, the closest first: related ones, then those linked both ways, then in the order of the
    /// entries.
    #[must_use]
    pub(crate) fn neighbours(self, own: EntryId) -> Vec<Neighbour> {
        let entry = &self.entries[own];
        let leads_to = self.leads_to(own);
        let related = ordered(own, entry.related.iter().chain(entry.related_from.iter()).copied());
        let mentioned_in = ordered(own, entry.mentioned_in.iter().map(|link| link.from));
        let led_from = ordered(own, mentioned_in.iter().copied().chain(entry.related_from.iter().copied()));
        let neighbour = |entry: EntryId| Neighbour {
            entry,
            onward: leads_to.binary_search(&entry).is_ok(),
            inward: led_from.binary_search(&entry).is_ok(),
            related: related.binary_search(&entry).is_ok(),
            mentions: mentioned_in.binary_search(&entry).is_ok(),
        };
        let both = leads_to.iter().chain(&led_from).copied();
        let mut all: Vec<Neighbour> = ordered(own, both).into_iter().map(neighbour).collect();
        all.sort_by_key(|other| (Reverse(other.related), Reverse(other.onward && other.inward), other.entry));
        all
    }
}

/// Returns the other entries, each once, in the order of the entries.
fn ordered(own: EntryId, others: impl Iterator<Item = EntryId>) -> Vec<EntryId> {
    let mut all: Vec<EntryId> = others.filter(|other| *other != own).collect();
    all.sort_unstable();
    all.dedup();
    all
}
