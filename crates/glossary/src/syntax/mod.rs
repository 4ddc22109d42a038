//! Syntax: text becomes trees with spans, one file at a time.
//!
//! Parses Markdown bodies, formulas, highlighted code, drawings, and short Markdown in front matter. Nothing here knows
//! entries, or looks at more than one file.

mod copies;
pub mod definition;
pub mod density;
pub mod dialect;
mod drawing;
mod footnotes;
pub(crate) mod foreign;
mod gathered;
pub mod heading_target;
pub mod highlight;
pub mod inline;
pub mod lead;
pub mod leftovers;
pub(crate) mod line_constructs;
pub mod markdown;
mod marks;
mod math;
mod parser;
pub mod placeholders;
pub mod remote_pictures;
mod rewritten;
pub mod run_name;
pub mod run_query;
pub mod source_body;
pub(crate) mod table_bars;
pub mod tree;
