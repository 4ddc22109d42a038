//! Tracks which entries a section and a page already link.
//!
//! An author's own links are collected before the walk begins: a link anywhere in a section counts as that section's
//! mention, and a link anywhere on the page as the page's, even for text before it.

use crate::link::matching::decision::Reason;
use crate::link::matching::explicit_links::{EntryLookup, Lookup};
use crate::model::ids::EntryId;
use crate::syntax::density::Density;
use crate::syntax::tree::{Block, HeadingLevel, Inline, Name, NodeKind, Tree};
use std::collections::BTreeMap;

/// The mentions that count, each with its byte offset in the file.
#[derive(Debug, Default)]
pub struct FirstMentions {
    page: BTreeMap<EntryId, usize>,
    section: BTreeMap<EntryId, usize>,
    /// Entries that the author links in later sections, the last section first.
    ahead: Vec<BTreeMap<EntryId, usize>>,
}

impl FirstMentions {
    /// Collects the author's own links in a body and starts at its beginning. The text before the first `##` is a
    /// section too. `of_entry` is true for an entry's body.
    #[must_use]
    pub fn new(body: &Tree<'_, Name<'_>>, of_entry: bool, names: &EntryLookup) -> Self {
        let mut sections = vec![BTreeMap::new()];
        let mut page = BTreeMap::new();
        for node in body.nodes() {
            let document = match &node.kind {
                NodeKind::Block(Block::Heading(heading)) if heading.level == HeadingLevel::H2 => {
                    sections.push(BTreeMap::new());
                    None
                }
                NodeKind::Inline(Inline::Link(address, _)) => names.at_address(address, of_entry),
                NodeKind::Reference(Name::Mention(target)) => match names.target(target) {
                    (Lookup::Entry(document), _) => Some(document),
                    _ => None,
                },
                _ => None,
            };
            if let (Some(document), Some(section)) = (document, sections.last_mut()) {
                section.entry(document).or_insert(node.span.start);
                page.entry(document).or_insert(node.span.start);
            }
        }
        Self::of_sections(sections, page)
    }

    /// Starts at the beginning of a page; `sections` are the author's own links in each section, in order.
    #[must_use]
    pub fn of_sections(mut sections: Vec<BTreeMap<EntryId, usize>>, page: BTreeMap<EntryId, usize>) -> Self {
        sections.reverse();
        let section = sections.pop().unwrap_or_default();
        Self { page, section, ahead: sections }
    }

    /// Starts the next section, at a second-level heading.
    pub fn next_section(&mut self) {
        self.section = self.ahead.pop().unwrap_or_default();
    }

    /// Counts a mention at byte `at` of the file, if the density allows another link to the document.
    ///
    /// # Errors
    /// The reason not to link: links are off, or the section or page already links the document.
    pub fn count(&mut self, document: EntryId, density: Density, at: usize) -> Result<(), Reason> {
        match density {
            Density::Off => return Err(Reason::Off),
            Density::All => {}
            Density::Section => {
                if let Some(first) = self.section.get(&document) {
                    return Err(Reason::SeenInSection(*first));
                }
            }
            Density::Page => {
                if let Some(first) = self.page.get(&document) {
                    return Err(Reason::SeenOnPage(*first));
                }
            }
        }
        self.section.entry(document).or_insert(at);
        self.page.entry(document).or_insert(at);
        Ok(())
    }
}
