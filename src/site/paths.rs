//! The addresses of pages below the site's root, each a folder with its final `/`.

use rooflight_calculators::Spec;
use rooflight_glossary::link::Entry;
use rooflight_glossary::link::comparisons::LinkedComparison;
use rooflight_glossary::link::tracks::LinkedTrack;

/// The page of an entry.
#[must_use]
pub fn entry_path(entry: &Entry) -> String {
    [entry.document.folder, "/", &entry.document.slug, "/"].concat()
}

/// The explorer.
pub const EXPLORE: &str = "explore/";

/// The judge of benchmark outputs.
pub const MEASURE: &str = "measure/";

/// The page on which readers write a calculator of their own.
pub const PLAYGROUND: &str = "calculators/new/";

/// The number of mentions that an entry's own page shows.
pub const MENTIONS: usize = 6;

/// Whether an entry has more mentions than its page shows, and so a page for all its links.
#[must_use]
pub fn has_links_page(entry: &Entry) -> bool {
    entry.mentioned_in.len() > MENTIONS
}

/// The page of all links of an entry.
#[must_use]
pub fn links_path(entry: &Entry) -> String {
    format!("links/{}/", entry.document.slug)
}

/// The page of a comparison.
#[must_use]
pub fn comparison_path(comparison: &LinkedComparison) -> String {
    format!("compare/{}/", comparison.slug)
}

/// The page of a learning track.
#[must_use]
pub fn track_path(track: &LinkedTrack) -> String {
    format!("learn/{}/", track.track.id)
}

/// The page of a layer, by its id.
#[must_use]
pub fn layer_path(id: &str) -> String {
    format!("layers/{id}/")
}

/// The page of a calculator.
#[must_use]
pub fn calculator_path(spec: &Spec) -> String {
    format!("calculators/{}/", spec.kind)
}

/// The relative way from a page to the site's root.
#[must_use]
pub fn root_of(path: &str) -> String {
    match path.matches('/').count() {
        0 => "./".to_owned(),
        depth => "../".repeat(depth),
    }
}

/// The file of all entries as data.
pub(crate) const GLOSSARY_JSON: &str = "glossary.json";
