//! The validation table: each calculator with the published cases that it was compared with, and its errors on held-out
//! ones.
//!
//! A calculator that predicts is compared on its own cases, the source of each left out; one that combines such
//! predictions names them; one that only counts has nothing to measure; the others were never compared, and the table
//! says so. A calculator without cases has no figure.

use crate::calibrate::method::{Compared, Validated};
use rooflight_calculators::{Spec, Validation};
use rooflight_estimator::calibration::arrangement::Arrangement;

/// A calculator and how its answers compare with measurements.
#[derive(Debug, Clone)]
pub struct ValidationRow {
    /// Heading of the calculator.
    pub title: &'static str,
    /// Result of the comparison.
    pub result: ValidationResult,
}

/// How a calculator's answers compare with measurements.
#[derive(Debug, Clone)]
pub enum ValidationResult {
    /// It was compared with published cases, the source of each left out of the fit.
    Compared(Compared),
    /// It combines the predictions of these calculators, and was not compared itself.
    MadeOf(&'static str),
    /// No published case was compared with it.
    Never,
    /// It only counts exact quantities.
    Arithmetic,
}

impl ValidationResult {
    /// Describes a result without figures; empty for `Compared`.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Compared(_) => String::new(),
            Self::MadeOf(others) => format!("made of {others}; as a whole never compared"),
            Self::Never => "never compared".to_owned(),
            Self::Arithmetic => "arithmetic, nothing to measure".to_owned(),
        }
    }
}

/// Lists calculators with their comparisons.
#[must_use]
pub fn table(validated: &Validated, specs: impl Iterator<Item = &'static Spec>) -> Vec<ValidationRow> {
    specs.map(|spec| ValidationRow { title: spec.title, result: result(validated, spec.validation) }).collect()
}

/// Returns how the answers of a calculator agree with measurements.
#[must_use]
pub fn result(validated: &Validated, validation: Validation) -> ValidationResult {
    let of = |compared: Option<Compared>| compared.map_or(ValidationResult::Never, ValidationResult::Compared);
    match validation {
        Validation::OneRequest => of(validated.one_request),
        Validation::SeveralRequests => of(validated.several_requests),
        Validation::TensorParallel => of(validated.tensor_parallel),
        Validation::Prompts => of(validated.prompts),
        Validation::Recorded(cases) => ValidationResult::Compared(recorded(cases)),
        Validation::MadeOf(others) => ValidationResult::MadeOf(others),
        Validation::Arithmetic => ValidationResult::Arithmetic,
        Validation::Never => ValidationResult::Never,
    }
}

/// Result of an arrangement, as recorded in the estimator; a test of the fit judges its cases again and compares.
const fn recorded(Arrangement { cases, sources, error, held, .. }: &Arrangement) -> Compared {
    Compared { cases: *cases, sources: *sources, error: *error, held: *held }
}
