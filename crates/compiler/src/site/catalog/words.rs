//! Formats names, counts and bytes for the catalog's pages.

use rooflight_document::number;

/// Returns a model's name without its "(also …)" part.
pub(super) fn short_name(name: &str) -> &str {
    name.split_once(" (also ").map_or(name, |(name, _)| name)
}

/// Formats a count with its noun: "1 measurement", "12 measurements".
pub(super) fn counted(count: usize, word: &str) -> String {
    format!("{} {word}{}", number::count(count as u64), if count == 1 { "" } else { "s" })
}

/// Formats bytes in GB, without the unit.
pub(crate) fn gb(bytes: f64) -> String {
    number::speed(bytes / 1e9)
}

/// Formats bytes with the unit that fits: kB, MB or GB.
pub(crate) fn small(bytes: f64) -> String {
    if bytes < 1e6 {
        format!("{}\u{a0}kB", number::speed(bytes / 1e3))
    } else if bytes < 1e9 {
        format!("{}\u{a0}MB", number::speed(bytes / 1e6))
    } else {
        format!("{}\u{a0}GB", gb(bytes))
    }
}
