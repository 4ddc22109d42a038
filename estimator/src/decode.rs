//! Decode speed: the ceiling that physics sets, the typical speed that measurements suggest, and the range around it.
//!
//! Step by step: the bytes of the ledger over the bandwidth, or the arithmetic on the weights if that takes longer;
//! then the fixed costs of each layer, of each layer with experts and of communication. The ceiling has every
//! efficiency at one and no fixed cost. A typical speed never exceeds the ceiling, and neither does the upper end of a
//! range.
//!
//! `t = B·KV/(η_kv·BW) + max(2·B·P/(η_c·F), (W(B) + B·state)/(η·BW)) + layers·τ + moe_layers·τ_moe + communication`
//!
//! Sources: Williams, Waterman and Patterson 2009 (roofline); Pope et al. arXiv 2211.05102; jax-ml/scaling-book,
//! inference chapter (the sum over cache and the larger of weights and arithmetic).

use crate::error::{FactError, Problem};
use crate::kv;
use crate::setup::{Devices, Setup};
use rooflight_primitives::units::count;

/// Measured efficiencies and fixed costs of a runtime on a device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    /// Share of the bandwidth reached while streaming weights and state, above 0 and at most 1.
    pub weights: f64,
    /// Share of the bandwidth reached while reading the cache, above 0 and at most 1.
    pub cache: f64,
    /// Share of the arithmetic rate reached by a batch, above 0 and at most 1.
    pub compute: f64,
    /// Fixed cost of a layer, seconds.
    pub layer: f64,
    /// Additional fixed cost of a layer with experts, seconds.
    pub moe_layer: f64,
    /// Cost of handing a token to the next device in a layer split, seconds.
    pub hop: f64,
    /// Cost of one all-reduce over all devices in tensor parallelism, seconds; each layer has two.
    pub all_reduce: f64,
}

impl Efficiency {
    /// Full efficiency and no fixed cost, as the ceiling assumes.
    pub const IDEAL: Self =
        Self { weights: 1.0, cache: 1.0, compute: 1.0, layer: 0.0, moe_layer: 0.0, hop: 0.0, all_reduce: 0.0 };

    /// Returns the efficiency itself if its numbers are possible.
    ///
    /// # Errors
    /// A share outside (0, 1], or a cost below zero.
    pub fn checked(self) -> Result<Self, FactError> {
        let shares = [("eta", self.weights), ("eta_kv", self.cache), ("eta_compute", self.compute)];
        for (field, share) in shares {
            if !(share > 0.0 && share <= 1.0) {
                return Err(FactError::new(field, Problem::NotPositive));
            }
        }
        let costs =
            [("tau", self.layer), ("tau_moe", self.moe_layer), ("hop", self.hop), ("all_reduce", self.all_reduce)];
        for (field, cost) in costs {
            if !(cost.is_finite() && cost >= 0.0) {
                return Err(FactError::new(field, Problem::NotPositive));
            }
        }
        Ok(self)
    }
}

/// The limit of a step apart from the cache: streaming weights, or arithmetic on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Memory bandwidth.
    Bandwidth,
    /// The device's arithmetic rate.
    Arithmetic,
}

/// One decode step, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Streaming weights and state.
    pub weights: f64,
    /// Reading the cache.
    pub cache: f64,
    /// Arithmetic on the weights; `None` if the device's rate is not known.
    pub arithmetic: Option<f64>,
    /// Fixed costs of layers.
    pub overhead: f64,
    /// Communication between devices.
    pub communication: f64,
    /// The whole step. Arithmetic and weights overlap, so the longer of them counts.
    pub seconds: f64,
    /// Sequences decoded together.
    pub batch: f64,
}

impl Step {
    /// Tokens per second of one sequence.
    #[must_use]
    pub fn per_stream(&self) -> f64 {
        1.0 / self.seconds
    }

    /// Tokens per second of all sequences together.
    #[must_use]
    pub fn aggregate(&self) -> f64 {
        self.batch / self.seconds
    }

    /// Whether bandwidth or arithmetic takes longer.
    #[must_use]
    pub fn bound(&self) -> Bound {
        if self.arithmetic.is_some_and(|seconds| seconds > self.weights) { Bound::Arithmetic } else { Bound::Bandwidth }
    }
}

/// The fastest step that the bytes, the published bandwidth and the published arithmetic allow. No plain measurement of
/// one stream can be faster; one that is points to speculation, a cache or a mistake. For a batch of a mixture of
/// experts the bytes are an expectation over random routing, which skewed routing may beat: see `hard_ceiling`.
/// Seconds; source: the roofline (Williams et al. 2009).
#[must_use]
pub fn ceiling(setup: &Setup) -> Step {
    step(setup, &Efficiency::IDEAL, 1.0 / count(setup.devices.at_once()), setup.batch)
}

