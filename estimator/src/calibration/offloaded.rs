//! A model partly in system RAM: device and host take turns.
//!
//! 1. The device reads its part as efficiently as it was measured alone.
//! 2. The host reads its part at the share of its bandwidth that published runs of such splits show ([`HOST`]); the
//!    speed of a CPU on its own says little about its speed next to a GPU.
//! 3. The range is that of these runs, or the device's own where that is wider.
//!
//! Never faster than both sides at full bandwidth. Source of the sum: `offload` (the roofline of each side, Williams et
//! al. 2009).

use alloc::string::String;

use super::arrangement::HOST;
use super::estimate::{Basis, Estimate};
use super::profile::Profile;
use crate::decode::{Efficiency, Range, Step};
use crate::hardware::Device;
use crate::offload::{self, OnHost};
use crate::setup::Setup;

/// A setup partly in a host's memory, and the calibration of the device.
#[derive(Clone, Copy, Debug)]
pub struct Split<'a> {
    /// The setup as if it were all on the device.
    pub setup: &'a Setup<'a>,
    /// The host, whose CPU reads the rest.
    pub host: &'a Device,
    /// Calibration of the device.
    pub near: &'a Profile,
}

impl Split<'_> {
    /// Lower bound of one step, seconds, with `on_host` in the host's memory: both sides at full bandwidth. Source:
    /// `offload::seconds`.
    #[must_use]
    pub fn least(&self, on_host: OnHost) -> f64 {
        self.seconds(on_host, &Efficiency::IDEAL, &Efficiency::IDEAL)
    }

    fn seconds(&self, on_host: OnHost, near: &Efficiency, host: &Efficiency) -> f64 {
        offload::seconds(self.setup, self.host, on_host, near, host)
    }

    /// Seconds of one step: those that do not depend on the host's efficiency, and those of the host at full bandwidth.
    /// `None` if there is no estimate of the device. Source: `offload::seconds`, its sum taken apart.
    #[must_use]
    pub fn sides(&self, on_host: OnHost) -> Option<(f64, f64)> {
        let terms = self.near.speed(self.setup).1?.1;
        let offload::Sides { host, host_cache, .. } = offload::sides(self.setup, on_host);
        let far = (host + host_cache) / self.host.bandwidth;
        Some((self.seconds(on_host, &terms.efficiency, &Efficiency::IDEAL) - far, far))
    }

    /// The 80 % range, tokens per second of one sequence; `None` if measurements do not support one. Source: `sides`,
    /// the host at [`HOST`].
    #[must_use]
    pub fn range(&self, on_host: OnHost) -> Option<Range> {
        let plain = self.near.speed(self.setup).1?.0;
        let (device, host) = self.sides(on_host)?;
        if on_host.share() <= 0.0 {
            return Some(plain);
        }
        HOST.range(1.0 / (device + host / HOST.value), &plain, 1.0 / self.least(on_host))
    }

    /// Estimates the split setup: ceiling, range and basis.
    #[must_use]
    pub fn estimate(&self, on_host: OnHost) -> Estimate {
        let range = self.range(on_host);
        let (basis, reason) = match range {
            Some(_) => (Basis::Extrapolated, HOST.reason),
            None if self.near.supported => (Basis::CeilingOnly, "related measurements differ too much to say"),
            None => (Basis::CeilingOnly, self.near.reason.as_str()),
        };
        let ceiling = step(self.least(on_host), self.setup.batch);
        Estimate { ceiling, range, basis, reason: String::from(reason), terms: None }
    }
}

/// Makes a step whose parts are not known.
fn step(seconds: f64, batch: f64) -> Step {
    Step { weights: seconds, cache: 0.0, arithmetic: None, overhead: 0.0, communication: 0.0, seconds, batch }
}
