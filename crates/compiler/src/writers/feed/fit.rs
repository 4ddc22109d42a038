//! Keeps feed files small enough to be fetched often: none is larger than [`LIMIT`].
//!
//! 1. The newest items are whole, as long as they take half of a file together. The others are their summary and a link
//!    to the page, so that a day with many new entries loses none of them.
//! 2. All three formats are written. While the largest file exceeds the limit, the oldest items are dropped from all
//!    three.

use crate::site::feeds::model::{Feed, FeedItem};
use crate::writers::feed::WRITERS;
use rooflight_glossary::syntax::highlight::escape;
use std::borrow::Cow;

/// Maximum size of a file, in bytes.
pub const LIMIT: usize = 256 * 1024;

/// Returns the files of a feed by path.
#[must_use]
pub fn files(mut feed: Feed<'_>) -> Vec<(String, Vec<u8>)> {
    let mut used = 0;
    for item in &mut feed.items {
        if used + weight(item) > LIMIT / 2 {
            item.content = Cow::Owned(short(item));
        }
        used += weight(item);
    }
    loop {
        let files = WRITERS.map(|(format, document)| (format.file, document(&feed)));
        let largest = files.iter().map(|(_, text)| text.len()).max().unwrap_or_default();
        if largest <= LIMIT || feed.items.is_empty() {
            return files.map(|(name, text)| (format!("{}{name}", feed.folder), text.into_bytes())).into();
        }
        let mut gone = 0;
        while gone < largest - LIMIT
            && let Some(item) = feed.items.pop()
        {
            gone += weight(&item);
        }
    }
}

/// Estimates the bytes of an item's content with every `<` and `&` escaped.
fn weight(item: &FeedItem<'_>) -> usize {
    let escaped = item.content.bytes().filter(|byte| b"<&".contains(byte)).count();
    item.content.len() + 4 * escaped
}

/// The summary of an item with a link to its page.
fn short(item: &FeedItem<'_>) -> String {
    let [summary, url, title] = [&item.summary, &item.url, &item.title].map(|text| escape(text));
    format!("<p>{summary}</p>\n<p><a href=\"{url}\">{title}</a></p>\n")
}
