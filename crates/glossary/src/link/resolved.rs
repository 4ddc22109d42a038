//! Resolves the entries, layers and sources that front matter names.

use crate::link::inputs::Linking;
use crate::model::ids::{EntryId, LayerId, SourceIndex};
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The resolved entries, layers and sources of an entry's front matter.
#[derive(Debug, Clone)]
pub struct Resolved {
    pub(in crate::link) layer: LayerId,
    pub(in crate::link) also_in: Arc<[LayerId]>,
    pub(in crate::link) related: Arc<[EntryId]>,
    pub(in crate::link) source_order: Arc<[SourceIndex]>,
}

/// Resolves the names in an entry's front matter, and reports unknown ones. `cited` are the sources that its body
/// cites.
pub(in crate::link) fn resolve(
    linking: &Linking<'_>,
    own: EntryId,
    cited: &[SourceIndex],
    problems: &mut Vec<Diagnostic>,
) -> Resolved {
    let Linking { documents, published, search, config } = linking;
    let document = &documents[own];
    let front = &document.front;
    let layers = || config.layers.iter().map(|layer| layer.id.as_str());
    let mut layer_id = |name: &str, path: &[rooflight_source::yaml::PathSegment]| {
        let found = config.layer_id(name);
        if found.is_none() {
            problems.push(messages::unknown_id(document.location(path), "layer", name, layers()));
        }
        found
    };
    let layer = layer_id(&front.layer, yaml_path!["layer"]).unwrap_or_default();
    let also_in =
        front.also_in.iter().enumerate().filter_map(|(at, name)| layer_id(name, yaml_path!["also_in", at])).collect();
    let mut entry = |name: &str, path: &[rooflight_source::yaml::PathSegment]| {
        let found = search.ids.get(name).copied();
        if found.is_none() {
            let candidates = documents.iter().map(|other| (other.id.as_str(), other.path.as_str()));
            problems.push(messages::unknown_term(document.location(path), name, candidates));
        }
        found.filter(|number| number.index() < *published)
    };
    let related =
        front.related.iter().enumerate().filter_map(|(at, name)| entry(name, yaml_path!["related", at])).collect();
    for (at, comparison) in front.compare.iter().enumerate() {
        entry(&comparison.with, yaml_path!["compare", at, "with"]);
    }
    let is_cited: BTreeSet<&SourceIndex> = cited.iter().collect();
    let others = (0..front.sources.len()).map(SourceIndex::new).filter(|at| !is_cited.contains(at));
    let source_order = cited.iter().copied().chain(others).collect();
    Resolved { layer, also_in, related, source_order }
}
