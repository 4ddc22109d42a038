//! The entries that name a runtime: its own, and those whose text mentions it.
//!
//! 1. An entry is a runtime's own if its term or one of its aliases is the runtime's name.
//! 2. Bodies are searched for all names at once, the longest first, as words of their own and in their own case.
//!    Citations and addresses are not mentions.
//! 3. The entries that name a runtime most often come first.
//!
//! A name of lower-case letters alone is a word of the language too (`calm`), so it is never looked for.

use crate::site::paths::entry_path;
use aho_corasick::{AhoCorasick, MatchKind};
use rayon::prelude::*;
use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::syntax::inline;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Entries that a page shows.
const SHOWN: usize = 12;

/// The entries that name a runtime.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RuntimeMentions {
    /// The path of its own entry, and the definition there as plain text.
    pub(super) own: Option<(String, String)>,
    /// Paths and terms of those that name it most, without its own.
    pub(super) most: Vec<(String, String)>,
    /// How many entries name it, without its own.
    pub(super) count: usize,
}

/// The entries that name each runtime, in the order of the catalog.
pub(crate) fn all(catalog: &Catalog, glossary: &Glossary) -> Vec<RuntimeMentions> {
    let names: Vec<&str> = catalog.runtimes.iter().map(|record| record.name.as_str()).collect();
    let searched: Vec<usize> = (0..names.len()).filter(|at| is_telling(names[*at])).collect();
    let finder =
        AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(searched.iter().map(|at| names[*at])).ok();
    let entries: Vec<&Entry> = glossary.entries.iter().collect();
    let counted: Vec<BTreeMap<usize, usize>> = entries
        .par_iter()
        .map(|entry| finder.as_ref().map(|finder| counts(finder, entry)).unwrap_or_default())
        .collect();
    let named = |(at, name): (usize, &&str)| {
        let own = entries.iter().position(|entry| is_called(entry, name));
        let number = searched.binary_search(&at).ok();
        let times = |entry: usize| number.and_then(|number| counted[entry].get(&number).copied()).unwrap_or(0);
        let mut most: Vec<usize> =
            (0..entries.len()).filter(|entry| Some(*entry) != own && times(*entry) > 0).collect();
        most.sort_by_key(|entry| (Reverse(times(*entry)), *entry));
        let count = most.len();
        let link = |entry: &usize| (entry_path(entries[*entry]), entries[*entry].document.front.term.clone());
        let own =
            own.map(|entry| (entry_path(entries[entry]), inline::text(&entries[entry].document.front.definition)));
        RuntimeMentions { own, most: most.iter().take(SHOWN).map(link).collect(), count }
    };
    names.iter().enumerate().map(named).collect()
}

/// Whether a name cannot be an ordinary word.
fn is_telling(name: &str) -> bool {
    name.len() > 1 && name.chars().any(|c| !c.is_lowercase())
}

fn is_called(entry: &Entry, name: &str) -> bool {
    let front = &entry.document.front;
    front.term == name || front.aliases.iter().any(|alias| alias == name)
}

/// How often the body of an entry has each name, by the finder's numbers.
fn counts(finder: &AhoCorasick, entry: &Entry) -> BTreeMap<usize, usize> {
    let text = entry.document.body.text();
    let mut found = BTreeMap::new();
    for name in finder.find_iter(text) {
        let before = text[..name.start()].chars().next_back();
        let after = text[name.end()..].chars().next();
        let joins = |c: char, more: &[char]| c.is_alphanumeric() || more.contains(&c);
        if !before.is_some_and(|c| joins(c, &['-', '_', '/', '^', '@', '.']))
            && !after.is_some_and(|c| joins(c, &['-', '_', '/']))
        {
            *found.entry(name.pattern().as_usize()).or_default() += 1;
        }
    }
    found
}
