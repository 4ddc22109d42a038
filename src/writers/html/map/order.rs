//! Where each entry stands on its layer, so that what is linked stands close together.
//!
//! 1. Each layer begins in the order that it is given.
//! 2. Again and again: every entry wants to stand at the mean of its neighbours (its barycentre); a layer is sorted by
//!    that, and its entries are spread over its width anew. This keeps lines short and crossings few.
//! 3. A layer with more names than fit a line has several: names are dealt to the lines in turn, so that each line
//!    spans the whole width.
//!
//! A fixed number of rounds, ties by the given order: the same links always give the same places.

use crate::site::graph::Graph;
use rooflight_glossary::model::ids::EntryId;
use std::collections::{BTreeMap, BTreeSet};

/// How often all layers are sorted anew.
const ROUNDS: usize = 12;
/// The least room between two names, in pixels.
const GAP: f64 = 18.0;

/// A name's position on a line: the entry, and its left edge in pixels.
pub(super) type Placed = (EntryId, f64);

/// The lines of each layer. `layers` hold entries, `widths` are their names' widths, `room` is the width of a line.
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

/// Places from 0 to 1, at equal distances.
fn spread(layer: &[EntryId]) -> Vec<(EntryId, f64)> {
    layer.iter().enumerate().map(|(rank, own)| (*own, (number(rank) + 0.5) / number(layer.len()))).collect()
}

/// The mean position of the neighbours; its own position for an entry that has none.
fn barycentre(own: EntryId, near: &[EntryId], at: &BTreeMap<EntryId, f64>) -> f64 {
    let places = near.iter().map(|other| at[other]);
    if near.is_empty() { at[&own] } else { places.sum::<f64>() / number(near.len()) }
}

/// The fewest lines on which all names have room, the names dealt to them in turn and set at equal gaps.
fn deal(layer: &[EntryId], widths: &BTreeMap<EntryId, f64>, room: f64) -> Vec<Vec<Placed>> {
    let needs = |line: &[EntryId]| line.iter().map(|own| widths[own] + GAP).sum::<f64>() - GAP;
    let dealt = |count: usize| -> Vec<Vec<EntryId>> {
        (0..count).map(|line| layer.iter().skip(line).step_by(count).copied().collect()).collect()
    };
    let fits = |count: &usize| dealt(*count).iter().all(|line| needs(line) <= room);
    // A line of one name may be too long for the room: then there is nothing better.
    let count = (1..=layer.len()).find(fits).unwrap_or(layer.len()).max(1);
    dealt(count)
        .into_iter()
        .map(|line| {
            let spare = (room - needs(&line)).max(0.0) / number(line.len().max(1));
            let mut x = spare / 2.0;
            let place = |own: EntryId| {
                let placed = (own, x);
                x += widths[&own] + GAP + spare;
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
