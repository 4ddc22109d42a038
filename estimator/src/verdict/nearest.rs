//! The nearest known name to a misspelt one.
//!
//! Counts the insertions, deletions, substitutions and swaps of neighbours between two names, ignoring case, and offers the best
//! candidate when it is near enough to be a slip of the hand. Never guesses beyond a third of the name's length.

use alloc::vec;
use alloc::vec::Vec;

/// The candidate nearest to `name`, if one is near enough; the first one wins a tie.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.to_lowercase().chars().collect();
    if wanted.len() > LONGEST {
        return None;
    }
    let limit = (wanted.len() / 3).max(1);
    let scored = candidates.into_iter().map(|candidate| {
        let letters: Vec<char> = candidate.to_lowercase().chars().collect();
        (distance(&wanted, &letters), candidate)
    });
    scored.min_by_key(|(score, _)| *score).filter(|(score, _)| *score <= limit).map(|(_, candidate)| candidate)
}

/// Longest name compared; the comparison takes time in proportion to the product of the lengths.
const LONGEST: usize = 100;

fn distance(a: &[char], b: &[char]) -> usize {
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

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_the_slip_and_refuses_the_guess() {
        let names = ["velocity", "definition", "kv-cache"];
        assert_eq!(nearest("velocty", names), Some("velocity"));
        assert_eq!(nearest("defintion", names), Some("definition"));
        assert_eq!(nearest("vk-cache", names), Some("kv-cache"));
        assert_eq!(nearest("throughput", names), None);
        assert_eq!(nearest("", names), None);
    }
}
