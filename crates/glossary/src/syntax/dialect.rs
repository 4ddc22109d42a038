//! The settings that change how a body is read.

/// The settings that change how a body is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dialect {
    /// Whether raw HTML reaches the page.
    pub raw_html: bool,
    /// Whether dollar signs enclose formulas.
    pub math: bool,
}
