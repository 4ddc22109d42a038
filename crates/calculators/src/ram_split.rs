//! A model that does not fit, with as much of it on the device as fits and the rest in system RAM.
//!
//! Gives the speed of that split, as [`offload`] computes it, for lists and offers; the offload calculator shows every
//! split. Holds no formula.

use rooflight_calibration::profile::Profile;
use rooflight_calibration::{FileFormat, Split};
use rooflight_estimator::decode::Range;
use rooflight_estimator::hardware::Device;
use rooflight_estimator::offload::{self, OnHost};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::units::{GB, count};

/// The system memory bandwidth assumed if none is stated, bytes per second: two channels of DDR5-5600, as in the
/// offload calculator's default host.
pub const USUAL_HOST: f64 = 89.6 * GB;

/// A split of a model between a device and system RAM, with its speeds.
#[derive(Clone, Copy, Debug)]
pub(super) struct RamSplit {
    /// Layers on the device.
    pub(super) layers: u64,
    /// The part of the model on the host.
    pub(super) on_host: OnHost,
    /// The upper bound, tokens per second.
    pub(super) ceiling: f64,
    /// The 80 % range, tokens per second, if measurements support one.
    pub(super) range: Option<Range>,
}

impl RamSplit {
    /// True if splits of this setup can be estimated: one request on one device, with GGUF files.
    pub(super) fn is_known_for(setup: &Setup<'_>, files: FileFormat) -> bool {
        setup.batch <= 1.0 && setup.devices == Devices::One && files == FileFormat::Gguf
    }

    /// Computes the split with the most layers on the device, for a host memory of this bandwidth; `None` if not even
    /// what must stay on the device fits, or its memory is not known.
    pub(super) fn fullest(
        setup: &Setup<'_>,
        part: fn(f64) -> OnHost,
        profile: &Profile,
        bandwidth: f64,
    ) -> Option<Self> {
        let layers = offload::most_layers(setup, part)?;
        Some(Self::of(setup, (layers, part(1.0 - count(layers) / count(setup.model.layers))), profile, bandwidth))
    }

    /// Computes the split with these layers on the device and this part on the host.
    pub(super) fn of(setup: &Setup<'_>, (layers, on_host): (u64, OnHost), profile: &Profile, bandwidth: f64) -> Self {
        let host = Device { bandwidth, ..Device::default() };
        let split = Split { setup, host: &host, near: profile };
        Self { layers, on_host, ceiling: 1.0 / split.least(on_host), range: split.range(on_host) }
    }

    /// Returns the bytes of weights and cache in system RAM; `setup` is the setup that was split.
    pub(super) fn host_bytes(&self, setup: &Setup<'_>) -> f64 {
        offload::host_bytes(setup, self.on_host) + offload::host_cache(setup, self.on_host)
    }

    /// Returns the typical speed, or else the ceiling.
    pub(super) fn likely(&self) -> f64 {
        self.range.map_or(self.ceiling, |range| range.typical)
    }

    /// True if only routed experts lie in system RAM.
    pub(super) const fn is_of_experts(&self) -> bool {
        matches!(self.on_host, OnHost::Experts(_))
    }
}
