//! The names of publications in addresses.

use rooflight_glossary::model::catalog::Catalog;
use rooflight_source::slug::slug_of;
use std::collections::BTreeSet;

/// Returns the names of the publications' pages: their file names, made safe for addresses and unique.
pub(crate) fn publication_names(catalog: &Catalog) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut names = Vec::with_capacity(catalog.publications.len());
    for publication in &catalog.publications {
        // Dots are replaced, so that no page has the name of a file.
        let slug = slug_of(&publication.file).replace('.', "-");
        let base = if slug.is_empty() { "source".to_owned() } else { slug };
        let numbered = (2..).map(|number: u32| format!("{base}-{number}"));
        let free = std::iter::once(base.clone()).chain(numbered).find(|name| !taken.contains(name));
        let name = free.unwrap_or(base);
        taken.insert(name.clone());
        names.push(name);
    }
    names
}
