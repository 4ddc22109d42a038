//! Checks that each address belongs to one page.
//!
//! 1. Entries and pages claim their addresses. Two addresses that differ only in case are the same, since some file
//!    systems ignore case.
//! 2. Pages claim their former addresses too. An address in use, the page's own included, cannot redirect, so former
//!    addresses cannot form a redirect loop.

use rooflight_glossary::model::document::Document;
use rooflight_glossary::model::page::Page;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::yaml_path;
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Reports every address that is claimed more than once.
pub(crate) fn check(documents: &[Document], pages: &[Page], problems: &mut Vec<Diagnostic>) {
    let mut owners: HashMap<AddressKey<'_>, Claim<'_>> = HashMap::with_capacity(documents.len() + pages.len());
    let claims = documents.iter().map(Claim::Entry).chain(pages.iter().map(Claim::Page));
    for claim in claims {
        match owners.entry(claim.key()) {
            Entry::Occupied(first) => {
                problems.push(messages::address_taken(claim.location(), &claim.address(), first.get().location()));
            }
            Entry::Vacant(free) => drop(free.insert(claim)),
        }
    }
    let mut given_up: HashMap<AddressKey<'_>, Claim<'_>> = HashMap::new();
    for claim in former(documents, pages) {
        let (address, key) = (claim.address(), claim.key());
        match (owners.get(&key), given_up.get(&key)) {
            (Some(owner), _) => problems.push(messages::former_in_use(claim.location(), &address, owner.location())),
            (None, Some(first)) => problems.push(messages::address_taken(claim.location(), &address, first.location())),
            (None, None) => drop(given_up.insert(key, claim)),
        }
    }
}

/// The folder of the entries' addresses.
const FOLDER: &str = "glossary/";

/// A claim to an address. Its location is looked up only on conflict.
#[derive(Clone, Copy)]
enum Claim<'a> {
    Entry(&'a Document),
    Page(&'a Page),
    /// An entry's former address, by its position in `former`.
    FormerEntry(&'a Document, usize),
    FormerPage(&'a Page, usize),
}

/// An address for comparison: whether it is below [`FOLDER`], and the rest in lower case.
type AddressKey<'a> = (bool, Cow<'a, str>);

impl<'a> Claim<'a> {
    /// Returns the key of the address; equal for two claims exactly if they claim the same address. Allocates only if
    /// the address has upper-case letters or is not ASCII.
    fn key(&self) -> AddressKey<'a> {
        let (entry, path): (bool, &'a str) = match *self {
            Self::Entry(document) => (true, &document.slug),
            Self::Page(page) => (false, &page.slug),
            Self::FormerEntry(document, number) => (true, &document.front.former[number]),
            Self::FormerPage(page, number) => (false, &page.front.former[number]),
        };
        let plain = path.is_ascii() && !path.contains(|c: char| c.is_ascii_uppercase());
        let low = if plain { Cow::Borrowed(path) } else { Cow::Owned(path.to_lowercase()) };
        match low {
            // The page lies in the folder of the entries.
            Cow::Borrowed(path) if !entry => path.strip_prefix(FOLDER).map_or((false, low), |rest| (true, rest.into())),
            Cow::Owned(ref path) if !entry && path.starts_with(FOLDER) => {
                (true, path[FOLDER.len()..].to_owned().into())
            }
            low => (entry, low),
        }
    }

    fn address(&self) -> String {
        match self {
            Self::Entry(document) => entry_address(document, &document.slug),
            Self::Page(page) => page_address(&page.slug),
            Self::FormerEntry(document, number) => entry_address(document, &document.front.former[*number]),
            Self::FormerPage(page, number) => page_address(&page.front.former[*number]),
        }
    }

    fn location(&self) -> Location {
        match self {
            Self::Entry(document) => document.location(yaml_path!["term"]),
            Self::Page(page) => page.location(yaml_path!["title"]),
            Self::FormerEntry(document, number) => document.location(yaml_path!["former", *number]),
            Self::FormerPage(page, number) => page.location(yaml_path!["former", *number]),
        }
    }
}

/// Returns the claims to all former addresses.
fn former<'a>(documents: &'a [Document], pages: &'a [Page]) -> impl Iterator<Item = Claim<'a>> {
    let entries = documents
        .iter()
        .flat_map(|document| (0..document.front.former.len()).map(move |number| Claim::FormerEntry(document, number)));
    let pages =
        pages.iter().flat_map(|page| (0..page.front.former.len()).map(move |number| Claim::FormerPage(page, number)));
    entries.chain(pages)
}

fn entry_address(document: &Document, slug: &str) -> String {
    format!("/{}/{slug}/", document.folder)
}

fn page_address(path: &str) -> String {
    format!("/{path}/")
}
