//! Rotary position embedding: how far each pair of dimensions turns with the position, and what stretching it to longer
//! contexts changes.
//!
//! 1. Pair `i` of a head of `d` dimensions turns by `base^(−2i/d)` radians a token, so that a full turn takes `2π ·
//!    base^(2i/d)` tokens.
//! 2. A method slows the pairs: all by the same factor (linear), by a larger base (NTK-aware), or by their turns within
//!    the trained context (`YaRN`, Llama 3.1).
//! 3. A pair that completes no turn within the trained context has met only some angles. Beyond that context the model
//!    meets new ones, unless the pair is slowed enough.
//!
//! Says nothing about how well a model uses a context.
//!
//! Sources: Su et al., arXiv 2104.09864 (rotary embedding); Chen et al., arXiv 2306.15595 (linear interpolation); Peng
//! et al., arXiv 2309.00071 (NTK-aware, `YaRN`); Hugging Face's transformers, `modeling_rope_utils.py` (Llama 3.1, and
//! the ends of `YaRN`'s ramp).

use core::f64::consts::TAU;
use rooflight_primitives::math::{ceil, floor};
use rooflight_primitives::units::count;

/// How positions are stretched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Positions are not stretched.
    None,
    /// Position interpolation: slows every pair by the factor.
    Linear,
    /// A larger base: slows the slowest pair by the factor and the fastest not at all.
    Ntk,
    /// Keeps fast pairs, slows slow ones by the factor, and ramps over the pairs between.
    Yarn,
    /// `YaRN` with a ramp over the turns within the trained context, instead of over the pairs.
    Llama3,
}

/// A rotary embedding and how it is stretched.
#[derive(Clone, Copy, Debug)]
pub struct Rotary {
    /// The base of the angles, above 1.
    pub base: f64,
    /// Dimensions that are rotated, even and at least 4.
    pub dimensions: u64,
    /// Trained context, tokens.
    pub trained: f64,
    /// How far positions are stretched, at least 1.
    pub factor: f64,
    /// Which pairs are slowed, and by how much.
    pub method: Method,
}

/// Turns within the trained context at which `YaRN` keeps a pair, and at which it slows one by the whole factor.
const FAST: f64 = 32.0;
const SLOW: f64 = 1.0;

/// Turns within the trained context at which Llama 3.1 keeps a pair, and at which it slows one by the whole factor.
const LLAMA_FAST: f64 = 4.0;
const LLAMA_SLOW: f64 = 1.0;

/// Relative difference below which angles are taken as equal.
const CLOSE: f64 = 1e-9;

