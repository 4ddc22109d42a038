//! A decode step in its parts: for each cost its ideal time, and the effects that apply to it.
//!
//! The fit and the evaluation both start here, so that they cannot disagree. Step by step: engine, backend and device
//! give the levels; weights are sorted by how they are packed and whether they are routed; cache, layers and
//! communication follow. All times are seconds at full bandwidth or at a reference cost that an engine of today comes
//! near to.
//!
//! Sources: bytes over bandwidth, the roofline (Williams et al. 2009) as in Pope et al. arXiv 2211.05102; a fixed cost a
//! layer and two agreements a layer, jax-ml/scaling-book; the effects stand in docs/estimator.md.

use alloc::vec::Vec;

use super::conditions::{Conditions, NEWEST, OLDEST};
use super::engines::{Backend, Engine, Stack};
use super::key::{Cost, Effect, Key, device_level};
use super::packing::{Packing, by_packing};
use crate::hardware::{Device, Family};
use crate::kv::{self, KvType};
use crate::model::{Mixer, Model};
use crate::setup::{Devices, Setup};
use crate::units::count;

/// Reference cost of a layer, seconds: what the effects on it are relative to. A round number of today's engines.
pub const LAYER: f64 = 50e-6;

/// Reference cost of what a layer with experts or with a state adds, seconds.
pub const EXTRA_LAYER: f64 = 25e-6;

/// Reference costs of communication, seconds.
pub(super) const HOP: f64 = 200e-6;
pub(super) const AGREEMENT: f64 = 20e-6;

/// Operations a byte of bandwidth taken where a device's rate is not published: what is usual.
const USUAL_BALANCE: f64 = 70.0;

/// The same for processors, whose rates the catalog does not have.
const PROCESSOR_BALANCE: f64 = 10.0;

/// A cost at its ideal, and what changes it: the real time is `seconds · exp(Σ value of the key · weight)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What takes the time.
    pub cost: Cost,
    /// The ideal time, seconds.
    pub seconds: f64,
    /// Parameters and their weights: 1 for a level, a number for a slope.
    pub effects: Vec<(Key, f64)>,
}

/// What the levels of effects are taken from: who runs the model, on what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scene {
    /// The family, with processors counted as processors whatever they sit in.
    pub family: Family,
    /// The stack.
    pub stack: Stack,
    /// The engine.
    pub engine: Engine,
    /// The backend; never `Unknown`.
    pub backend: Backend,
    /// The level of the device.
    pub device: u32,
    year: f64,
    bandwidth: f64,
    flash_off: bool,
    /// Operations a second that the arithmetic is measured against: the published 16-bit rate, or what is usual.
    pub(super) rate: f64,
}

impl Scene {
    /// The scene of a device under conditions.
    #[must_use]
    pub fn new(device: &Device, devices: Devices, conditions: &Conditions) -> Self {
        let backend = match conditions.backend {
            Backend::Unknown => Conditions::native(device),
            known => known,
        };
        let family = if backend == Backend::Cpu { Family::Cpu } else { device.family };
        let stack = match (conditions.engine, backend) {
            (Engine::Unknown, Backend::Mlx) => Stack::Mlx,
            (engine, _) => engine.stack(),
        };
        let year = conditions.year.clamp(OLDEST, NEWEST);
        // llama.cpp began to choose flash attention by itself in the second half of 2025.
        let flash_off = conditions.flash_attention.map_or(stack == Stack::Ggml && year < 2025.7, |on| !on);
        Self {
            family,
            stack,
            engine: conditions.engine,
            backend,
            device: device_level(&device.id),
            year: year - 2025.5,
            bandwidth: libm::log(device.bandwidth * count(devices.at_once()) / 5e11),
            flash_off,
            rate: match device.flops_16 {
                _ if backend == Backend::Cpu => PROCESSOR_BALANCE * device.bandwidth,
                Some(rate) => rate,
                None => USUAL_BALANCE * device.bandwidth,
            },
        }
    }

    const fn pair(&self) -> u32 {
        (self.stack as u32) << 4 | self.backend as u32
    }

    /// The level of family, stack and backend together.
    #[must_use]
    pub const fn place(&self) -> u32 {
        (self.family as u32) << 8 | self.pair()
    }

    pub(super) fn effects(&self, cost: Cost, wanted: &[Effect]) -> Vec<(Key, f64)> {
        let level = |effect: Effect| match effect {
            Effect::Family => (self.family as u32, 1.0),
            Effect::Stack => (self.stack as u32, 1.0),
            Effect::Engine => (self.engine as u32, 1.0),
            Effect::Place | Effect::MixturePlace => (self.place(), 1.0),
            Effect::Device => (self.device, 1.0),
            Effect::Year => (0, self.year),
            Effect::Bandwidth => (0, self.bandwidth),
            Effect::FlashOff => (0, if self.flash_off { 1.0 } else { 0.0 }),
            _ => (0, 1.0),
        };
        let mut effects = Vec::with_capacity(wanted.len() + 4);
        for effect in wanted {
            let (level, weight) = level(*effect);
            if weight != 0.0 {
                effects.push((Key::new(cost, *effect, level), weight));
            }
        }
        effects
    }

