//! The result of a calculator: its report, and the values that a page and a test need beside it.

use super::query::Field;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::report::Report;

/// The result of a calculator, beside its report.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// One sentence for the live region: `Ceiling 195 tokens per second; likely 105 to 145.`
    pub status: String,
    /// The bare numbers, for tests.
    pub numbers: Numbers,
}

/// A calculator's reply to a query: the document, its status sentence, its numbers, and the form's hints and fields.
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

/// Bare numbers with their names, always the same ones in the same order. A number that does not exist is not a number
/// (NaN).
pub type Numbers = Vec<(&'static str, f64)>;

/// A number that may not exist, as [`Numbers`] have it.
pub(crate) fn or_nan(value: Option<f64>) -> f64 {
    value.unwrap_or(f64::NAN)
}