/// The ceiling without an assumption on routing: all tokens of a batch pick the same experts, so no more are read than
/// for one token. Equal to `ceiling` for one stream and for dense models. No plain measurement at all can be faster.
/// Seconds.
#[must_use]
pub fn hard_ceiling(setup: &Setup) -> Step {
    step(setup, &Efficiency::IDEAL, 1.0 / count(setup.devices.at_once()), 1.0)
}

/// The step that measurements suggest, never faster than the ceiling. Seconds.
///
/// Tensor parallelism divides the cache among devices by key-value heads, at most into as many parts as there are
/// heads.
#[must_use]
pub fn typical(setup: &Setup, efficiency: &Efficiency) -> Step {
    let shares = setup.devices.at_once().min(setup.model.kv_divisions);
    let mut step = step(setup, efficiency, 1.0 / count(shares), setup.batch);
    step.seconds = step.seconds.max(ceiling(setup).seconds);
    step
}

/// `cache_share`: share of the cache that each device reads; `routed`: tokens that route independently of each other.
fn step(setup: &Setup, efficiency: &Efficiency, cache_share: f64, routed: f64) -> Step {
    let (model, device, batch) = (setup.model, setup.device, setup.batch);
    let at_once = count(setup.devices.at_once());
    let streamed = setup.weights.streamed_bytes(routed) + batch * kv::state_traffic(model);
    let weights = streamed / at_once / (efficiency.weights * device.bandwidth);
    let read = batch * kv::read_bytes(model, setup.kv, setup.depth);
    let cache = read * cache_share / (efficiency.cache * device.bandwidth);
    let operations = 2.0 * batch * setup.weights.active_parameters();
    let rate = device.peak_operations(setup.weights.bits_per_weight());
    let arithmetic = rate.map(|rate| operations / at_once / (efficiency.compute * rate));
    let layers = count(model.layers);
    let overhead = layers * efficiency.layer + count(model.moe_layers) * efficiency.moe_layer;
    let communication = match setup.devices {
        Devices::One => 0.0,
        Devices::LayerSplit(_) => count(setup.devices.number() - 1) * efficiency.hop,
        Devices::TensorParallel(_) if setup.devices.number() == 1 => 0.0,
        Devices::TensorParallel(_) => 2.0 * layers * efficiency.all_reduce,
    };
    let seconds = cache + weights.max(arithmetic.unwrap_or(0.0)) + overhead + communication;
    Step { weights, cache, arithmetic, overhead, communication, seconds, batch }
}

/// The batch at which arithmetic takes as long as streaming the weights, at the ceiling: `rate × bytes / (2 × P ×
/// bandwidth)` for a dense model. `None` if the device's rate is not known, and for experts, whose bytes grow with the
/// batch. Source: jax-ml/scaling-book, inference chapter.
#[must_use]
pub fn balanced_batch(setup: &Setup) -> Option<f64> {
    if setup.weights.experts().is_some() {
        return None;
    }
    let rate = setup.device.peak_operations(setup.weights.bits_per_weight())?;
    let bytes = setup.weights.streamed_bytes(1.0);
    Some(rate * bytes / (2.0 * setup.weights.active_parameters() * setup.device.bandwidth))
}

/// A typical speed and the range around it, tokens per second of one sequence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Lower end.
    pub low: f64,
    /// The expected speed.
    pub typical: f64,
    /// Upper end, at most the ceiling.
    pub high: f64,
}

impl Range {
    /// Returns lower end, typical speed and upper end.
    #[must_use]
    pub const fn values(self) -> [f64; 3] {
        [self.low, self.typical, self.high]
    }

    /// Scales the range by `factor`.
    #[must_use]
    pub const fn times(self, factor: f64) -> Self {
        Self { low: self.low * factor, typical: self.typical * factor, high: self.high * factor }
    }
}

/// The range around a typical step: its speed times `low` (at most 1) and times `high` (at least 1), the latter capped
/// by the ceiling.
#[must_use]
pub fn range(typical: &Step, ceiling: &Step, low: f64, high: f64) -> Range {
    let (speed, limit) = (typical.per_stream(), ceiling.per_stream());
    Range { low: speed * low.clamp(0.0, 1.0), typical: speed, high: (speed * high.max(1.0)).min(limit) }
}
