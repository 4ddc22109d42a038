//! Errors in the facts of a model, a device or a format, in plain English.
//!
//! An error names its field by the key in the catalog, so that a loader can point at the line. Calculators in the
//! browser build no model and link none of this; the header reader does, and needs the message without the formatting
//! machinery of `core`.

use alloc::string::String;
use core::fmt;

/// Why a set of facts cannot describe a real model, device or format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The field is required and absent.
    Missing,
    /// The field is zero, negative or not a finite number.
    NotPositive,
    /// The field is larger than any real value could be.
    TooLarge,
    /// The field has an unknown word.
    Unknown,
    /// The field contradicts another one, named here by its key.
    Contradicts(&'static str),
    /// The field is not a whole multiple of another one, named here by its key.
    NotMultipleOf(&'static str),
    /// The field describes something this crate has no formula for.
    NoFormula,
}

/// One fact that is wrong or absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactError {
    /// The key of the offending field, with dots between levels: `moe.n_experts_active`.
    pub field: &'static str,
    /// The reason why the field is rejected.
    pub problem: Problem,
}

impl FactError {
    /// Makes an error about one field.
    #[must_use]
    pub const fn new(field: &'static str, problem: Problem) -> Self {
        Self { field, problem }
    }
}

impl FactError {
    /// One sentence in plain English, without a full stop.
    #[must_use]
    pub fn words(&self) -> String {
        let (words, other) = match self.problem {
            Problem::Missing => ("` is missing", ""),
            Problem::NotPositive => ("` must be a number above zero", ""),
            Problem::TooLarge => ("` is larger than any real value", ""),
            Problem::Unknown => ("` has a value that is not known", ""),
            Problem::NoFormula => ("` describes something the estimator has no formula for", ""),
            Problem::Contradicts(other) => ("` contradicts `", other),
            Problem::NotMultipleOf(other) => ("` must be a multiple of `", other),
        };
        ["`", self.field, words, other, if other.is_empty() { "" } else { "`" }].concat()
    }
}

impl fmt::Display for FactError {
    /// One sentence in plain English, without a full stop.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.words())
    }
}

impl core::error::Error for FactError {}

/// Checks that a whole number is present, above zero and at most `limit`.
///
/// # Errors
/// A number that is absent or outside.
pub fn required(field: &'static str, value: Option<u64>, limit: u64) -> Result<u64, FactError> {
    positive(field, value.ok_or(FactError::new(field, Problem::Missing))?, limit)
}

/// Checks that a whole number is between 1 and `limit`.
///
/// # Errors
/// A number outside.
pub fn positive(field: &'static str, value: u64, limit: u64) -> Result<u64, FactError> {
    if value == 0 {
        return Err(FactError::new(field, Problem::NotPositive));
    }
    if value > limit { Err(FactError::new(field, Problem::TooLarge)) } else { Ok(value) }
}
