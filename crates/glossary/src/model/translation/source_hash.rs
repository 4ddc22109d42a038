//! A short hash of what a translator reads in an original.
//!
//! It is computed from the [`parts`](super::front::parts), and written as twelve consonants: no YAML reader takes them
//! for a number, and no human for a word.

use crate::model::translation::front::OriginalPart;
use std::fmt;

/// The letters of a hash, one for each value of four bits.
const LETTERS: [char; 16] = ['b', 'c', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'q', 'r', 's', 't'];

/// The number of letters: 48 bits.
pub const LENGTH: usize = 12;

/// The hash of an original's words.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceHash(String);

impl SourceHash {
    /// Parses a hash as translations write it; `None` for any other text.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let is_one = text.chars().count() == LENGTH && text.chars().all(|letter| LETTERS.contains(&letter));
        is_one.then(|| Self(text.to_owned()))
    }

    /// Computes the hash of these parts.
    #[must_use]
    pub fn of(parts: &[OriginalPart]) -> Self {
        let mut hasher = blake3::Hasher::new();
        for OriginalPart { key, text } in parts {
            for bytes in [key.as_bytes(), text.as_bytes()] {
                hasher.update(&(bytes.len() as u64).to_le_bytes());
                hasher.update(bytes);
            }
        }
        let nibbles = hasher.finalize().as_bytes().iter().flat_map(|byte| [byte >> 4, byte & 15]).collect::<Vec<u8>>();
        let letters = nibbles.iter().filter_map(|nibble| LETTERS.get(usize::from(*nibble)));
        Self(letters.take(LENGTH).collect())
    }
}

impl fmt::Display for SourceHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
