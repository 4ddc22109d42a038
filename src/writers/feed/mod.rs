//! Feeds as files: RSS 2.0, Atom 1.0 and JSON Feed 1.1, all from one model.

pub mod atom;
pub mod fit;
pub mod json;
pub mod rss;
