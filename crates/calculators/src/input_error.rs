//! The error of a query: the input at fault, and the remedy in words.

use alloc::string::String;
use core::fmt;
use rooflight_document::markup::joined;

/// An input that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The key of the field; empty where a record is missing.
    pub field: &'static str,
    /// The problem and its remedy, as a sentence. If a record is missing, its file and a line break, as
    /// [`super::Spec::needs`] returns them.
    pub message: String,
}

impl InputError {
    /// Creates the error of a record that has not arrived and that only the answer finds missing.
    pub(crate) fn missing(folder: &str, id: &str) -> Self {
        Self { field: "", message: joined(&[folder, "/", id, ".txt\n"]) }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl core::error::Error for InputError {}
