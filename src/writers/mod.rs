//! Writers: data becomes files, one module a format.
//!
//! Nothing here decides what is said, or reads back what another writer wrote.

pub mod data;
pub mod feed;
pub mod html;
pub mod markdown;
pub(crate) mod markdown_text;
pub mod picture;
pub mod render;
pub(crate) mod render_catalog;
pub(crate) mod render_page;
pub mod xml;
