//! Changes by day: revisions with their authors' notes, and new entries.
//!
//! Feed readers do not show changes to an item that they already have. So a revision is a separate item, and the
//! entry's item in the other feeds keeps its position. The page of changes shows the same [`days`].

use crate::site::feeds::entries::{categories, title};
use crate::site::feeds::identity;
use crate::site::feeds::model::{FeedItem, clean, line};
use crate::site::inputs::Inputs;
use crate::site::languages::is_untranslated;
use crate::site::order::Order;
use crate::site::paths::entry_path;
use jiff::civil::Date;
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::config::Language;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::highlight::escape;
use rooflight_glossary::syntax::inline;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The changes of a day, ordered by term.
#[derive(Debug, Default)]
pub struct Day {
    /// The revisions of entries.
    pub revised: Vec<Revision>,
    /// The new entries.
    pub new: Vec<EntryId>,
}

/// A change that an author has noted in an entry.
#[derive(Debug, Clone, Copy)]
pub struct Revision {
    /// The changed entry.
    pub entry: EntryId,
    /// The position of the note in `changes` of the front matter.
    pub change: usize,
}

impl Revision {
    /// Returns the author's note.
    #[must_use]
    pub fn note<'a>(self, inputs: &Inputs<'a>) -> &'a str {
        let changes = &inputs.glossary.entries[self.entry].document.front.changes;
        changes.get(self.change).map_or("", |change| &change.note)
    }

    /// Returns the language of the note if it differs from the site's: a further language shows the original's note
    /// where there is no translation.
    #[must_use]
    pub fn language_of_note<'a>(self, inputs: &Inputs<'a>) -> Option<&'a Language> {
        let document = &inputs.glossary.entries[self.entry].document;
        let original = document.translation.as_ref().map_or(&document.front, |translation| &translation.original.front);
        let is_original = original.changes.get(self.change).is_some_and(|change| change.note == self.note(inputs));
        inputs.original.filter(|_| is_original).map(|original| &original.config.language)
    }
}

/// Maximum number of terms that the summary of a day names.
const NAMED: usize = 5;

/// Returns every day with a new or revised entry, the newest first.
#[must_use]
pub fn days(inputs: &Inputs<'_>) -> Vec<(Date, Day)> {
    let mut days: BTreeMap<Date, Day> = BTreeMap::new();
    let entries = inputs.glossary.entries.iter_enumerated();
    for (number, entry) in entries.filter(|(_, entry)| !is_untranslated(inputs.config, entry)) {
        let front = &entry.document.front;
        if let Some(day) = front.published {
            days.entry(day).or_default().new.push(number);
        }
        for (at, change) in front.changes.iter().enumerate() {
            days.entry(change.date).or_default().revised.push(Revision { entry: number, change: at });
        }
    }
    let order = Order::of(&inputs.config.language);
    let key = |number: EntryId| order.of_term(&inputs.glossary.entries[number].document.front);
    for day in days.values_mut() {
        day.revised.sort_by_cached_key(|revision| key(revision.entry));
        day.new.sort_by_cached_key(|number| key(*number));
    }
    days.into_iter().rev().collect()
}

/// Returns the id of a day on the page of changes.
#[must_use]
pub fn anchor(day: Date) -> String {
    format!("on-{day}")
}

/// Returns an item for each revision, and one for each day's new entries.
#[must_use]
pub fn items<'a>(inputs: &Inputs<'_>) -> Vec<FeedItem<'a>> {
    let mut items = Vec::new();
    for (date, day) in days(inputs) {
        items.extend(day.revised.iter().map(|one| revision(inputs, *one, date)));
        if !day.new.is_empty() {
            items.push(new_entries(inputs, &day.new, date));
        }
        if items.len() >= inputs.config.feed_items {
            break;
        }
    }
    items
}

/// Returns the item of a revision: what changed, and a link to the entry.
fn revision<'a>(inputs: &Inputs<'_>, revision: Revision, date: Date) -> FeedItem<'a> {
    let entry = &inputs.glossary.entries[revision.entry];
    let note = revision.note(inputs);
    let strings = &inputs.config.strings;
    let changed = strings.html_with("feed.what_changed", None, &|_| Some(inline::html(note)));
    let changed = changed.and_then(Result::ok).unwrap_or_default();
    let url = inputs.config.base_url.join(&entry_path(entry));
    let content = format!("<p>{changed}</p>\n<p><a href=\"{}\">{}</a></p>\n", escape(&url), escape(&title(entry)));
    FeedItem {
        id: identity::revision(inputs, entry, date),
        url,
        title: strings.fill("feed.changed", &[("term", &title(entry))]),
        summary: line(&inline::text(note)),
        content: Cow::Owned(clean(&content).into_owned()),
        published: date,
        updated: date,
        categories: categories(inputs, entry),
    }
}

fn new_entries<'a>(inputs: &Inputs<'_>, numbers: &[EntryId], date: Date) -> FeedItem<'a> {
    let entries: Vec<&Entry> = numbers.iter().map(|number| &inputs.glossary.entries[*number]).collect();
    let titles: Vec<String> = entries.iter().map(|entry| title(entry)).collect();
    let strings = &inputs.config.strings;
    let summary = match titles.len().checked_sub(NAMED) {
        None | Some(0) => strings.list(&titles),
        Some(more) => strings.count("feed.more", more, &[("terms", &strings.list(&titles[..NAMED]))]),
    };
    let mut content = String::from("<dl>\n");
    for (entry, title) in entries.iter().zip(&titles) {
        let url = inputs.config.base_url.join(&entry_path(entry));
        let definition = inline::html(&entry.document.front.definition);
        content.extend(["<dt><a href=\"", &url, "\">", &escape(title), "</a></dt>\n<dd>", &definition, "</dd>\n"]);
    }
    content.push_str("</dl>\n");
    FeedItem {
        id: identity::new_on(inputs, date),
        url: inputs.config.base_url.join(&format!("changes/#{}", anchor(date))),
        title: match titles.as_slice() {
            [one] => strings.fill("feed.new", &[("term", one)]),
            many => strings.count("feed.new_entries", many.len(), &[]),
        },
        summary,
        content: Cow::Owned(clean(&content).into_owned()),
        published: date,
        updated: date,
        categories: Vec::new(),
    }
}
