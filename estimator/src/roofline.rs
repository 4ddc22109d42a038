//! The roofline: operations per second that a device can reach for work of a given intensity.
//!
//! Step by step: operations over bytes is the intensity of the work; bandwidth times intensity is what the memory can
//! feed, and the arithmetic rate is the flat roof above it. They meet at the ridge.
//!
//! All bytes and all operations are taken to overlap, as in the original model; `decode` is stricter and does not let
//! the cache overlap with the arithmetic on weights.
//!
//! Source: Williams, Waterman and Patterson, Roofline, Communications of the ACM 52(4), 2009.

use crate::kv;
use crate::prefill::{self, Prompt};
use crate::setup::Setup;

/// Operations and bytes of some work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Operations, a multiply-add counted as two.
    pub operations: f64,
    /// Bytes that move between memory and processor.
    pub bytes: f64,
}

impl Work {
    /// Operations per byte.
    #[must_use]
    pub fn intensity(&self) -> f64 {
        self.operations / self.bytes
    }
}

/// One decode step: two operations per active weight and request; the weights once, with random routing, and the cache
/// and state of each request. Operations between positions are not counted, since they are few next to those of the
/// weights. Source: as in `decode`, Pope et al. arXiv 2211.05102.
#[must_use]
pub fn decode(setup: &Setup) -> Work {
    let own = kv::read_bytes(setup.model, setup.kv, setup.depth) + kv::state_traffic(setup.model);
    Work {
        operations: 2.0 * setup.batch * setup.weights.active_parameters(),
        bytes: setup.weights.streamed_bytes(setup.batch) + setup.batch * own,
    }
}

/// Reading a prompt in one pass: the operations of `prefill`, the weights once. Source: as in `prefill`, Pope et al.
/// arXiv 2211.05102.
#[must_use]
pub fn prompt(setup: &Setup, tokens: f64) -> Work {
    let prompt = Prompt { tokens, cached: 0.0, chunk: tokens, usual: tokens };
    Work { operations: prefill::operations(setup, &prompt).total(), bytes: setup.weights.streamed_bytes(tokens) }
}

/// Operations per second that work of `intensity` operations per byte can reach: `min(rate, intensity × bandwidth)`.
/// Without a known rate only the memory limits it. Source: Williams et al. 2009.
#[must_use]
pub fn attainable(intensity: f64, rate: Option<f64>, bandwidth: f64) -> f64 {
    (intensity * bandwidth).min(rate.unwrap_or(f64::INFINITY))
}

/// The ridge: operations per byte from which arithmetic is the limit, `rate / bandwidth`. Source: Williams et al. 2009.
#[must_use]
pub fn ridge(rate: f64, bandwidth: f64) -> f64 {
    rate / bandwidth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roof_is_flat_behind_the_ridge() {
        // An H100 SXM at 16 bits: 989 TFLOPS and 3.35 TB/s meet at 295 operations per byte.
        let (rate, bandwidth) = (989e12, 3.35e12);
        let ridge = ridge(rate, bandwidth);
        assert!((ridge - 295.22).abs() < 0.01);
        assert!((attainable(100.0, Some(rate), bandwidth) - 335e12).abs() < 1.0);
        assert!((attainable(ridge * 2.0, Some(rate), bandwidth) - rate).abs() < 1.0);
        assert!((attainable(1e6, None, bandwidth) - 3.35e18).abs() < 1e6);
    }
}
