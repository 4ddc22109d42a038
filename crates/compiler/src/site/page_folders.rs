//! Pages other than entries, by folder: their order, and the list on the page of a folder that belongs to a page kind.

use rooflight_glossary::link::Glossary;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::page::Page;

/// Returns the pages of a folder in order, the folder's own page first.
#[must_use]
pub(crate) fn pages_in<'a>(glossary: &'a Glossary, folder: &str) -> Vec<&'a Page> {
    let pages = glossary.pages.iter().map(|linked| &linked.page);
    let mut found: Vec<&Page> = pages.filter(|page| page.folder() == Some(folder)).collect();
    found.sort_by_key(|page| (page.slug != folder, page.front.order.unwrap_or(u32::MAX), page.slug.as_str()));
    found
}

/// Returns the pages of a kind if `page` is that of their folder, else none.
#[must_use]
pub(crate) fn of_kind<'a>(config: &Config, glossary: &'a Glossary, page: &Page) -> Vec<&'a Page> {
    let own = page.slug.as_str();
    if page.folder() != Some(own) || config.kind_of(own).is_none() {
        return Vec::new();
    }
    pages_in(glossary, own).into_iter().filter(|other| other.slug != own).collect()
}
