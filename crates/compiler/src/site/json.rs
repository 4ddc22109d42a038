//! Serialises the program's own values as JSON.
//!
//! The values are structs, lists and maps with string keys, which JSON can represent, so serialising cannot fail; any
//! other type is a bug, and panics.

use serde::Serialize;

/// Serialises a value on one line.
#[must_use]
pub(crate) fn text(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(text) => text,
        Err(error) => unreachable!("a value that JSON cannot hold: {error}"),
    }
}

/// Serialises a value as a file of one line.
#[must_use]
pub(crate) fn file(value: &impl Serialize) -> Vec<u8> {
    let mut text = text(value);
    text.push('\n');
    text.into_bytes()
}
