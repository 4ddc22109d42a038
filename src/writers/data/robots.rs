//! `robots.txt`: everything may be read, and where the list of pages is.
//!
//! Crawlers look for it at the root of a host. A site below a path has it too, for whoever copies it up there.

use crate::writers::data::sitemap;
use rooflight_glossary::model::config::Config;

/// The file.
pub(crate) const PATH: &str = "robots.txt";

/// Its text.
#[must_use]
pub(crate) fn text(config: &Config) -> String {
    format!("User-agent: *\nAllow: /\n\nSitemap: {}\n", config.base_url.join(sitemap::PATH))
}
