//! Decides whether a match is a whole word.
//!
//! 1. Unicode's word boundaries (UAX #29) decide. Between two ASCII characters there is a fast path: the neighbour must
//!    not be a letter, a digit or an underscore.
//! 2. Characters that join words only in code, file names and addresses make one word too: `token.py`, `std::token`,
//!    `decode()`, `--gpu`, `@gpu`, `C++`, `name=value`.
//! 3. `'s` may follow, and so may an apostrophe that closes a quotation. An apostrophe before a word is a boundary
//!    outside English, as in French elision (`l'horloge`).
//! 4. Addresses and paths in plain text (`https://…`, `/usr/…`, `a@b`) are found as a whole, so that nothing inside
//!    them counts.
//! 5. A Korean particle may follow, and an Arabic prefix may precede ([`crate::link::usage::affixes`]). In Turkish a
//!    suffix may follow an apostrophe (`Kubernetes'in`).
//! 6. A Capitalised word next to another one is part of a longer name (`Amazon Web Services`), unless the other one
//!    begins a sentence; in German, which capitalises every noun, it takes two neighbours. A later part of an English
//!    hyphenated compound is part of a longer name too (`quality-of-service`, `self-service`), and so is a Chinese name
//!    next to a character that makes it another word (`服务器`).
//! 7. One word of an abbreviation's expansion is part of a longer name ([`crate::link::forms::expansion`],
//!    [`crate::link::forms::introduced`]).
//!
//! Looks only a few characters to either side, so that hostile text costs no more than other text.

use crate::link::forms::expansion::is_part_of_expansion;
use crate::link::forms::inflect::Language;
use crate::link::forms::introduced::is_part_of_introduced;
use crate::link::usage::affixes::{is_followed_by_particle, is_part_of_han_word, is_preceded_by_prefix};
use crate::link::usage::{east_asian, english, french, german, russian};
use std::cell::OnceCell;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// The boundaries of one folded text.
#[derive(Debug)]
pub struct Boundaries<'a> {
    text: &'a str,
    language: Language,
    /// Unicode's word boundaries, computed when first needed between characters that are not both ASCII.
    unicode: OnceCell<Vec<usize>>,
    addresses: OnceCell<Vec<Range<usize>>>,
}

impl<'a> Boundaries<'a> {
    /// The boundaries of a folded text, by the rules of `language`.
    #[must_use]
    pub fn new(text: &'a str, language: Language) -> Self {
        Self { text, language, unicode: OnceCell::new(), addresses: OnceCell::new() }
    }

    /// True if the range is one or more whole words. The range must not be empty.
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

    /// True if the range, an ordinary word, is part of the name of something else.
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

    /// True if the range, an ordinary word, has a grammatical function or its everyday sense
    /// ([`crate::link::usage::english`] and the `usage_…` modules of other languages).
    #[must_use]
    pub fn in_other_use(&self, range: &Range<usize>) -> bool {
        let (before, word, after) = (&self.text[..range.start], &self.text[range.clone()], &self.text[range.end..]);
        match self.language {
            Language::English => english::is_other_use(before, word, after),
            Language::German => german::is_other_use(before, word, after),
            Language::French => french::is_other_use(before, word, after),
            Language::Russian => russian::is_other_use(before, word, after),
            _ => east_asian::is_other_use(before, word, after),
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

    /// True if a word may begin or end at `at`, between a character of the match and its neighbour.
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

/// True for one word of an English hyphenated compound that names something else: `self-service`,
/// `cloud-controller-manager`, `quality-of-service`, `Server-side Rendering`. False for the first word of a compound
/// that qualifies what follows: `container-based`.
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

/// True for the last word of an English name such as `Infrastructure as a Service`, which other languages keep.
fn is_kind_of_service(before: &str, word: &str) -> bool {
    let first = [" as a ", " as an "].iter().find_map(|joint| before.strip_suffix(*joint));
    let first = first.and_then(|start| start.rsplit(|c: char| !c.is_alphanumeric()).next());
    is_capitalised(word) && first.is_some_and(|first| first.starts_with(char::is_uppercase))
}

/// True for a single word with a capital first letter only: `Services`, but not `GPU` or `ReplicaSet`.
fn is_capitalised(word: &str) -> bool {
    let mut letters = word.chars();
    let second = letters.next().filter(|first| first.is_uppercase()).and_then(|_| letters.next());
    second.is_some_and(char::is_lowercase) && letters.all(|letter| letter.is_lowercase() || letter == '-')
}

/// The Capitalised words right before a match, nearest first. Stops at a word that begins a sentence or a parenthesis,
/// which has a capital anyway.
fn names_before(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let (start, word) = text.strip_suffix(' ')?.rsplit_once(' ')?;
        text = &text[..=start.len()];
        let goes_on = start.ends_with(|c: char| c.is_alphanumeric() || c == ',');
        (goes_on && is_capitalised(word)).then_some(word)
    })
}

/// The Capitalised words right after a match; punctuation ends them.
fn names_after(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let next = text.strip_prefix(' ')?;
        let end = next.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(next.len());
        text = &next[end..];
        is_capitalised(&next[..end]).then_some(&next[..end])
    })
}

/// True for the hyphen of a command-line option: `-gpu` or `--gpu` after white space.
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
