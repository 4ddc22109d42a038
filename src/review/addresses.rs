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
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Reports every address that is claimed more than once.
pub fn check(documents: &[Document], pages: &[Page], problems: &mut Vec<Diagnostic>) {
    let mut owners: HashMap<String, Claim<'_>> = HashMap::with_capacity(documents.len() + pages.len());
    let claims = documents.iter().map(Claim::Entry).chain(pages.iter().map(Claim::Page));
    for claim in claims {
        match owners.entry(claim.address().to_lowercase()) {
            Entry::Occupied(first) => {
                problems.push(messages::address_taken(claim.place(), &claim.address(), first.get().place()));
            }
            Entry::Vacant(free) => drop(free.insert(claim)),
        }
    }
    let mut given_up: HashMap<String, Claim<'_>> = HashMap::new();
    for claim in former(documents, pages) {
        let (address, key) = (claim.address(), claim.address().to_lowercase());
        match (owners.get(&key), given_up.get(&key)) {
            (Some(owner), _) => problems.push(messages::former_in_use(claim.place(), &address, owner.place())),
            (None, Some(first)) => problems.push(messages::address_taken(claim.place(), &address, first.place())),
            (None, None) => drop(given_up.insert(key, claim)),
        }
    }
}

/// Who claims an address. Where that is written is looked up only when somebody else claims it too.
#[derive(Clone, Copy)]
enum Claim<'a> {
    Entry(&'a Document),
    Page(&'a Page),
    /// The entry's former address of this number.
    FormerEntry(&'a Document, usize),
    FormerPage(&'a Page, usize),
}

impl Claim<'_> {
    fn address(&self) -> String {
        match self {
            Self::Entry(document) => entry_address(&document.slug),
            Self::Page(page) => page_address(&page.slug),
            Self::FormerEntry(document, number) => entry_address(&document.front.former[*number]),
            Self::FormerPage(page, number) => page_address(&page.front.former[*number]),
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Entry(document) => document.place(yaml_path!["term"]),
            Self::Page(page) => page.place(yaml_path!["title"]),
            Self::FormerEntry(document, number) => document.place(yaml_path!["former", *number]),
            Self::FormerPage(page, number) => page.place(yaml_path!["former", *number]),
        }
    }
}

/// Every former address.
fn former<'a>(documents: &'a [Document], pages: &'a [Page]) -> impl Iterator<Item = Claim<'a>> {
    let entries = documents
        .iter()
        .flat_map(|document| (0..document.front.former.len()).map(move |number| Claim::FormerEntry(document, number)));
    let pages =
        pages.iter().flat_map(|page| (0..page.front.former.len()).map(move |number| Claim::FormerPage(page, number)));
    entries.chain(pages)
}

fn entry_address(slug: &str) -> String {
    format!("/glossary/{slug}/")
}

fn page_address(path: &str) -> String {
    format!("/{path}/")
}
