//! Files that machines read, one small exporter each, all from the same data of the site.
//!
//! [`site_files`] makes those that describe the site as a whole; [`anchors`] and [`data_package`] stand beside the page
//! of measurements.

pub(crate) mod anchors;
pub(crate) mod catalog_json;
pub(crate) mod data_package;
pub(crate) mod glossary_json;
pub(crate) mod headers;
pub(crate) mod hover_cards;
pub(crate) mod robots;
pub(crate) mod search_index;
pub(crate) mod site_files;
pub(crate) mod sitemap;
