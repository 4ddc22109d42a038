//! The kinds of numbers.

/// The kind of a number. Each kind has one colour and one shape everywhere, and the kinds always come in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A bound from physics: a thick line.
    Ceiling,
    /// An estimate: a ruled band, and a dashed line for its middle.
    Range,
    /// A published measurement: a diamond.
    Measured,
    /// Plain arithmetic on what the reader gave: no colour of its own.
    Plain,
}

impl Ink {
    /// The class of the style sheet.
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
