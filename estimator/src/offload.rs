//! CPU offload: part of a model lies in the host's memory and is read by the host's CPU.
//!
//! Device and host work one after the other on every token, so their times add; bandwidths are never averaged. Either
//! whole layers go to the host, or only the routed experts, since a token reads few of them.
//!
//! `t = W_device/(η·BW_device) + W_host/(η_host·BW_host) + cache`, each by its own roofline (Williams et al. 2009).

use crate::decode::Efficiency;
use crate::fit::{self, Fit};
use crate::hardware::Device;
use crate::kv;
use crate::setup::Setup;
use crate::weights::Traffic;
use rooflight_primitives::units::count;

/// Maximum number of layers tried, so that a broken record cannot stall the search.
pub const MAX_LAYERS: u64 = 1000;

/// Part of a model in the host's memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OnHost {
    /// This share of the layers, with their cache and state, between 0 and 1.
    Layers(f64),
    /// This share of the routed experts, between 0 and 1; everything else stays on the device.
    Experts(f64),
}

impl OnHost {
    /// Returns the share of the layers or experts, clamped to 0..=1.
    #[must_use]
    pub const fn share(self) -> f64 {
        match self {
            Self::Layers(share) | Self::Experts(share) => share.clamp(0.0, 1.0),
        }
    }
}

/// Bytes of one decode step, by the side that reads them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sides {
    /// Weights and state read on the device.
    pub device: f64,
    /// Weights and state read on the host.
    pub host: f64,
    /// Cache read on the device.
    pub cache: f64,
    /// Cache read on the host, of the layers in its memory.
    pub host_cache: f64,
}

/// Divides the bytes of one decode step of `setup` between device and host.
#[must_use]
pub fn sides(setup: &Setup, on_host: OnHost) -> Sides {
    let state = setup.batch * kv::state_traffic(setup.model);
    let cache = setup.batch * kv::read_bytes(setup.model, setup.kv, setup.depth);
    let streamed = setup.weights.streamed_bytes(setup.batch);
    let share = on_host.share();
    match on_host {
        OnHost::Layers(_) => {
            let here = 1.0 - share;
            Sides {
                device: (streamed + state) * here,
                host: (streamed + state) * share,
                cache: cache * here,
                host_cache: cache * share,
            }
        }
        OnHost::Experts(_) => {
            let routed = setup.weights.lines().iter().filter(|line| line.traffic == Traffic::Routed);
            let host = share * routed.map(|line| setup.weights.streamed_of(line, setup.batch)).sum::<f64>();
            Sides { device: streamed - host + state, host, cache, host_cache: 0.0 }
        }
    }
}

/// Bytes of weights in the host's memory.
#[must_use]
pub fn host_bytes(setup: &Setup, on_host: OnHost) -> f64 {
    let divided: f64 = match on_host {
        OnHost::Layers(_) => setup.weights.file_bytes(),
        OnHost::Experts(_) => {
            let routed = setup.weights.lines().iter().filter(|line| line.traffic == Traffic::Routed);
            routed.map(|line| line.bytes).sum()
        }
    };
    divided * on_host.share()
}

/// Bytes of caches and states in the host's memory: those of its layers.
#[must_use]
pub fn host_cache(setup: &Setup, on_host: OnHost) -> f64 {
    let all = setup.batch * fit::sequence_bytes(setup.model, setup.kv, setup.depth);
    match on_host {
        OnHost::Layers(_) => all * on_host.share(),
        OnHost::Experts(_) => 0.0,
    }
}

/// Memory use of the device itself; `None` where its memory is not known. Source: the sum of `fit`, less what the host
/// holds.
#[must_use]
pub fn on_device(setup: &Setup, on_host: OnHost) -> Option<Fit> {
    let whole = fit::fit(setup)?;
    let cache = whole.cache - host_cache(setup, on_host);
    Some(Fit { weights: whole.weights - host_bytes(setup, on_host), cache, ..whole })
}

/// The most layers that fit on the device. `part` says which part of the other layers the host holds: `OnHost::Layers`
/// or `OnHost::Experts`. `None` where the memory is not known, or where even the part that must stay on the device does
/// not fit.
#[must_use]
pub fn most_layers(setup: &Setup, part: fn(f64) -> OnHost) -> Option<u64> {
    let all = setup.model.layers;
    let fits = |layers: &u64| on_device(setup, part(1.0 - count(*layers) / count(all))).is_some_and(|fit| fit.fits());
    (0..=all.min(MAX_LAYERS)).rev().find(fits)
}

