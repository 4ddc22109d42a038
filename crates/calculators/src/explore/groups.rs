//! The rows of a list in groups: by whether they reach the target, then those whose memory is not known or too small.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use rooflight_document::listing::{ListingGroup, ListingRow};
use rooflight_document::markup::joined;
use rooflight_document::number;

/// The speed by which a row is judged.
pub(super) fn likely(row: &ListingRow) -> f64 {
    row.speeds.map_or(0.0, |(ceiling, range)| range.map_or(ceiling, |[_, typical, _]| typical))
}

/// Sorts rows. One function for each order would hold a sorting algorithm of its own in the module.
pub(super) fn sort(rows: &mut [ListingRow], order: &dyn Fn(&ListingRow, &ListingRow) -> Ordering) {
    rows.sort_by(order);
}

/// True if a row is known to fit: it has speeds, and the device's memory is known.
pub(super) const fn is_known_to_fit(row: &ListingRow) -> bool {
    row.speeds.is_some() && row.memory.1.is_some()
}

/// The groups after those that are known to fit: memory not known, does not fit.
pub(super) const NOT_FITTING: usize = 2;

/// The rows by whether they reach the target; each group in the order of its rows.
pub(super) fn judged(rows: Vec<ListingRow>, target: f64) -> Vec<ListingGroup> {
    let speed = number::plain(target, 2);
    let group = |title, words: &str| ListingGroup { title: (title, String::from(words)), rows: Vec::new() };
    let mut groups = vec![
        group("Reaches it", &joined(&["the whole range lies above ", &speed])),
        group("Likely", &joined(&["the typical speed lies above ", &speed])),
        group("Perhaps", "only the upper end does, or nothing supports a range"),
        group("Too slow", "but it fits"),
        group("Memory not known", "the speed if it holds as much as is needed"),
        group("Does not fit", "and what would"),
    ];
    for row in rows {
        let at = match row.speeds {
            None => 5,
            Some(_) if row.memory.1.is_none() => 4,
            Some((_, Some([low, ..]))) if low >= target => 0,
            Some((_, Some([_, typical, _]))) if typical >= target => 1,
            Some((_, Some([.., high]))) if high >= target => 2,
            Some((ceiling, None)) if ceiling >= target => 2,
            Some(_) => 3,
        };
        groups[at].rows.push(row);
    }
    groups
}

/// How many rows of the first two groups there are.
pub(super) fn reaching(groups: &[ListingGroup]) -> usize {
    groups.iter().take(2).map(|group| group.rows.len()).sum()
}
