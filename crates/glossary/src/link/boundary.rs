//! Whether a find is a word of its own.
//!
//! 1. Unicode's word boundaries (UAX #29) decide, by a short way between ASCII characters: no letter, figure or
//!    underscore goes on.
//! 2. Characters that only code, file names and addresses join make one word too: `token.py`, `std::token`, `decode()`,
//!    `--gpu`, `@gpu`, `C++`, `name=value`.
//! 3. `'s` may follow, and an apostrophe that closes a quotation; before a word it is a boundary where the language
//!    elides (`l'horloge`).
//! 4. Addresses and paths in plain text (`https://…`, `/usr/…`, `a@b`) are found as a whole, so that nothing inside
//!    them counts.
//! 5. A Korean particle may follow, and an Arabic prefix precede ([`crate::link::affixes`]). In Turkish a suffix may
//!    follow an apostrophe (`Kubernetes'in`).
//! 6. A Capitalised word beside another one is part of a longer name (`Amazon Web Services`), unless the other one
//!    begins a sentence; in German, which capitalises every noun, three in a row are. So is the end of what hyphens
//!    make one word: `quality-of-service`, and any part of one: `self-service`, `cloud-controller-manager`. Some
//!    Chinese characters make another word of the name beside them: `服务器`.
//! 7. So is one word of what an abbreviation stands for ([`crate::link::expansion`], [`crate::link::introduced`]).
//!
//! Looks a few characters to either side and never searches on from there, so that hostile text costs no more than
//! other text.

use crate::link::affixes::{is_followed_by_particle, is_part_of_han_word, is_preceded_by_prefix};
use crate::link::expansion::is_part_of_expansion;
use crate::link::inflect::Language;
use crate::link::introduced::is_part_of_introduced;
use crate::link::{usage, usage_east_asian, usage_french, usage_german};
use std::cell::OnceCell;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// The boundaries of one folded text.
#[derive(Debug)]
pub struct Boundaries<'a> {
    text: &'a str,
    language: Language,
    /// Word boundaries by Unicode; computed only between characters that are not both ASCII.
    unicode: OnceCell<Vec<usize>>,
    addresses: OnceCell<Vec<Range<usize>>>,
}

impl<'a> Boundaries<'a> {
    /// The boundaries of a folded text.
    #[must_use]
    pub fn new(text: &'a str, language: Language) -> Self {
        Self { text, language, unicode: OnceCell::new(), addresses: OnceCell::new() }
    }

    /// True if the range, not an empty one, is a word or several.
    #[must_use]
    pub fn is_word(&self, range: &Range<usize>) -> bool {
        let (before, after) = (&self.text[..range.start], &self.text[range.end..]);
        let name = &self.text[range.clone()];
        (self.begins(range.start) || is_preceded_by_prefix(before, name))
            && (self.ends(range.end) || is_followed_by_particle(name, after))
    }

    /// True if the range is inside an address or a path.
    #[must_use]
    pub fn in_address(&self, range: &Range<usize>) -> bool {
        let addresses = self.addresses.get_or_init(|| addresses(self.text));
        let next = addresses.partition_point(|address| address.end <= range.start);
        addresses.get(next).is_some_and(|address| address.start < range.end)
    }

    /// True if the range, an ordinary word, stands inside the name of something else.
    #[must_use]
    pub fn in_longer_name(&self, range: &Range<usize>) -> bool {
        let (before, after) = (&self.text[..range.start], &self.text[range.end..]);
        let word = &self.text[range.clone()];
        if is_part_of_han_word(before, word, after)
            || is_part_of_expansion(before, word, after)
            || is_part_of_introduced(word, after)
        {
            return true;
        }
        if self.language == Language::English && is_part_of_compound(before, word, after) {
            return true;
        }
        if is_kind_of_service(before, &self.text[range.clone()]) {
            return true;
        }
        let neighbours = if self.language == Language::German { 2 } else { 1 };
        is_capitalised(word) && names_before(before).chain(names_after(after)).take(neighbours).count() == neighbours
    }

    /// True if the range, an ordinary word, is used for its grammar or in its everyday sense: [`crate::link::usage`],
    /// and its neighbours for other languages.
    #[must_use]
    pub fn in_other_use(&self, range: &Range<usize>) -> bool {
        let (before, word, after) = (&self.text[..range.start], &self.text[range.clone()], &self.text[range.end..]);
        match self.language {
            Language::English => usage::is_other_use(before, word, after),
            Language::German => usage_german::is_other_use(before, word, after),
            Language::French => usage_french::is_other_use(before, word, after),
            _ => usage_east_asian::is_other_use(before, word, after),
        }
    }

    fn begins(&self, at: usize) -> bool {
        let (mut before, mut after) = (self.text[..at].chars().rev(), self.text[at..].chars());
        let (Some(first), Some(previous)) = (after.next(), before.next()) else { return true };
        let second = before.next();
        match previous {
            '@' | '#' | '$' | '\\' => false,
            '.' => second == Some('.'),
            // The rest of one word: `(micro)services`.
            ')' => !(first.is_ascii_alphabetic() && second.is_some_and(|c| c.is_ascii_alphabetic())),
            ',' => !(first.is_ascii_digit() && second.is_some_and(|c| c.is_ascii_digit())),
            ':' => second != Some(':'),
            '\'' => self.language != Language::English || !second.is_some_and(char::is_alphanumeric),
            '&' | '=' => !second.is_some_and(char::is_alphanumeric),
            '-' => !is_flag(second, before.next()),
            _ => self.breaks(first, previous, at),
        }
    }

