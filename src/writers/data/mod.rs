//! Files that machines read, one small exporter each, all from the same data of the site.
//!
//! [`site_files`] makes those that describe the site as a whole. [`json_ld`] belongs to one page and is made together with it.

pub mod anchors;
pub mod glossary_json;
pub mod headers;
pub mod hover_cards;
pub mod json;
pub mod json_ld;
pub mod llms;
pub mod robots;
pub mod search_index;
pub mod site_files;
pub mod sitemap;
