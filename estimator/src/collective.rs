//! Ring all-reduce: the time in which devices add up a vector of which each has a part.
//!
//! 1. The vector is cut into as many pieces as there are devices, t. In t − 1 steps every device gets one piece summed,
//!    in t − 1 more all of them; each step sends one piece over each link.
//! 2. So every device sends `2(t−1)/t` of the bytes, at the bandwidth of its link, and pays the latency of a message
//!    `2(t−1)` times.
//! 3. Tensor parallelism does this twice in every layer for every token.
//!
//! Sources: Patarasuk and Yuan 2009, doi 10.1016/j.jpdc.2008.09.002 (the ring and its bound); NCCL tests,
//! doc/PERFORMANCE.md (bus bandwidth); Shoeybi et al. arXiv 1909.08053 (two in a layer).

use rooflight_primitives::units::count;

/// All-reduces per layer in tensor parallelism: after attention, after the feed-forward part. Source: arXiv 1909.08053,
/// section 3.
pub const PER_LAYER: f64 = 2.0;

/// Bytes that every device sends, as a share of the vector's bytes: `2(t−1)/t`; 0 for one device. Source: Patarasuk and
/// Yuan 2009; the factor of bus bandwidth in NCCL tests, doc/PERFORMANCE.md.
#[must_use]
pub fn sent_share(devices: u64) -> f64 {
    if devices > 1 { 2.0 * count(devices - 1) / count(devices) } else { 0.0 }
}

/// Messages that follow one another: `2(t−1)`. Source: Patarasuk and Yuan 2009.
#[must_use]
pub fn messages(devices: u64) -> f64 {
    2.0 * count(devices.saturating_sub(1))
}

/// Seconds of one all-reduce: bytes sent over the link's bytes per second in one direction, plus the latency of each
/// message in seconds. Source: Patarasuk and Yuan 2009.
#[must_use]
pub fn seconds(devices: u64, bytes: f64, link: f64, latency: f64) -> f64 {
    sent_share(devices) * bytes / link + messages(devices) * latency
}

/// Bytes of the vector of a step: one element of the model's width for each sequence. Source: arXiv 1909.08053, section
/// 3.
#[must_use]
pub fn vector_bytes(width: u64, batch: f64, element: f64) -> f64 {
    count(width) * batch * element
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_of_the_ring() {
        // The factors that NCCL tests print: 1 for two devices, 1.5 for four, 1.75 for eight.
        for (devices, share) in [(1, 0.0), (2, 1.0), (4, 1.5), (8, 1.75)] {
            assert!((sent_share(devices) - share).abs() < 1e-12);
        }
        // 1 GB over eight devices at 100 GB/s: 17.5 ms and fourteen messages of 10 µs.
        assert!((seconds(8, 1e9, 1e11, 1e-5) - 0.017_64).abs() < 1e-12);
        assert!(seconds(1, 1e9, 1e11, 1e-5).abs() < 1e-12);
    }
}
