//! Definitions that say nearly the same: a reader of one card could not tell it from the other.
//!
//! 1. Two definitions are alike when they share [`ALIKE`] per cent of the words that occur in either. Each entry is reported once, with
//!    the earlier one that is nearest to it.
//! 2. Not every pair is looked at. What is alike shares at least two of the rarest words that either has; so each definition is filed
//!    under the pairs of its rarest words, and compared with those alone that are filed under one of the same pairs.
//! 3. Of definitions with the same words only the first is filed: whatever is near to another is as near to that one.

use crate::diagnostic::{Diagnostic, messages};
use crate::link::Entry;
use crate::yaml_path;
use rayon::prelude::*;
use std::collections::HashMap;

/// The share of common words from which two definitions are alike, in per cent.
const ALIKE: usize = 75;

/// Below this many different words, equal ones prove nothing.
const FEWEST: usize = 5;

pub(super) fn check(entries: &[&Entry], problems: &mut Vec<Diagnostic>) {
    let words = numbered(entries);
    let filed = Filed::new(&words);
    let nearest: Vec<Option<usize>> =
        (0..entries.len()).into_par_iter().map(|later| filed.nearest(&words, later)).collect();
    for (entry, earlier) in entries.iter().zip(nearest) {
        let Some(other) = earlier.map(|earlier| entries[earlier]) else { continue };
        problems.push(messages::similar_definition(
            entry.document.place(yaml_path!["definition"]),
            &other.document.front.term,
            other.document.place(yaml_path!["definition"]),
        ));
    }
}

/// The different words of every definition, as numbers: the rarer a word, the lower its number.
fn numbered(entries: &[&Entry]) -> Vec<Words> {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut uses: Vec<u32> = Vec::new();
    let mut found: Vec<Vec<u32>> = Vec::with_capacity(entries.len());
    for entry in entries {
        let text = &entry.document.front.definition;
        let mut own = Vec::new();
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let next = u32::try_from(uses.len()).unwrap_or(u32::MAX);
            let number = *numbers.entry(word.to_lowercase()).or_insert(next);
            if number == next {
                uses.push(0);
            }
            own.push(number);
        }
        own.sort_unstable();
        own.dedup();
        for number in &own {
            uses[*number as usize] += 1;
        }
        found.push(own);
    }
    let mut by_rarity: Vec<u32> = (0..).take(uses.len()).collect();
    by_rarity.sort_by_key(|number| (uses[*number as usize], *number));
    let mut rank = vec![0; uses.len()];
    for (place, number) in (0..).zip(by_rarity) {
        rank[number as usize] = place;
    }
    let ranked = found.into_iter().map(|own| {
        let mut numbers: Vec<u32> = own.into_iter().map(|number| rank[number as usize]).collect();
        numbers.sort_unstable();
        let bits = numbers.iter().fold(0, |bits, number| bits | 1 << (number % 128));
        Words { numbers, bits }
    });
    ranked.collect()
}

/// Definitions by what they are found by.
struct Filed<'a> {
    /// The first one with just these words.
    equal: HashMap<&'a [u32], usize>,
    /// Those that have both words among their rarest, in order.
    pairs: HashMap<(u32, u32), Vec<usize>>,
}

impl<'a> Filed<'a> {
    fn new(words: &'a [Words]) -> Self {
        let mut filed = Self { equal: HashMap::with_capacity(words.len()), pairs: HashMap::new() };
        for (number, own) in words.iter().enumerate().filter(|(_, own)| own.numbers.len() >= FEWEST) {
            if *filed.equal.entry(&own.numbers).or_insert(number) == number {
                for pair in own.pairs() {
                    filed.pairs.entry(pair).or_default().push(number);
                }
            }
        }
        filed
    }

    /// The earlier definition that is nearest to this one; of equally near ones, the first.
    fn nearest(&self, words: &[Words], later: usize) -> Option<usize> {
        let own = &words[later];
        if own.numbers.len() < FEWEST {
            return None;
        }
        if let Some(first) = self.equal.get(own.numbers.as_slice()).filter(|first| **first < later) {
            return Some(*first);
        }
        let filed = own.pairs().filter_map(|pair| self.pairs.get(&pair));
        let earlier = filed.flat_map(|list| list.iter().copied().take_while(|other| *other < later));
        let scored = earlier.filter_map(|earlier| Some((alike(&words[earlier], own)?, earlier)));
        scored.max_by_key(|(share, earlier)| (*share, usize::MAX - earlier)).map(|(_, earlier)| earlier)
    }
}

/// The different words of a definition, as numbers in ascending order, and a bit for each number modulo 128.
struct Words {
    numbers: Vec<u32>,
    bits: u128,
}

impl Words {
    /// The pairs of the rarest words. Two sets of which each has all but `n` of its words in the other agree in two of their first
    /// `n + 2`: of the first two that they share, none has more than `n` others before it.
    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let count = self.numbers.len();
        let rarest = &self.numbers[..(count - (count * ALIKE).div_ceil(100) + 2).min(count)];
        rarest.iter().enumerate().flat_map(|(at, a)| rarest[at + 1..].iter().map(|b| (*a, *b)))
    }
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
fn common(a: &[u32], b: &[u32]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        count += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    count
}
