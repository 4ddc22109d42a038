//! The ideal times of a decode step, by cost.
//!
//! All are seconds at full bandwidth, at the full rate, or at a reference cost near that of today's engines. The real
//! time is a factor on each, fitted in the build and stored in a profile.
//!
//! Sources: bytes over bandwidth, the roofline (Williams et al. 2009) as in Pope et al. arXiv 2211.05102; a fixed cost
//! a layer and two all-reduces a layer, jax-ml/scaling-book.

use super::conditions::DeviceLink;
use super::packing::Packing;
use crate::kv::{self, KvType};
use crate::model::shape::{CacheGroup, Shape};
use crate::setup::{Devices, Setup};
use crate::weights::Traffic;
use rooflight_primitives::units::count;

/// Reference cost of a layer, seconds, to which its effects are relative. A round number near that of today's engines.
pub const LAYER: f64 = 50e-6;

/// Reference cost that experts or a state add to a layer, seconds.
pub const EXTRA_LAYER: f64 = 25e-6;

/// Reference costs of a hand-over and of one round of an all-reduce, seconds.
const HOP: f64 = 200e-6;
const ALL_REDUCE: f64 = 20e-6;

/// Reference cost of a step in addition to its layers, seconds: sampling the token and launching the next step.
const STEP: f64 = 500e-6;

/// Positions in [`Work::rest`] of the costs other than streaming weights.
pub mod rest {
    /// Reading the cache.
    pub const CACHE: usize = 0;
    /// Starting the layers.
    pub const LAYER: usize = 1;
    /// Routing in layers with experts.
    pub const MIXTURE: usize = 2;
    /// Updating recurrent layers.
    pub const RECURRENT: usize = 3;
    /// Arithmetic of all but the first sequence.
    pub const BATCH_ARITHMETIC: usize = 4;
    /// Handing tokens on.
    pub const HOP: usize = 5;
    /// All-reduces of devices that divide each layer.
    pub const ALL_REDUCE: usize = 6;
    /// Arithmetic between the new position and those in the cache.
    pub const ATTENTION: usize = 7;
    /// Constant cost of a step.
    pub const STEP: usize = 8;
    /// Arithmetic of prompts of other requests.
    pub const READING: usize = 9;
    /// Number of these costs.
    pub const COUNT: usize = 10;
}

/// Ideal seconds of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Streaming weights and state: for each packing, those that are always read and those of routed experts.
    pub weights: [[f64; 2]; Packing::ALL.len()],
    /// The part of these for the state of recurrent layers, which is counted with the 16-bit weights that are always
    /// read.
    pub state: f64,
    /// Logarithm of the experts that the batch touches over those of one token, for random routing.
    pub skew: f64,
    /// All other costs, at the positions of [`rest`].
    pub rest: [f64; rest::COUNT],
}

impl Work {
    /// Computes the work of a setup. `rate` is the reference rate of arithmetic, operations per second; devices that
    /// share each layer communicate over `link`. Sources: those of `decode`, whose `ceiling` is the sum of these times
    /// without arithmetic and fixed costs.
    #[must_use]
    pub fn of(setup: &Setup, rate: f64, link: DeviceLink) -> Self {
        let at_once = count(setup.devices.at_once());
        let bandwidth = setup.device.bandwidth * at_once;
        let (model, batch) = (setup.model, setup.batch);
        let mut work = Self { state: batch * kv::state_traffic(model) / bandwidth, ..Self::default() };
        work.weights[Packing::Wide as usize][0] = work.state;
        for line in setup.weights.lines() {
            let way = usize::from(line.traffic == Traffic::Routed);
            work.weights[Packing::of(&line.block) as usize][way] += setup.weights.streamed_of(line, batch) / bandwidth;
        }
        if batch > 1.0 && setup.weights.experts().is_some() {
            work.skew = libm::log(setup.weights.routed_share(batch) / setup.weights.routed_share(1.0));
        }
        let layers = count(model.layers);
        let operations = 2.0 * (batch - 1.0).max(0.0) * setup.weights.active_parameters();
        work.rest[rest::CACHE] = cache(setup);
        work.rest[rest::LAYER] = LAYER * layers;
        work.rest[rest::MIXTURE] = EXTRA_LAYER * count(model.moe_layers);
        work.rest[rest::RECURRENT] = EXTRA_LAYER * count(model.recurrent_layers);
        work.rest[rest::BATCH_ARITHMETIC] = operations / (rate * at_once);
        work.rest[rest::ATTENTION] = batch * attended(model, setup.depth) / (rate * at_once);
        work.rest[rest::STEP] = STEP;
        work.rest[rest::READING] = 2.0 * setup.reading * setup.weights.active_parameters() / (rate * at_once);
        match setup.devices {
            Devices::LayerSplit(_) => work.rest[rest::HOP] = HOP * count(setup.devices.number() - 1),
            Devices::TensorParallel(_) => {
                // Fixed part: one cost per round of communication, log₂ of the number of devices.
                let number = count(setup.devices.number());
                let carried = batch * all_reduce_bytes(model, number) / link.bandwidth();
                work.rest[rest::ALL_REDUCE] = (ALL_REDUCE * libm::log2(number) + carried) * 2.0 * layers;
            }
            Devices::One => {}
        }
        work
    }

    /// Seconds of streaming weights.
    #[must_use]
    pub fn streaming(&self) -> f64 {
        self.weights.iter().flatten().sum()
    }
}

/// Bytes that each device sends for one token in one ring all-reduce of the hidden state at 16 bits. Source:
/// jax-ml/scaling-book.
pub(super) fn all_reduce_bytes(model: &Shape, number: f64) -> f64 {
    2.0 * (number - 1.0) / number * count(model.hidden) * 2.0
}

/// Operations between one new position and those in the cache, two per multiply-add. Source: the same terms of a
/// prompt, `prefill`.
fn attended(model: &Shape, depth: f64) -> f64 {
    let of_group =
        |group: &CacheGroup| 2.0 * count(group.reading) * count(group.multiply_adds) * group.positions(depth);
    model.cache.iter().map(of_group).sum()
}

/// Ideal time of reading the cache. A quantized cache is taken to save memory but no time: where it was measured at
/// depth, it did not speed up decoding.
fn cache(setup: &Setup) -> f64 {
    let kind = if setup.kv.bytes() < KvType::F16.bytes() { KvType::F16 } else { setup.kv };
    let shares = count(setup.devices.at_once().min(setup.model.kv_divisions));
    setup.batch * kv::read_bytes(setup.model, kind, setup.depth) / shares / setup.device.bandwidth
}
