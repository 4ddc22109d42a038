//! The kinds of numbers that readers tell apart by colour and shape.

/// The kind of a number. Each kind has the same colour and shape everywhere, and kinds always appear in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A bound from physics: a thick line.
    Ceiling,
    /// An estimate: a ruled band, and a dashed line for its middle.
    Range,
    /// A published measurement: a diamond.
    Measured,
    /// Plain arithmetic on the reader's input: the text's own colour.
    Plain,
}

impl Ink {
    /// The class in the style sheet.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Ceiling => "c",
            Self::Range => "r",
            Self::Measured => "m",
            Self::Plain => "p",
        }
    }
}
