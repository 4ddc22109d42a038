//! Finds what a sentence names: "my 2x 3090 do 71 tok/s with Qwen3 8B".
//!
//! 1. At each word the longest run of words that is a name of a record is taken, and the search goes on behind it.
//! 2. A count before or after a name says how often it stands there.
//!
//! Says which words are names, not whose: a name that several records share is for `names` to refuse.

use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::names::{Named, called};

/// Words of a name at most.
const MAX_WORDS: usize = 6;

/// Words of a sentence that are read: each with those behind it is compared with every name.
const READ: usize = 60;

/// The names of records in a sentence, as often as it counts them. An empty word parts what stands before it from what
/// follows.
pub(super) fn named(words: &[String], known: &[Named<'_>]) -> Vec<String> {
    let mut rest = words.get(..READ).unwrap_or(words);
    let (mut found, mut before) = (Vec::new(), "");
    while let [word, others @ ..] = rest {
        if let Some((name, behind)) = longest(rest, known) {
            let next = behind.first().map_or("", String::as_str);
            for _ in 0..count(before).max(count(next)) {
                found.push(name.clone());
            }
            (before, rest) = ("", behind);
        } else {
            (before, rest) = (word, others);
        }
    }
    found
}

/// The longest name that begins with the first word, and the words behind it.
fn longest<'a>(words: &'a [String], known: &[Named<'_>]) -> Option<(String, &'a [String])> {
    let (mut name, mut found, mut rest) = (String::new(), None, words);
    while let [word, others @ ..] = rest
        && !word.is_empty()
        && words.len() - others.len() <= MAX_WORDS
    {
        name.push_str(word);
        if !called(&name, known).is_empty() {
            found = Some((name.clone(), others));
        }
        name.push(' ');
        rest = others;
    }
    found
}

/// The number of a word such as `2x` or `two`, else one.
fn count(word: &str) -> usize {
    COUNTS.iter().position(|names| names.split(' ').any(|name| name == word)).unwrap_or_default() + 1
}

/// The words for numbers, from one.
const COUNTS: [&str; 4] = ["", "2x x2 two dual", "3x x3 three", "4x x4 four quad"];
