//! Writers: data becomes files, one module a format, and none uses another; [`render`] takes each page through all
//! of them.
//!
//! Nothing here decides what is said, or reads back what another writer wrote.

pub mod data;
pub mod feed;
pub mod html;
pub mod markdown;
pub mod picture;
pub mod render;
pub mod xml;
