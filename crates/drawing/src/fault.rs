//! A mistake in a drawing.

use std::ops::Range;

/// A mistake: where it is, what is wrong, how to mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Its bytes in the text of the block.
    pub span: Range<usize>,
    /// The problem, without a full stop.
    pub message: String,
    /// How to solve it.
    pub help: Option<String>,
}

impl Fault {
    /// A fault without help.
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    /// This fault, with a hint on how to solve it.
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
