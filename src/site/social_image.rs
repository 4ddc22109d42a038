//! The picture of a page, as its head names it for messengers and social sites.

use serde::Serialize;

/// A page's picture, as its head names it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SocialImageView {
    /// The whole address.
    pub(crate) url: String,
    /// Pixels.
    pub(crate) width: usize,
    /// Pixels.
    pub(crate) height: usize,
    /// The alternative text.
    pub(crate) alt: String,
}
