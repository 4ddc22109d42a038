//! One entry as search knows it: what is compared, and what a result shows.
//!
//! A record is an array, since names of fields would be a fifth of the file: `[term, layer, definition, address, aliases, forms]`. The address is
//! the part after `glossary/`; it is empty where the term itself says it. What is empty at the end is left out. The texts are the
//! author's own: the browser folds them as it folds what the reader types, so the two cannot differ.

use crate::link::Entry;
use crate::site::search::fold::{SMALL, fold, initials};
use crate::slug::slug_of;
use crate::syntax::inline;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// An entry of the index.
#[derive(Debug)]
pub(crate) struct Record {
    /// The array, as JSON.
    pub(crate) json: String,
    /// The folded words of its names but for small ones, and what its names may be abbreviated to.
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
    let mut fields = vec![
        json!(front.term),
        json!(entry.storey),
        json!(definition),
        json!(address),
        json!(front.aliases),
        json!(front.forms),
    ];
    while fields.last().is_some_and(is_empty) {
        fields.pop();
    }
    let mut names = BTreeSet::new();
    for name in front.aliases.iter().chain(&front.forms).chain([&front.term]) {
        let folded = fold(name);
        names.extend(initials(&folded));
        let telling = |word: &&str| !SMALL.contains(word) || !folded.contains(' ');
        names.extend(folded.split(' ').filter(telling).map(str::to_owned));
    }
    let definition = fold(&definition).split(' ').map(str::to_owned).collect();
    Record { json: Value::Array(fields).to_string(), names, definition }
}

fn is_empty(value: &Value) -> bool {
    value.as_str().is_some_and(str::is_empty) || value.as_array().is_some_and(Vec::is_empty)
}
