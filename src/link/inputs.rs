//! What stands beside the entries, before it is linked, and what linking it needs.

use crate::diagnostic::{Diagnostic, Place, messages};
use crate::link::{Search, linker};
use crate::model::config::Config;
use crate::model::{comparison, document::Document, page, track};

/// What stands beside the entries, as parsed; drafts are left out before this.
#[derive(Debug, Default)]
pub struct Beside {
    /// The pages.
    pub pages: Vec<page::Page>,
    /// The comparisons that have a file.
    pub comparisons: Vec<comparison::Comparison>,
    /// The learning tracks.
    pub tracks: Vec<track::Track>,
}

/// What linking anything needs: all documents, and the ways to find them.
pub(super) struct Linking<'a> {
    /// Published entries, then drafts.
    pub(super) documents: &'a [Document],
    pub(super) published: usize,
    pub(super) search: &'a Search,
    pub(super) config: &'a Config,
}

impl Linking<'_> {
    /// Links a body.
    pub(super) fn walk(&self, subject: linker::Subject<'_>, problems: &mut Vec<Diagnostic>) -> linker::Walked {
        linker::link(subject, self.documents, self.search, problems)
    }

    /// The position of the published entry with this id.
    pub(super) fn published(&self, id: &str) -> Option<usize> {
        self.search.ids.get(id).copied().filter(|number| *number < self.published)
    }

    /// The position of the entry with this id; a name that nothing has is reported at its place.
    pub(super) fn entry(&self, id: &str, place: impl Fn() -> Place, problems: &mut Vec<Diagnostic>) -> Option<usize> {
        let found = self.published(id);
        if found.is_none() {
            let known =
                self.documents[..self.published].iter().map(|document| (document.id.as_str(), document.path.as_str()));
            problems.push(messages::unknown_term(place(), id, known));
        }
        found
    }
}
