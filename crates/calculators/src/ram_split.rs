//! A model that does not fit, with as much of it on the device as goes there and the rest in system RAM.
//!
//! The speed of the fullest split, as [`offload`] computes it, for lists and offers; the
//! calculator of splits shows every split. Holds no formula.

use rooflight_calibration::profile::Profile;
use rooflight_calibration::{FileFormat, Split};
use rooflight_estimator::decode::Range;
use rooflight_estimator::hardware::Device;
use rooflight_estimator::offload::{self, OnHost};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::units::{GB, count};

/// Bandwidth of the system memory that is assumed where none is stated, bytes a second: two channels of DDR5-5600, as
/// in the offload calculator's usual host.
pub const USUAL_HOST: f64 = 89.6 * GB;

/// A split with as many layers on the device as fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct RamSplit {
    /// The layers on the device.
    pub(super) layers: u64,
    /// The part on the host.
    pub(super) on_host: OnHost,
    /// The bound, tokens a second.
    pub(super) ceiling: f64,
    /// The 80 % range, tokens a second, where measurements support one.
    pub(super) range: Option<Range>,
}

impl RamSplit {
    /// True where a split of this setup is known: one request on one device, with an engine that splits.
    pub(super) fn is_known_for(setup: &Setup<'_>, files: FileFormat) -> bool {
        setup.batch <= 1.0 && setup.devices == Devices::One && files == FileFormat::Gguf
    }

    /// The fullest split beside a memory of this bandwidth; `None` where not even what must stay on the device fits, or
    /// its memory is not known.
    pub(super) fn fullest(setup: &Setup<'_>, part: fn(f64) -> OnHost, near: &Profile, bandwidth: f64) -> Option<Self> {
        let layers = offload::most_layers(setup, part)?;
        Some(Self::of(setup, (layers, part(1.0 - count(layers) / count(setup.model.layers))), near, bandwidth))
    }

    /// The split with these layers on the device and this part on the host.
    pub(super) fn of(setup: &Setup<'_>, (layers, on_host): (u64, OnHost), near: &Profile, bandwidth: f64) -> Self {
        let host = Device { bandwidth, ..Device::default() };
        let split = Split { setup, host: &host, near };
        Self { layers, on_host, ceiling: 1.0 / split.least(on_host), range: split.range(on_host) }
    }

    /// Bytes in system RAM, of weights and caches; `setup` is the split one.
    pub(super) fn host_bytes(&self, setup: &Setup<'_>) -> f64 {
        offload::host_bytes(setup, self.on_host) + offload::host_cache(setup, self.on_host)
    }

    /// The typical speed; the bound where there is no range.
    pub(super) fn likely(&self) -> f64 {
        self.range.map_or(self.ceiling, |range| range.typical)
    }

    /// True where routed experts alone lie in system RAM.
    pub(super) const fn is_of_experts(&self) -> bool {
        matches!(self.on_host, OnHost::Experts(_))
    }
}
