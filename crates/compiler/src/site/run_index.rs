//! Where each measured run stands: its position in the catalog, and the name of its publication in addresses.

use rooflight_glossary::model::catalog::Catalog;
use rooflight_source::slug::slug_of;
use std::collections::{BTreeSet, HashMap};

/// The places of all runs of a catalog.
#[derive(Debug)]
pub struct RunIndex {
    /// Positions in the catalog by id; of two rows with one id, the first.
    positions: HashMap<String, usize>,
    /// The names of the publications' pages, in the order of the catalog.
    pub(crate) publications: Vec<String>,
}

impl RunIndex {
    pub(crate) fn new(catalog: &Catalog) -> Self {
        let ids = catalog.anchors.iter().enumerate().rev().map(|(at, anchor)| (anchor.row.id.clone(), at));
        Self { positions: ids.collect(), publications: publication_names(catalog) }
    }

    /// Returns the position of the run with this id.
    pub(crate) fn position(&self, id: &str) -> Option<usize> {
        self.positions.get(id).copied()
    }
}

/// Returns the names of the publications' pages: their file names, made safe for addresses and unique.
fn publication_names(catalog: &Catalog) -> Vec<String> {
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
