//! Groups the rows of a list: by whether they reach the target speed, then those whose memory is unknown or too small.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use rooflight_document::listing::{ListingGroup, ListingRow};
use rooflight_document::markup::joined;
use rooflight_document::number;

/// Returns the typical speed of a row, or else its ceiling; 0 if it does not fit.
pub(super) fn likely(row: &ListingRow) -> f64 {
    row.speeds.map_or(0.0, |(ceiling, range)| range.map_or(ceiling, |[_, typical, _]| typical))
}

/// Sorts rows. `order` is a `dyn Fn` so that the module contains the sorting algorithm only once.
pub(super) fn sort(rows: &mut [ListingRow], order: &dyn Fn(&ListingRow, &ListingRow) -> Ordering) {
    rows.sort_by(order);
}

/// True if a row is known to fit: it has speeds, and the device's memory is known.
pub(super) const fn is_known_to_fit(row: &ListingRow) -> bool {
    row.speeds.is_some() && row.memory.1.is_some()
}

/// The number of groups after those that are known to fit: memory not known, does not fit.
pub(super) const NOT_FITTING: usize = 2;

/// The position of the group whose memory is not known.
pub(super) const UNKNOWN: usize = 3;

/// Groups rows by whether they reach the target, and keeps their order within each group.
pub(super) fn by_target(rows: Vec<ListingRow>, target: f64) -> Vec<ListingGroup> {
    let speed = number::plain(target, 2);
    let group = |title, words: &str| ListingGroup { title: (title, String::from(words)), rows: Vec::new() };
    let mut groups = vec![
        group("Reaches it", &joined(&["the typical speed lies above ", &speed])),
        group("Perhaps", "only the upper end does, or nothing supports a range"),
        group("Too slow", "but it fits"),
        group("Memory not known", "the speed if it holds as much as is needed"),
        group("Does not fit", "and what would"),
    ];
    for row in rows {
        let at = match row.speeds {
            None => 4,
            Some(_) if row.memory.1.is_none() => UNKNOWN,
            Some((_, Some([_, typical, _]))) if typical >= target => 0,
            Some((_, Some([.., high]))) if high >= target => 1,
            Some((ceiling, None)) if ceiling >= target => 1,
            Some(_) => 2,
        };
        groups[at].rows.push(row);
    }
    groups
}

/// Returns the rows that typically reach the target.
pub(super) fn reaching(groups: &[ListingGroup]) -> &[ListingRow] {
    groups.first().map_or(&[], |group| &group.rows)
}
