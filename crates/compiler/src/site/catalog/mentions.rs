//! Finds the entries that name a runtime: its own entry, and entries whose text mentions it.
//!
//! 1. An entry is a runtime's own if its term or one of its aliases is the runtime's name.
//! 2. Bodies are searched for all names at once: whole words, case-sensitive, the longest name first. Citations and
//!    addresses are not mentions.
//! 3. The entries that name a runtime most often come first.
//!
//! A name that has only lower-case letters may be an ordinary word (`calm`), so it is not searched for.

use crate::site::paths::entry_path;
use aho_corasick::{AhoCorasick, MatchKind};
use rayon::prelude::*;
use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::syntax::inline;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Maximum number of entries that a page lists.
const SHOWN: usize = 12;

/// The entries that name a runtime.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RuntimeMentions {
    /// The path of its own entry, and that entry's definition as plain text.
    pub(super) own: Option<(String, String)>,
    /// Paths and terms of the entries that name it most, without its own.
    pub(super) most: Vec<(String, String)>,
    /// Number of entries that name it, without its own.
    pub(super) count: usize,
}

/// Finds the entries that name each runtime, in the order of the catalog.
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

/// True if a name cannot be an ordinary word.
fn is_telling(name: &str) -> bool {
    name.len() > 1 && name.chars().any(|c| !c.is_lowercase())
}

fn is_called(entry: &Entry, name: &str) -> bool {
    let front = &entry.document.front;
    front.term == name || front.aliases.iter().any(|alias| alias == name)
}

/// Counts how often the body of an entry contains each name, by the finder's pattern number.
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
