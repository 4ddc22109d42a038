//! Speculative decoding: several tokens from one pass over the weights, at the price of drafting and checking them.
//!
//! A drafter proposes `drafted` tokens. The model checks them all in one step and keeps them up to the first that it
//! would not have generated itself. In theory a check takes as long as a plain step while the weights are the
//! bottleneck. In measurements every checked token costs time: arithmetic, further experts, states to keep and to
//! restore, the work between two steps; `calibration::arrangement` says how much. These functions return the factor on
//! the plain speed; the plain ceiling stays as it is.
//!
//! Source: Leviathan, Kalman and Matias, arXiv 2211.17192, equation 1 and theorem 3.8.

use crate::kv;
use crate::setup::Setup;
use crate::tensors::Group;
use rooflight_primitives::units::count;

/// Halvings after which the interval is as narrow as an `f64` can represent.
const BISECTIONS: u32 = 52;

/// Tokens that one checking step yields on average: `(1 − a^(g+1)) / (1 − a)`, between 1 and g + 1.
///
/// `acceptance` is the chance that one drafted token is kept (0 to 1), `drafted` the tokens drafted.
#[must_use]
pub fn tokens_per_step(acceptance: f64, drafted: f64) -> f64 {
    let (chance, drafted) = (acceptance.clamp(0.0, 1.0), drafted.max(0.0));
    if chance >= 1.0 {
        return drafted + 1.0;
    }
    (1.0 - libm::pow(chance, drafted + 1.0)) / (1.0 - chance)
}

/// Chance that one drafted token is kept (0 to 1), from the share of all drafted tokens that was kept, as programs
/// print it: the inverse of [`tokens_per_step`], by bisection.
///
/// Source: equation 1 of Leviathan et al. arXiv 2211.17192, solved for the acceptance.
#[must_use]
pub fn chance(kept: f64, drafted: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..BISECTIONS {
        let middle = 0.5 * (low + high);
        if tokens_per_step(middle, drafted) - 1.0 < kept * drafted {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// Speed-up of speculation over the plain speed: tokens per step over `g·c + v`.
///
/// `draft_cost` is the time of one draft token and `verify_cost` that of one checking step, both as shares of a plain
/// step.
#[must_use]
pub fn speed_up(acceptance: f64, drafted: f64, draft_cost: f64, verify_cost: f64) -> f64 {
    tokens_per_step(acceptance, drafted) / (drafted.max(0.0) * draft_cost.max(0.0) + verify_cost.max(f64::MIN_POSITIVE))
}

/// Time of a step that checks `drafted` tokens, as a share of a plain step: one, plus `each` for every token.
///
/// Source: the one is from Leviathan et al. arXiv 2211.17192; `each` is measured.
#[must_use]
pub fn check_cost(drafted: f64, each: f64) -> f64 {
    1.0 + drafted.max(0.0) * each.max(0.0)
}

/// Cost of one pass of a drafter with `layers` layers of the model's own kind and its output head, as a share of a
/// plain step: their bytes over all bytes that a step streams. Multi-token prediction has one layer. Source: one module
/// of a layer and a shared head, DeepSeek-V3 report, arXiv 2412.19437, section 2.2.
#[must_use]
pub fn head_cost(setup: &Setup, layers: f64) -> f64 {
    let lines = setup.weights.lines().iter().filter(|line| line.group == Group::Head);
    let head: f64 = lines.map(|line| setup.weights.streamed_of(line, 1.0)).sum();
    let weights = setup.weights.streamed_bytes(1.0);
    let layer = (weights - head) / count(setup.model.layers.max(1));
    let all = weights + kv::state_traffic(setup.model);
    if all > 0.0 { ((head + layers * layer) / all).min(1.0) } else { 0.0 }
}

/// Cost of one token of a small model in the format of the large one, as a share of a plain step: its bytes over all
/// bytes that a step streams. A lower bound: a small model's own fixed costs come on top.
///
/// Source: a step reads its weights once, as for every model; the cost coefficient c of Leviathan et al. arXiv
/// 2211.17192.
#[must_use]
pub fn small_model_cost(setup: &Setup, parameters: f64) -> f64 {
    let all = setup.weights.streamed_bytes(1.0) + kv::state_traffic(setup.model);
    let bytes = parameters * setup.weights.bits_per_weight() / 8.0;
    if all > 0.0 { (bytes / all).min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::Device;
    use crate::model::shape::Shape;
    use crate::quantization::blocks::F16;
    use crate::weights::{Traffic, WeightLine, Weights};
    use alloc::vec;

    #[test]
    fn the_worked_example_holds() {
        // 0.7, four tokens: (1 − 0.7^5) / 0.3 = 2.7731; a draft at a twentieth of a step: / 1.2 = 2.3109.
        assert!((tokens_per_step(0.7, 4.0) - 2.7731).abs() < 1e-4);
        assert!((speed_up(0.7, 4.0, 0.05, 1.0) - 2.310_92).abs() < 1e-4);
        // The same where each checked token costs 0.17: 2.7731 / (0.2 + 1.68) = 1.4750.
        assert!((speed_up(0.7, 4.0, 0.05, check_cost(4.0, 0.17)) - 1.475_06).abs() < 1e-4);
    }

    #[test]
    fn a_printed_share_is_a_chance() {
        // (0.8 + 0.8² + 0.8³) / 3 = 0.650_666…
        assert!((chance(1.952 / 3.0, 3.0) - 0.8).abs() < 1e-12);
        assert!((chance(0.4, 1.0) - 0.4).abs() < 1e-12);
        // Near one the formula loses digits.
        assert!(chance(1.0, 4.0) > 1.0 - 1e-8);
    }

    #[test]
    fn a_head_reads_itself_and_one_layer() {
        let line = |group| WeightLine { group, block: F16, traffic: Traffic::Streamed, parameters: 1e9, bytes: 0.0 };
        let weights = Weights::from_lines(vec![line(Group::Head), line(Group::Experts)], None, None);
        let shape = Shape { layers: 4, ..Shape::default() };
        let device = Device::default();
        // A head of 2 GB and a quarter of the other 2 GB, of 4 GB.
        assert!((head_cost(&Setup::single(&shape, &weights, &device, 0.0), 1.0) - 0.625).abs() < 1e-12);
    }
}
