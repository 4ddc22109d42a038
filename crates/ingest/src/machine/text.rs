//! Reads a machine from any text that a user pastes: the output of tools, or names of devices as people type them.

use super::description::Machine;
use super::matching::CatalogDevice;
use super::reader;
pub(crate) use super::typed::read as typed;

/// Reads a machine from the output of tools, or else from typed names of devices.
///
/// # Errors
/// Nothing was recognised; the message lists the tools that are.
pub fn read(text: &str, known: &[CatalogDevice<'_>]) -> Result<Machine, &'static str> {
    reader::read(text).or_else(|why| typed(text, known).ok_or(why))
}
