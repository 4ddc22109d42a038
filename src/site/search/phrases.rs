//! The phrases of pages, from `phrases.yaml`: plain words that readers type for a page whose name says it otherwise.

use crate::site::page_id::{PageId, PageKind};
use rooflight_calculators::declared::Declared;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrases {
    /// By the kind of a page that a site has once.
    pages: BTreeMap<PageKind, Vec<String>>,
    /// By the kind of the calculator.
    calculators: BTreeMap<String, Vec<String>>,
}

/// A test reads the file, so that the default is never used.
static PHRASES: LazyLock<Phrases> = LazyLock::new(|| read().unwrap_or_default());

fn read() -> Result<Phrases, yaml_serde::Error> {
    yaml_serde::from_str(include_str!("phrases.yaml"))
}

/// The phrases of a page, besides its title; a calculator in a file has them there.
pub(super) fn phrases(declared: &[&'static Declared], id: &PageId) -> &'static [String] {
    let phrases = match id {
        PageId::Calculator(kind) => match declared.iter().find(|declared| declared.spec.kind == *kind) {
            Some(declared) => Some(&declared.record.search),
            None => PHRASES.calculators.get(*kind),
        },
        other => PHRASES.pages.get(&other.kind()),
    };
    phrases.map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn every_calculator_has_a_line_and_no_other() {
        let phrases = super::read().expect("the file is read");
        let lines: BTreeSet<&str> = phrases.calculators.keys().map(String::as_str).collect();
        let kinds: BTreeSet<&str> = rooflight_calculators::CALCULATORS.iter().map(|spec| spec.kind).collect();
        assert_eq!(lines, kinds);
    }
}
