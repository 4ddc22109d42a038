//! A model of which a part lies in the host's memory: device and host take turns, each as efficient as it was measured
//! alone.
//!
//! No measurement of such a split is in the fit, so that the answer is always extrapolated, and its range is the wider
//! one of the two sides, widened. Source of the sum: `offload` (the roofline of each side, Williams et al. 2009).

use alloc::string::String;

use super::conditions::Conditions;
use super::engines::Backend;
use super::{Basis, Calibration, Estimate, WIDEST, efficiency, step_parts};
use crate::decode::{Efficiency, Range, Step};
use crate::hardware::{Device, Family};
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
        if self.decode.entries.is_empty() {
            return none("no measurements were given to the estimator");
        }
        if setup.device.family == Family::Accelerator {
            return none("no measurement of such a chip is known");
        }
        let far = Setup { device: host, devices: Devices::One, ..*setup };
        let by_processor = Conditions { backend: Backend::Cpu, ..*conditions };
        let (near, far_parts) = (step_parts(setup, conditions), step_parts(&far, &by_processor));
        let on_device = efficiency(setup, &self.decode, &near);
        let by_host = efficiency(&far, &self.decode, &far_parts);
        let typical = offload::seconds(setup, host, on_host, &on_device, &by_host).max(least);
        let widest = self.decode.spread(&near).max(self.decode.spread(&far_parts));
        let (low, high) = self.decode.factors(libm::sqrt(widest * widest + SPLIT * SPLIT));
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
