//! The inputs of linking: parsed pages, comparisons and tracks, and the index that every body is linked with.

use crate::link::matching::index::LinkIndex;
use crate::link::matching::linker;
use crate::model::config::Config;
use crate::model::ids::EntryId;
use crate::model::{comparison, document::Documents, page, track};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};

/// Pages, comparisons and tracks as parsed, without drafts.
#[derive(Debug, Default)]
pub struct LinkInputs {
    /// The pages other than entries.
    pub pages: Vec<page::Page>,
    /// The comparisons that have a file of their own.
    pub comparisons: Vec<comparison::Comparison>,
    /// The learning tracks.
    pub tracks: Vec<track::Track>,
}

/// All documents and their index.
pub(in crate::link) struct Linking<'a> {
    /// Published entries, then drafts.
    pub(in crate::link) documents: &'a Documents,
    /// The number of published entries.
    pub(in crate::link) published: usize,
    pub(in crate::link) search: &'a LinkIndex,
    pub(in crate::link) config: &'a Config,
}

impl Linking<'_> {
    /// Links a body.
    pub(in crate::link) fn link(
        &self,
        subject: linker::Subject<'_>,
        problems: &mut Vec<Diagnostic>,
    ) -> linker::BodyLinks {
        linker::link(subject, self.documents, self.search, problems)
    }

    /// The published entry with this id.
    pub(in crate::link) fn published(&self, id: &str) -> Option<EntryId> {
        self.search.ids.get(id).copied().filter(|number| number.index() < self.published)
    }

    /// The published entry with this id; an unknown id is reported at `location`.
    pub(in crate::link) fn entry(
        &self,
        id: &str,
        location: impl Fn() -> Location,
        problems: &mut Vec<Diagnostic>,
    ) -> Option<EntryId> {
        let found = self.published(id);
        if found.is_none() {
            let candidates = self
                .documents
                .iter()
                .take(self.published)
                .map(|document| (document.id.as_str(), document.path.as_str()));
            problems.push(messages::unknown_term(location(), id, candidates));
        }
        found
    }
}
