//! Definitions that say nearly the same: a reader of one card could not tell it from the other.
//!
//! 1. Two definitions are alike when they share [`ALIKE`] per cent of the words that occur in either. Each entry is
//!    reported once, with the earlier one that is nearest to it.
//! 2. Not every pair is looked at. What is alike shares at least three of the rarest words that either has; so each
//!    definition is filed under every three of its rarest words, and compared with those alone that are filed under one
//!    of the same threes.
//! 3. Of definitions with the same words only the first is filed: a definition near one of them is as near to the
//!    first.

use rayon::prelude::*;
use rooflight_glossary::link::Entry;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;
use std::collections::HashMap;

/// Two definitions that share at least this percentage of their words are reported as alike.
const ALIKE: usize = 75;

/// Below this many different words, equal ones prove nothing.
const FEWEST: usize = 5;

pub(super) fn check(entries: &[&Entry], problems: &mut Vec<Diagnostic>) {
    let words = numbered(entries);
    for (entry, earlier) in entries.iter().zip(nearest(&words)) {
        let Some(other) = earlier.map(|earlier| entries[earlier]) else { continue };
        problems.push(messages::similar_definition(
            entry.document.location(yaml_path!["definition"]),
            &other.document.front.term,
            other.document.location(yaml_path!["definition"]),
        ));
    }
}

/// For each definition the earlier one that is nearest to it; of equally near ones the first.
fn nearest(words: &[Words]) -> Vec<Option<usize>> {
    let mut first: HashMap<&[u32], usize> = HashMap::with_capacity(words.len());
    let mut nearest = vec![None; words.len()];
    let mut different = Vec::with_capacity(words.len());
    for (number, own) in words.iter().enumerate().filter(|(_, own)| own.numbers.len() >= FEWEST) {
        let equal = *first.entry(&own.numbers).or_insert(number);
        if equal == number {
            different.push(number);
        } else {
            nearest[number] = Some((100, equal));
        }
    }
    let mut filed: Vec<(u64, usize)> = different
        .into_par_iter()
        .flat_map_iter(|number| words[number].rarest().map(move |three| (three, number)))
        .collect();
    filed.par_sort_unstable();
    let close: Vec<(usize, usize, usize)> =
        filed.par_chunk_by(|(a, _), (b, _)| a == b).flat_map_iter(|group| close(words, group)).collect();
    for (later, share, earlier) in close {
        let better = |(known, other): (usize, usize)| share > known || share == known && earlier < other;
        if nearest[later].is_none_or(better) {
            nearest[later] = Some((share, earlier));
        }
    }
    nearest.into_iter().map(|found| found.map(|(_, earlier)| earlier)).collect()
}

/// Similar pairs among definitions that share a key of three words: the later one, the share of common words, the
/// earlier one.
fn close(words: &[Words], group: &[(u64, usize)]) -> Vec<(usize, usize, usize)> {
    let mut found = Vec::new();
    // Kept together in memory, since these alone rule out nearly all pairs.
    let outlines: Vec<Outline> = group.iter().map(|(_, number)| words[*number].outline()).collect();
    for (at, later) in outlines.iter().enumerate() {
        for (before, _) in outlines[..at].iter().enumerate().filter(|(_, earlier)| earlier.may_be_alike(later)) {
            let (earlier, later) = (group[before].1, group[at].1);
            found.extend(similarity(&words[earlier], &words[later]).map(|share| (later, share, earlier)));
        }
    }
    found
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
    for (position, number) in (0..).zip(by_rarity) {
        rank[number as usize] = position;
    }
    let ranked = found.into_iter().map(|own| {
        let mut numbers: Vec<u32> = own.into_iter().map(|number| rank[number as usize]).collect();
        numbers.sort_unstable();
        let bits = numbers.iter().fold(0, |bits, number| bits | 1 << (number % 128));
        Words { numbers, bits }
    });
    ranked.collect()
}

/// The different words of a definition, as numbers in ascending order, and a bit for each number modulo 128.
struct Words {
    numbers: Vec<u32>,
    bits: u128,
}

impl Words {
    fn outline(&self) -> Outline {
        Outline { count: self.numbers.len(), bits: self.bits }
    }

    /// Each three of the rarest words, as one number; should two threes have the same, that costs a comparison and no
    /// more. Two sets of which each has all but `n` of its words in the other agree in three of their first `n + 3`: of
    /// the first three that they share, none has more than `n` others before it.
    fn rarest(&self) -> impl Iterator<Item = u64> {
        let count = self.numbers.len();
        let rarest = &self.numbers[..(count - (count * ALIKE).div_ceil(100) + 3).min(count)];
        rarest.iter().enumerate().flat_map(move |(at, a)| {
            rarest[at + 1..].iter().enumerate().flat_map(move |(next, b)| {
                let rest = &rarest[at + next + 2..];
                rest.iter().map(move |c| u64::from(*a) << 42 ^ u64::from(*b) << 21 ^ u64::from(*c))
            })
        })
    }
}

/// A cheap test that tells most definitions apart: the number of different words, and a bit for each.
#[derive(Clone, Copy)]
struct Outline {
    count: usize,
    bits: u128,
}

impl Outline {
    fn may_be_alike(&self, other: &Self) -> bool {
        let (fewer, more) = (self.count.min(other.count), self.count.max(other.count));
        // A bit that only one of the two has is a word that the other lacks.
        let apart = (self.bits ^ other.bits).count_ones() as usize;
        fewer * 100 >= more * ALIKE && apart * (100 + ALIKE) <= (fewer + more) * (100 - ALIKE)
    }
}

/// The share of common words in per cent, if it is large enough to matter.
fn similarity(a: &Words, b: &Words) -> Option<usize> {
    let common = common(&a.numbers, &b.numbers);
    let share = common * 100 / (a.numbers.len() + b.numbers.len() - common);
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
