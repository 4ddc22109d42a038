//! The formats of feeds; a page names them, and `writers::feed` writes them.

use serde::Serialize;

/// A format of feeds.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Format {
    /// The name that readers know it by.
    pub name: &'static str,
    /// The name of its files.
    pub file: &'static str,
    /// The media type.
    pub media: &'static str,
}

/// RSS 2.0.
pub const RSS: Format = Format { name: "RSS", file: "feed.xml", media: "application/rss+xml" };

/// Atom 1.0.
pub const ATOM: Format = Format { name: "Atom", file: "atom.xml", media: "application/atom+xml" };

/// JSON Feed 1.1.
pub const JSON: Format = Format { name: "JSON", file: "feed.json", media: "application/feed+json" };

/// Every format that a feed is written in; pages name them in this order.
pub const FORMATS: [Format; 3] = [RSS, ATOM, JSON];
