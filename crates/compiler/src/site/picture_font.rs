//! The font that `theme: fonts: picture` names, for letters that the built-in typeface of the pictures lacks.
//!
//! The file is checked once and parsed again for each new glyph, which costs little compared with drawing its outline.

use std::fmt;
use std::sync::Arc;
use ttf_parser::Face;

/// The bytes of a font file, known to be a font.
#[derive(Clone)]
pub struct PictureFont {
    bytes: Arc<[u8]>,
    hash: blake3::Hash,
}

impl PictureFont {
    /// Checks the file; `None` if it is not an OpenType font.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Self> {
        is_font(bytes).then(|| Self { bytes: bytes.into(), hash: blake3::hash(bytes) })
    }

    /// Returns the hash of its file.
    pub(crate) const fn hash(&self) -> blake3::Hash {
        self.hash
    }

    /// Parses the font; never `None`, since [`parse`](Self::parse) has checked the file.
    pub(crate) fn face(&self) -> Option<Face<'_>> {
        Face::parse(&self.bytes, 0).ok()
    }
}

impl fmt::Debug for PictureFont {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PictureFont").field(&self.hash).finish()
    }
}

/// True if the bytes are an uncompressed OpenType font, with TrueType or PostScript outlines.
pub(crate) fn is_font(bytes: &[u8]) -> bool {
    Face::parse(bytes, 0).is_ok()
}
