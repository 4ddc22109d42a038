//! Search records of entries: the data that search compares and that a result shows.
//!
//! A record is an array, since field names would be a fifth of the file: `[term, layer, definition, address, aliases,
//! forms]`. The address is the part after `glossary/`; it is empty if it follows from the term. Empty fields at the end
//! are omitted. The texts are the author's own: the browser folds them with the same function as the reader's input.

use crate::site::search::fold::{SMALL, fold, initials, is_unspaced};
use rooflight_glossary::link::Entry;
use rooflight_glossary::syntax::inline;
use rooflight_source::slug::slug_of;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Maximum length, in letters, of the word prefix that an index file covers.
pub(crate) const MAX_PREFIX: usize = 6;

/// A record of the index, with the words by which files of the index list it.
#[derive(Debug)]
pub(crate) struct SearchRecord {
    /// The array as JSON.
    pub(crate) json: String,
    /// The folded words of its names without small words, and the initials of its names.
    pub(crate) names: BTreeSet<String>,
    /// The folded words of its definition.
    pub(crate) definition: BTreeSet<String>,
}

/// Returns the record of an entry.
#[must_use]
pub(crate) fn record(entry: &Entry) -> SearchRecord {
    let front = &entry.document.front;
    let definition = inline::text(&front.definition);
    let slug = entry.document.slug.as_str();
    let address = if front.term.is_ascii() && slug_of(&front.term) == slug { "" } else { slug };
    let fields = vec![
        json!(front.term),
        json!(entry.layer.index()),
        json!(definition),
        json!(address),
        json!(front.aliases),
        json!(front.forms),
    ];
    let all = front.aliases.iter().chain(&front.forms).chain([&front.term]);
    from_fields(fields, names(all.map(String::as_str)), &definition)
}

/// Returns the record of these fields, without empty ones at the end.
#[must_use]
pub(crate) fn from_fields(mut fields: Vec<Value>, names: BTreeSet<String>, definition: &str) -> SearchRecord {
    while fields.last().is_some_and(is_empty) {
        fields.pop();
    }
    let definition = words(&fold(definition)).collect();
    SearchRecord { json: Value::Array(fields).to_string(), names, definition }
}

/// Returns the folded words of names without stop words, and the abbreviations of the names.
#[must_use]
pub(crate) fn names<'a>(all: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for name in all {
        let folded = fold(name);
        found.extend(initials(&folded));
        let telling = |word: &String| !SMALL.contains(&word.as_str()) || !folded.contains(' ');
        found.extend(words(&folded).filter(telling));
    }
    found
}

/// Returns the words of a folded text; in scripts without spaces, also the rest of a word from each of its letters on.
fn words(folded: &str) -> impl Iterator<Item = String> {
    folded.split(' ').flat_map(|word| {
        let inside = word.char_indices().filter(|(at, letter)| *at > 0 && is_unspaced(*letter));
        [0].into_iter().chain(inside.map(|(at, _)| at)).map(|at| &word[at..]).map(|rest| {
            rest.char_indices()
                .nth(MAX_PREFIX)
                .filter(|_| rest.len() < word.len())
                .map_or(rest, |(end, _)| &rest[..end])
                .to_owned()
        })
    })
}

fn is_empty(value: &Value) -> bool {
    value.as_str().is_some_and(str::is_empty) || value.as_array().is_some_and(Vec::is_empty)
}
