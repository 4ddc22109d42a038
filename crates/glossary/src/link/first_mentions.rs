//! Which entries a section and a page link already.
//!
//! An author's own links are known before the walk begins: one anywhere in a section is that section's mention, and one
//! anywhere on the page is the page's, even for text before it.

use crate::link::decision::Reason;
use crate::link::explicit_links::{EntryLookup, Lookup};
use crate::model::ids::EntryId;
use crate::syntax::density::Density;
use crate::syntax::tree::{Block, HeadingLevel, Inline, Kind, Name, Tree};
use std::collections::BTreeMap;

/// The mentions that count, each with its offset in the file.
#[derive(Debug, Default)]
pub struct FirstMentions {
    page: BTreeMap<EntryId, usize>,
    section: BTreeMap<EntryId, usize>,
    /// Entries that the author links in later sections, the last section first.
    ahead: Vec<BTreeMap<EntryId, usize>>,
}

impl FirstMentions {
    /// Gathers the author's own links of a body, and starts at its beginning. The text before the first `##` is a
    /// section too.
    #[must_use]
    pub fn new(body: &Tree<'_, Name<'_>>, of_entry: bool, names: &EntryLookup) -> Self {
        let mut sections = vec![BTreeMap::new()];
        let mut page = BTreeMap::new();
        for node in body.nodes() {
            let document = match &node.kind {
                Kind::Block(Block::Heading(heading)) if heading.level == HeadingLevel::H2 => {
                    sections.push(BTreeMap::new());
                    None
                }
                Kind::Inline(Inline::Link(address, _)) => names.at_address(address, of_entry),
                Kind::Reference(Name::Mention(target)) => match names.target(target) {
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

    /// Starts at the beginning of a page whose sections have these links by their author, in order.
    #[must_use]
    pub fn of_sections(mut sections: Vec<BTreeMap<EntryId, usize>>, page: BTreeMap<EntryId, usize>) -> Self {
        sections.reverse();
        let section = sections.pop().unwrap_or_default();
        Self { page, section, ahead: sections }
    }

    /// A second-level heading: another section begins.
    pub fn next_section(&mut self) {
        self.section = self.ahead.pop().unwrap_or_default();
    }

    /// Lets a mention at this byte of the file count, if none did before.
    ///
    /// # Errors
    /// Where the mention is that counted.
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
