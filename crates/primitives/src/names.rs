//! Finds the catalog entries that a typed or printed name refers to.
//!
//! 1. Matches, in this order: an id; an id or a name without regard to case, spaces and punctuation; an id without its
//!    minor version (`llama-3-8b`); an alias.
//! 2. [`with_name`] returns all that share a name, [`containing`] those that contain each word, [`nearest`] the one
//!    with the nearest spelling.
//!
//! Never picks one of several matches.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The names of a catalog entry.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    /// Catalog id.
    pub id: &'a str,
    /// Name to print.
    pub name: &'a str,
    /// Other names that people type.
    pub aliases: &'a [String],
}

impl<'a> Named<'a> {
    /// Yields the id, the name, then the aliases.
    pub fn all_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        [self.id, self.name].into_iter().chain(self.aliases.iter().map(String::as_str))
    }
}

/// The entries that a name may refer to, by index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// The entry with this id or name.
    Own(usize),
    /// The entry whose id equals it except for a minor version number.
    Version(usize),
    /// The only entry with this alias.
    Alias(usize),
    /// Several entries share the name.
    Several(Vec<usize>),
    /// No entry has the name.
    Nothing,
}

/// Looks up a name among `known` entries.
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
    let all = with_name(wanted, known);
    match *all {
        [] => Meaning::Nothing,
        [at] => Meaning::Alias(at),
        _ => Meaning::Several(all),
    }
}

/// Returns the entries that have this id, name or alias.
#[must_use]
pub fn with_name(wanted: &str, known: &[Named<'_>]) -> Vec<usize> {
    let folded = fold(wanted);
    matching(known, |named| !folded.is_empty() && named.all_names().any(|name| fold(name) == folded))
}

/// Returns the entries that have a name with every word of the text, the shortest id first.
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

/// True if a text has all words of a name in a row.
#[must_use]
pub fn has_name(text: &str, name: &str) -> bool {
    let [text, name] = [text, name].map(split);
    text.windows(name.len().max(1)).any(|words| words == name)
}

/// Returns the entry whose name has the nearest spelling, at most a third of its letters away.
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

/// Returns the candidate with the nearest spelling, at most a third of the letters away; the first one wins a tie.
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

/// Longest name compared, in characters; the time is proportional to the product of the lengths.
pub const MAX_COMPARED: usize = 100;

/// The Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of adjacent characters.
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

/// Keeps letters, digits and `+`, in lower case. Every letter counts: an `RX 7900 XTX` is no `RX 7900 XT`.
#[must_use]
pub fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '+').map(|c| c.to_ascii_lowercase()).collect()
}

/// Splits a name into words; a point is part of its number.
fn split(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    words.map(|word| word.trim_matches('.').to_ascii_lowercase()).filter(|word| !word.is_empty()).collect()
}

/// True if a name equals an id except for minor version numbers: `llama-3-8b` and `llama-3.1-8b`.
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
