//! Entries as feed items: each once, with the day on which it first appeared. Entries without a date are left out.

use crate::site::feeds::identity;
use crate::site::feeds::model::{FeedItem, clean, line};
use crate::site::inputs::Inputs;
use crate::site::languages::is_untranslated;
use crate::site::paths::entry_path;
use jiff::civil::Date;
use rooflight_glossary::link::Entry;
use rooflight_glossary::syntax::inline;

/// Returns the items of the entries that `wanted` accepts, the newest first; those of one day are ordered by id.
#[must_use]
pub fn items<'a>(inputs: &Inputs<'_>, bodies: &'a [String], wanted: impl Fn(&Entry) -> bool) -> Vec<FeedItem<'a>> {
    let all = inputs.glossary.entries.iter().zip(bodies);
    let dated = all.filter(|(entry, _)| wanted(entry) && !is_untranslated(inputs.config, entry));
    let dated = dated.filter_map(|(entry, body)| Some((entry.document.front.published?, entry, body)));
    let mut entries: Vec<(Date, &Entry, &'a String)> = dated.collect();
    entries.sort_by(|(a_day, a, _), (b_day, b, _)| b_day.cmp(a_day).then_with(|| a.document.id.cmp(&b.document.id)));
    // Truncated before rendering: a feed shows at most `feed_items`.
    entries.truncate(inputs.config.feed_items);
    entries.into_iter().map(|(published, entry, body)| item(inputs, published, entry, body)).collect()
}

fn item<'a>(inputs: &Inputs<'_>, published: Date, entry: &Entry, body: &'a str) -> FeedItem<'a> {
    let front = &entry.document.front;
    FeedItem {
        id: identity::entry(inputs, entry),
        url: inputs.config.base_url.join(&entry_path(entry)),
        title: title(entry),
        summary: line(&inline::text(&front.definition)),
        content: clean(body),
        published,
        updated: front.updated().unwrap_or(published),
        categories: categories(inputs, entry),
    }
}

/// Returns an entry's term as a title, or its id if no character of the term can be shown.
#[must_use]
pub fn title(entry: &Entry) -> String {
    let term = line(&entry.document.front.term);
    if term.is_empty() { entry.document.id.clone() } else { term }
}

/// Returns the titles of an entry's layers, its main layer first.
#[must_use]
pub fn categories(inputs: &Inputs<'_>, entry: &Entry) -> Vec<String> {
    let mut layers = vec![entry.layer];
    layers.extend(entry.also_in.iter().copied());
    let mut titles: Vec<String> = Vec::new();
    for title in layers.into_iter().map(|layer| line(&inputs.config.layers[layer].title)) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    titles
}
