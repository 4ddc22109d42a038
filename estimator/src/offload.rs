//! A model that does not fit: part of it in the memory of the host, read by the host's processor.
//!
//! Device and host work one after the other on every token, so their times add; bandwidths are never averaged. Which part lies
//! where decides: whole layers, or only the routed experts, of which a token reads few.
//!
//! `t = W_device/(η·BW_device) + W_host/(η_host·BW_host) + cache`, each by its own roofline (Williams et al. 2009).

use crate::decode::Efficiency;
use crate::hardware::Device;
use crate::kv;
use crate::setup::Setup;
use crate::units::count;
use crate::weights::Traffic;

/// What lies in the host's memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OnHost {
    /// This share of every layer-wise part, between 0 and 1.
    Layers(f64),
    /// The routed experts; all else stays on the device.
    Experts,
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
    /// Cache read on the host, with the layers that lie there.
    pub host_cache: f64,
}

/// Who reads what in one decode step of `setup`, bytes.
#[must_use]
pub fn sides(setup: &Setup, on_host: OnHost) -> Sides {
    let state = setup.batch * kv::state_traffic(setup.model);
    let cache = setup.batch * kv::read_bytes(setup.model, setup.kv, setup.depth);
    let streamed = setup.weights.streamed_bytes(setup.batch);
    match on_host {
        OnHost::Layers(share) => {
            let share = share.clamp(0.0, 1.0);
            let here = 1.0 - share;
            Sides {
                device: (streamed + state) * here,
                host: (streamed + state) * share,
                cache: cache * here,
                host_cache: cache * share,
            }
        }
        OnHost::Experts => {
            let routed = setup.weights.lines().iter().filter(|line| line.traffic == Traffic::Routed);
            let host = routed.map(|line| setup.weights.streamed_of(line, setup.batch)).sum();
            Sides { device: streamed - host + state, host, cache, host_cache: 0.0 }
        }
    }
}

/// Bytes of weights that lie in the host's memory.
#[must_use]
pub fn host_bytes(setup: &Setup, on_host: OnHost) -> f64 {
    match on_host {
        OnHost::Layers(share) => setup.weights.file_bytes() * share.clamp(0.0, 1.0),
        OnHost::Experts => {
            let routed = setup.weights.lines().iter().filter(|line| line.traffic == Traffic::Routed);
            routed.map(|line| line.bytes).sum()
        }
    }
}

/// Seconds of one decode step shared between the setup's device and `host`. With `Efficiency::IDEAL` on both sides this is the
/// ceiling: no communication and no fixed cost. Fixed costs of layers fall on the side that runs them.
/// Source: the roofline of each side (Williams et al. 2009), their times added.
#[must_use]
pub fn seconds(setup: &Setup, host: &Device, on_host: OnHost, on_device: &Efficiency, by_host: &Efficiency) -> f64 {
    let Sides { device, host: far, cache, host_cache } = sides(setup, on_host);
    let here = device / on_device.weights + cache / on_device.cache;
    let there = far / by_host.weights + host_cache / by_host.cache;
    let (layers, mixtures) = (count(setup.model.layers), count(setup.model.moe_layers));
    let fixed = |efficiency: &Efficiency| layers * efficiency.layer + mixtures * efficiency.moe_layer;
    let overhead = match on_host {
        OnHost::Layers(share) => {
            let share = share.clamp(0.0, 1.0);
            (1.0 - share) * fixed(on_device) + share * fixed(by_host)
        }
        OnHost::Experts => layers * on_device.layer + mixtures * by_host.moe_layer,
    };
    here / setup.device.bandwidth + there / host.bandwidth + overhead
}
