//! Finds the records that a typed or printed name means.
//!
//! 1. An id; then id or name with case, spaces and marks ignored; then an id without the minor number of a version
//!    (`llama-3-8b`); then an alias.
//! 2. [`called`] gives all that share a name, [`containing`] those in which each typed word occurs, [`nearest`] the
//!    nearest spelling.
//!
//! Never chooses between two: several are several.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The names of a record.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    /// Its id in the catalog.
    pub id: &'a str,
    /// The name that pages print.
    pub name: &'a str,
    /// Other names that people type.
    pub aliases: &'a [String],
}

impl<'a> Named<'a> {
    /// The id, the name, then the aliases.
    pub fn all_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        [self.id, self.name].into_iter().chain(self.aliases.iter().map(String::as_str))
    }
}

/// The records that a name may mean, by their positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// The record whose id or name it is.
    Own(usize),
    /// The record whose id has a minor number of a version besides.
    Version(usize),
    /// The one record with this alias.
    Alias(usize),
    /// Several records share it.
    Several(Vec<usize>),
    /// No record has it.
    Nothing,
}

/// The meaning of a name.
#[must_use]
pub fn meaning(wanted: &str, known: &[Named<'_>]) -> Meaning {
    if let Some(at) = known.iter().position(|named| named.id == wanted) {
        return Meaning::Own(at);
    }
    let folded = fold(wanted);
    let own =
        matching(known, |named| !folded.is_empty() && [named.id, named.name].iter().any(|name| fold(name) == folded));
    if let [at] = *own {
        return Meaning::Own(at);
    }
    if let [at] = *matching(known, |named| shortened(wanted, named.id)) {
        return Meaning::Version(at);
    }
    let all = called(wanted, known);
    match *all {
        [] => Meaning::Nothing,
        [at] => Meaning::Alias(at),
        _ => Meaning::Several(all),
    }
}

/// The records that have a name, as id, name or alias.
#[must_use]
pub fn called(wanted: &str, known: &[Named<'_>]) -> Vec<usize> {
    let folded = fold(wanted);
    matching(known, |named| !folded.is_empty() && named.all_names().any(|name| fold(name) == folded))
}

/// The records in one of whose names each word of a text occurs, the shortest id first.
#[must_use]
pub fn containing(wanted: &str, known: &[Named<'_>]) -> Vec<usize> {
    let words = split(wanted);
    let has = |name: &str| {
        let own = split(name);
        words.iter().all(|word| own.contains(word))
    };
    let mut close: Vec<usize> = Vec::new();
    let length = |at: usize| known.get(at).map_or(0, |named| named.id.len());
    for at in matching(known, |named| !words.is_empty() && named.all_names().any(has)) {
        let shorter = close.iter().take_while(|other| length(**other) <= length(at)).count();
        close.insert(shorter, at);
    }
    close
}

/// The record with the name that is spelled most nearly so, within a third of its length.
#[must_use]
pub fn nearest(wanted: &str, known: &[Named<'_>]) -> Option<usize> {
    let letters = |text: &str| -> Vec<char> { text.to_ascii_lowercase().replace(' ', "-").chars().collect() };
    let wanted = letters(wanted);
    if wanted.len() > MAX_COMPARED {
        return None;
    }
    let scored = known.iter().enumerate().filter_map(|(at, named)| {
        let score = named.all_names().map(|name| distance(&wanted, &letters(name))).min()?;
        Some((score, at))
    });
    scored.min_by_key(|(score, _)| *score).filter(|(score, _)| *score <= (wanted.len() / 3).max(1)).map(|(_, at)| at)
}

/// The text nearest to a name, if one is near enough to be a slip of the hand; the first one wins a tie.
#[must_use]
pub fn nearest_text<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.to_ascii_lowercase().chars().collect();
    if wanted.len() > MAX_COMPARED {
        return None;
    }
    let limit = (wanted.len() / 3).max(1);
    let scored = candidates.into_iter().map(|candidate| {
        let letters: Vec<char> = candidate.to_ascii_lowercase().chars().collect();
        (distance(&wanted, &letters), candidate)
    });
    scored.min_by_key(|(score, _)| *score).filter(|(score, _)| *score <= limit).map(|(_, candidate)| candidate)
}

/// Longest name compared; the comparison takes time in proportion to the product of the lengths.
pub const MAX_COMPARED: usize = 100;

/// Insertions, deletions, substitutions and swaps of neighbours between two names.
#[must_use]
pub fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let change = last[j] + usize::from(x != y);
            let mut best = change.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = core::mem::replace(&mut last, row);
    }
    last[b.len()]
}

fn matching(known: &[Named<'_>], is: impl Fn(&Named<'_>) -> bool) -> Vec<usize> {
    known.iter().enumerate().filter(|(_, named)| is(named)).map(|(at, _)| at).collect()
}

/// Letters, figures and `+`, whatever the case: an `RX 7900 XTX` is not the card without its last letter.
#[must_use]
pub fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '+').map(|c| c.to_ascii_lowercase()).collect()
}

/// The words of a name; a point belongs to its number.
fn split(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect()
}

/// True if a name equals an id except for minor version numbers: `llama-3-8b` is `llama-3.1-8b`.
fn shortened(name: &str, id: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let (mut parts, mut full) = (name.split('-'), id.split('-'));
    loop {
        match (parts.next(), full.next()) {
            (None, None) => return true,
            (Some(part), Some(full)) => {
                let minor = full.strip_prefix(part).and_then(|rest| rest.strip_prefix('.'));
                let number = part.ends_with(|c: char| c.is_ascii_digit())
                    && minor.is_some_and(|minor| minor.bytes().all(|byte| byte.is_ascii_digit()));
                if part != full && !number {
                    return false;
                }
            }
            _ => return false,
        }
    }
}
