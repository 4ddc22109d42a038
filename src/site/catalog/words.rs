//! Names and counts, as the pages of the catalog write them.

/// A model's name without its "(also …)" part.
pub(super) fn short_name(name: &str) -> &str {
    name.split_once(" (also ").map_or(name, |(name, _)| name)
}

/// "1 measurement", "12 measurements".
pub(super) fn counted(count: usize, word: &str) -> String {
    let number = rooflight_document::number::count(count as u64);
    format!("{number} {word}{}", if count == 1 { "" } else { "s" })
}
