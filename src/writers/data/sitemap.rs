//! `sitemap.xml`: every page that search engines should index, with the day of its last dated change.
//!
//! 1. Addresses are the canonical ones, in the order of their paths.
//! 2. `lastmod` stands where an author gave a date, and nowhere else: the day of the build says nothing of the page.
//! 3. On a site of several languages, each has a file of its own, which names the same page in the others.
//! 4. One file holds 50,000 addresses; a larger site gets an index of several.

use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::writers::xml::Xml;
use jiff::civil::Date;

/// The file that crawlers are told of.
pub(crate) const PATH: &str = "sitemap.xml";

/// The most addresses that one file may hold, by the protocol.
pub(crate) const MAX_URLS: usize = 50_000;

const SCHEMA: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The elements that name a page in other languages.
const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// The files, by path.
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
    let part = |path: &String| Address { url: inputs.config.base_url.join(path), ..Address::default() };
    let addresses = files.iter().map(|(path, _)| part(path)).collect();
    files.push((PATH.to_owned(), list("sitemapindex", "sitemap", &[], addresses)));
    files
}

/// An address with the day of its last change, and with the same page in each language.
#[derive(Default)]
struct Address {
    url: String,
    changed: Option<Date>,
    alternates: Vec<(String, String)>,
}

fn page_list(inputs: &Inputs<'_>, pages: &[&Listed]) -> Vec<u8> {
    let (config, languages) = (inputs.config, inputs.languages);
    let address = |page: &&Listed| {
        let alternates = languages.alternates(&page.id, config, inputs.glossary).into_iter();
        Address {
            url: config.base_url.join(&page.path),
            changed: page.changed,
            alternates: alternates.map(|(version, url)| (version.language.to_string(), url)).collect(),
        }
    };
    let several: &[(&str, &str)] = if languages.are_several() { &[("xmlns:xhtml", XHTML)] } else { &[] };
    list("urlset", "url", several, pages.iter().map(address).collect())
}

/// Addresses with the days of their last changes, a line each.
fn list(root: &str, item: &str, more: &[(&str, &str)], addresses: Vec<Address>) -> Vec<u8> {
    let mut xml = Xml::new();
    let attributes: Vec<(&str, &str)> = [("xmlns", SCHEMA)].into_iter().chain(more.iter().copied()).collect();
    xml.element(root, &attributes, |xml| {
        xml.line();
        for Address { url, changed, alternates } in addresses {
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
