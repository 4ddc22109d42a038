//! The site as data, before any format: its pages, addresses, orders, counts, links, feeds and search records.
//!
//! Pages and exporters read the same values from here. Nothing in this folder uses HTML templates, XML or files on
//! disk.

pub mod answers;
pub mod assets;
pub(crate) mod calculator_keys;
pub(crate) mod catalog;
pub(crate) mod collation;
pub mod dates;
pub mod declared;
pub mod entry_summary;
pub mod examples;
pub mod feeds;
pub mod figures;
pub(crate) mod gallery;
pub mod graph;
pub(crate) mod home;
pub(crate) mod inline;
pub mod inputs;
pub mod inventory;
pub mod json;
pub(crate) mod json_ld;
pub mod kind;
mod language_ways;
pub mod languages;
pub mod lessons;
pub(crate) mod letters;
pub(crate) mod measurement_files;
pub(crate) mod method;
pub(crate) mod nav;
pub mod order;
pub(crate) mod page_folders;
pub mod page_id;
pub(crate) mod palette;
pub mod paths;
pub mod picture_font;
pub(crate) mod policy;
mod presets;
pub mod prose;
pub mod redirects;
pub(crate) mod run_index;
pub(crate) mod run_table;
pub(crate) mod runs;
pub mod search;
pub mod sections;
pub mod site_stats;
pub(crate) mod social_image;
pub(crate) mod sources;
pub(crate) mod table;
pub(crate) mod theming;
pub(crate) mod used_assets;
pub(crate) mod woff2;
