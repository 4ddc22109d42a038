//! Keeps feed files small enough to be fetched often: none is larger than [`LIMIT`].
//!
//! 1. An item that would take more than half of a file is replaced by its summary and a link to the page.
//! 2. The oldest items beyond the estimated limit are dropped.
//! 3. All three formats are written. While the largest file exceeds the limit, the oldest items are dropped from all
//!    three.

use crate::site::feeds::model::{Feed, FeedItem};
use crate::writers::feed::WRITERS;
use rooflight_glossary::model::strings::Strings;
use rooflight_glossary::syntax::highlight::escape;
use std::borrow::Cow;

/// Maximum size of a file, in bytes.
pub const LIMIT: usize = 256 * 1024;

/// Returns the files of a feed by path.
#[must_use]
pub fn files(mut feed: Feed<'_>) -> Vec<(String, Vec<u8>)> {
    for item in feed.items.iter_mut().filter(|item| weight(item) > LIMIT / 2) {
        item.content = Cow::Owned(short(item, feed.strings));
    }
    let mut used = 0;
    let fits = |item: &&FeedItem<'_>| {
        used += weight(item);
        used <= LIMIT
    };
    let fit = feed.items.iter().take_while(fits).count();
    feed.items.truncate(fit);
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

fn short(item: &FeedItem<'_>, strings: &Strings) -> String {
    let rest = strings.html("feed.too_long", &[("page", &item.url)]);
    format!("<p>{}</p>\n<p>{rest}</p>\n", escape(&item.summary))
}
