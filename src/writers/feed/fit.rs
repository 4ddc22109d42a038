//! Files that readers can fetch often: none is larger than [`LIMIT`].
//!
//! 1. An item that would fill half a file gives its summary instead, and says where the rest is.
//! 2. The oldest items that would hardly fit go at once.
//! 3. The three formats are written. While one of the files is too large, the oldest items go, from all three.

use crate::site::feeds::model::{Feed, Item};
use crate::writers::feed::WRITERS;
use rooflight_glossary::model::strings::Strings;
use rooflight_glossary::syntax::highlight::escape;
use std::borrow::Cow;

/// The most bytes of a file.
pub const LIMIT: usize = 256 * 1024;

/// The files of a feed by their paths.
#[must_use]
pub fn files(mut feed: Feed<'_>) -> Vec<(String, Vec<u8>)> {
    for item in feed.items.iter_mut().filter(|item| weight(item) > LIMIT / 2) {
        item.content = Cow::Owned(short(item, feed.strings));
    }
    let mut used = 0;
    let fits = |item: &&Item<'_>| {
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

/// About the bytes that an item's content takes where every `<` is escaped.
fn weight(item: &Item<'_>) -> usize {
    let escaped = item.content.bytes().filter(|byte| b"<&".contains(byte)).count();
    item.content.len() + 4 * escaped
}

fn short(item: &Item<'_>, strings: &Strings) -> String {
    let rest = strings.html("feed.too_long", &[("page", &item.url)]);
    format!("<p>{}</p>\n<p>{rest}</p>\n", escape(&item.summary))
}
