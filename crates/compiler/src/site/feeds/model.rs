//! Feeds and their items, independent of any format.
//!
//! All text has passed through `line` or `clean`, which remove the characters that XML forbids, so no title can break a
//! file. Addresses are absolute unless noted otherwise. Dates are days, at midnight UTC.

use jiff::civil::Date;
use std::borrow::Cow;

/// A feed with its items, before a format is chosen.
#[derive(Debug, Clone)]
pub struct Feed<'a> {
    /// The permanent id.
    pub id: String,
    /// The title, as feed readers show it.
    pub title: String,
    /// One sentence on its content.
    pub description: String,
    /// The address of the page that it belongs to.
    pub home: String,
    /// The folder of its files below the site's root.
    pub folder: String,
    /// The absolute address of that folder.
    pub base: String,
    /// The relative address of the style sheet from a file of the feed.
    pub style: String,
    /// The language of the text, a BCP 47 tag.
    pub language: String,
    /// The author of the site.
    pub author: String,
    /// The day of the newest item.
    pub updated: Date,
    /// The items, the newest first.
    pub items: Vec<FeedItem<'a>>,
}

/// An item of a feed.
#[derive(Debug, Clone)]
pub struct FeedItem<'a> {
    /// The permanent id.
    pub id: String,
    /// The address of its page or section.
    pub url: String,
    /// The title, plain text.
    pub title: String,
    /// The summary, one or two sentences.
    pub summary: String,
    /// The whole content, HTML.
    pub content: Cow<'a, str>,
    /// The day on which it first appeared.
    pub published: Date,
    /// The day of the last change that the author has noted.
    pub updated: Date,
    /// The titles of the entry's layers; empty if the item is not about a single entry.
    pub categories: Vec<String>,
}

impl FeedItem<'_> {
    /// Formats a day as midnight UTC, as Atom and JSON Feed require.
    #[must_use]
    pub fn midnight(day: Date) -> String {
        format!("{day}T00:00:00Z")
    }
}

/// Returns text as one line: each run of white space becomes a space, and control characters are removed.
#[must_use]
pub fn line(text: &str) -> String {
    let shown: String = text.chars().filter(|c| c.is_whitespace() || (!c.is_control() && is_xml(*c))).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Removes the characters that XML forbids, and carriage returns, which XML does not preserve.
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
