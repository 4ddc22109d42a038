//! The feed formats, which pages list and `writers::feed` writes.

use serde::Serialize;

/// A feed format.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct FeedFormat {
    /// The name shown to readers.
    pub name: &'static str,
    /// The name of its files, in the feed's folder.
    pub file: &'static str,
    /// The media type of its files.
    pub media: &'static str,
}

/// RSS 2.0.
pub const RSS: FeedFormat = FeedFormat { name: "RSS", file: "feed.xml", media: "application/rss+xml" };

/// Atom 1.0.
pub const ATOM: FeedFormat = FeedFormat { name: "Atom", file: "atom.xml", media: "application/atom+xml" };

/// JSON Feed 1.1.
pub const JSON: FeedFormat = FeedFormat { name: "JSON", file: "feed.json", media: "application/feed+json" };

/// All formats of a feed, in the order in which pages list them.
pub const FORMATS: [FeedFormat; 3] = [RSS, ATOM, JSON];
