//! The result of a calculator: its report, and the values that a page and a test need beside it.

use super::query::Field;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use rooflight_document::markup::joined;
use rooflight_document::report::Report;

/// The result of a calculator, beside its report.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// One sentence for the live region: `Ceiling 195 tokens per second; likely 105 to 145.`
    pub status: String,
    /// The bare numbers, for tests.
    pub numbers: Numbers,
}

/// A whole answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The answer as a document.
    pub report: Report,
    /// One sentence for the live region.
    pub status: String,
    /// The bare numbers.
    pub numbers: Numbers,
    /// The hints beside the fields: key and text.
    pub hints: Vec<(&'static str, String)>,
    /// The number fields as they were understood.
    pub fields: Vec<Field>,
}

/// Bare numbers with their names, always the same ones in the same order. A number that does not exist is not a number (NaN).
pub type Numbers = Vec<(&'static str, f64)>;

/// A number that may not exist, as [`Numbers`] have it.
pub(crate) fn or_nan(value: Option<f64>) -> f64 {
    value.unwrap_or(f64::NAN)
}

/// An input that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The key of the field; empty where a record is missing.
    pub field: &'static str,
    /// The problem and its remedy, as a sentence. Where a record is missing, its file and the end of a line, as [`super::Spec::needs`] has them.
    pub message: String,
}

impl InputError {
    /// A record that has not arrived, and of which only the answer knew that it is needed.
    pub(crate) fn missing(folder: &str, id: &str) -> Self {
        Self { field: "", message: joined(&[folder, "/", id, ".bin\n"]) }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl core::error::Error for InputError {}
