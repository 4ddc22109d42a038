//! Feeds and their items, independent of any format.
//!
//! Text has been through `line` or `clean`: no character is left in it that XML forbids, so no title can break a file.
//! Addresses are absolute. Dates are days, at midnight UTC.

use jiff::civil::Date;
use rooflight_glossary::model::strings::Strings;
use std::borrow::Cow;

/// A channel with its items, before a format is chosen.
#[derive(Debug, Clone)]
pub struct Feed<'a> {
    /// The permanent name.
    pub id: String,
    /// The name.
    pub title: String,
    /// One sentence on what it brings.
    pub description: String,
    /// The address of the page that it belongs to.
    pub home: String,
    /// The folder of its files below the site's root.
    pub folder: String,
    /// The address of that folder.
    pub base: String,
    /// The way from a file of the feed to its style.
    pub style: String,
    /// The language of the text.
    pub language: String,
    /// The strings of the interface.
    pub strings: &'a Strings,
    /// The author of the text.
    pub author: String,
    /// The day of the newest item.
    pub updated: Date,
    /// The items, the newest first.
    pub items: Vec<Item<'a>>,
}

/// An item of a feed.
#[derive(Debug, Clone)]
pub struct Item<'a> {
    /// The permanent name.
    pub id: String,
    /// Where it stands.
    pub url: String,
    /// Its title, in words.
    pub title: String,
    /// The summary, in one or two sentences.
    pub summary: String,
    /// Its whole content, as HTML.
    pub content: Cow<'a, str>,
    /// The day on which it first appeared.
    pub published: Date,
    /// The day of its last real change.
    pub updated: Date,
    /// Its categories.
    pub categories: Vec<String>,
}

impl Item<'_> {
    /// A day at midnight, as Atom and JSON Feed write it.
    #[must_use]
    pub fn midnight(day: Date) -> String {
        format!("{day}T00:00:00Z")
    }
}

/// A line of text: white space of any kind becomes one space, control characters go.
#[must_use]
pub fn line(text: &str) -> String {
    let shown: String = text.chars().filter(|c| c.is_whitespace() || (!c.is_control() && is_xml(*c))).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text without the characters that XML forbids, and without the carriage returns that it does not keep.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| is_xml(c) && c != '\r') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|c| is_xml(*c) && *c != '\r').collect())
}

fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}
