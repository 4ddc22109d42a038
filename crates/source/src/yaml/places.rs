//! The places of all values of one fragment, for readers that report many problems: the fragment is parsed once, when
//! the first place is asked for, and each further place takes the steps of its path, however long the lists are.

use super::path::PathSegment;
use super::tree::{self, Value};
use crate::diagnostic::Location;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// The places of the values of a fragment; each must be asked about one fragment alone.
#[derive(Debug, Clone, Default)]
pub struct Places(OnceLock<PlaceIndex>);

#[derive(Debug, Clone, Default)]
struct PlaceIndex {
    /// The bytes of each node.
    spans: Vec<Range<usize>>,
    /// The node that a step leads to from another.
    steps: HashMap<(usize, PathSegment), usize>,
}

impl Places {
    /// The bytes of the value at `path`; `None` if there is no such value.
    #[must_use]
    pub fn locate(&self, fragment: &str, path: &[PathSegment]) -> Option<Range<usize>> {
        let index = self.0.get_or_init(|| PlaceIndex::new(fragment));
        let node = path.iter().try_fold(0, |node, step| index.steps.get(&(node, step.clone())).copied())?;
        index.spans.get(node).cloned()
    }

    /// The bytes of the value at `path` within the whole file; the fragment's first byte if there is no such value.
    #[must_use]
    pub fn location(&self, file: &str, text: &str, range: &Range<usize>, path: &[PathSegment]) -> Location {
        let found = self.locate(&text[range.clone()], path).unwrap_or(0..0);
        Location::new(file, range.start + found.start..range.start + found.end)
    }
}

impl PlaceIndex {
    fn new(fragment: &str) -> Self {
        let Ok(tree) = tree::parse(fragment) else { return Self::default() };
        let mut steps = HashMap::new();
        for at in 0..tree.entries.len() {
            let node = tree.root().jump(at);
            match node.value() {
                Value::List => {
                    steps.extend(node.children().enumerate().map(|(n, item)| ((at, n.into()), item.index())));
                }
                // Of two equal keys the first counts.
                Value::Block => node.pairs().for_each(|(key, value)| {
                    let Some(key) = key.text() else { return };
                    steps.entry((at, PathSegment::from(key))).or_insert(value.index());
                }),
                Value::Scalar(_) | Value::Alias(_) => {}
            }
        }
        Self { spans: tree.entries.into_iter().map(|entry| entry.span).collect(), steps }
    }
}
