//! The `OpenSearch` description: from it a browser can offer the site's search in its own address bar.
//!
//! Names are cut to the lengths that the format allows, and characters that XML cannot hold are left out.

use crate::model::config::Config;
use pulldown_cmark_escape::escape_html;

/// The file.
pub const PATH: &str = "opensearch.xml";

/// The description.
#[must_use]
pub fn description(config: &Config) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>{short}</ShortName>
<LongName>{long}</LongName>
<Description>{description}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="{search}"/>
</OpenSearchDescription>
"#,
        short = cut(&config.title, 16),
        long = cut(&config.title, 48),
        description = cut(&config.description, 1024),
        search = cut(&config.base_url.join("search/?q={searchTerms}"), usize::MAX),
    )
}

/// The beginning of a text as XML.
fn cut(text: &str, longest: usize) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control() && !is_outside_xml(*c)).take(longest).collect();
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = escape_html(&mut out, plain.trim());
    out
}

fn is_outside_xml(c: char) -> bool {
    matches!(c, '\u{fffe}' | '\u{ffff}')
}
