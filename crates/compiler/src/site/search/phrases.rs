//! The phrases of pages: words that readers may type to find a page, other than its name.
//!
//! `phrases.yaml` has the phrases of pages that a site has once. Those of calculators are in their declarations.

use crate::site::page_id::{PageId, PageKind};
use rooflight_calculators::PHRASES;
use rooflight_calculators::declared::Declared;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Phrases by page kind. A test parses the file, so the default is never used.
static PAGES: LazyLock<BTreeMap<PageKind, Vec<String>>> = LazyLock::new(|| read().unwrap_or_default());

fn read() -> Result<BTreeMap<PageKind, Vec<String>>, yaml_serde::Error> {
    yaml_serde::from_str(include_str!("phrases.yaml"))
}

/// Returns the phrases of a page; its title is not among them.
pub(super) fn phrases(declared: &[&'static Declared], id: &PageId) -> Vec<&'static str> {
    let all = |phrases: &'static [String]| phrases.iter().map(String::as_str).collect();
    let PageId::Calculator(kind) = id else {
        return PAGES.get(&id.kind()).map_or_else(Vec::new, |phrases| all(phrases));
    };
    if let Some(declared) = declared.iter().find(|declared| declared.spec.kind == *kind) {
        return all(&declared.record.search);
    }
    let words = PHRASES.iter().find(|(known, _)| known == kind).map_or("", |(_, words)| words);
    words.split(", ").filter(|phrase| !phrase.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_file_is_read() {
        assert!(super::read().expect("phrases of pages").len() > 1);
    }
}
