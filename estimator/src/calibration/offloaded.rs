//! A model of which part sits in system RAM: device and host take turns, each as efficient as it was measured
//! alone.
//!
//! No measurement of such a split is in the fit, so that the answer is always extrapolated, and its range is the wider
//! one of the two sides, widened. Source of the sum: `offload` (the roofline of each side, Williams et al. 2009).

use alloc::string::String;

use super::profile::Profile;
use super::{Basis, Estimate, WIDEST};
use crate::decode::{Efficiency, Range, Step};
use crate::hardware::Device;
use crate::offload::{self, OnHost};
use crate::setup::{Devices, Setup};

/// The spread that a split adds to an estimate, as a standard deviation in natural logarithms.
const SPLIT: f64 = 0.25;

/// A setup of which a part lies in the memory of a host, and what the calibration says of both sides.
#[derive(Clone, Copy, Debug)]
pub struct Split<'a> {
    /// The model on the device.
    pub setup: &'a Setup<'a>,
    /// Whose processor reads the rest.
    pub host: &'a Device,
    /// The profile of the device.
    pub near: &'a Profile,
    /// The profile of the host's processor.
    pub beside: &'a Profile,
}

impl Split<'_> {
    /// The least seconds of one step, where `on_host` lies in the memory of the host: both sides at full bandwidth. Source:
    /// `offload::seconds`.
    #[must_use]
    pub fn least(&self, on_host: OnHost) -> f64 {
        offload::seconds(self.setup, self.host, on_host, &Efficiency::IDEAL, &Efficiency::IDEAL)
    }

    /// The 80 % range, tokens a second of one sequence; none where nothing supports one. Source: the sum of `offload`, each side
    /// at its own efficiencies.
    #[must_use]
    pub fn range(&self, on_host: OnHost) -> Option<Range> {
        let Self { setup, host, near, beside } = *self;
        if !(near.supported && beside.supported) {
            return None;
        }
        let far = Setup { device: host, devices: Devices::One, ..*setup };
        let ((on_device, here), (by_host, there)) = (near.efficiency(setup), beside.efficiency(&far));
        let least = self.least(on_host);
        let typical = offload::seconds(setup, host, on_host, &on_device, &by_host).max(least);
        let widest = here.max(there);
        let (low, high) = near.band.ends(near.scale(setup, crate::math::sqrt(widest * widest + SPLIT * SPLIT)));
        if high / low > WIDEST {
            return None;
        }
        let speed = 1.0 / typical;
        Some(Range { low: speed * low, typical: speed, high: (speed * high).min(1.0 / least) })
    }

    /// The ceiling, the range and what it rests on.
    #[must_use]
    pub fn estimate(&self, on_host: OnHost) -> Estimate {
        let range = self.range(on_host);
        let (basis, reason) = match range {
            Some(_) => (
                Basis::Extrapolated,
                "put together from measurements of device and host alone; none of a split is in the fit",
            ),
            None => (Basis::CeilingOnly, self.why_none()),
        };
        let ceiling = step(self.least(on_host), self.setup.batch);
        Estimate { ceiling, range, basis, reason: String::from(reason), terms: None }
    }

    fn why_none(&self) -> &str {
        let lacking = [self.near, self.beside].into_iter().find(|profile| !profile.supported);
        lacking.map_or("measurements of related engines and devices differ too much to say", |profile| &profile.reason)
    }
}

/// A step of which only the whole is known.
fn step(seconds: f64, batch: f64) -> Step {
    Step { weights: seconds, cache: 0.0, arithmetic: None, overhead: 0.0, communication: 0.0, seconds, batch }
}
