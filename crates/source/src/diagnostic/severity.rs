//! The severity of a problem.

use serde::{Deserialize, Serialize};

/// The severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The site is not built.
    Error,
    /// The site is built, but an author should look at it.
    Warning,
}

impl Severity {
    /// The word that diagnostics print.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}
