//! The links between entries: an entry leads to those that its text links to and to those that its author calls
//! related.
//!
//! A view of what the link stage found, in both directions; nothing is computed before it is asked for.

use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::ids::{EntryId, IndexVec};
use std::cmp::Reverse;
use std::collections::HashSet;

/// The number of related entries that an entry's page shows.
pub(crate) const RELATED: usize = 12;

/// The links of all entries.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Graph<'a> {
    entries: &'a IndexVec<EntryId, Entry>,
}

/// Another entry, as seen from one.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Neighbour {
    /// The other entry.
    pub(crate) entry: EntryId,
    /// This one leads to it.
    pub(crate) onward: bool,
    /// It leads to this one.
    pub(crate) inward: bool,
    /// One of the two authors calls them related.
    pub(crate) related: bool,
    /// The text of the other mentions this one.
    pub(crate) mentions: bool,
}

impl<'a> Graph<'a> {
    /// The links of a glossary.
    #[must_use]
    pub(crate) fn new(glossary: &'a Glossary) -> Self {
        Self { entries: &glossary.entries }
    }

    /// The entries that an entry is related to: those that its author names, then those that name it. So it goes both
    /// ways.
    #[must_use]
    pub(crate) fn related(self, own: EntryId) -> Vec<EntryId> {
        let entry = &self.entries[own];
        let mut seen = HashSet::with_capacity(entry.related.len() + entry.related_from.len());
        let named = entry.related.iter().chain(entry.related_from.iter()).copied();
        named.filter(|other| *other != own && seen.insert(*other)).collect()
    }

    /// The entries that this one leads to, in the order of the entries.
    #[must_use]
    pub(crate) fn leads_to(self, own: EntryId) -> Vec<EntryId> {
        let entry = &self.entries[own];
        ordered(own, entry.links_to.iter().chain(entry.related.iter()).copied())
    }

    /// All neighbours, the closest first: related ones, then those that lead both ways, then by the order of the
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

/// The others, in the order of the entries, each once.
fn ordered(own: EntryId, others: impl Iterator<Item = EntryId>) -> Vec<EntryId> {
    let mut all: Vec<EntryId> = others.filter(|other| *other != own).collect();
    all.sort_unstable();
    all.dedup();
    all
}
