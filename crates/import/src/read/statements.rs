//! Statements of a vocabulary, collected by subject.
//!
//! Properties are compared by the last part of their names, so that prefixes and contexts, which are not fetched, do
//! not matter.

use crate::limits;
use std::collections::{BTreeMap, BTreeSet};

/// The object of a statement: a literal with its language, or a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Object {
    pub(super) text: String,
    pub(super) language: Option<String>,
    pub(super) is_address: bool,
}

/// The properties of each subject, in the order of their first statements.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) subjects: Vec<(String, BTreeMap<String, Vec<Object>>)>,
    pub(super) by_name: BTreeMap<String, usize>,
    pub(super) statements: usize,
    /// The form and the status of each label that is a resource. By the standard it has one form; the first is read.
    pub(super) forms: BTreeMap<String, (Object, &'static str)>,
}

impl Graph {
    pub(super) fn add(&mut self, subject: &str, property: &str, object: Object) -> Result<(), String> {
        self.statements += 1;
        if self.statements > limits::MAX_ENTRIES * 20 {
            return Err("more than 2,000,000 statements".to_owned());
        }
        let at = *self.by_name.entry(subject.to_owned()).or_insert_with(|| {
            self.subjects.push((subject.to_owned(), BTreeMap::new()));
            self.subjects.len() - 1
        });
        self.subjects[at].1.entry(last(property).to_owned()).or_default().push(object);
        Ok(())
    }
}

impl Graph {
    /// Returns the items of an RDF list that a property names; a list that leads into itself ends.
    pub(super) fn list(&self, all: &BTreeMap<String, Vec<Object>>, property: &str) -> Vec<&Object> {
        let mut found = Vec::new();
        let mut next = all.get(property).and_then(|values| values.first());
        let mut seen = BTreeSet::new();
        while let Some(at) = next.and_then(|node| self.by_name.get(&node.text)).filter(|at| seen.insert(**at)) {
            let (_, cell) = &self.subjects[*at];
            found.extend(cell.get("first").into_iter().flatten());
            next = cell.get("rest").and_then(|values| values.first());
        }
        found
    }
}

/// Returns the last part of a URL or a prefixed name.
pub(super) fn last(name: &str) -> &str {
    name.rsplit(['#', '/', ':']).find(|part| !part.is_empty()).unwrap_or(name)
}
