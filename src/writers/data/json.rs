//! Values of the program's own as JSON.

use serde::Serialize;

/// The value as JSON, on one line.
#[must_use]
pub fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The value as a file: JSON on one line.
#[must_use]
pub fn file(value: &impl Serialize) -> Vec<u8> {
    let mut text = text(value);
    text.push('\n');
    text.into_bytes()
}
