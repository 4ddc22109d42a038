//! Warns of definitions that say nearly the same, so that readers could not tell their hover cards apart.
//!
//! 1. Two definitions are alike if they share at least [`ALIKE`] per cent of all their different words (the Jaccard
//!    index). Each entry is reported once, with the most similar earlier one.
//! 2. Definitions that each have a number or a name that the other lacks are told apart by it: "the bus of version 4",
//!    "the bus of version 5". A name has a capital inside a sentence and is not the entry's own.
//! 3. Comparing every pair would be slow. Similar definitions share at least three of each one's rarest words, so each
//!    definition is filed under every triple of its rarest words, and compared only with those under the same triple.
//! 4. Of definitions with equal words only the first is filed, since the others are equally similar to any third.

use rayon::prelude::*;
use rooflight_glossary::link::Entry;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;
use std::collections::HashMap;

/// Percentage of shared words from which two definitions are reported.
const ALIKE: usize = 75;

/// Definitions with fewer different words are not compared.
const MIN_WORDS: usize = 5;

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

/// Returns for each definition the most similar earlier one; the first of equally similar ones.
fn nearest(words: &[WordSet]) -> Vec<Option<usize>> {
    let mut first: HashMap<&[u32], usize> = HashMap::with_capacity(words.len());
    let mut nearest = vec![None; words.len()];
    let mut different = Vec::with_capacity(words.len());
    for (number, own) in words.iter().enumerate().filter(|(_, own)| own.numbers.len() >= MIN_WORDS) {
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
        let better = |(best, other): (usize, usize)| share > best || share == best && earlier < other;
        if nearest[later].is_none_or(better) {
            nearest[later] = Some((share, earlier));
        }
    }
    nearest.into_iter().map(|found| found.map(|(_, earlier)| earlier)).collect()
}

/// Returns the similar pairs of a group that shares a triple of words: the later definition, the percentage of shared
/// words, the earlier definition.
fn close(words: &[WordSet], group: &[(u64, usize)]) -> Vec<(usize, usize, usize)> {
    let mut found = Vec::new();
    // Collected into one slice for locality, since the outlines rule out nearly all pairs.
    let outlines: Vec<Outline> = group.iter().map(|(_, number)| words[*number].outline()).collect();
    for (at, later) in outlines.iter().enumerate() {
        for (before, _) in outlines[..at].iter().enumerate().filter(|(_, earlier)| earlier.may_be_alike(later)) {
            let (earlier, later) = (group[before].1, group[at].1);
            found.extend(similarity(&words[earlier], &words[later]).map(|share| (later, share, earlier)));
        }
    }
    found
}

/// Returns the different words of every definition as numbers; the rarer a word, the lower its number.
fn numbered(entries: &[&Entry]) -> Vec<WordSet> {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut uses: Vec<u32> = Vec::new();
    let mut found: Vec<Vec<(u32, bool)>> = Vec::with_capacity(entries.len());
    for entry in entries {
        let front = &entry.document.front;
        let term: Vec<String> = words(&front.term).map(|(_, word)| word.to_lowercase()).collect();
        let mut own: Vec<(u32, bool)> = Vec::new();
        for (before, word) in words(&front.definition) {
            let next = u32::try_from(uses.len()).unwrap_or(u32::MAX);
            let low = word.to_lowercase();
            let is_telling = is_number_or_name(before, word) && !term.contains(&low);
            let number = *numbers.entry(low).or_insert(next);
            if number == next {
                uses.push(0);
            }
            own.push((number, is_telling));
        }
        // Of a word that occurs twice, the one that is a name counts.
        own.sort_unstable_by_key(|(number, is_telling)| (*number, !is_telling));
        own.dedup_by_key(|(number, _)| *number);
        for (number, _) in &own {
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
        let ranks = |words: &mut dyn Iterator<Item = &(u32, bool)>| {
            let mut ranks: Vec<u32> = words.map(|(number, _)| rank[*number as usize]).collect();
            ranks.sort_unstable();
            ranks
        };
        let numbers = ranks(&mut own.iter());
        let telling = ranks(&mut own.iter().filter(|(_, is_telling)| *is_telling));
        let bits = numbers.iter().fold(0, |bits, number| bits | 1 << (number % 128));
        WordSet { numbers, telling, bits }
    });
    ranked.collect()
}

/// The different words of a definition as numbers in ascending order, and a bit set with a bit for each number modulo
/// 128.
struct WordSet {
    numbers: Vec<u32>,
    /// Those of them that are numbers or names.
    telling: Vec<u32>,
    bits: u128,
}

impl WordSet {
    fn outline(&self) -> Outline {
        Outline { count: self.numbers.len(), bits: self.bits }
    }

    /// Returns each triple of the rarest words, packed into a number; a collision only costs a comparison. If at most
    /// `n` words of a set are missing from the other, the first three shared words are among its first `n + 3`.
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

/// A summary that cheaply rules out most pairs: the number of different words and their bit set.
#[derive(Clone, Copy)]
struct Outline {
    count: usize,
    bits: u128,
}

impl Outline {
    fn may_be_alike(&self, other: &Self) -> bool {
        let (fewer, more) = (self.count.min(other.count), self.count.max(other.count));
        // Each bit that only one of the two has is at least one word that the other lacks.
        let apart = (self.bits ^ other.bits).count_ones() as usize;
        fewer * 100 >= more * ALIKE && apart * (100 + ALIKE) <= (fewer + more) * (100 - ALIKE)
    }
}

/// Returns the words of a text, each with the text before it.
fn words(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut at = 0;
    let pieces = text.split_inclusive(|c: char| !c.is_alphanumeric()).map(move |piece| {
        let before = &text[..at];
        at += piece.len();
        (before, piece.trim_end_matches(|c: char| !c.is_alphanumeric()))
    });
    pieces.filter(|(_, word)| !word.is_empty())
}

/// True for a word with a digit, or with a capital that no beginning of a sentence explains.
fn is_number_or_name(before: &str, word: &str) -> bool {
    let goes_on =
        before.trim_end().ends_with(|c: char| c.is_alphanumeric() || matches!(c, ',' | '(' | '-' | '\'' | '’'));
    let mut letters = word.chars();
    let has_capital = letters.next().is_some_and(|first| first.is_uppercase() && goes_on);
    has_capital || letters.any(char::is_uppercase) || word.contains(|c: char| c.is_numeric())
}

/// Returns the percentage of shared words if it is at least [`ALIKE`] and nothing tells the definitions apart.
fn similarity(one: &WordSet, other: &WordSet) -> Option<usize> {
    let lacks =
        |own: &WordSet, other: &WordSet| own.telling.iter().any(|number| other.numbers.binary_search(number).is_err());
    if lacks(one, other) && lacks(other, one) {
        return None;
    }
    let common = common(&one.numbers, &other.numbers);
    let share = common * 100 / (one.numbers.len() + other.numbers.len() - common);
    (share >= ALIKE).then_some(share)
}

/// Counts the numbers that two ascending lists share.
fn common(one: &[u32], other: &[u32]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(x), Some(y)) = (one.get(i), other.get(j)) {
        count += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    count
}
