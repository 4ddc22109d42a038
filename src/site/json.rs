//! The program's own values as JSON.
//!
//! They are structs, lists and maps with text as keys. JSON has a form for all of these, so writing them cannot fail; a
//! value of another type would be a mistake of the program and stops it.

use serde::Serialize;

/// The value on one line.
#[must_use]
pub(crate) fn text(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(text) => text,
        Err(error) => unreachable!("a value that JSON cannot hold: {error}"),
    }
}

/// The value as a file of one line.
#[must_use]
pub(crate) fn file(value: &impl Serialize) -> Vec<u8> {
    let mut text = text(value);
    text.push('\n');
    text.into_bytes()
}
