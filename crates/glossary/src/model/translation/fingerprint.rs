//! The version of an original, as a short hash of what a translator reads.
//!
//! It is made of the [`parts`](super::front::parts), and is twelve consonants: no YAML reader takes them for a number,
//! and no human for a word.

use crate::model::translation::front::Part;
use std::fmt;

/// The letters of a fingerprint.
const LETTERS: [char; 16] = ['b', 'c', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'q', 'r', 's', 't'];

/// The number of letters.
pub const LENGTH: usize = 12;

/// The version of an original.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The version that is written in a translation; `None` for anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let is_one = text.chars().count() == LENGTH && text.chars().all(|letter| LETTERS.contains(&letter));
        is_one.then(|| Self(text.to_owned()))
    }

    /// The version of these parts.
    #[must_use]
    pub fn of(parts: &[Part]) -> Self {
        let mut hasher = blake3::Hasher::new();
        for Part { key, text } in parts {
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

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
