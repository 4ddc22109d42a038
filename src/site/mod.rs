//! Site: what the pages and exporters say, as data.
//!
//! Nothing here knows how it will be written.

pub mod feeds;
pub mod figures;
pub mod inventory;
pub mod sections;
