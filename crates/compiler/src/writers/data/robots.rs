//! `robots.txt`: allows crawlers everything and names the sitemaps.
//!
//! Crawlers look for it only at the root of a host. A site below a path has one too, to be copied to the root.

use crate::site::languages::Languages;
use crate::writers::data::sitemap;

/// The path below the site's root.
pub(crate) const PATH: &str = "robots.txt";

/// Returns the text, with one sitemap per language.
#[must_use]
pub(crate) fn text(languages: &Languages) -> String {
    let sitemaps = languages.all.iter().map(|version| format!("Sitemap: {}\n", version.base_url.join(sitemap::PATH)));
    format!("User-agent: *\nAllow: /\n\n{}", sitemaps.collect::<String>())
}
