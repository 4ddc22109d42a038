//! Warns of entries that have only secondary sources, and of sources with a key that the text never cites.
//!
//! A source without a key cannot be cited and supports the entry as a whole, so it is never reported as unused.

use crate::review::body_tree::BodyTree;
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::bibliography::Grade;
use rooflight_glossary::syntax::tree::{Name, NodeKind};
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;
use std::collections::BTreeSet;

pub(super) fn check(entry: &Entry, tree: &BodyTree<'_>, problems: &mut Vec<Diagnostic>) {
    let document = &entry.document;
    let sources = &document.front.sources;
    if !sources.is_empty() && sources.iter().all(|source| source.grade == Grade::Secondary) {
        problems.push(messages::no_primary_source(document.location(yaml_path!["sources", 0usize, "grade"])));
    }
    if sources.iter().all(|source| source.key.is_none()) {
        return;
    }
    let cited: BTreeSet<&str> = tree
        .nodes()
        .iter()
        .filter_map(|node| match &node.kind {
            NodeKind::Reference(Name::Citation(key)) => Some(&**key),
            _ => None,
        })
        .collect();
    for (number, source) in sources.iter().enumerate() {
        if let Some(key) = source.key.as_deref().filter(|key| !cited.contains(key)) {
            problems.push(messages::unused_source(document.location(yaml_path!["sources", number, "key"]), key));
        }
    }
}
