//! A model that does not fit, with as much of it on the device as fits and the rest in system RAM.
//!
//! Gives the speed of that split, as [`offload`] computes it, for lists and offers; the offload calculator shows every
//! split. Holds no formula.

use rooflight_estimator::calibration::profile::Profile;
use rooflight_estimator::calibration::{FileFormat, Speeds, Split};
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
    /// Bound and range of its speed.
    pub(super) speeds: Speeds,
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
        let speeds = Speeds { ceiling: 1.0 / split.least(on_host), range: split.range(on_host) };
        Self { layers, on_host, speeds }
    }

    /// Returns the bytes of weights and cache in system RAM; `setup` is the setup that was split.
    pub(super) fn host_bytes(&self, setup: &Setup<'_>) -> f64 {
        offload::host_bytes(setup, self.on_host) + offload::host_cache(setup, self.on_host)
    }

    /// True if only routed experts lie in system RAM.
    pub(super) const fn is_of_experts(&self) -> bool {
        matches!(self.on_host, OnHost::Experts(_))
    }
}
