//! The limits of a batch: arithmetic and the cache, and how its size changes the step.
//!
//! Step by step: a batch streams the weights once for all its requests, so a token costs less the larger the batch is,
//! until arithmetic takes longer than the weights. Each request reads its own cache, which no batch shares and which
//! sets a limit that no batch passes. `fit::largest_batch` says how many requests fit into memory.
//!
//! Sources: Pope et al. arXiv 2211.05102; jax-ml/scaling-book, inference chapter.

use crate::decode;
use crate::kv;
use crate::setup::{MAX_COUNT, Setup};
use rooflight_primitives::units::count;

/// The smallest whole batch at which arithmetic takes at least as long as streaming the weights, both at the ceiling;
/// `None` where the device's rate is not known.
///
/// For a dense model `rate × bytes / (2 × P × bandwidth)`, rounded up. A mixture streams more experts the more requests
/// there are, by chance as in `experts::touched`; weights and arithmetic both grow, arithmetic faster, and the batch is
/// found by doubling and bisection. Source: jax-ml/scaling-book, inference chapter.
#[must_use]
pub fn crossover(setup: &Setup) -> Option<f64> {
    let rate = setup.device.peak_operations(setup.weights.bits_per_weight())?;
    if let Some(batch) = decode::balanced_batch(setup) {
        return Some(rooflight_primitives::math::ceil(batch).max(1.0));
    }
    let request = 2.0 * setup.weights.active_parameters() / rate;
    let reached = |batch: f64| batch * request >= setup.weights.streamed_bytes(batch) / setup.device.bandwidth;
    let (mut low, mut high) = (0.0, 1.0);
    while !reached(high) {
        if high > MAX_COUNT {
            return None;
        }
        low = high;
        high *= 2.0;
    }
    while high - low > 1.0 {
        let middle = rooflight_primitives::math::floor(f64::midpoint(low, high));
        if reached(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

/// Tokens per second that all requests together cannot exceed, however many they are, because each reads its own cache
/// and state for every token: `bandwidth / (cache + state)`, summed over devices that work at once. `None` where a
/// request reads neither. Source: Pope et al. arXiv 2211.05102.
#[must_use]
pub fn cache_limit(setup: &Setup) -> Option<f64> {
    let bytes = kv::read_bytes(setup.model, setup.kv, setup.depth) + kv::state_traffic(setup.model);
    (bytes > 0.0).then(|| setup.device.bandwidth * count(setup.devices.at_once()) / bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::Device;
    use crate::model::shape::{CacheGroup, Shape};
    use crate::quantization::blocks::F16;
    use crate::tensors::Group;
    use crate::weights::{Traffic, WeightLine, Weights};
    use alloc::vec;

    fn line(traffic: Traffic, parameters: f64) -> WeightLine {
        WeightLine { group: Group::Experts, block: F16, traffic, parameters, bytes: 0.0 }
    }

    fn device(rate: Option<f64>) -> Device {
        Device {
            bandwidth: 1e12,
            flops_16: rate,
            class: crate::hardware::DeviceClass::DatacenterGpu,
            ..Device::default()
        }
    }

    #[test]
    fn dense_models_cross_where_operations_a_byte_balance() {
        // 16-bit weights: B* = rate × 2 / (2 × bandwidth) = 300.
        let weights = Weights::from_lines(vec![line(Traffic::Streamed, 1e9)], None, None);
        let shape = Shape::default();
        let (fast, unknown) = (device(Some(300e12)), device(None));
        assert_eq!(crossover(&Setup::single(&shape, &weights, &fast, 0.0)), Some(300.0));
        assert_eq!(crossover(&Setup::single(&shape, &weights, &unknown, 0.0)), None);
    }

    #[test]
    fn mixtures_cross_later() {
        // One expert of four: all are read in the end, so that B* comes to four times that of a dense model of the
        // active size.
        let weights = Weights::from_lines(vec![line(Traffic::Routed, 4e9)], Some((4, 1)), None);
        let shape = Shape::default();
        let fast = device(Some(300e12));
        let found = crossover(&Setup::single(&shape, &weights, &fast, 0.0));
        assert_eq!(found, Some(1200.0));
    }

    #[test]
    fn caches_set_a_limit() {
        let weights = Weights::from_lines(vec![line(Traffic::Streamed, 1e9)], None, None);
        let group = CacheGroup { reading: 10, storing: 10, elements: 1000, ..CacheGroup::default() };
        let shape = Shape { cache: vec![group], ..Shape::default() };
        let fast = device(None);
        // 10 layers × 1,000 elements × 100 tokens × 2 bytes = 2 MB, which 1 TB/s reads half a million times per second.
        assert_eq!(cache_limit(&Setup::single(&shape, &weights, &fast, 100.0)), Some(500_000.0));
        assert_eq!(cache_limit(&Setup::single(&shape, &weights, &fast, 0.0)), None);
    }
}
