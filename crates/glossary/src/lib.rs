//! A glossary as data: the files of a site become checked entries whose terms link each other.
//!
//! Three stages; each uses only those before it:
//!
//! 1. [`syntax`]: text becomes trees with spans, one file at a time;
//! 2. [`model`]: front matter and bodies become checked types: settings, entries, pages, tracks, the catalog;
//! 3. [`link`]: all entries together become a glossary.
//!
//! Files and diagnostics come from `rooflight_source`. Nothing here touches disk, clock or environment.

pub mod drawing;
pub mod link;
pub mod model;
pub mod parallel;
pub mod syntax;
