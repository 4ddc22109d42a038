//! Reports entries that nothing links to, names that others write in lower case, and names that should be avoided.
//!
//! An entry is an orphan if no other entry and no page links to it. If it is mentioned where nothing is linked, such as
//! in a heading or in code, a link by hand would help. Otherwise no other text mentions it, or only by another name.

use crate::link::forms::capitals::Capitals;
use crate::link::forms::{origin, stated_names};
use crate::link::matching::decision::{MatchOrigin, Reason};
use crate::link::matching::explain::Explanation;
use crate::link::matching::problems;
use crate::model::ids::EntryId;
use crate::model::matching::Matching;
use rooflight_source::diagnostic::{Diagnostic, Location};
use rooflight_source::yaml_path;
use std::collections::{BTreeMap, BTreeSet};

/// An entry that nothing links to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orphan {
    /// The entry.
    pub document: EntryId,
    /// How often other entries and pages mention it without a link.
    pub mentions: usize,
    /// A warning at the entry's term.
    pub diagnostic: Diagnostic,
}

/// The published entries that nothing links to, in order, except those with `match: never`.
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
            } else if !decision.skipped.is_some_and(|why| why.is_other_sense() || matches!(why, Reason::OtherCase(_))) {
                mentions[decision.document.index()] += 1;
            }
        }
    }
    let documents = explanation.documents.iter_enumerated().take(explanation.published);
    documents
        .filter(|(number, document)| !linked.contains(number) && document.front.matching != Matching::Never)
        .map(|(number, document)| {
            let diagnostic =
                problems::orphan(document.location(yaml_path!["term"]), &document.front.term, mentions[number.index()]);
            Orphan { document: number, mentions: mentions[number.index()], diagnostic }
        })
        .collect()
}

/// A warning at each mention by a name to avoid or an old name, in order.
#[must_use]
pub fn avoided(explanation: &Explanation) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for body in &explanation.bodies {
        for decision in body.decisions.iter().filter(|decision| Some(decision.document) != body.document) {
            let MatchOrigin::Form(_, origin, _) = &decision.by else { continue };
            let is_no_prose = |why| matches!(why, Reason::Code | Reason::Address);
            let is_meant = !decision.skipped.is_some_and(|why| why.is_other_sense() || is_no_prose(why));
            if !is_meant || !origin.is_unwanted() {
                continue;
            }
            let document = &explanation.documents[decision.document];
            let place = Location::new(&body.path, decision.span.clone());
            let entry = stated_names::location(document, *origin);
            let is_old = matches!(origin, origin::Origin::Superseded(_));
            found.push(problems::avoided(place, &decision.words, is_old, &document.front.term, entry));
        }
    }
    found
}

/// A warning at each name that counts as a proper name although other texts write it in lower case, in order.
#[must_use]
pub fn lower_case(explanation: &Explanation) -> Vec<Diagnostic> {
    let mut mentions = BTreeMap::new();
    for body in &explanation.bodies {
        for decision in body.decisions.iter().filter(|decision| Some(decision.document) != body.document) {
            let is_small = decision.words.starts_with(char::is_lowercase);
            if let (Some(Reason::OtherCase(Capitals::Name)), MatchOrigin::Form(_, origin, _), true) =
                (decision.skipped, &decision.by, is_small)
            {
                *mentions.entry((decision.document, *origin)).or_insert(0) += 1;
            }
        }
    }
    let warning = |((number, origin), count): ((EntryId, origin::Origin), usize)| {
        let document = &explanation.documents[number];
        let (name, _) = stated_names::names(document).find(|(_, other)| *other == origin)?;
        Some(problems::lower_case(stated_names::location(document, origin), name, count))
    };
    mentions.into_iter().filter_map(warning).collect()
}
