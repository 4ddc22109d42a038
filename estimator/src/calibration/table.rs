//! The fitted table: a value for each parameter, the evidence for it, and the width of ranges.
//!
//! A parameter that is not in the table is zero, the fit's expectation for a device or an engine that it has not seen;
//! its prior widens the range. Values are whole multiples of a small unit, short to send and the same in the build and
//! in the browser.
//!
//! Sources: partial pooling of effects by priors, Gelman and Hill 2007, chapter 12; normalized errors, Lei et al. arXiv
//! 1604.04173.

use alloc::vec::Vec;

use super::fixed::UNIT;
use super::key::{Cost, Effect, Key};
use super::parts::TimePart;
use super::width::Widths;
use serde::{Deserialize, Serialize};

/// Standard deviation of the difference between two devices, or two models on one device, that no parameter explains;
/// natural logarithms. It decides how fast further measurements make a parameter certain.
const UNEXPLAINED: f64 = 0.3;

/// Spread added if several sequences are decoded together, or devices divide each layer: the few measurements of these
/// are too similar to show how far such setups differ.
pub(super) const THIN: f64 = 0.25;

/// A fitted parameter and its evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "ParameterNumbers", into = "ParameterNumbers")]
pub struct FittedParameter {
    /// Key, packed.
    pub key: u64,
    /// Value, in units of `UNIT`.
    pub value: i32,
    /// Numbers of measurements that it was fitted to.
    pub evidence: Evidence,
}

/// A parameter in a file: key, value, and the numbers of pairs, devices and publications behind it.
type ParameterNumbers = (u64, i32, u32, u32, u32);

impl From<ParameterNumbers> for FittedParameter {
    fn from((key, value, pairs, devices, sources): ParameterNumbers) -> Self {
        Self { key, value, evidence: Evidence { pairs, devices, sources } }
    }
}

impl From<FittedParameter> for ParameterNumbers {
    fn from(FittedParameter { key, value, evidence }: FittedParameter) -> Self {
        (key, value, evidence.pairs, evidence.devices, evidence.sources)
    }
}

/// Number of measurements behind a parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Pairs of device and model.
    pub pairs: u32,
    /// Different devices.
    pub devices: u32,
    /// Publications.
    pub sources: u32,
}

/// Coverage of held-out runs on one family of devices with one backend; the source of each run was left out of the fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Family and backend, by number.
    pub group: u32,
    /// Runs compared with their range.
    pub runs: u32,
    /// Runs within their range.
    pub held: u32,
    /// Publications of these runs.
    pub sources: u32,
}

/// Ends of a range in multiples of an estimate's scale; natural logarithms of speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// Lower end, at most zero, in units of `UNIT`.
    pub low: i32,
    /// Upper end, at least zero, in units of `UNIT`.
    pub high: i32,
}

impl Band {
    /// Returns the factors on a typical speed at the ends of a range with this scale: below one and above one.
    #[must_use]
    pub fn ends(self, scale: f64) -> (f64, f64) {
        let end = |units: i32| libm::exp(f64::from(units) * UNIT * scale);
        (end(self.low), end(self.high))
    }
}

/// All parameters of one model of speed, for decoding or for prompts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FittedTable {
    /// Parameters, sorted by key.
    pub entries: Vec<FittedParameter>,
    /// Ends of a range, as multiples of its estimate's scale.
    pub band: Band,
    /// Scale of each estimate's errors.
    pub widths: Widths,
    /// Coverage of each group, sorted by group.
    pub coverage: Vec<Coverage>,
    /// Error that remains if every parameter is certain, as a standard deviation in units of `UNIT`: builds, clocks,
    /// cooling.
    pub floor: i32,
    /// Number of measurements that it was fitted to.
    pub rows: u32,
    /// Number of different devices among these.
    pub devices: u32,
}

impl FittedTable {
    /// Returns a parameter; `None` if no measurement depends on it.
    #[must_use]
    pub fn entry(&self, key: Key) -> Option<&FittedParameter> {
        let at = self.entries.binary_search_by_key(&key.packed(), |entry| entry.key).ok()?;
        self.entries.get(at)
    }

    /// Returns the evidence for a parameter.
    #[must_use]
    pub fn evidence(&self, key: Key) -> Evidence {
        self.entry(key).map(|entry| entry.evidence).unwrap_or_default()
    }

    /// Real time of a part, seconds.
    #[must_use]
    pub fn seconds(&self, part: &TimePart) -> f64 {
        let sum: f64 = part.effects.iter().map(|(key, weight)| self.value(*key) * weight).sum();
        part.seconds * libm::exp(sum)
    }

    pub(super) fn value(&self, key: Key) -> f64 {
        self.entry(key).map_or(0.0, |entry| f64::from(entry.value) * UNIT)
    }

    /// Spread of an estimate made of `parts`: a standard deviation in natural logarithms of its time.
    #[must_use]
    pub fn spread(&self, parts: &[TimePart]) -> f64 {
        let total: f64 = parts.iter().map(|part| self.seconds(part)).sum();
        let mut slopes: Vec<(Key, f64, Evidence)> = Vec::new();
        for part in parts {
            let share = self.seconds(part) / total;
            for (key, weight) in &part.effects {
                match slopes.iter_mut().find(|(known, ..)| known == key) {
                    Some((_, slope, _)) => *slope += share * weight,
                    None => slopes.push((*key, share * weight, self.evidence(*key))),
                }
            }
        }
        spread_of(&slopes, f64::from(self.floor) * UNIT)
    }
}

/// Spread of an estimate, a standard deviation in natural logarithms: from its parameters, the derivative of its
/// logarithm by each, and the evidence for each. Adds the variance that each parameter keeps, as if it were fitted
/// alone, and that of the floor.
///
/// For a measured device, each further model makes a parameter more certain; for any other, only further devices do.
#[must_use]
pub fn spread_of(slopes: &[(Key, f64, Evidence)], floor: f64) -> f64 {
    let known = slopes.iter().any(|(key, _, evidence)| key.effect() == Some(Effect::Device) && evidence.pairs > 0);
    let of = |(key, slope, evidence): &(Key, f64, Evidence)| {
        let thin =
            matches!((key.cost(), key.effect()), (Some(Cost::AllReduce | Cost::BatchCompute), Some(Effect::Common)));
        let further = if thin { THIN * THIN } else { 0.0 };
        further + slope * slope * variance(*key, *evidence, known)
    };
    rooflight_primitives::math::sqrt(floor * floor + slopes.iter().map(of).sum::<f64>())
}

/// Variance that a parameter keeps, as if it were fitted alone. `known`: the device was measured.
pub(super) fn variance(key: Key, evidence: Evidence, known: bool) -> f64 {
    let prior = key.spread();
    let observations = f64::from(if known { evidence.pairs } else { evidence.devices });
    1.0 / (1.0 / (prior * prior) + observations / (UNEXPLAINED * UNEXPLAINED))
}
