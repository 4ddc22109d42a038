//! The result of a calculator: its report, and the values that pages and tests read.

use super::query::Field;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::report::Report;

/// The values of an answer that its report does not hold.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// One sentence for the live region: `Ceiling 195 tokens per second; likely 105 to 145.`
    pub status: String,
    /// The bare numbers, which tests compare.
    pub numbers: Numbers,
}

/// A calculator's reply to a query: the document, its status sentence, its numbers, and the form's hints and fields.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The answer as a document.
    pub report: Report,
    /// One sentence for the live region.
    pub status: String,
    /// The bare numbers, which tests compare.
    pub numbers: Numbers,
    /// The hints of the form: key of the input, and text.
    pub hints: Vec<(&'static str, String)>,
    /// The number fields as parsed, in the order in which they were read.
    pub fields: Vec<Field>,
}

/// Bare numbers with their names, always the same ones in the same order; NaN for a number that does not exist.
pub type Numbers = Vec<(&'static str, f64)>;

/// Returns the number, or NaN in place of `None`, as [`Numbers`] need it.
pub(crate) fn or_nan(value: Option<f64>) -> f64 {
    value.unwrap_or(f64::NAN)
}
