//! Machine-readable files: one exporter per format, all from the same site data.
//!
//! [`site_files`] collects the files that describe the whole site. [`anchors`] and [`data_package`] belong to the page
//! of measurements, and are written with it.

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
