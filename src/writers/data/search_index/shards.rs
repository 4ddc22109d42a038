//! The index in one file, or in one for each beginning of a word.
//!
//! 1. A glossary whose records fit into [`WHOLE`] bytes is one file, and everything in it is found at once.
//! 2. A larger one is split. Each record stands under the beginnings of its names' words, and under those of the words
//!    of its definition that few others have: the reader's browser fetches the files of the words that are typed, and
//!    no other.
//! 3. A beginning is one letter, and a letter longer wherever its file would be larger than a part may be.
//!
//! 4. An index is not split where its parts together would be many times as large: a record with thousands of names
//!    stands under each.
//!
//! Records keep the order in which they come; nothing depends on a hash map.

use crate::site::search::records::{MAX_PREFIX, Record};
use std::collections::{BTreeMap, BTreeSet};

/// The largest index that is one file, in bytes before compression. Definitions and names of a glossary come down to
/// about a third, so this is within 80 KB as it travels.
pub(crate) const WHOLE: usize = 232 * 1024;

/// From this size on a part is split further, in bytes before compression.
const PART: usize = 48 * 1024;

/// How many times as large the parts of a whole index may be together, and those of a part. A record has a dozen words
/// with different first letters, and few that share the first one.
const GROWTH: usize = 64;
const PART_GROWTH: usize = 8;

/// A word in more definitions than this gets no index file: it would not narrow a search.
const RARE: usize = 8;

/// The files by the beginning of the words that they are for; a whole index has the empty beginning alone.
#[must_use]
pub(crate) fn split(records: &[Record]) -> BTreeMap<String, String> {
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

/// Puts sorted words that have the first `length - 1` letters in common into files.
fn part(records: &[Record], words: &[(&str, BTreeSet<usize>)], length: usize, parts: &mut BTreeMap<String, String>) {
    for together in words.chunk_by(|(a, _), (b, _)| beginning(a, length) == beginning(b, length)) {
        let Some((first, _)) = together.first() else { continue };
        let key = beginning(first, length);
        let numbers = numbers(together);
        let size = size(records, &numbers);
        // A word that ends here cannot be told apart by a further letter.
        let ends = key.chars().count() < length;
        let is_split = size > PART && length < MAX_PREFIX && !ends && together.len() > 1;
        if is_split && size_of_parts(records, together, length + 1) <= PART_GROWTH * size {
            part(records, together, length + 1, parts);
        } else {
            parts.insert(key.to_owned(), array(numbers.iter().map(|number| &records[*number])));
        }
    }
}

/// The records of these words.
fn numbers(words: &[(&str, BTreeSet<usize>)]) -> BTreeSet<usize> {
    words.iter().flat_map(|(_, numbers)| numbers.iter().copied()).collect()
}

/// The size of a file of these records, in bytes.
fn size(records: &[Record], numbers: &BTreeSet<usize>) -> usize {
    numbers.iter().map(|number| records[*number].json.len() + 1).sum()
}

/// The size of all files together where sorted words are told apart by their first `length` letters.
fn size_of_parts(records: &[Record], words: &[(&str, BTreeSet<usize>)], length: usize) -> usize {
    let parts = words.chunk_by(|(a, _), (b, _)| beginning(a, length) == beginning(b, length));
    parts.map(|together| size(records, &numbers(together))).sum()
}

/// The first `length` letters of a word.
fn beginning(word: &str, length: usize) -> &str {
    word.char_indices().nth(length).map_or(word, |(end, _)| &word[..end])
}

fn array<'a>(records: impl Iterator<Item = &'a Record>) -> String {
    format!("[{}]", records.map(|record| record.json.as_str()).collect::<Vec<_>>().join(",\n"))
}
