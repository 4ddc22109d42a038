//! Writes Atom 1.0.
//!
//! Atom requires a time for each change, and no two entries with the same one; authors only give days. The time is
//! therefore a fraction of the day's first second, derived from a hash of the entry's id: different for each entry, and
//! stable.

use crate::site::feeds::format::ATOM;
use crate::site::feeds::model::{Feed, FeedItem};
use crate::writers::xml::Xml;
use jiff::civil::Date;

/// Returns the feed as XML.
pub(super) fn document(feed: &Feed<'_>) -> String {
    let newest = feed.items.iter().map(|item| time(item.updated, &item.id)).max();
    let mut xml = Xml::new();
    xml.style(&feed.style);
    xml.element("feed", &[("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", &feed.language)], |xml| {
        xml.text("title", &feed.title);
        xml.text("id", &feed.id);
        xml.text("updated", &newest.unwrap_or_else(|| time(feed.updated, &feed.id)));
        xml.element("author", &[], |xml| xml.text("name", &feed.author));
        link(xml, "self", &format!("{}{}", feed.base, ATOM.file), ATOM.media);
        link(xml, "alternate", &feed.home, "text/html");
        xml.text("subtitle", &feed.description);
        for item in &feed.items {
            xml.element("entry", &[], |xml| entry(xml, item));
        }
    });
    xml.finish()
}

fn entry(xml: &mut Xml, item: &FeedItem<'_>) {
    xml.text("title", &item.title);
    xml.text("id", &item.id);
    xml.text("updated", &time(item.updated, &item.id));
    for category in &item.categories {
        xml.empty("category", &[("term", category)]);
    }
    link(xml, "alternate", &item.url, "text/html");
    xml.text("published", &time(item.published, &item.id));
    xml.text("summary", &item.summary);
    xml.element("content", &[("type", "html")], |xml| xml.escaped(&item.content));
}

fn link(xml: &mut Xml, rel: &str, href: &str, media: &str) {
    xml.empty("link", &[("href", href), ("rel", rel), ("type", media)]);
}

/// Returns a time within the first second of a day, derived from an id. Times sort like their texts.
fn time(day: Date, id: &str) -> String {
    let hash = blake3::hash(id.as_bytes());
    let number = hash.as_bytes().iter().take(4).fold(0_u32, |number, byte| (number << 8) | u32::from(*byte));
    format!("{day}T00:00:00.{:06}Z", number % 1_000_000)
}
