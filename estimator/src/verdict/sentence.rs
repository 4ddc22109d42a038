//! Finds what a sentence names: "my 2x 3090 do 71 tok/s with Qwen3 8B".
//!
//! 1. At each word the longest run of words that is a name of a record is taken, and the search goes on behind it.
//! 2. A count before or after a name says how often it stands there.
//!
//! Says which words are names, not whose: a name that several records share is for `names` to refuse.

use crate::names::{Named, fold};
use alloc::string::String;
use alloc::vec::Vec;

/// Words of a name at most.
const LONGEST: usize = 6;

/// Copies of one device that a sentence can name.
const MOST: usize = 64;

/// The names of records in a sentence, as often as it counts them. An empty word parts what stands before it from what follows.
pub(super) fn named(words: &[String], known: &[Named<'_>]) -> Vec<String> {
    let folded: Vec<String> = known.iter().flat_map(Named::each).map(fold).collect();
    let is_name = |name: &[String]| {
        let name = if name.iter().any(String::is_empty) { String::new() } else { fold(&name.concat()) };
        !name.is_empty() && folded.contains(&name)
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let ends = (at + 1..=words.len().min(at + LONGEST)).rev();
        let Some((end, name)) = ends.filter_map(|end| Some((end, words.get(at..end)?))).find(|(_, name)| is_name(name))
        else {
            at += 1;
            continue;
        };
        let beside = [at.checked_sub(1), Some(end)].into_iter().flatten();
        let times = beside.filter_map(|at| count(words.get(at)?)).next().unwrap_or(1);
        found.extend(core::iter::repeat_n(name.join(" "), times));
        at = end;
    }
    found
}

/// The number of a word such as `2x`, `x2` or `two`.
fn count(word: &str) -> Option<usize> {
    match word {
        "two" | "dual" => return Some(2),
        "three" => return Some(3),
        "four" | "quad" => return Some(4),
        _ => {}
    }
    let crosses = ['x', '×'];
    let bare = word.trim_matches(crosses);
    let number = bare.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.filter(|_| bare != word)
}
