//! Speculative decoding: several tokens from one pass over the weights, at the price of a draft.
//!
//! A draft model proposes `drafted` tokens, the model checks them all in one step and keeps them up to the first it would not
//! have said itself. These functions say what that multiplies the plain speed by; they are an overlay, and the plain ceiling
//! stays where it is.
//!
//! Source: Leviathan, Kalman and Matias, arXiv 2211.17192, equation 1 and theorem 3.8.

use crate::decode::Efficiency;
use crate::kv;
use crate::setup::Setup;
use crate::units::count;

/// Tokens that one checking step yields on average: `(1 − a^(g+1)) / (1 − a)`, between 1 and g + 1.
///
/// `acceptance` is the chance that one drafted token is kept (0 to 1), `drafted` the tokens drafted.
#[must_use]
pub fn tokens_a_step(acceptance: f64, drafted: f64) -> f64 {
    let (chance, drafted) = (acceptance.clamp(0.0, 1.0), drafted.max(0.0));
    if chance >= 1.0 {
        return drafted + 1.0;
    }
    (1.0 - libm::pow(chance, drafted + 1.0)) / (1.0 - chance)
}

/// The speed-up of speculation over the plain speed: tokens per step over `g·c + v`.
///
/// `draft_cost` is the time of one draft token and `verify_cost` that of one checking step, both as shares of a plain step. A
/// checking step costs 1 while the weights of a dense model are the bottleneck, and more where further experts are read.
#[must_use]
pub fn speed_up(acceptance: f64, drafted: f64, draft_cost: f64, verify_cost: f64) -> f64 {
    tokens_a_step(acceptance, drafted) / (drafted.max(0.0) * draft_cost.max(0.0) + verify_cost.max(f64::MIN_POSITIVE))
}

/// The time of a step that checks `tokens` tokens of one sequence, as a share of a plain step; at least 1.
///
/// A plain step reads the weights, the cache and pays fixed costs. The checking step reads more experts (as in `experts::touched`, by
/// chance) and multiplies `tokens` times as much; the cache is the same sequence's and is read once. The longer of weights and arithmetic
/// counts. `efficiency` is that of the plain step, everything at one for the bound. Source: Leviathan et al. arXiv 2211.17192, whose
/// checking step takes as long as a plain one; the roofline (Williams et al. 2009) where it does not.
#[must_use]
pub fn check_cost(setup: &Setup, tokens: f64, efficiency: &Efficiency) -> f64 {
    let device = setup.device;
    let rate = device.peak_operations(setup.weights.bits_per_weight());
    let state = kv::state_traffic(setup.model);
    let cache = kv::read_bytes(setup.model, setup.kv, setup.depth) / (efficiency.cache * device.bandwidth);
    let fixed = count(setup.model.layers) * efficiency.layer + count(setup.model.moe_layers) * efficiency.moe_layer;
    let seconds = |tokens: f64| {
        let weights = (setup.weights.streamed_bytes(tokens) + state) / (efficiency.weights * device.bandwidth);
        let operations = 2.0 * tokens * setup.weights.active_parameters();
        let arithmetic = rate.map_or(0.0, |rate| operations / (efficiency.compute * rate));
        weights.max(arithmetic)
    };
    (cache + fixed + seconds(tokens.max(1.0))) / (cache + fixed + seconds(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::{Device, DeviceClass};
    use crate::model::shape::Shape;
    use crate::quantization::blocks::F16;
    use crate::tensors::Group;
    use crate::weights::{Traffic, WeightLine, Weights};
    use alloc::vec;

    #[test]
    fn the_worked_example_holds() {
        // 0.7, four tokens: (1 − 0.7^5) / 0.3 = 2.7731; a draft at a twentieth of a step: / 1.2 = 2.3109.
        assert!((tokens_a_step(0.7, 4.0) - 2.7731).abs() < 1e-4);
        assert!((speed_up(0.7, 4.0, 0.05, 1.0) - 2.310_92).abs() < 1e-4);
    }

    #[test]
    fn checking_costs_what_it_reads_and_computes() {
        let line = |traffic| WeightLine { group: Group::Experts, block: F16, traffic, parameters: 1e9, bytes: 0.0 };
        let dense = Weights::from_lines(vec![line(Traffic::Streamed)], None, None);
        let mixture = Weights::from_lines(vec![line(Traffic::Routed)], Some((4, 1)), None);
        let shape = Shape::default();
        let device =
            |rate| Device { bandwidth: 1e12, flops_16: rate, class: DeviceClass::DatacenterGpu, ..Device::default() };
        let (unknown, slow) = (device(None), device(Some(2e12)));
        let cost = |weights, device| check_cost(&Setup::single(&shape, weights, device, 0.0), 2.0, &Efficiency::IDEAL);
        assert!((cost(&dense, &unknown) - 1.0).abs() < 1e-12, "bandwidth alone: a check is free");
        // 4 × (1 − 0.75²) = 1.75 experts in place of one.
        assert!((cost(&mixture, &unknown) - 1.75).abs() < 1e-12);
        // 2 GB take 2 ms, 2 × 2 × 10^9 operations at 2 T/s take 2 ms: still free; a third token costs half as much again.
        assert!((cost(&dense, &slow) - 1.0).abs() < 1e-12);
        let three = check_cost(&Setup::single(&shape, &dense, &slow, 0.0), 3.0, &Efficiency::IDEAL);
        assert!((three - 1.5).abs() < 1e-12);
    }
}
