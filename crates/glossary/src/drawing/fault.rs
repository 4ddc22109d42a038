//! Errors in a drawing's text.

use std::ops::Range;

/// An error in a drawing's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The bytes of the block's text that are wrong; `0..0` for the drawing as a whole.
    pub span: Range<usize>,
    /// The problem, without a full stop.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
}

impl Fault {
    /// A fault without a hint.
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    /// Adds a hint on how to fix it.
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
