//! One entry as search knows it: what is compared, and what a result shows.
//!
//! A record is an array, since names of fields would be a fifth of the file: `[term, layer, definition, address,
//! aliases, forms]`. The address is the part after `glossary/`; it is empty where the term itself says it. What is
//! empty at the end is left out. The texts are the author's own: the browser folds them as it folds what the reader
//! types, so the two cannot differ.

use crate::site::search::fold::{SMALL, fold, initials, is_unspaced};
use rooflight_glossary::link::Entry;
use rooflight_glossary::syntax::inline;
use rooflight_source::slug::slug_of;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The longest beginning of a word that a file of the index is for, in letters.
pub(crate) const MAX_PREFIX: usize = 6;

/// An entry of the index.
#[derive(Debug)]
pub(crate) struct Record {
    /// The array, as JSON.
    pub(crate) json: String,
    /// The folded words of its names without stop words, and the abbreviations of its names.
    pub(crate) names: BTreeSet<String>,
    /// The folded words of its definition.
    pub(crate) definition: BTreeSet<String>,
}

/// The record of an entry.
#[must_use]
pub(crate) fn record(entry: &Entry) -> Record {
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

/// The record of these fields, without those at the end that are empty.
#[must_use]
pub(crate) fn from_fields(mut fields: Vec<Value>, names: BTreeSet<String>, definition: &str) -> Record {
    while fields.last().is_some_and(is_empty) {
        fields.pop();
    }
    let definition = words(&fold(definition)).collect();
    Record { json: Value::Array(fields).to_string(), names, definition }
}

/// The folded words of names but for small ones, and what the names may be abbreviated to.
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

/// The words of a folded text; of one in a script without spaces also what follows each of its letters.
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
