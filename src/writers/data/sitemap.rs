//! `sitemap.xml`: every page that somebody should find, with the day of its last dated change.
//!
//! 1. Addresses are the canonical ones, in the order of their paths.
//! 2. `lastmod` stands where an author gave a date, and nowhere else: the day of the build says nothing of the page.
//! 3. One file holds 50,000 addresses; a larger site gets an index of several.

use crate::model::config::Config;
use crate::site::inventory::Listed;
use crate::writers::xml::escape;
use std::fmt::Write;

/// The file that crawlers are told of.
pub const PATH: &str = "sitemap.xml";

/// The most addresses that one file may hold, by the protocol.
pub const MOST: usize = 50_000;

const SCHEMA: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The files, by path.
#[must_use]
pub fn files(config: &Config, pages: &[Listed]) -> Vec<(String, Vec<u8>)> {
    let mut sorted: Vec<&Listed> = pages.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    if sorted.len() <= MOST {
        return vec![(PATH.to_owned(), one(config, &sorted).into_bytes())];
    }
    let mut files = Vec::new();
    let mut index = format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<sitemapindex xmlns=\"{SCHEMA}\">\n");
    for (number, part) in sorted.chunks(MOST).enumerate() {
        let path = format!("sitemap-{}.xml", number + 1);
        // Writing to a string cannot fail.
        let _ = writeln!(index, "<sitemap><loc>{}</loc></sitemap>", escape(&config.base_url.join(&path)));
        files.push((path, one(config, part).into_bytes()));
    }
    index.push_str("</sitemapindex>\n");
    files.push((PATH.to_owned(), index.into_bytes()));
    files
}

fn one(config: &Config, pages: &[&Listed]) -> String {
    let mut out = format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"{SCHEMA}\">\n");
    for page in pages {
        let day = page.changed.map(|day| format!("<lastmod>{day}</lastmod>")).unwrap_or_default();
        let _ = writeln!(out, "<url><loc>{}</loc>{day}</url>", escape(&config.base_url.join(&page.path)));
    }
    out.push_str("</urlset>\n");
    out
}
