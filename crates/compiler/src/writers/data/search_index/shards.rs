//! Divides the index into files by word prefix.
//!
//! 1. An index of at most [`WHOLE`] bytes is one file.
//! 2. A larger one is split. A record is filed under each word of its names, and under the words of its definition that
//!    few other definitions have. The browser fetches only the files of the words that are typed.
//! 3. A prefix has one letter, and one more wherever its file would be larger than [`PART`].
//! 4. An index is not split if its parts together would be many times as large, as records with thousands of names
//!    would make them.
//!
//! Records keep their order, and the result does not depend on a hash map.

use crate::site::search::records::{MAX_PREFIX, SearchRecord};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum size of an index in one file, in bytes before compression. Names and definitions compress to about a third,
/// so the transfer is below 80 KB.
pub(crate) const WHOLE: usize = 232 * 1024;

/// Maximum size of a part that could be split further, in bytes before compression.
const PART: usize = 48 * 1024;

/// Maximum total size of the parts relative to the whole index, and of a part's own parts relative to that part. A
/// record has about a dozen words with different first letters, and few that share one.
const GROWTH: usize = 64;
const PART_GROWTH: usize = 8;

/// Maximum number of definitions that a word may occur in and still be indexed: a more common word would not narrow a
/// search.
const RARE: usize = 8;

/// Returns the files by word prefix; an index that is not split has the empty prefix.
#[must_use]
pub(crate) fn split(records: &[SearchRecord]) -> BTreeMap<String, String> {
    let whole = array(records.iter());
    if whole.len() <= WHOLE {
        return BTreeMap::from([(String::new(), whole)]);
    }
    let mut words: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (number, record) in records.iter().enumerate() {
        for word in &record.definition {
            words.entry(word).or_default().insert(number);
        }
    }
    words.retain(|_, numbers| numbers.len() <= RARE);
    for (number, record) in records.iter().enumerate() {
        for word in &record.names {
            words.entry(word).or_default().insert(number);
        }
    }
    let words: Vec<(&str, BTreeSet<usize>)> = words.into_iter().collect();
    if size_of_parts(records, &words, 1) > GROWTH * whole.len() {
        return BTreeMap::from([(String::new(), whole)]);
    }
    let mut parts = BTreeMap::new();
    part(records, &words, 1, &mut parts);
    parts
}

/// Files sorted words that share their first `length - 1` letters.
fn part(
    records: &[SearchRecord],
    words: &[(&str, BTreeSet<usize>)],
    length: usize,
    parts: &mut BTreeMap<String, String>,
) {
    for group in words.chunk_by(|(a, _), (b, _)| beginning(a, length) == beginning(b, length)) {
        let Some((first, _)) = group.first() else { continue };
        let key = beginning(first, length);
        let numbers = numbers(group);
        let size = size(records, &numbers);
        // A word that ends here has no further letter to split by.
        let ends = key.chars().count() < length;
        let is_split = size > PART && length < MAX_PREFIX && !ends && group.len() > 1;
        if is_split && size_of_parts(records, group, length + 1) <= PART_GROWTH * size {
            part(records, group, length + 1, parts);
        } else {
            parts.insert(key.to_owned(), array(numbers.iter().map(|number| &records[*number])));
        }
    }
}

/// Returns the positions of the records that have any of these words.
fn numbers(words: &[(&str, BTreeSet<usize>)]) -> BTreeSet<usize> {
    words.iter().flat_map(|(_, numbers)| numbers.iter().copied()).collect()
}

/// Returns the size of a file with these records, in bytes.
fn size(records: &[SearchRecord], numbers: &BTreeSet<usize>) -> usize {
    numbers.iter().map(|number| records[*number].json.len() + 1).sum()
}

/// Returns the total size of the files, in bytes, if sorted words are grouped by their first `length` letters.
fn size_of_parts(records: &[SearchRecord], words: &[(&str, BTreeSet<usize>)], length: usize) -> usize {
    let parts = words.chunk_by(|(a, _), (b, _)| beginning(a, length) == beginning(b, length));
    parts.map(|group| size(records, &numbers(group))).sum()
}

/// Returns the first `length` letters of a word.
fn beginning(word: &str, length: usize) -> &str {
    word.char_indices().nth(length).map_or(word, |(end, _)| &word[..end])
}

fn array<'a>(records: impl Iterator<Item = &'a SearchRecord>) -> String {
    format!("[{}]", records.map(|record| record.json.as_str()).collect::<Vec<_>>().join(",\n"))
}
