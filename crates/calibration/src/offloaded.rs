//! A model that lies partly in system RAM: device and host take turns.
//!
//! 1. The device reads its part as efficiently as it was measured alone.
//! 2. The host reads its own at the share of its bandwidth that published runs of such splits show ([`HOST`]); what a
//!    processor reaches alone says little of what it reaches beside a device.
//! 3. The range is that of these runs, or the device's own where that is wider.
//!
//! Never faster than both sides at full bandwidth. Source of the sum: `offload` (the roofline of each side, Williams et
//! al. 2009).

use alloc::string::String;

use super::arrangement::HOST;
use super::estimate::{Basis, Estimate};
use super::profile::Profile;
use rooflight_estimator::decode::{Efficiency, Range, Step};
use rooflight_estimator::hardware::Device;
use rooflight_estimator::offload::{self, OnHost};
use rooflight_estimator::setup::Setup;

/// A setup that lies partly in the memory of a host, and the calibration of the device.
#[derive(Clone, Copy, Debug)]
pub struct Split<'a> {
    /// The model on the device.
    pub setup: &'a Setup<'a>,
    /// The host, whose processor reads the rest.
    pub host: &'a Device,
    /// The profile of the device.
    pub near: &'a Profile,
}

impl Split<'_> {
    /// The least seconds of one step, where `on_host` lies in the memory of the host: both sides at full bandwidth.
    /// Source: `offload::seconds`.
    #[must_use]
    pub fn least(&self, on_host: OnHost) -> f64 {
        self.seconds(on_host, &Efficiency::IDEAL, &Efficiency::IDEAL)
    }

    fn seconds(&self, on_host: OnHost, near: &Efficiency, host: &Efficiency) -> f64 {
        offload::seconds(self.setup, self.host, on_host, near, host)
    }

    /// The seconds of one step: those that are the device's whatever the host does, and those of the host at full
    /// bandwidth. None where nothing supports an estimate of the device. Source: `offload::seconds`, its sum taken
    /// apart.
    #[must_use]
    pub fn sides(&self, on_host: OnHost) -> Option<(f64, f64)> {
        let terms = self.near.speed(self.setup).1?.1;
        let offload::Sides { host, host_cache, .. } = offload::sides(self.setup, on_host);
        let far = (host + host_cache) / self.host.bandwidth;
        Some((self.seconds(on_host, &terms.efficiency, &Efficiency::IDEAL) - far, far))
    }

    /// The 80 % range, tokens a second of one sequence; `None` where nothing supports one. Source: `sides`, the host at
    /// [`HOST`].
    #[must_use]
    pub fn range(&self, on_host: OnHost) -> Option<Range> {
        let plain = self.near.speed(self.setup).1?.0;
        let (device, host) = self.sides(on_host)?;
        if on_host.share() <= 0.0 {
            return Some(plain);
        }
        HOST.range(1.0 / (device + host / HOST.value), &plain, 1.0 / self.least(on_host))
    }

    /// The ceiling, the range and what it rests on.
    #[must_use]
    pub fn estimate(&self, on_host: OnHost) -> Estimate {
        let range = self.range(on_host);
        let (basis, reason) = match range {
            Some(_) => (Basis::Extrapolated, HOST.record),
            None if self.near.supported => (Basis::CeilingOnly, "related measurements differ too much to say"),
            None => (Basis::CeilingOnly, self.near.reason.as_str()),
        };
        let ceiling = step(self.least(on_host), self.setup.batch);
        Estimate { ceiling, range, basis, reason: String::from(reason), terms: None }
    }
}

/// A step whose parts are not known.
fn step(seconds: f64, batch: f64) -> Step {
    Step { weights: seconds, cache: 0.0, arithmetic: None, overhead: 0.0, communication: 0.0, seconds, batch }
}
