//! Repeatable randomness: the same class and seed give the same trial.

/// A stream of random numbers (`SplitMix64`; Steele, Lea and Flood 2014).
pub(super) struct Chance(u64);

impl Chance {
    /// Creates the stream of a trial.
    pub(super) fn new(class: &str, seed: u64) -> Self {
        let mut chance = Self(seed);
        for byte in class.bytes() {
            chance.0 = chance.next() ^ u64::from(byte);
        }
        chance
    }

    /// Returns the next number of the stream.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`; 0 if `end` is 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % end).unwrap_or(0)
    }

    /// Returns true with probability 1 / `times`.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns a random item of a list.
    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Returns random bytes.
    pub(super) fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next().to_le_bytes()[0]).collect()
    }
}
