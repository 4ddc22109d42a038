//! The names that the pages of publications have in addresses.

use rooflight_glossary::model::catalog::Catalog;
use rooflight_source::slug::slug_of;
use std::collections::BTreeSet;

/// The names of the publications' pages: those of their files, made safe and unique.
pub(crate) fn publication_names(catalog: &Catalog) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut names = Vec::with_capacity(catalog.publications.len());
    for publication in &catalog.publications {
        // Without dots, so that no page is called like a file.
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
