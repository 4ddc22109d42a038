//! Pages beside the entries by their folders: their order, and the list that the page of a kind's folder shows.

use rooflight_glossary::link::Glossary;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::page::Page;

/// The pages of a folder in their order, the folder's own first.
#[must_use]
pub(crate) fn pages_in<'a>(glossary: &'a Glossary, folder: &str) -> Vec<&'a Page> {
    let pages = glossary.pages.iter().map(|linked| &linked.page);
    let mut found: Vec<&Page> = pages.filter(|page| page.folder() == Some(folder)).collect();
    found.sort_by_key(|page| (page.slug != folder, page.front.order.unwrap_or(u32::MAX), page.slug.as_str()));
    found
}

/// The pages of a kind, on the page of their folder; on any other page none.
#[must_use]
pub(crate) fn of_kind<'a>(config: &Config, glossary: &'a Glossary, page: &Page) -> Vec<&'a Page> {
    let own = page.slug.as_str();
    if page.folder() != Some(own) || config.kind_of(own).is_none() {
        return Vec::new();
    }
    pages_in(glossary, own).into_iter().filter(|other| other.slug != own).collect()
}
