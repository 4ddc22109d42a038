//! Pairs of adjacent words in longer names: "Internet Explorer" in "Microsoft Internet Explorer".
//!
//! German capitalises all nouns, so two Capitalised words in a row are no sign of a name, unless a name of at least
//! three words contains both. Built from the forms alone, like the matcher.

use crate::link::forms::form::Form;
use crate::model::ids::EntryId;
use std::collections::BTreeMap;
use std::ops::Range;

/// The pairs in lower case, each with the entries whose names contain it.
#[derive(Debug, Default)]
pub struct NamePairs(BTreeMap<String, Vec<EntryId>>);

impl NamePairs {
    /// Collects the pairs of all names of at least three words.
    #[must_use]
    pub fn new(names: &[(String, Vec<Form>)]) -> Self {
        let mut pairs: BTreeMap<String, Vec<EntryId>> = BTreeMap::new();
        for (name, forms) in names {
            let words: Vec<&str> = name.split(' ').collect();
            if words.len() < 3 {
                continue;
            }
            for pair in words.windows(2) {
                pairs.entry(pair.join(" ")).or_default().extend(forms.iter().map(|form| form.document));
            }
        }
        Self(pairs)
    }

    /// True if a Capitalised word in a folded text forms a pair of another entry with a Capitalised word next to it.
    /// `key` is the text in lower case.
    #[must_use]
    pub fn hold(&self, key: &str, text: &str, word: &Range<usize>, own: EntryId) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let is_capital = |at: usize| text.get(at..).is_some_and(|text| text.starts_with(char::is_uppercase));
        let is_held = |range: Range<usize>| {
            let owners = key.get(range).and_then(|pair| self.0.get(pair));
            owners.is_some_and(|owners| owners.iter().any(|owner| *owner != own))
        };
        let ends = |at: usize| {
            let rest = text.get(at..).unwrap_or_default();
            at + rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
        };
        let begins = |at: usize| {
            let rest = text.get(..at).unwrap_or_default();
            rest.char_indices().rev().find(|(_, c)| !c.is_alphanumeric()).map_or(0, |(at, c)| at + c.len_utf8())
        };
        let space = |at: usize| text.get(at..).is_some_and(|text| text.starts_with(' '));
        if !is_capital(word.start) {
            return false;
        }
        let next = word.end + 1;
        let follows = space(word.end) && is_capital(next) && is_held(word.start..ends(next));
        let previous = word.start.checked_sub(1).filter(|at| space(*at)).map(begins);
        follows || previous.is_some_and(|start| is_capital(start) && is_held(start..word.end))
    }
}
