//! The parts of a decode step: for each cost its ideal time, and the effects that apply to it.
//!
//! The fit takes steps apart here, and `project` sums the same effects into a profile, so that they cannot disagree.
//! Step by step: engine, backend and device give the levels; `work` gives the times of weights by packing and routing,
//! of cache, layers and communication; each gets its list of effects.
//!
//! Source: docs/estimator.md lists the effects and their priors, and what else was tried.

use alloc::vec::Vec;

use super::conditions::{Conditions, DeviceLink, NEWEST, OLDEST};
use super::engines::{Backend, Engine, Stack};
use super::key::{Cost, Effect, Key, device_level};
use super::packing::Packing;
use super::work::{Work, rest};
use crate::hardware::{Device, Family};
use crate::setup::{Devices, Setup};
use rooflight_primitives::units::count;

/// Operations per byte of bandwidth assumed for devices whose rate is not published.
const USUAL_BALANCE: f64 = 70.0;

/// [`USUAL_BALANCE`] for CPUs, whose rates the catalog lacks.
const PROCESSOR_BALANCE: f64 = 10.0;

/// One part of a time: the real time is `seconds · exp(Σ value of the key · weight)`.
#[derive(Clone, Debug, PartialEq)]
pub struct TimePart {
    /// Cost that its effects belong to.
    pub cost: Cost,
    /// Ideal time, seconds.
    pub seconds: f64,
    /// Parameters and their weights: 1 for a level, a number for a slope.
    pub effects: Vec<(Key, f64)>,
}

/// Levels of all effects for one device under some conditions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EffectLevels {
    /// Family of the device, or `Cpu` if the model runs on the CPU of any device.
    pub family: Family,
    /// Stack of the engine, whose kernels it shares.
    pub stack: Stack,
    /// The engine.
    pub engine: Engine,
    /// Backend; `Unknown` is replaced by the usual one.
    pub backend: Backend,
    /// Level of the device: a hash of its id, from [`device_level`].
    pub device: u32,
    /// Link of devices that share each layer.
    pub link: DeviceLink,
    year: f64,
    bandwidth: f64,
    flash_off: bool,
    /// Operations per second to which arithmetic is relative: the published 16-bit rate, or the usual one.
    pub(super) rate: f64,
}

impl EffectLevels {
    /// Determines the levels of a device under some conditions.
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
            link: conditions.link.unwrap_or_else(|| DeviceLink::usual(device)),
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

    /// Place and engine, by number, on which the width of a range depends.
    #[must_use]
    pub const fn width_key(&self) -> [u32; 2] {
        [self.place(), self.engine as u32]
    }

    /// Level of family and backend in combination, whatever the stack; coverage is counted by it.
    #[must_use]
    pub const fn group(&self) -> u32 {
        (self.family as u32) << 8 | self.backend as u32
    }

    /// Level of family, stack and backend in combination.
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

/// Level of an engine on a backend.
#[must_use]
pub const fn of_backend(engine: Engine, backend: Backend) -> u32 {
    (engine as u32) << 4 | backend as u32
}

/// Effects on streaming weights, except packing and routing.
pub(super) const OF_WEIGHTS: &[Effect] = &{
    use Effect::{Bandwidth, Common, Device, Engine, Family, Place, Stack, StackYear, Year};
    [Common, Family, Stack, Place, Engine, Device, Year, StackYear, Bandwidth]
};

/// Costs other than streaming weights, in the order of `work`.
pub(super) const REST_COSTS: [Cost; rest::COUNT] = {
    use Cost::{AllReduce, Attention, BatchCompute, Cache, Hop, Layer, Mixture, Reading, Recurrent, Step};
    [Cache, Layer, Mixture, Recurrent, BatchCompute, Hop, AllReduce, Attention, Step, Reading]
};

/// Effects on one of `REST_COSTS`.
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

/// Parameter of all-reduces over a link. Without measurements of it, tensor parallelism over this link is not
/// estimated.
#[must_use]
pub const fn all_reduce(link: DeviceLink) -> Key {
    Key::new(Cost::AllReduce, Effect::Link, link as u32)
}

/// Divides one decode step into its parts, for the fit.
#[must_use]
pub fn of_step(setup: &Setup, levels: &EffectLevels) -> Vec<TimePart> {
    let work = Work::of(setup, levels.rate, levels.link);
    let mut parts = Vec::new();
    for (packing, pair) in Packing::ALL.into_iter().zip(work.weights) {
        for (routed, seconds) in [false, true].into_iter().zip(pair) {
            if seconds > 0.0 {
                parts.push(TimePart {
                    cost: Cost::Weights,
                    seconds,
                    effects: levels.weights(packing, routed, work.skew),
                });
            }
        }
    }
    for (cost, seconds) in REST_COSTS.into_iter().zip(work.rest) {
        if seconds > 0.0 {
            parts.push(TimePart { cost, seconds, effects: levels.effects(cost, effects_of(cost)) });
        }
    }
    parts
}