impl Rotary {
    /// Number of pairs, half of the rotated dimensions.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.dimensions / 2
    }

    /// Tokens that a full turn of a pair takes before stretching; `pair` counts from 0.
    #[must_use]
    pub fn turn(&self, pair: f64) -> f64 {
        TAU * libm::pow(self.base, 2.0 * pair / count(self.dimensions))
    }

    /// How many times slower a pair turns once stretched.
    #[must_use]
    pub fn slowed(&self, pair: f64) -> f64 {
        let Self { factor, trained, .. } = *self;
        // A ramp mixes the two speeds, not the two lengths of a turn.
        let mixed = |kept: f64| 1.0 / (kept + (1.0 - kept) / factor);
        match self.method {
            Method::None => 1.0,
            Method::Linear => factor,
            Method::Ntk => libm::pow(factor, 2.0 * pair / (count(self.dimensions) - 2.0)),
            Method::Yarn => {
                let (from, to) = self.ramp();
                mixed(1.0 - ((pair - from) / (to - from)).clamp(0.0, 1.0))
            }
            Method::Llama3 => {
                let turns = trained / self.turn(pair);
                mixed(((turns - LLAMA_SLOW) / (LLAMA_FAST - LLAMA_SLOW)).clamp(0.0, 1.0))
            }
        }
    }

    /// Tokens that a full turn takes once stretched.
    #[must_use]
    pub fn stretched(&self, pair: f64) -> f64 {
        self.turn(pair) * self.slowed(pair)
    }

    /// First and last pair of `YaRN`'s ramp.
    #[must_use]
    pub fn ramp(&self) -> (f64, f64) {
        let last = count(self.dimensions) - 1.0;
        let from = floor(self.pair_with(FAST)).max(0.0);
        let to = ceil(self.pair_with(SLOW)).min(last);
        (from, if to > from { to } else { from + 0.001 })
    }

    /// Index of the pair, possibly fractional, that makes `turns` turns within the trained context.
    fn pair_with(&self, turns: f64) -> f64 {
        count(self.dimensions) * libm::log(self.trained / (turns * TAU)) / (2.0 * libm::log(self.base))
    }

    /// Number of pairs that complete no turn within the trained context.
    #[must_use]
    pub fn incomplete(&self) -> u64 {
        self.counted(|pair| self.turn(pair) > self.trained)
    }

    /// Number of pairs that meet angles within `context` that they did not meet in training.
    #[must_use]
    pub fn unseen(&self, context: f64) -> u64 {
        self.counted(|pair| self.is_unseen(pair, context))
    }

    /// True if a pair meets new angles within `context`.
    #[must_use]
    pub fn is_unseen(&self, pair: f64, context: f64) -> bool {
        let met = self.trained / self.turn(pair);
        met < 1.0 && context / self.stretched(pair) > met * (1.0 + CLOSE)
    }

    fn counted(&self, is: impl Fn(f64) -> bool) -> u64 {
        let mut found = 0;
        for pair in 0..self.pairs() {
            found += u64::from(is(count(pair)));
        }
        found
    }

    /// Factor by which `YaRN` scales queries and keys: `0.1 · ln factor + 1`; 1 for other methods.
    #[must_use]
    pub fn concentration(&self) -> f64 {
        if self.method == Method::Yarn { 0.1 * libm::log(self.factor) + 1.0 } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published configuration of gpt-oss.
    const GPT_OSS: Rotary =
        Rotary { base: 150_000.0, dimensions: 64, trained: 4096.0, factor: 32.0, method: Method::Yarn };
    const LLAMA: Rotary =
        Rotary { base: 500_000.0, dimensions: 128, trained: 8192.0, factor: 8.0, method: Method::Llama3 };

    fn near(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-3, "{found}, not {expected}");
    }

    #[test]
    fn turns_are_those_worked_out_by_hand() {
        near(GPT_OSS.turn(0.0), TAU);
        near(GPT_OSS.turn(15.0), 1677.0);
        near(GPT_OSS.turn(31.0), 649_000.0);
    }

    #[test]
    fn yarn_keeps_fast_pairs_and_slows_slow_ones() {
        assert_eq!(GPT_OSS.ramp(), (8.0, 18.0));
        near(GPT_OSS.slowed(8.0), 1.0);
        near(GPT_OSS.slowed(18.0), 32.0);
        // Halfway between 1 and 1/32.
        near(GPT_OSS.slowed(13.0), 64.0 / 33.0);
        assert_eq!((GPT_OSS.incomplete(), GPT_OSS.unseen(131_072.0)), (14, 0));
        assert_eq!(Rotary { method: Method::None, ..GPT_OSS }.unseen(131_072.0), 14);
        near(GPT_OSS.concentration(), 1.3466);
    }

    #[test]
    fn a_larger_base_slows_the_last_pair_by_the_factor() {
        let ntk = Rotary { method: Method::Ntk, ..GPT_OSS };
        near(ntk.slowed(0.0), 1.0);
        near(ntk.slowed(31.0), 32.0);
        // Every slow pair but the last one meets new angles.
        assert_eq!(ntk.unseen(131_072.0), 13);
    }

    #[test]
    fn llama_ramps_over_turns() {
        near(LLAMA.slowed(0.0), 1.0);
        near(LLAMA.slowed(63.0), 8.0);
        let between = 2.5;
        let pair = LLAMA.pair_with(between);
        // Half of each speed: 1 of 1/2 + 1/16.
        near(LLAMA.slowed(pair), 16.0 / 9.0);
    }

    #[test]
    fn interpolation_slows_all_alike() {
        let linear = Rotary { method: Method::Linear, ..LLAMA };
        for pair in 0..64 {
            near(linear.slowed(f64::from(pair)), 8.0);
        }
        assert_eq!(linear.unseen(65_536.0), 0);
        assert!(linear.unseen(70_000.0) > 0);
    }
}
