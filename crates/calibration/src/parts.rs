//! A decode step in its parts: for each cost its ideal time, and the effects that apply to it.
//!
//! The fit takes a step apart here, and `project` sums the same effects up for a profile, so that they cannot disagree.
//! Step by step: engine, backend and device give the levels; `work` gives the times of weights by packing and routing,
//! of cache, layers and communication; each gets its list of effects.
//!
//! Source: the effects and their priors stand in docs/estimator.md, with what was tried beside them.

use alloc::vec::Vec;

use super::conditions::{Conditions, Link, NEWEST, OLDEST};
use super::engines::{Backend, Engine, Stack};
use super::key::{Cost, Effect, Key, device_level};
use super::packing::Packing;
use super::work::{Work, rest};
use rooflight_estimator::hardware::{Device, Family};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::units::count;

/// Operations a byte of bandwidth taken where a device's rate is not published: what is usual.
const USUAL_BALANCE: f64 = 70.0;

/// [`USUAL_BALANCE`] for processors, whose rates the catalog lacks.
const PROCESSOR_BALANCE: f64 = 10.0;

/// A cost at its ideal, and what changes it: the real time is `seconds · exp(Σ value of the key · weight)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The kind of cost, which its effects belong to.
    pub cost: Cost,
    /// The ideal time, seconds.
    pub seconds: f64,
    /// Parameters and their weights: 1 for a level, a number for a slope.
    pub effects: Vec<(Key, f64)>,
}

/// The levels of effects: engine, backend, device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EffectLevels {
    /// The family, with processors counted as processors whatever they sit in.
    pub family: Family,
    /// The kernels that the engine shares with others.
    pub stack: Stack,
    /// The program itself, apart from its stack.
    pub engine: Engine,
    /// The backend; never `Unknown`.
    pub backend: Backend,
    /// The device's level: a hash of its id, from [`device_level`].
    pub device: u32,
    /// The link of devices that share each layer.
    pub link: Link,
    year: f64,
    bandwidth: f64,
    flash_off: bool,
    /// Operations a second that the arithmetic is measured against: the published 16-bit rate, or what is usual.
    pub(super) rate: f64,
}

impl EffectLevels {
    /// The levels of a device under conditions.
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
        // llama.cpp enables flash attention by default since the second half of 2025.
        let flash_off = conditions.flash_attention.map_or(stack == Stack::Ggml && year < 2025.7, |on| !on);
        Self {
            family,
            stack,
            engine: conditions.engine,
            backend,
            device: device_level(&device.id),
            link: conditions.link.unwrap_or_else(|| Link::usual(device)),
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

    /// Place and engine, by number: what the width of a range goes by.
    #[must_use]
    pub const fn width_key(&self) -> [u32; 2] {
        [self.place(), self.engine as u32]
    }

    /// The level of family and backend together, whatever the stack.
    #[must_use]
    pub const fn group(&self) -> u32 {
        (self.family as u32) << 8 | self.backend as u32
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
            Effect::Link => (self.link as u32, 1.0),
            Effect::EngineBackend => (of_backend(self.engine, self.backend), 1.0),
            Effect::Year => (0, self.year),
            Effect::StackYear => (self.stack as u32, self.year),
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
            if *effect == Effect::EngineBackend && self.engine.wraps_llama_cpp() {
                effects.push((Key::new(cost, *effect, of_backend(Engine::LlamaCpp, self.backend)), 1.0));
            }
        }
        effects
    }

    pub(super) fn packed(&self, cost: Cost, packing: Packing) -> [(Key, f64); 2] {
        let both = (packing as u32) << 8 | self.pair();
        [(Key::new(cost, Effect::Packing, packing as u32), 1.0), (Key::new(cost, Effect::PackingPlace, both), 1.0)]
    }

    fn weights(&self, packing: Packing, routed: bool, skew: f64) -> Vec<(Key, f64)> {
        let mut effects = self.effects(Cost::Weights, OF_WEIGHTS);
        effects.extend(self.packed(Cost::Weights, packing));
        if routed {
            effects.push((Key::new(Cost::Weights, Effect::Routed, 0), 1.0));
            if skew != 0.0 {
                effects.push((Key::new(Cost::Weights, Effect::Skew, 0), skew));
            }
        }
        effects
    }
}

/// The level of an engine on a backend.
#[must_use]
pub const fn of_backend(engine: Engine, backend: Backend) -> u32 {
    (engine as u32) << 4 | backend as u32
}

/// The effects on streaming weights, packing and routing aside.
pub(super) const OF_WEIGHTS: &[Effect] = &{
    use Effect::{Bandwidth, Common, Device, Engine, Family, Place, Stack, StackYear, Year};
    [Common, Family, Stack, Place, Engine, Device, Year, StackYear, Bandwidth]
};

/// The costs beside streaming weights, in the order of `work`.
pub(super) const REST_COSTS: [Cost; rest::COUNT] = {
    use Cost::{AllReduce, Attention, BatchCompute, Cache, Hop, Layer, Mixture, Reading, Recurrent, Step};
    [Cache, Layer, Mixture, Recurrent, BatchCompute, Hop, AllReduce, Attention, Step, Reading]
};

/// The effects on such a cost.
pub(super) const fn effects_of(cost: Cost) -> &'static [Effect] {
    use Effect::{Bandwidth, Common, Device, Engine, Family, FlashOff, Link, Place, Stack, StackYear, Year};
    match cost {
        Cost::Cache => &[Common, Place, Engine, FlashOff, StackYear, Bandwidth],
        Cost::Layer => &[Common, Family, Stack, Place, Engine, Device, Year, StackYear],
        Cost::Mixture => &[Common, Place, Year, StackYear],
        Cost::Step | Cost::BatchCompute | Cost::Reading => &[Common, Place, Engine],
        Cost::Hop => &[Common, Family],
        Cost::AllReduce => &[Common, Link],
        _ => &[Common, Place],
    }
}

/// The parameter without whose measurements no tensor parallelism over a link is estimated: how long its devices take
/// to agree.
#[must_use]
pub const fn all_reduce(link: Link) -> Key {
    Key::new(Cost::AllReduce, Effect::Link, link as u32)
}

/// The parts of one decode step, for the fit.
#[must_use]
pub fn of_step(setup: &Setup, levels: &EffectLevels) -> Vec<Part> {
    let work = Work::of(setup, levels.rate, levels.link);
    let mut parts = Vec::new();
    for (packing, pair) in Packing::ALL.into_iter().zip(work.weights) {
        for (routed, seconds) in [false, true].into_iter().zip(pair) {
            if seconds > 0.0 {
                parts.push(Part { cost: Cost::Weights, seconds, effects: levels.weights(packing, routed, work.skew) });
            }
        }
    }
    for (cost, seconds) in REST_COSTS.into_iter().zip(work.rest) {
        if seconds > 0.0 {
            parts.push(Part { cost, seconds, effects: levels.effects(cost, effects_of(cost)) });
        }
    }
    parts
}
