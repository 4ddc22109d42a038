//! Mistakes in expressions, with their places.

use std::ops::Range;

/// A mistake in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The bytes of the expression that are meant.
    pub at: Range<usize>,
    /// One sentence without a full stop.
    pub message: String,
    /// The remedy, if there is one to name.
    pub help: Option<String>,
}

impl Mistake {
    /// A mistake at these bytes.
    #[must_use]
    pub fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: None }
    }

    /// Adds the remedy.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
