//! Writers turn site data into files: one module per format, none of which uses another. [`render`] passes each page
//! through all of them.
//!
//! Writers neither decide on content nor read back what another writer wrote.

pub mod data;
pub mod feed;
pub mod html;
pub mod markdown;
pub mod picture;
pub mod render;
pub mod xml;
