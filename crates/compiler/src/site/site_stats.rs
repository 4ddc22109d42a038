//! Statistics of all entries: how many each layer has, and which are new.

use crate::site::inputs::Inputs;
use crate::site::languages::is_untranslated;
use rooflight_glossary::model::ids::{EntryId, IndexVec, LayerId};
use std::cmp::Reverse;

/// Statistics of all entries, computed once.
#[derive(Debug)]
pub(crate) struct SiteStats {
    /// Entries per layer, including those that list it under `also_in`.
    pub(crate) layers: IndexVec<LayerId, usize>,
    /// For each entry, whether it is among the newest of the site or of one of its layers, by either date. No other
    /// entry can be in a feed.
    pub(crate) newest: IndexVec<EntryId, bool>,
}

impl SiteStats {
    /// Counts the entries. The newest ones are determined only if `whole`, that is, if the whole site is rendered.
    #[must_use]
    pub(crate) fn new(inputs: &Inputs<'_>, whole: bool) -> Self {
        let mut layers = IndexVec::from(vec![0; inputs.config.layers.len()]);
        for entry in &inputs.glossary.entries {
            layers[entry.layer] += 1;
            for (at, layer) in entry.also_in.iter().enumerate() {
                let again = *layer == entry.layer || entry.also_in[..at].contains(layer);
                layers[*layer] += usize::from(!again);
            }
        }
        Self { layers, newest: if whole { newest(inputs) } else { IndexVec::default() } }
    }
}

fn newest(inputs: &Inputs<'_>) -> IndexVec<EntryId, bool> {
    let entries = &inputs.glossary.entries;
    let mut newest = IndexVec::from(vec![false; entries.len()]);
    let shown = |at: &EntryId| !is_untranslated(inputs.config, &entries[*at]);
    let mut order: Vec<EntryId> = entries.ids().filter(shown).collect();
    order.sort_by_key(|at| (Reverse(entries[*at].document.front.published), &entries[*at].document.id));
    // A count for the site, then one for each layer.
    let mut counts = vec![0; inputs.config.layers.len() + 1];
    for at in order {
        let entry = &entries[at];
        for group in entry.also_in.iter().chain([&entry.layer]).map(|layer| layer.index() + 1).chain([0]) {
            newest[at] |= counts[group] < inputs.config.feed_items;
            counts[group] += 1;
        }
    }
    newest
}
