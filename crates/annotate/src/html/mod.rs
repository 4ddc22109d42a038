//! Finds first mentions in the pages of other generators, links them in place, and removes the links again.
//!
//! 1. [`tokens`] splits a page into tags and text, each with its bytes; `emitter` receives the tags from the tokenizer.
//! 2. [`context`] tracks the open elements and where nothing is linked; [`selector`] chooses the elements that are
//!    read.
//! 3. [`page`] passes the text to the matcher and decides about each mention.
//! 4. [`mod@write`] inserts the links, or lists them; [`undo`] removes them. [`frameworks`] detects the pages that a
//!    framework hydrates.

mod author_links;
pub mod context;
mod emitter;
pub mod frameworks;
pub mod page;
pub mod rules;
pub mod selector;
pub mod token;
pub mod tokens;
pub mod undo;
pub mod write;
