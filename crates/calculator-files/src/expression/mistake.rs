//! Mistakes in expressions, with their positions.

use std::ops::Range;

/// A mistake in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The bytes of the expression that are wrong.
    pub at: Range<usize>,
    /// One sentence without a full stop.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
}

impl Mistake {
    /// A mistake at these bytes, without a hint.
    #[must_use]
    pub fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: None }
    }

    /// Adds a hint on how to fix it.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
