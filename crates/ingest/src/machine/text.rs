//! The machine of any text that a reader brings: the output of tools, or names of devices as people type them.

use super::description::Machine;
use super::matching::CatalogDevice;
use super::{reader, typed};

/// The machine of a text: from what tools print, or else from the names of devices as a reader types them.
///
/// # Errors
/// Nothing in the text is known: what is.
pub fn read(text: &str, known: &[CatalogDevice<'_>]) -> Result<Machine, &'static str> {
    reader::read(text).or_else(|why| typed::read(text, known).ok_or(why))
}
