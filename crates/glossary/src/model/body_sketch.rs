//! A sketch of a body: 64 bytes that tell how much of it has changed, without the body itself.
//!
//! 1. Every run of three words (a shingle) is hashed, and falls into one of 64 bins by its hash.
//! 2. A bin keeps one byte of its smallest hash: this is `MinHash` with one permutation.
//! 3. The share of equal bins estimates the share of shingles that two bodies have in common, to within some 6 %.
//!
//! Spaces and line breaks do not count, so that a body may be wrapped anew.

use std::fmt;

/// The number of bins.
const BINS: usize = 64;

/// The number of words in a shingle.
const SHINGLE: usize = 3;

/// FNV-1a, whose result is the same on every machine and in every version of the program.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The finalizer of `SplitMix64`: every bit of the result depends on every bit of the hash.
const fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

/// A body in 64 bins; a bin that no shingle falls into is zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodySketch([u8; BINS]);

impl BodySketch {
    /// Sketches a body.
    #[must_use]
    pub fn of(body: &str) -> Self {
        let words: Vec<u64> = body.split_whitespace().map(|word| fnv(word.as_bytes())).collect();
        let mut smallest = [u64::MAX; BINS];
        for shingle in words.windows(SHINGLE.min(words.len()).max(1)) {
            let hash = shingle.iter().fold(0, |hash, word| mixed(hash ^ word));
            if let Some(kept) = smallest.get_mut(usize::from(hash.to_le_bytes()[0]) % BINS) {
                *kept = hash.min(*kept);
            }
        }
        // A byte of one to 255, so that zero is left for the empty bin.
        Self(smallest.map(|hash| if hash == u64::MAX { 0 } else { u8::try_from((hash >> 8) % 255).unwrap_or(0) + 1 }))
    }

    /// Parses a sketch as it is printed; `None` for any other text.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut bins = [0; BINS];
        for (at, bin) in bins.iter_mut().enumerate() {
            *bin = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        (text.len() == 2 * BINS).then_some(Self(bins))
    }

    /// Estimates the share of the body that has changed, between 0 and 1.
    ///
    /// If a share `c` of the words is replaced, (1 − c) / (1 + c) of the shingles of both bodies together are in both.
    #[must_use]
    pub fn changed(&self, other: &Self) -> f64 {
        let used = self.0.iter().zip(&other.0).filter(|(one, other)| **one != 0 || **other != 0);
        let (equal, all) =
            used.fold((0_u8, 0_u8), |(equal, all), (one, other)| (equal + u8::from(one == other), all + 1));
        let [equal, all] = [equal, all].map(f64::from);
        if all == 0.0 { 0.0 } else { (all - equal) / (all + equal) }
    }
}

impl fmt::Display for BodySketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|bin| write!(f, "{bin:02x}"))
    }
}
