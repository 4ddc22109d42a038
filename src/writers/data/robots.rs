//! `robots.txt`: everything may be read, and where the list of pages is.
//!
//! Crawlers look for it at the root of a host. A site below a path has it too, for whoever copies it up there.

use crate::site::languages::Languages;
use crate::writers::data::sitemap;

/// The file.
pub(crate) const PATH: &str = "robots.txt";

/// Its text.
#[must_use]
pub(crate) fn text(languages: &Languages) -> String {
    let sitemaps = languages.all.iter().map(|version| format!("Sitemap: {}\n", version.base_url.join(sitemap::PATH)));
    format!("User-agent: *\nAllow: /\n\n{}", sitemaps.collect::<String>())
}
