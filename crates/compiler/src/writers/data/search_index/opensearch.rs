//! The `OpenSearch` description, by which a browser can offer the site's search in its address bar.
//!
//! Names are truncated to the lengths that the format allows.

use crate::writers::xml::Xml;
use rooflight_glossary::model::config::Config;

/// The path below the site's root.
pub(crate) const PATH: &str = "opensearch.xml";

/// Returns the description as XML.
#[must_use]
pub(crate) fn description(config: &Config) -> String {
    let mut xml = Xml::new();
    xml.element("OpenSearchDescription", &[("xmlns", "http://a9.com/-/spec/opensearch/1.1/")], |xml| {
        let lines = [
            ("ShortName", cut(&config.title, 16)),
            ("LongName", cut(&config.title, 48)),
            ("Description", cut(&config.description, 1024)),
            ("InputEncoding", "UTF-8".to_owned()),
        ];
        for (name, text) in lines {
            xml.line();
            xml.text(name, &text);
        }
        xml.line();
        xml.empty("Url", &[("type", "text/html"), ("template", &config.base_url.join("search/?q={searchTerms}"))]);
        xml.line();
    });
    xml.finish()
}

/// Returns the first `longest` characters of a text, without control characters.
fn cut(text: &str, longest: usize) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control()).take(longest).collect();
    plain.trim().to_owned()
}
