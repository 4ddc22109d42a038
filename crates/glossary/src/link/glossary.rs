//! The result of linking: entries, pages, comparisons and tracks, each with its links.

use crate::link::backlinks::SharedSlice;
use crate::link::comparisons::LinkedComparison;
use crate::link::linked_body::LinkedBody;
use crate::link::mentions::Mentioned;
use crate::link::tracks::LinkedTrack;
use crate::model::document::Document;
use crate::model::ids::{EntryId, IndexVec, LayerId, SourceIndex};
use crate::model::page::Page;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An entry with its links in both directions.
#[derive(Debug)]
pub struct Entry {
    /// The document as parsed.
    pub document: Document,
    /// The body with its links.
    pub body: LinkedBody,
    /// The abbreviations that its own text gives it; a name of another entry goes before them.
    pub abbreviations: Vec<String>,
    /// The layer's position.
    pub layer: LayerId,
    /// Further layers' positions.
    pub also_in: Arc<[LayerId]>,
    /// The related entries' positions, in the author's order.
    pub related: Arc<[EntryId]>,
    /// The positions of the entries whose authors name this one as related, in order.
    pub related_from: SharedSlice<EntryId>,
    /// The entries that this one links to, in order of position.
    pub links_to: Arc<BTreeSet<EntryId>>,
    /// Every mention of another entry, each with its sentence, in reading order.
    pub mentions: Arc<Vec<Mentioned>>,
    /// Who mentions this entry, once each.
    pub mentioned_in: SharedSlice<Backlink>,
    /// The positions of the sources: cited ones in order of first use, then the others.
    pub source_order: Arc<[SourceIndex]>,
}

/// A page other than an entry, with its links.
#[derive(Debug)]
pub struct LinkedPage {
    /// The page as parsed.
    pub page: Page,
    /// The body with its links.
    pub body: LinkedBody,
    /// The entries that it links to, in order of position.
    pub links_to: BTreeSet<EntryId>,
}

/// A mention of an entry elsewhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlink {
    /// The entry that mentions.
    pub from: EntryId,
    /// The position of the mention among those of that entry.
    pub mention: usize,
}

/// All entries, in the order of their files; drafts are left out before this.
#[derive(Debug, Default)]
pub struct Glossary {
    /// The entries with their links.
    pub entries: IndexVec<EntryId, Entry>,
    /// The other pages.
    pub pages: Vec<LinkedPage>,
    /// The pairs that readers mix up.
    pub comparisons: Vec<LinkedComparison>,
    /// The learning tracks, in their order.
    pub tracks: Vec<LinkedTrack>,
}

impl Glossary {
    /// The sentence of a backlink.
    #[must_use]
    pub fn mentioned(&self, link: Backlink) -> Option<&Mentioned> {
        self.entries.get(link.from)?.mentions.get(link.mention)
    }
}
