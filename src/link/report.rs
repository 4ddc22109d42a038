//! Orphans: entries that nothing links to.
//!
//! An entry is an orphan if no other entry and no page links to it. It may still be mentioned where nothing is linked, in a heading or
//! in code: then a link by hand would help. Otherwise other entries do not know of it, or call it by another name.

use crate::diagnostic::Diagnostic;
use crate::link::decision::Reason;
use crate::link::explain::Explanation;
use crate::link::problems;
use crate::model::front_matter::Matching;
use crate::model::ids::EntryId;
use crate::yaml_path;
use std::collections::BTreeSet;

/// An entry that nothing links to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orphan {
    /// The entry's position.
    pub document: EntryId,
    /// How often others mention it without a link.
    pub mentions: usize,
    /// The same as a diagnostic: a warning at the entry's term.
    pub diagnostic: Diagnostic,
}

/// The published entries that nothing links to, in order. An entry with `match: never` is meant to be one.
#[must_use]
pub fn orphans(explanation: &Explanation) -> Vec<Orphan> {
    let mut linked = BTreeSet::new();
    let mut mentions = vec![0_usize; explanation.documents.len()];
    let published =
        |document: Option<EntryId>| document.is_none_or(|document| document.index() < explanation.published);
    for body in explanation.bodies.iter().filter(|body| published(body.document)) {
        for decision in body.decisions.iter().filter(|decision| Some(decision.document) != body.document) {
            if decision.skipped.is_none() {
                linked.insert(decision.document);
            } else if decision.skipped != Some(Reason::Not) {
                mentions[decision.document.index()] += 1;
            }
        }
    }
    let documents = explanation.documents.iter_enumerated().take(explanation.published);
    documents
        .filter(|(number, document)| !linked.contains(number) && document.front.matching != Matching::Never)
        .map(|(number, document)| {
            let diagnostic =
                problems::orphan(document.place(yaml_path!["term"]), &document.front.term, mentions[number.index()]);
            Orphan { document: number, mentions: mentions[number.index()], diagnostic }
        })
        .collect()
}
