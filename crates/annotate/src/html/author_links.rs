//! Collects the links to entries that a page's author wrote, by section.
//!
//! Each counts as the mention of its entry, wherever it is in the section. Reads tags alone, and changes nothing.

use crate::glossary::Glossary;
use crate::html::rules::{Rules, TERM};
use crate::html::token::{Tag, Token, TokenKind};
use rooflight_glossary::model::ids::EntryId;
use std::collections::BTreeMap;

/// Returns the author's links to entries by section, each entry with its first link's byte, and whether the page has an
/// element that the rules read.
pub(super) fn author_links(
    tokens: &[Token<'_>],
    glossary: &Glossary,
    rules: &Rules,
) -> (Vec<BTreeMap<EntryId, usize>>, bool) {
    let mut sections = vec![BTreeMap::new()];
    let mut is_read = false;
    for token in tokens {
        let TokenKind::Start(tag) = &token.kind else { continue };
        is_read |= rules.within.matches(tag);
        if begins_section(tag) {
            sections.push(BTreeMap::new());
        }
        let by_id = || glossary.by_id(tag.attribute(TERM)?);
        let entry = if tag.name == "a" {
            tag.attribute("href").and_then(|address| glossary.at_address(address)).or_else(by_id)
        } else {
            None
        };
        if let (Some(entry), Some(section)) = (entry, sections.last_mut()) {
            section.entry(entry).or_insert(token.span.start);
        }
    }
    (sections, is_read)
}

/// True for a first- or second-level heading.
pub(super) fn begins_section(tag: &Tag<'_>) -> bool {
    matches!(&*tag.name, "h1" | "h2")
}
