//! Transfer of a KV cache: how long its bytes take over a link, compared with reading the prompt again.
//!
//! 1. The bytes of the cache cross the link at its bandwidth, after a fixed time to set the transfer up.
//! 2. The caller gives the prompt's time at each length. If it is longer, the transfer saves the difference.
//! 3. The break-even length is the shortest one from which the transfer is at least as fast, searched from the longest
//!    prompt down.
//!
//! The transfer time is a lower bound: it assumes the full bandwidth of the link.
//!
//! Source: bytes over bandwidth, for caches that are sent to another machine, as in
//! <https://jax-ml.github.io/scaling-book/inference/>.

use crate::bisect::largest;

/// A link between two machines: its bandwidth, and the setup time before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransferLink {
    /// Bytes per second, above 0.
    pub bandwidth: f64,
    /// Seconds before the first byte.
    pub setup: f64,
}

impl TransferLink {
    /// Seconds to transfer `bytes`, setup included.
    #[must_use]
    pub fn seconds(&self, bytes: f64) -> f64 {
        self.setup + bytes / self.bandwidth
    }
}

/// Returns the shortest length, a whole number of tokens, from which `saves` holds up to `most`, probing `most`, its
/// half, its quarter and so on: 1 if it holds at all of them, `None` if it does not hold at `most`. Short prompts cost
/// a pass over the weights, and long ones grow faster than their cache, so a link may lose between two lengths: the
/// upper one counts.
pub fn break_even(most: f64, saves: impl Fn(f64) -> bool) -> Option<f64> {
    if !saves(most) {
        return None;
    }
    let (mut low, mut high) = (most, most);
    while saves(low) {
        high = low;
        if low <= 1.0 {
            return Some(1.0);
        }
        low = rooflight_primitives::math::floor(low / 2.0);
    }
    Some(low + largest(high - low, &|more| !saves(low + more)) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_cross_at_the_bandwidth_after_the_setup() {
        let link = TransferLink { bandwidth: 1e9, setup: 0.5 };
        assert!((link.seconds(2e9) - 2.5).abs() < 1e-12);
    }

    #[test]
    fn the_shortest_length_is_found() {
        for first in [1.0, 2.0, 3.0, 700.0, 1000.0] {
            assert_eq!(break_even(1000.0, |tokens| tokens >= first), Some(first));
        }
        assert_eq!(break_even(1000.0, |_| false), None);
        assert_eq!(break_even(1000.0, |tokens| tokens < 400.0), None);
        // It loses between 10 and 600 tokens.
        assert_eq!(break_even(1000.0, |tokens| tokens <= 10.0 || tokens >= 600.0), Some(600.0));
    }
}