/// Part of a model that usually goes to the host: the routed experts of a mixture, since a token reads few of them, if
/// the rest fits on the device or its memory is not known; otherwise whole layers.
#[must_use]
pub fn usual_part(setup: &Setup) -> fn(f64) -> OnHost {
    let rest_fits = || fit::fit(setup).is_none() || most_layers(setup, OnHost::Experts).is_some();
    if setup.weights.experts().is_some() && rest_fits() { OnHost::Experts } else { OnHost::Layers }
}

/// Seconds of one decode step shared between the setup's device and `host`. With `Efficiency::IDEAL` on both sides this
/// is the ceiling: no communication and no fixed cost. The fixed costs of layers fall on the side that runs them. The
/// device takes at least as long as the arithmetic of its part, as in `decode`. Source: the roofline of each side
/// (Williams et al. 2009), their times added.
#[must_use]
pub fn seconds(setup: &Setup, host: &Device, on_host: OnHost, on_device: &Efficiency, by_host: &Efficiency) -> f64 {
    let Sides { device, host: far, cache, host_cache } = sides(setup, on_host);
    let operations = 2.0 * setup.batch * setup.weights.active_parameters() * device / (device + far).max(1.0);
    let rate = setup.device.peak_operations(setup.weights.bits_per_weight());
    let arithmetic = rate.map_or(0.0, |rate| operations / (on_device.compute * rate));
    let read_cache = cache / on_device.cache;
    let reading = (device / on_device.weights + read_cache) / setup.device.bandwidth;
    let here = reading.max(arithmetic + read_cache / setup.device.bandwidth);
    let there = far / by_host.weights + host_cache / by_host.cache;
    let (layers, mixtures) = (count(setup.model.layers), count(setup.model.moe_layers));
    let fixed = |efficiency: &Efficiency| layers * efficiency.layer + mixtures * efficiency.moe_layer;
    let share = on_host.share();
    let overhead = match on_host {
        OnHost::Layers(_) => (1.0 - share) * fixed(on_device) + share * fixed(by_host),
        OnHost::Experts(_) => {
            layers * on_device.layer + mixtures * ((1.0 - share) * on_device.moe_layer + share * by_host.moe_layer)
        }
    };
    here + there / host.bandwidth + overhead
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::shape::{CacheGroup, Shape};
    use crate::quantization::blocks;
    use crate::weights::{WeightLine, Weights};
    use rooflight_primitives::units::GIB;

    #[test]
    fn layers_fill_the_device() {
        let group = CacheGroup { reading: 10, storing: 10, elements: 1024, ..CacheGroup::default() };
        let model = Shape { layers: 10, cache: alloc::vec![group], ..Shape::default() };
        let line = WeightLine { block: blocks::F16, parameters: 10.0 * GIB / 2.0, ..WeightLine::default() };
        let routed = WeightLine { traffic: Traffic::Routed, parameters: 20.0 * GIB / 2.0, ..line };
        let weights = Weights::from_lines(alloc::vec![line], None, None);
        let device = Device { memory: Some(8.0 * GIB), bandwidth: 1e9, ..Device::default() };
        let setup = Setup::single(&model, &weights, &device, 0.0);
        // 8 × 0.98 − 0.39 = 7.45 GiB of room; a layer takes one.
        assert_eq!(most_layers(&setup, OnHost::Layers), Some(7));
        // 10 × 2 KiB × 65,536 = 1.25 GiB of cache: a layer takes 1.125, and six are 6.75.
        assert_eq!(most_layers(&Setup { depth: 65_536.0, ..setup }, OnHost::Layers), Some(6));
        // Ten GiB must stay, and do not fit.
        let mixture = Weights::from_lines(alloc::vec![line, routed], Some((8, 2)), None);
        let setup = Setup { weights: &mixture, ..setup };
        assert_eq!(most_layers(&setup, OnHost::Experts), None);
        let device = Device { memory: Some(16.0 * GIB), ..device.clone() };
        // 16 × 0.98 − 0.39 − 10 = 5.29 GiB for experts, two a layer.
        assert_eq!(most_layers(&Setup { device: &device, ..setup }, OnHost::Experts), Some(2));
    }
}
