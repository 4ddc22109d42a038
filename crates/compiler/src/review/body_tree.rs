//! The parsed tree of a body, shared by all checks.

use rooflight_glossary::syntax::source_body::Body;
use rooflight_glossary::syntax::tree::{Name, Tree};
use std::cell::LazyCell;

/// A tree that is parsed on first use, since many bodies need no parsing.
pub(super) type BodyTree<'a> = LazyCell<Tree<'a, Name<'a>>, Box<dyn FnOnce() -> Tree<'a, Name<'a>> + 'a>>;

pub(super) fn body_tree(body: &Body) -> BodyTree<'_> {
    LazyCell::new(Box::new(|| body.tree()))
}
