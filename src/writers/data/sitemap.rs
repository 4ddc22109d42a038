//! `sitemap.xml`: every page that search engines should index, with the day of its last dated change.
//!
//! 1. Addresses are the canonical ones, in the order of their paths.
//! 2. `lastmod` stands where an author gave a date, and nowhere else: the day of the build says nothing of the page.
//! 3. One file holds 50,000 addresses; a larger site gets an index of several.

use crate::site::inventory::Listed;
use crate::writers::xml::Xml;
use jiff::civil::Date;
use rooflight_glossary::model::config::Config;

/// The file that crawlers are told of.
pub(crate) const PATH: &str = "sitemap.xml";

/// The most addresses that one file may hold, by the protocol.
pub(crate) const MAX_URLS: usize = 50_000;

const SCHEMA: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The files, by path.
#[must_use]
pub(crate) fn files(config: &Config, pages: &[Listed]) -> Vec<(String, Vec<u8>)> {
    let mut sorted: Vec<&Listed> = pages.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    if sorted.len() <= MAX_URLS {
        return vec![(PATH.to_owned(), page_list(config, &sorted))];
    }
    let parts = sorted.chunks(MAX_URLS).enumerate();
    let mut files: Vec<(String, Vec<u8>)> =
        parts.map(|(at, part)| (format!("sitemap-{}.xml", at + 1), page_list(config, part))).collect();
    let addresses = files.iter().map(|(path, _)| (config.base_url.join(path), None)).collect();
    files.push((PATH.to_owned(), list("sitemapindex", "sitemap", addresses)));
    files
}

fn page_list(config: &Config, pages: &[&Listed]) -> Vec<u8> {
    list("urlset", "url", pages.iter().map(|page| (config.base_url.join(&page.path), page.changed)).collect())
}

/// Addresses with the days of their last changes, a line each.
fn list(root: &str, item: &str, addresses: Vec<(String, Option<Date>)>) -> Vec<u8> {
    let mut xml = Xml::new();
    xml.element(root, &[("xmlns", SCHEMA)], |xml| {
        xml.line();
        for (address, day) in addresses {
            xml.element(item, &[], |xml| {
                xml.text("loc", &address);
                if let Some(day) = day {
                    xml.text("lastmod", &day.to_string());
                }
            });
            xml.line();
        }
    });
    xml.finish().into_bytes()
}
