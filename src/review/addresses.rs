//! Addresses: each has one owner, for ever.
//!
//! 1. Entries and pages claim the addresses at which they stand. Two names that differ only in case are one address: on some disks they
//!    are one file.
//! 2. Former addresses are claimed too, by whoever gave them up; one that somebody still has, the own one included, cannot lead elsewhere.
//!    So no chain of former addresses can run in a circle.

use crate::diagnostic::{Diagnostic, Place, messages};
use crate::parse::Document;
use crate::parse::page::Page;
use crate::yaml_path;
use std::collections::BTreeMap;

/// Reports every address that is claimed more than once.
pub fn check(documents: &[Document], pages: &[Page], problems: &mut Vec<Diagnostic>) {
    let mut owners: BTreeMap<String, Place> = BTreeMap::new();
    let entries = documents.iter().map(|document| (entry_address(&document.slug), document.place(yaml_path!["term"])));
    let others = pages.iter().map(|page| (page_address(&page.slug), page.place(yaml_path!["title"])));
    for (address, place) in entries.chain(others) {
        if let Some(first) = owners.get(&address.to_lowercase()) {
            problems.push(messages::address_taken(place, &address, first.clone()));
            continue;
        }
        owners.insert(address.to_lowercase(), place);
    }
    let mut given_up: BTreeMap<String, Place> = BTreeMap::new();
    for (address, place) in former(documents, pages) {
        let key = address.to_lowercase();
        match (owners.get(&key), given_up.get(&key)) {
            (Some(owner), _) => problems.push(messages::former_in_use(place, &address, owner.clone())),
            (None, Some(first)) => problems.push(messages::address_taken(place, &address, first.clone())),
            (None, None) => drop(given_up.insert(key, place)),
        }
    }
}

/// Every former address and where it is written.
fn former<'a>(documents: &'a [Document], pages: &'a [Page]) -> impl Iterator<Item = (String, Place)> + 'a {
    let entries = documents.iter().flat_map(|document| {
        let list = document.front.former.iter().enumerate();
        list.map(|(number, slug)| (entry_address(slug), document.place(yaml_path!["former", number])))
    });
    let pages = pages.iter().flat_map(|page| {
        let list = page.front.former.iter().enumerate();
        list.map(|(number, path)| (page_address(path), page.place(yaml_path!["former", number])))
    });
    entries.chain(pages)
}

fn entry_address(slug: &str) -> String {
    format!("/glossary/{slug}/")
}

fn page_address(path: &str) -> String {
    format!("/{path}/")
}
