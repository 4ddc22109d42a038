//! The font that `theme: fonts: picture` names, for letters that the built-in typeface of the pictures lacks.
//!
//! The file is checked once and opened again for each new glyph, which costs little beside its outline. Writes nothing.

use std::fmt;
use std::sync::Arc;
use ttf_parser::Face;

/// A font file of the site.
#[derive(Clone)]
pub struct PictureFont {
    bytes: Arc<[u8]>,
    hash: blake3::Hash,
}

impl PictureFont {
    /// The font of this file; `None` where it is no OpenType font.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Self> {
        is_font(bytes).then(|| Self { bytes: bytes.into(), hash: blake3::hash(bytes) })
    }

    /// The hash of its file.
    pub(crate) const fn hash(&self) -> blake3::Hash {
        self.hash
    }

    /// The parsed font. A font that [`parse`](Self::parse) returned always has one.
    pub(crate) fn face(&self) -> Option<Face<'_>> {
        Face::parse(&self.bytes, 0).ok()
    }
}

impl fmt::Debug for PictureFont {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PictureFont").field(&self.hash).finish()
    }
}

/// True for an OpenType font: TrueType outlines or those of Postscript, uncompressed.
pub(crate) fn is_font(bytes: &[u8]) -> bool {
    Face::parse(bytes, 0).is_ok()
}
