//! Positions entries on their layers, so that linked entries are close together (barycentre heuristic).
//!
//! 1. Each layer starts in the given order, spread evenly.
//! 2. In each round, a layer's entries are sorted by the mean position of their neighbours and spread evenly again.
//!    This keeps lines short and crossings few.
//! 3. A layer with more names than fit a line gets several. Names are dealt to the lines in turn, so that each line
//!    spans the whole width.
//!
//! The number of rounds is fixed and ties keep the given order, so the same links give the same positions.

use crate::site::graph::Graph;
use rooflight_glossary::model::ids::EntryId;
use std::collections::{BTreeMap, BTreeSet};

/// Number of rounds over all layers.
const ROUNDS: usize = 12;
/// Minimum space between two names, in pixels.
const MIN_GAP: f64 = 18.0;

/// An entry and the left edge of its name on a line, in pixels.
pub(super) type Placed = (EntryId, f64);

/// Returns the lines of each layer. `widths` are the widths of names, `room` the width of a line, in pixels.
pub(super) fn lines(
    layers: &[Vec<EntryId>],
    widths: &BTreeMap<EntryId, f64>,
    graph: Graph<'_>,
    room: f64,
) -> Vec<Vec<Vec<Placed>>> {
    let mut order: Vec<Vec<EntryId>> = layers.to_vec();
    let drawn: BTreeSet<EntryId> = layers.iter().flatten().copied().collect();
    let near = |own: &EntryId| {
        let others = graph.neighbours(*own).into_iter().map(|other| other.entry);
        (*own, others.filter(|other| drawn.contains(other)).collect())
    };
    let near: BTreeMap<EntryId, Vec<EntryId>> = drawn.iter().map(near).collect();
    let mut at: BTreeMap<EntryId, f64> = order.iter().flat_map(|layer| spread(layer)).collect();
    for _ in 0..ROUNDS {
        for layer in &mut order {
            let wish: BTreeMap<EntryId, f64> =
                layer.iter().map(|own| (*own, barycentre(*own, &near[own], &at))).collect();
            layer.sort_by(|a, b| wish[a].total_cmp(&wish[b]));
            at.extend(spread(layer));
        }
    }
    order.iter().map(|layer| deal(layer, widths, room)).collect()
}

/// Positions of entries from 0 to 1, at equal distances.
fn spread(layer: &[EntryId]) -> Vec<(EntryId, f64)> {
    layer.iter().enumerate().map(|(rank, own)| (*own, (number(rank) + 0.5) / number(layer.len()))).collect()
}

/// Returns the mean position of the neighbours; the entry's own position if it has none.
fn barycentre(own: EntryId, near: &[EntryId], at: &BTreeMap<EntryId, f64>) -> f64 {
    let places = near.iter().map(|other| at[other]);
    if near.is_empty() { at[&own] } else { places.sum::<f64>() / number(near.len()) }
}

/// Deals names in turn to the fewest lines that have room for all, and sets them at equal gaps.
fn deal(layer: &[EntryId], widths: &BTreeMap<EntryId, f64>, room: f64) -> Vec<Vec<Placed>> {
    let needs = |line: &[EntryId]| line.iter().map(|own| widths[own] + MIN_GAP).sum::<f64>() - MIN_GAP;
    let dealt = |count: usize| -> Vec<Vec<EntryId>> {
        (0..count).map(|line| layer.iter().skip(line).step_by(count).copied().collect()).collect()
    };
    let fits = |count: &usize| dealt(*count).iter().all(|line| needs(line) <= room);
    // If even single names are too wide, each gets its own line.
    let count = (1..=layer.len()).find(fits).unwrap_or(layer.len()).max(1);
    dealt(count)
        .into_iter()
        .map(|line| {
            let spare = (room - needs(&line)).max(0.0) / number(line.len().max(1));
            let mut x = spare / 2.0;
            let place = |own: EntryId| {
                let placed = (own, x);
                x += widths[&own] + MIN_GAP + spare;
                placed
            };
            line.into_iter().map(place).collect()
        })
        .collect()
}

#[allow(clippy::cast_precision_loss, reason = "counts of entries are far below 2^52")]
fn number(count: usize) -> f64 {
    count as f64
}
