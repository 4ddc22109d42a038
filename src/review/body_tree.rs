//! The tree of a body, read once for all checks.

use rooflight_glossary::syntax::source_body::Body;
use rooflight_glossary::syntax::tree::{Name, Tree};
use std::cell::LazyCell;

/// A tree that is read when the first check asks for it: many bodies need not be read.
pub(super) type BodyTree<'a> = LazyCell<Tree<'a, Name<'a>>, Box<dyn FnOnce() -> Tree<'a, Name<'a>> + 'a>>;

pub(super) fn body_tree(body: &Body) -> BodyTree<'_> {
    LazyCell::new(Box::new(|| body.tree()))
}