    fn ends(&self, at: usize) -> bool {
        let (mut before, mut after) = (self.text[..at].chars().rev(), self.text[at..].chars());
        let (Some(last), Some(next)) = (before.next(), after.next()) else { return true };
        let second = after.next();
        let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        match next {
            '@' | '#' | '\\' => false,
            '.' | '&' | '=' => !word(second),
            ',' => !(last.is_ascii_digit() && second.is_some_and(|c| c.is_ascii_digit())),
            ':' => second != Some(':'),
            '+' => second != Some('+') && word(second),
            '(' => second != Some(')'),
            '\'' if self.language == Language::Turkish => true,
            '\'' => !word(second) || matches!(second, Some('s' | 'S')) && !word(after.next()),
            _ => self.breaks(last, next, at),
        }
    }

    /// True if a word may begin or end at `at`, between a character of the find and its neighbour.
    fn breaks(&self, inside: char, outside: char, at: usize) -> bool {
        if inside.is_ascii() && outside.is_ascii() {
            return !(outside.is_ascii_alphanumeric() || outside == '_');
        }
        let unicode = || self.text.split_word_bound_indices().map(|(start, _)| start).collect();
        self.unicode.get_or_init(unicode).binary_search(&at).is_ok()
    }
}

/// Prefixes of hyphenated words that do not change the meaning of the next part: `per-token`, `multi-node`.
const PREFIXES: [&str; 21] = [
    "to", "per", "multi", "single", "non", "pre", "post", "inter", "intra", "sub", "re", "one", "two", "three", "many",
    "each", "cross", "full", "whole", "same", "all",
];

/// True for one word of an English compound with hyphens, which names something else: `self-service`,
/// `cloud-controller-manager`, `quality-of-service`, `Server-side Rendering`. False for compounds that qualify the
/// words after them: `container-based`.
fn is_part_of_compound(before: &str, word: &str, after: &str) -> bool {
    if word.contains([' ', '-']) {
        return false;
    }
    let joined = before.strip_suffix('-').map(|start| {
        let first = start.rfind(|c: char| !c.is_alphanumeric()).map_or(start, |at| &start[at..]);
        first.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
    });
    let is_joined = joined.is_some_and(|first| {
        first.chars().any(char::is_alphabetic) && first.chars().count() > 1 && !PREFIXES.contains(&&*first)
            || first == "a"
    });
    let goes_on = after.strip_prefix('-').is_some_and(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        end > 0 && is_capitalised(word) && names_after(&rest[end..]).next().is_some()
    });
    is_joined || goes_on
}

/// True for the end of an English name that other languages keep: `Infrastructure as a Service`.
fn is_kind_of_service(before: &str, word: &str) -> bool {
    let first = [" as a ", " as an "].iter().find_map(|joint| before.strip_suffix(*joint));
    let first = first.and_then(|start| start.rsplit(|c: char| !c.is_alphanumeric()).next());
    is_capitalised(word) && first.is_some_and(|first| first.starts_with(char::is_uppercase))
}

/// True for a single capitalised word: `Services`, but not `GPU` or `ReplicaSet`.
fn is_capitalised(word: &str) -> bool {
    let mut letters = word.chars();
    let second = letters.next().filter(|first| first.is_uppercase()).and_then(|_| letters.next());
    second.is_some_and(char::is_lowercase) && letters.all(|letter| letter.is_lowercase() || letter == '-')
}

/// The Capitalised words that end right before a find, nearest first; one that begins a sentence or a parenthesis has a
/// capital anyway.
fn names_before(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let (start, word) = text.strip_suffix(' ')?.rsplit_once(' ')?;
        text = &text[..=start.len()];
        let goes_on = start.ends_with(|c: char| c.is_alphanumeric() || c == ',');
        (goes_on && is_capitalised(word)).then_some(word)
    })
}

/// The Capitalised words that follow a find; what closes a word ends the name.
fn names_after(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let next = text.strip_prefix(' ')?;
        let end = next.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(next.len());
        text = &next[end..];
        is_capitalised(&next[..end]).then_some(&next[..end])
    })
}

/// `-gpu` and `--gpu` after white space are options of a command, not words.
fn is_flag(second: Option<char>, third: Option<char>) -> bool {
    let blank = |c: Option<char>| c.is_some_and(char::is_whitespace);
    blank(second) || second == Some('-') && blank(third)
}

/// The addresses and paths of a folded text.
fn addresses(text: &str) -> Vec<Range<usize>> {
    if !text.bytes().any(|byte| matches!(byte, b'/' | b'@')) && !text.contains("www.") {
        return Vec::new();
    }
    let mut start = 0;
    let mut found = Vec::new();
    for chunk in text.split(' ') {
        if is_address(chunk.trim_start_matches(['(', '[', '{', '<', '"', '\'', '“', '«'])) {
            found.push(start..start + chunk.len());
        }
        start += chunk.len() + 1;
    }
    found
}

fn is_address(chunk: &str) -> bool {
    let alphanumeric = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let path = ["/", "./", "../", "~/"]
        .iter()
        .any(|start| chunk.strip_prefix(start).is_some_and(|rest| alphanumeric(rest.chars().next())));
    let mail = chunk
        .split_once('@')
        .is_some_and(|(before, after)| alphanumeric(before.chars().next_back()) && alphanumeric(after.chars().next()));
    path || mail || chunk.starts_with("www.") || chunk.contains("://")
}
