//! The settings that change how a body is read.

use crate::syntax::remote_pictures::RemotePictures;

/// The settings that change how a body is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dialect {
    /// Whether raw HTML reaches the page.
    pub raw_html: bool,
    /// Whether dollar signs enclose formulas.
    pub math: bool,
    /// Whether `:tada:` stands for the emoji of that name.
    pub emoji: bool,
    /// The other hosts whose pictures pages may show.
    pub remote_pictures: RemotePictures,
}