    pub(super) fn packed(&self, cost: Cost, packing: Packing, effects: &mut Vec<(Key, f64)>) {
        effects.push((Key::new(cost, Effect::Packing, packing as u32), 1.0));
        let both = (packing as u32) << 8 | self.pair();
        effects.push((Key::new(cost, Effect::PackingPlace, both), 1.0));
    }
}

/// The parts of one decode step. Their ideal times are those of `decode::ceiling`, arithmetic aside.
#[must_use]
pub fn of_step(setup: &Setup, scene: &Scene) -> Vec<Part> {
    use Effect::{Bandwidth, Common, Device, Engine, Family, FlashOff, Place, Stack, Year};
    let mut parts = Vec::new();
    let rate = setup.device.bandwidth * count(setup.devices.at_once());
    let state = setup.batch * kv::state_traffic(setup.model);
    for (packing, routed, bytes) in by_packing(setup.weights, setup.batch, state) {
        let wanted = [Common, Family, Stack, Place, Engine, Device, Year, Bandwidth];
        let mut effects = scene.effects(Cost::Weights, &wanted);
        scene.packed(Cost::Weights, packing, &mut effects);
        if routed {
            effects.push((Key::new(Cost::Weights, Effect::Routed, 0), 1.0));
            if setup.batch > 1.0 {
                let more = setup.weights.routed_share(setup.batch) / setup.weights.routed_share(1.0);
                effects.push((Key::new(Cost::Weights, Effect::Skew, 0), libm::log(more)));
            }
        }
        parts.push(Part { cost: Cost::Weights, seconds: bytes / rate, effects });
    }
    let mut add = |cost: Cost, seconds: f64, wanted: &[Effect]| {
        if seconds > 0.0 {
            parts.push(Part { cost, seconds, effects: scene.effects(cost, wanted) });
        }
    };
    add(Cost::Cache, cache_seconds(setup), &[Common, Place, Engine, FlashOff, Bandwidth]);
    let layers = count(setup.model.layers().len() as u64);
    add(Cost::Layer, LAYER * layers, &[Common, Family, Stack, Place, Engine, Device, Year]);
    add(Cost::Mixture, EXTRA_LAYER * count(setup.model.moe_layers()), &[Common, Place, Year]);
    add(Cost::Recurrent, EXTRA_LAYER * recurrent_layers(setup.model), &[Common, Place]);
    add(Cost::Crowd, crowd(setup, scene), &[Common, Place]);
    match setup.devices {
        Devices::LayerSplit(_) => add(Cost::Hop, HOP * count(setup.devices.number() - 1), &[Common, Family]),
        Devices::TensorParallel(_) => {
            add(Cost::Agreement, agreement(setup.devices) * 2.0 * layers, &[Common, Family]);
        }
        Devices::One => {}
    }
    parts
}

/// The ideal time of reading the cache. A quantized cache is taken to save memory and no time: where it was measured
/// at depth, it did not speed up decoding.
fn cache_seconds(setup: &Setup) -> f64 {
    let kind = if setup.kv.bytes() < KvType::F16.bytes() { KvType::F16 } else { setup.kv };
    let heads = setup.model.attention_layers().map(|(shape, _, _)| shape.kv_divisions()).min().unwrap_or(1);
    let shares = count(setup.devices.at_once().min(heads.max(1)));
    setup.batch * kv::read_bytes(setup.model, kind, setup.depth) / shares / setup.device.bandwidth
}

/// The ideal time of the arithmetic that a batch needs beyond its first sequence.
fn crowd(setup: &Setup, scene: &Scene) -> f64 {
    let operations = 2.0 * (setup.batch - 1.0).max(0.0) * setup.weights.active_parameters();
    operations / (scene.rate * count(setup.devices.at_once()))
}

/// The reference cost of one agreement: it grows with the number of steps in which devices can tell each other.
pub(super) fn agreement(devices: Devices) -> f64 {
    AGREEMENT * libm::log2(count(devices.number()))
}

/// Layers that keep a state.
pub(super) fn recurrent_layers(model: &Model) -> f64 {
    let recurrent = |layer: &&crate::model::Layer| matches!(layer.mixer, Some(Mixer::Recurrent(_)));
    count(model.layers().iter().filter(recurrent).count() as u64)
}
