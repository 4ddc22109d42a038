//! Inputs of linking: pages, comparisons and tracks as parsed, and the indexes that every body is linked with.

use crate::link::index::LinkIndex;
use crate::link::linker;
use crate::model::config::Config;
use crate::model::ids::EntryId;
use crate::model::{comparison, document::Documents, page, track};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};

/// Pages, comparisons and tracks as parsed, without drafts.
#[derive(Debug, Default)]
pub struct LinkInputs {
    /// The pages beside the entries.
    pub pages: Vec<page::Page>,
    /// The comparisons that have a file.
    pub comparisons: Vec<comparison::Comparison>,
    /// The learning tracks.
    pub tracks: Vec<track::Track>,
}

/// All documents and their indexes.
pub(super) struct Linking<'a> {
    /// Published entries, then drafts.
    pub(super) documents: &'a Documents,
    pub(super) published: usize,
    pub(super) search: &'a LinkIndex,
    pub(super) config: &'a Config,
}

impl Linking<'_> {
    /// Links a body.
    pub(super) fn link(&self, subject: linker::Subject<'_>, problems: &mut Vec<Diagnostic>) -> linker::BodyLinks {
        linker::link(subject, self.documents, self.search, problems)
    }

    /// The position of the published entry with this id.
    pub(super) fn published(&self, id: &str) -> Option<EntryId> {
        self.search.ids.get(id).copied().filter(|number| number.index() < self.published)
    }

    /// The position of the entry with this id; an unknown id is reported at its location.
    pub(super) fn entry(
        &self,
        id: &str,
        location: impl Fn() -> Location,
        problems: &mut Vec<Diagnostic>,
    ) -> Option<EntryId> {
        let found = self.published(id);
        if found.is_none() {
            let known = self
                .documents
                .iter()
                .take(self.published)
                .map(|document| (document.id.as_str(), document.path.as_str()));
            problems.push(messages::unknown_term(location(), id, known));
        }
        found
    }
}
