//! Definitions that say nearly the same: a reader of one card could not tell it from the other.
//!
//! Two definitions are alike when they share [`ALIKE`] of the words that occur in either. Each entry is reported once, with the earlier
//! one that is nearest to it.

use crate::diagnostic::{Diagnostic, messages};
use crate::link::Entry;
use crate::yaml_path;
use std::collections::{BTreeMap, BTreeSet};

/// The share of common words from which two definitions are alike, in per cent.
const ALIKE: usize = 75;

/// Below this many different words, equal ones prove nothing.
const FEWEST: usize = 5;

pub(super) fn check(entries: &[&Entry], problems: &mut Vec<Diagnostic>) {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let words: Vec<Words> = entries.iter().map(|entry| words(&entry.document.front.definition, &mut numbers)).collect();
    for (later, entry) in entries.iter().enumerate() {
        let scored = (0..later).filter_map(|earlier| Some((alike(&words[earlier], &words[later])?, earlier)));
        // Of equally near ones, the first.
        let Some((_, earlier)) = scored.max_by_key(|(share, earlier)| (*share, usize::MAX - earlier)) else { continue };
        let other = entries[earlier];
        problems.push(messages::similar_definition(
            entry.document.place(yaml_path!["definition"]),
            &other.document.front.term,
            other.document.place(yaml_path!["definition"]),
        ));
    }
}

fn words(text: &str, numbers: &mut BTreeMap<String, usize>) -> Words {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let different: BTreeSet<usize> = words
        .map(|word| {
            let next = numbers.len();
            *numbers.entry(word.to_lowercase()).or_insert(next)
        })
        .collect();
    let bits = different.iter().fold(0, |bits, number| bits | 1 << (number % 128));
    Words { numbers: different.into_iter().collect(), bits }
}

/// The different words of a definition, as numbers in ascending order, and a bit for each number modulo 128.
struct Words {
    numbers: Vec<usize>,
    bits: u128,
}

/// The share of common words in per cent, if it is large enough to matter.
fn alike(a: &Words, b: &Words) -> Option<usize> {
    let (fewer, more) = (a.numbers.len().min(b.numbers.len()), a.numbers.len().max(b.numbers.len()));
    // A bit that only one of the two has is a word that the other lacks: nearly all pairs are told apart by this alone.
    let apart = (a.bits ^ b.bits).count_ones() as usize;
    if fewer < FEWEST || fewer * 100 < more * ALIKE || apart * (100 + ALIKE) > (fewer + more) * (100 - ALIKE) {
        return None;
    }
    let common = common(&a.numbers, &b.numbers);
    let share = common * 100 / (fewer + more - common);
    (share >= ALIKE).then_some(share)
}

/// How many numbers two ascending lists share.
fn common(a: &[usize], b: &[usize]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        count += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    count
}
