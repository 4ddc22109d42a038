//! The inputs of linking: parsed pages, comparisons and tracks, and the index that every body is linked with.

use crate::link::index::LinkIndex;
use crate::link::linker;
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
pub(super) struct Linking<'a> {
    /// Published entries, then drafts.
    pub(super) documents: &'a Documents,
    /// The number of published entries.
    pub(super) published: usize,
    pub(super) search: &'a LinkIndex,
    pub(super) config: &'a Config,
}

impl Linking<'_> {
    /// Links a body.
    pub(super) fn link(&self, subject: linker::Subject<'_>, problems: &mut Vec<Diagnostic>) -> linker::BodyLinks {
        linker::link(subject, self.documents, self.search, problems)
    }

    /// The published entry with this id.
    pub(super) fn published(&self, id: &str) -> Option<EntryId> {
        self.search.ids.get(id).copied().filter(|number| number.index() < self.published)
    }

    /// The published entry with this id; an unknown id is reported at `location`.
    pub(super) fn entry(
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
