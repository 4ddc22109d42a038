//! Writes RSS 2.0.
//!
//! RSS has one date per item: the day on which the item first appeared. Feed readers render summaries as HTML, so they
//! are escaped as HTML too.

use crate::site::feeds::format::RSS;
use crate::site::feeds::model::{Feed, FeedItem};
use crate::writers::xml::Xml;
use jiff::civil::Date;
use jiff::fmt::rfc2822::DateTimePrinter;
use jiff::tz::TimeZone;

const NAMESPACES: [(&str, &str); 4] = [
    ("version", "2.0"),
    ("xmlns:atom", "http://www.w3.org/2005/Atom"),
    ("xmlns:content", "http://purl.org/rss/1.0/modules/content/"),
    ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
];

/// Returns the feed as XML.
pub(super) fn document(feed: &Feed<'_>) -> String {
    let mut xml = Xml::new();
    xml.style(&feed.style);
    xml.element("rss", &NAMESPACES, |xml| {
        xml.element("channel", &[], |xml| {
            xml.text("title", &feed.title);
            xml.text("link", &feed.home);
            xml.text("description", &feed.description);
            xml.text("language", &feed.language);
            date(xml, "lastBuildDate", feed.updated);
            let own = format!("{}{}", feed.base, RSS.file);
            xml.empty("atom:link", &[("href", &own), ("rel", "self"), ("type", RSS.media)]);
            for item in &feed.items {
                xml.element("item", &[], |xml| self::item(xml, feed, item));
            }
        });
    });
    xml.finish()
}

fn item(xml: &mut Xml, feed: &Feed<'_>, item: &FeedItem<'_>) {
    xml.text("title", &item.title);
    xml.text("link", &item.url);
    xml.verbatim("description", &item.summary.replace('&', "&amp;").replace('<', "&lt;"));
    for category in &item.categories {
        xml.text("category", category);
    }
    xml.element("guid", &[("isPermaLink", "false")], |xml| xml.escaped(&item.id));
    date(xml, "pubDate", item.published);
    xml.verbatim("content:encoded", &item.content);
    xml.text("dc:creator", &feed.author);
}

/// Writes a day in the format of e-mail dates, at midnight UTC.
fn date(xml: &mut Xml, name: &str, day: Date) {
    let midnight = day.to_zoned(TimeZone::UTC).map(|midnight| midnight.timestamp());
    // If RFC 9110 cannot express the year, the element is left out, which RSS allows.
    if let Ok(text) = midnight.and_then(|moment| DateTimePrinter::new().timestamp_to_rfc9110_string(&moment)) {
        xml.text(name, &text);
    }
}
