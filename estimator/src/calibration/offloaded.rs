//! A model of which a part lies in the host's memory: device and host take turns, each as efficient as it was measured
//! alone.
//!
//! No measurement of such a split is in the fit, so that the answer is always extrapolated, and its range is the wider
//! one of the two sides, widened. Source of the sum: `offload` (the roofline of each side, Williams et al. 2009).

use alloc::string::String;

use super::conditions::Conditions;
use super::engines::Backend;
use super::{Basis, Calibration, Estimate, WIDEST};
use crate::decode::{Efficiency, Range, Step};
use crate::hardware::Device;
use crate::offload::{self, OnHost};
use crate::setup::{Devices, Setup};

/// What a split adds to the spread of an estimate, as a standard deviation in natural logarithms.
const SPLIT: f64 = 0.25;

impl Calibration {
    /// The ceiling, the range and what it rests on, where `on_host` lies in the memory of `host` and its processor
    /// reads it.
    #[must_use]
    pub fn offloaded(&self, setup: &Setup, host: &Device, on_host: OnHost, conditions: &Conditions) -> Estimate {
        let least = offload::seconds(setup, host, on_host, &Efficiency::IDEAL, &Efficiency::IDEAL);
        let ceiling = step(least, setup.batch);
        let none = |reason: &str| Estimate {
            ceiling,
            range: None,
            basis: Basis::CeilingOnly,
            reason: String::from(reason),
            terms: None,
        };
        let by_processor = Conditions { backend: Backend::Cpu, ..*conditions };
        let near = self.decode.profile(setup.device, setup.devices, conditions);
        let beside = self.decode.profile(host, Devices::One, &by_processor);
        if let Some(profile) = [&near, &beside].into_iter().find(|profile| !profile.supported) {
            return none(&profile.reason);
        }
        let far = Setup { device: host, devices: Devices::One, ..*setup };
        let ((on_device, here), (by_host, there)) = (near.efficiency(setup), beside.efficiency(&far));
        let typical = offload::seconds(setup, host, on_host, &on_device, &by_host).max(least);
        let widest = here.max(there);
        let (low, high) = near.band.ends(libm::sqrt(widest * widest + SPLIT * SPLIT));
        if high / low > WIDEST {
            return none("measurements of related engines and devices differ too much to say");
        }
        let speed = 1.0 / typical;
        Estimate {
            ceiling,
            range: Some(Range { low: speed * low, typical: speed, high: (speed * high).min(1.0 / least) }),
            basis: Basis::Extrapolated,
            reason: String::from(
                "put together from measurements of device and host alone; none of a split is in the fit",
            ),
            terms: None,
        }
    }
}

/// A step of which only the whole is known.
fn step(seconds: f64, batch: f64) -> Step {
    Step { weights: seconds, cache: 0.0, arithmetic: None, overhead: 0.0, communication: 0.0, seconds, batch }
}
