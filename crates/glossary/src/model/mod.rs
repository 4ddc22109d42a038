//! Model: decodes files into checked types.
//!
//! The site's settings, entries, pages, comparisons and tracks, the catalog and its measurements, and the addresses
//! that were ever published. Decoded values are valid: no later stage checks them again.

pub mod bibliography;
pub mod body_sketch;
pub mod cache;
pub mod catalog;
pub mod comparison;
pub mod config;
pub mod document;
pub mod front_matter;
mod front_matter_reader;
pub mod ids;
pub mod matching;
pub mod page;
pub mod schema;
pub mod strings;
pub mod template_words;
pub mod track;
pub mod translation;
pub mod url_lock;
