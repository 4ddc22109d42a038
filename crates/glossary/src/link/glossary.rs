//! The result of linking: entries, pages, comparisons and tracks, each with its links.

use crate::link::backlinks::SharedSlice;
use crate::link::comparisons::LinkedComparison;
use crate::link::forms::headwords::Headwords;
use crate::link::matching::linked_body::LinkedBody;
use crate::link::matching::mentions::Mentioned;
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
    /// The abbreviations of its names that its own text introduces. One that is another entry's name does not link
    /// here.
    pub abbreviations: Vec<String>,
    /// The layer that it belongs to.
    pub layer: LayerId,
    /// Further layers that list it.
    pub also_in: Arc<[LayerId]>,
    /// The published entries that it names as related, in the author's order.
    pub related: Arc<[EntryId]>,
    /// The entries that name this one as related, in order.
    pub related_from: SharedSlice<EntryId>,
    /// The entries that it links to, in order.
    pub links_to: Arc<BTreeSet<EntryId>>,
    /// Every mention of another entry, each with its sentence, in reading order.
    pub mentions: Arc<Vec<Mentioned>>,
    /// The first mention of this entry in each other entry, in the entries' order.
    pub mentioned_in: SharedSlice<Backlink>,
    /// The order of its sources: cited ones by first use, then the others.
    pub source_order: Arc<[SourceIndex]>,
}

/// A page other than an entry, with its links.
#[derive(Debug)]
pub struct LinkedPage {
    /// The page as parsed.
    pub page: Page,
    /// The body with its links.
    pub body: LinkedBody,
    /// The entries that it links to, in order.
    pub links_to: BTreeSet<EntryId>,
}

/// A mention of an entry in another entry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlink {
    /// The entry whose text has the mention.
    pub from: EntryId,
    /// The mention's index in that entry's `mentions`.
    pub mention: usize,
}

/// The linked content of a site, without drafts.
#[derive(Debug, Default)]
pub struct Glossary {
    /// The entries, in the order of their files.
    pub entries: IndexVec<EntryId, Entry>,
    /// The pages other than entries.
    pub pages: Vec<LinkedPage>,
    /// The comparisons of two entries, sorted by address.
    pub comparisons: Vec<LinkedComparison>,
    /// The learning tracks, in the order of their files.
    pub tracks: Vec<LinkedTrack>,
    /// Whether terms begin with a capital whatever they are.
    pub headwords: Headwords,
}

impl Glossary {
    /// The mention of a backlink, with its sentence.
    #[must_use]
    pub fn mentioned(&self, link: Backlink) -> Option<&Mentioned> {
        self.entries.get(link.from)?.mentions.get(link.mention)
    }
}
