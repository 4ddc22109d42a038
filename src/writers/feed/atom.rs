//! A feed as Atom 1.0.
//!
//! Atom wants a time for each change, and no two entries of a feed at the same one. Authors give days. So a fraction of the day's first
//! second is made of the entry's name: it tells entries apart, and stays the same for ever.

use crate::site::feeds::model::{Feed, Item};
use crate::writers::feed::rss;
use atom_syndication::{Category, Content, Entry, FixedDateTime, Link, Person, Text, WriteConfig};
use jiff::civil::Date;

/// The name of the file.
pub const FILE: &str = "atom.xml";
/// Its media type.
pub const MEDIA: &str = "application/atom+xml";

/// The document.
#[must_use]
pub fn document(feed: &Feed<'_>) -> String {
    let entries: Vec<Entry> = feed.items.iter().map(entry).collect();
    let newest = entries.iter().map(|entry| entry.updated).max();
    let document = atom_syndication::Feed {
        title: Text::plain(feed.title.as_str()),
        subtitle: Some(Text::plain(feed.description.as_str())),
        id: feed.id.clone(),
        updated: newest.unwrap_or_else(|| time(feed.updated, &feed.id)),
        authors: vec![Person { name: feed.author.clone(), ..Person::default() }],
        links: vec![link("self", &format!("{}{FILE}", feed.base), MEDIA), link("alternate", &feed.home, "text/html")],
        entries,
        lang: Some(feed.language.clone()),
        ..atom_syndication::Feed::default()
    };
    let config = WriteConfig { write_document_declaration: false, indent_size: None };
    // Writing to memory cannot fail; were it to, an empty feed would say so to every test.
    let written = document.write_with_config(Vec::new(), config).unwrap_or_default();
    format!("{}{}\n", rss::head(feed), String::from_utf8_lossy(&written))
}

fn entry(item: &Item<'_>) -> Entry {
    Entry {
        title: Text::plain(item.title.as_str()),
        id: item.id.clone(),
        updated: time(item.updated, &item.id),
        published: Some(time(item.published, &item.id)),
        categories: item.categories.iter().map(|name| Category { term: name.clone(), ..Category::default() }).collect(),
        links: vec![link("alternate", &item.url, "text/html")],
        summary: Some(Text::plain(item.summary.as_str())),
        content: Some(Content {
            value: Some(item.content.clone().into_owned()),
            content_type: Some("html".to_owned()),
            ..Content::default()
        }),
        ..Entry::default()
    }
}

fn link(rel: &str, href: &str, media: &str) -> Link {
    Link { href: href.to_owned(), rel: rel.to_owned(), mime_type: Some(media.to_owned()), ..Link::default() }
}

/// A moment within the first second of a day, made of a name.
fn time(day: Date, id: &str) -> FixedDateTime {
    let hash = blake3::hash(id.as_bytes());
    let number = hash.as_bytes().iter().take(4).fold(0_u32, |number, byte| (number << 8) | u32::from(*byte));
    format!("{day}T00:00:00.{:06}Z", number % 1_000_000).parse().unwrap_or_default()
}
