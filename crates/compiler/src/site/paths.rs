//! The addresses of pages below the site's root, each a folder with its final `/`.

use rooflight_calculators::Spec;
use rooflight_glossary::link::Entry;
use rooflight_glossary::link::comparisons::LinkedComparison;
use rooflight_glossary::link::tracks::LinkedTrack;

/// Returns the address of an entry's page.
#[must_use]
pub fn entry_path(entry: &Entry) -> String {
    [entry.document.folder, "/", &entry.document.slug, "/"].concat()
}

/// Address of the explorer.
pub const EXPLORE: &str = "explore/";

/// Address of the page that judges benchmark outputs.
pub const MEASURE: &str = "measure/";

/// Maximum number of mentions on an entry's own page.
pub const MENTIONS: usize = 6;

/// True if an entry has more mentions than its own page shows, and thus a separate page of all its links.
#[must_use]
pub fn has_links_page(entry: &Entry) -> bool {
    entry.mentioned_in.len() > MENTIONS
}

/// Returns the address of the page of all links of an entry.
#[must_use]
pub fn links_path(entry: &Entry) -> String {
    format!("links/{}/", entry.document.slug)
}

/// Returns the address of a comparison's page.
#[must_use]
pub fn comparison_path(comparison: &LinkedComparison) -> String {
    format!("compare/{}/", comparison.slug)
}

/// Returns the address of a learning track's page.
#[must_use]
pub fn track_path(track: &LinkedTrack) -> String {
    format!("learn/{}/", track.track.id)
}

/// Returns the address of a layer's page, by the layer's id.
#[must_use]
pub fn layer_path(id: &str) -> String {
    format!("layers/{id}/")
}

/// Returns the address of a calculator's page.
#[must_use]
pub fn calculator_path(spec: &Spec) -> String {
    format!("calculators/{}/", spec.kind)
}

/// Returns the relative address of the site's root from a page.
#[must_use]
pub fn root_of(path: &str) -> String {
    match path.matches('/').count() {
        0 => "./".to_owned(),
        depth => "../".repeat(depth),
    }
}

/// Name of the file with all entries as data.
pub(crate) const GLOSSARY_JSON: &str = "glossary.json";
