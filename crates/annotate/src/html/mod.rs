//! The pages of other generators: first mentions found, linked by their byte, and taken out again.
//!
//! 1. [`tokens`] cuts a page into tags and text, each with its bytes; `emitter` takes the tags from the tokenizer.
//! 2. [`context`] follows the open elements and says where nothing is linked; [`selector`] which elements are read.
//! 3. [`page`] hands the text to the matcher and decides about each mention.
//! 4. [`mod@write`] puts the links in, or lists them; [`undo`] takes them out. [`frameworks`] tells which pages a
//!    script takes over.

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
