//! The kinds of numbers that readers tell apart by colour and shape.

rooflight_primitives::variants! {
    /// The kind of a number. Each kind has the same colour and shape everywhere, and kinds always appear in this order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Ink [
        /// The class in the style sheet.
        pub class: &'static str,
    ] {
        /// A bound from physics: a thick line.
        Ceiling = "c",
        /// An estimate: a ruled band, and a dashed line for its middle.
        Range = "r",
        /// A published measurement: a diamond.
        Measured = "m",
        /// Plain arithmetic on the reader's input: the text's own colour.
        Plain = "p",
    }
}
