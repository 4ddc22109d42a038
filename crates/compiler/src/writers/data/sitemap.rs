//! `sitemap.xml`: every page that search engines should index, with the day of its last dated change.
//!
//! 1. Addresses are canonical and sorted by path.
//! 2. `lastmod` is given only if an author dated a change: the day of the build says nothing about a page.
//! 3. On a site in several languages, each language has its own file, in which each page lists its other languages.
//! 4. A file holds at most 50,000 addresses; a larger site gets several files and an index.

use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::writers::xml::Xml;
use jiff::civil::Date;

/// The path that `robots.txt` names.
pub(crate) const PATH: &str = "sitemap.xml";

/// Maximum number of addresses in a file, by the protocol.
pub(crate) const MAX_URLS: usize = 50_000;

const SCHEMA: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The namespace of the elements that name a page's other languages.
const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// Returns the files by path.
#[must_use]
pub(crate) fn files(inputs: &Inputs<'_>, pages: &[Listed]) -> Vec<(String, Vec<u8>)> {
    let mut sorted: Vec<&Listed> = pages.iter().filter(|page| !page.repeats).collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    if sorted.len() <= MAX_URLS {
        return vec![(PATH.to_owned(), page_list(inputs, &sorted))];
    }
    let parts = sorted.chunks(MAX_URLS).enumerate();
    let mut files: Vec<(String, Vec<u8>)> =
        parts.map(|(at, part)| (format!("sitemap-{}.xml", at + 1), page_list(inputs, part))).collect();
    let part = |path: &String| SitemapUrl { url: inputs.config.base_url.join(path), ..SitemapUrl::default() };
    let addresses = files.iter().map(|(path, _)| part(path)).collect();
    files.push((PATH.to_owned(), list("sitemapindex", "sitemap", &[], addresses)));
    files
}

/// An address in a sitemap or an index.
#[derive(Default)]
struct SitemapUrl {
    url: String,
    changed: Option<Date>,
    alternates: Vec<(String, String)>,
}

fn page_list(inputs: &Inputs<'_>, pages: &[&Listed]) -> Vec<u8> {
    let (config, languages) = (inputs.config, inputs.languages);
    let address = |page: &&Listed| {
        let alternates = languages.alternates(&page.id, config, inputs.glossary).into_iter();
        SitemapUrl {
            url: config.base_url.join(&page.path),
            changed: page.changed,
            alternates: alternates.map(|(version, url)| (version.language.to_string(), url)).collect(),
        }
    };
    let several: &[(&str, &str)] = if languages.are_several() { &[("xmlns:xhtml", XHTML)] } else { &[] };
    list("urlset", "url", several, pages.iter().map(address).collect())
}

/// Returns a sitemap or an index as XML, one address per line.
fn list(root: &str, item: &str, more: &[(&str, &str)], addresses: Vec<SitemapUrl>) -> Vec<u8> {
    let mut xml = Xml::new();
    let attributes: Vec<(&str, &str)> = [("xmlns", SCHEMA)].into_iter().chain(more.iter().copied()).collect();
    xml.element(root, &attributes, |xml| {
        xml.line();
        for SitemapUrl { url, changed, alternates } in addresses {
            xml.element(item, &[], |xml| {
                xml.text("loc", &url);
                if let Some(day) = changed {
                    xml.text("lastmod", &day.to_string());
                }
                for (language, url) in &alternates {
                    xml.empty("xhtml:link", &[("rel", "alternate"), ("hreflang", language), ("href", url)]);
                }
            });
            xml.line();
        }
    });
    xml.finish().into_bytes()
}
