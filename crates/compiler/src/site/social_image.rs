//! The picture of a page for link previews in messengers and on social sites (`og:image`).

use serde::Serialize;

/// A page's picture, as templates see it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SocialImageView {
    /// The absolute address.
    pub(crate) url: String,
    /// In pixels.
    pub(crate) width: usize,
    /// In pixels.
    pub(crate) height: usize,
    /// The alternative text.
    pub(crate) alt: String,
}
