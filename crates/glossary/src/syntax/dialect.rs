//! The site settings that change how Markdown is parsed.

use crate::syntax::remote_pictures::RemotePictures;

/// The site settings that change how a Markdown body is parsed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dialect {
    /// Whether raw HTML reaches the page.
    pub raw_html: bool,
    /// Whether dollar signs enclose formulas.
    pub math: bool,
    /// Whether `:tada:` becomes the emoji of that name.
    pub emoji: bool,
    /// The other hosts from which pages may show pictures.
    pub remote_pictures: RemotePictures,
}
