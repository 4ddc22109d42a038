//! A feed as RSS 2.0.
//!
//! RSS has one date for an item, so it is the day on which the item first appeared. Summaries are read as HTML there, and escaped; the
//! summary stands before the content, as readers expect it.

use crate::site::dates;
use crate::site::feeds::model::{Feed, Item};
use rss::extension::Extension;
use rss::extension::dublincore::DublinCoreExtension;
use rss::{Category, Channel, Guid};
use std::collections::BTreeMap;

/// The name of the file.
pub const FILE: &str = "feed.xml";
/// Its media type.
pub const MEDIA: &str = "application/rss+xml";

const NAMESPACES: [(&str, &str); 3] = [
    ("atom", "http://www.w3.org/2005/Atom"),
    ("content", "http://purl.org/rss/1.0/modules/content/"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
];

/// The document.
#[must_use]
pub fn document(feed: &Feed<'_>) -> String {
    let own = [("href", format!("{}{FILE}", feed.base)), ("rel", "self".to_owned()), ("type", MEDIA.to_owned())];
    let own = Extension {
        name: "atom:link".to_owned(),
        attrs: own.map(|(name, value)| (name.to_owned(), value)).into(),
        ..Extension::default()
    };
    let namespaces = NAMESPACES.iter().map(|(name, uri)| ((*name).to_owned(), (*uri).to_owned()));
    let channel = Channel {
        title: feed.title.clone(),
        link: feed.home.clone(),
        description: feed.description.clone(),
        language: Some(feed.language.clone()),
        last_build_date: dates::rfc822(feed.updated),
        extensions: [("atom".to_owned(), [("link".to_owned(), vec![own])].into())].into(),
        items: feed.items.iter().map(|item| self::item(feed, item)).collect(),
        namespaces: namespaces.collect::<BTreeMap<_, _>>(),
        ..Channel::default()
    };
    let text = channel.to_string();
    let text = text.trim_start_matches("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    format!("{}{}\n", head(feed), by_number(text))
}

/// The same document with `&` and `<` by their numbers in every text: some readers take the names for HTML, and what they name away.
fn by_number(document: &str) -> String {
    let mut out = String::with_capacity(document.len());
    for (at, part) in document.split("<![CDATA[").enumerate() {
        let (verbatim, rest) = if at == 0 { ("", part) } else { part.split_once("]]>").unwrap_or((part, "")) };
        if at > 0 {
            out.extend(["<![CDATA[", verbatim, "]]>"]);
        }
        out.push_str(&rest.replace("&amp;", "&#x26;").replace("&lt;", "&#x3C;"));
    }
    out
}

/// The declaration; the style is for people who open the feed in a browser.
#[must_use]
pub fn head(feed: &Feed<'_>) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<?xml-stylesheet type=\"text/css\" href=\"{}\"?>\n",
        feed.style
    )
}

fn item(feed: &Feed<'_>, item: &Item<'_>) -> rss::Item {
    let category = |name: &String| Category { name: name.clone(), domain: None };
    rss::Item {
        title: Some(item.title.clone()),
        link: Some(item.url.clone()),
        description: Some(item.summary.replace('&', "&amp;").replace('<', "&lt;")),
        guid: Some(Guid { value: item.id.clone(), permalink: false }),
        pub_date: dates::rfc822(item.published),
        categories: item.categories.iter().map(category).collect(),
        content: Some(item.content.clone().into_owned()),
        dublin_core_ext: Some(DublinCoreExtension {
            creators: vec![feed.author.clone()],
            ..DublinCoreExtension::default()
        }),
        ..rss::Item::default()
    }
}
