//! The fitted table: a value for each parameter, how much it rests on, and how wide the ranges are.
//!
//! A parameter that is not in the table is zero, which is what the fit expects of a device or an engine it has not
//! seen; the range is wider by what such a parameter could have been. Values are kept as whole multiples of a small
//! unit, so that they are short on the way to the browser and the same on both sides.
//!
//! Sources: effects that are drawn to a common level by priors, Gelman and Hill 2007, chapter 12; errors divided by the
//! spread of their own estimate, Lei et al. arXiv 1604.04173.

use alloc::vec::Vec;

use super::fixed::{UNIT, signed};
use super::key::{Cost, Effect, Key};
use super::parts::Part;
use super::width::Widths;
use rooflight_primitives::codec::{Codec, list};

/// How far two devices, or two models on one device, differ for reasons that no parameter tells, as a standard
/// deviation in natural logarithms. It says how fast measurements of more of them make a parameter certain.
const WITNESS: f64 = 0.3;

/// The spread that is added where several sequences are decoded together, or a model is divided among devices: the few
/// measurements of these are too alike to show how far such setups differ.
pub(super) const THIN: f64 = 0.25;

/// A fitted parameter, and its evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Entry {
    /// Its key, packed.
    pub key: u64,
    /// Its value in units.
    pub value: i32,
    /// The measurements it was fitted to.
    pub evidence: Evidence,
}

/// The evidence for a parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Pairs of device and model.
    pub pairs: u32,
    /// Different devices among the runs.
    pub devices: u32,
    /// Publications that the runs come from.
    pub sources: u32,
}

/// How ranges did on runs that the fit had not seen: those of one family of devices with one backend, the source of
/// each left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Family and backend.
    pub group: u32,
    /// Runs that were compared with their range.
    pub runs: u32,
    /// Runs within their range.
    pub held: u32,
    /// Publications of these runs.
    pub sources: u32,
}

/// The ends of the range, in multiples of an estimate's own scale; natural logarithms of speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Band {
    /// Lower end, at most zero, in units.
    pub low: i32,
    /// Upper end, at least zero, in units.
    pub high: i32,
}

impl Band {
    /// The factors on a typical speed that end the range of an estimate with this scale: below one and above one.
    #[must_use]
    pub fn ends(self, scale: f64) -> (f64, f64) {
        let end = |units: i32| libm::exp(f64::from(units) * UNIT * scale);
        (end(self.low), end(self.high))
    }
}

/// All parameters of one model of speed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Sorted by key.
    pub entries: Vec<Entry>,
    /// The ends of a range, as multiples of its estimate's scale.
    pub band: Band,
    /// The scale of each question's errors.
    pub widths: Widths,
    /// The records of groups, sorted by group.
    pub records: Vec<Record>,
    /// The error that remains where every parameter is certain, in units, as a standard deviation: builds, clocks,
    /// cooling.
    pub floor: i32,
    /// Measurements that it was fitted to.
    pub rows: u32,
    /// Different devices among these measurements.
    pub devices: u32,
}

impl Table {
    /// The layout on the way to the browser. Keys are sorted, so that their differences are short.
    pub(super) fn layout<C: Codec>(&mut self, codec: &mut C) {
        let mut last = 0;
        list(codec, &mut self.entries, |codec, Entry { key, value, evidence }| {
            let mut step = key.saturating_sub(last);
            codec.whole(&mut step);
            last = last.saturating_add(step);
            *key = last;
            signed(codec, value);
            let Evidence { pairs, devices, sources } = evidence;
            for number in [pairs, devices, sources] {
                small(codec, number);
            }
        });
        for value in
            [&mut self.band.low, &mut self.band.high, &mut self.floor, &mut self.widths.base, &mut self.widths.power]
        {
            signed(codec, value);
        }
        list(codec, &mut self.widths.levels, |codec, (level, value)| {
            small(codec, level);
            signed(codec, value);
        });
        list(codec, &mut self.records, |codec, Record { group, runs, held, sources }| {
            for number in [group, runs, held, sources] {
                small(codec, number);
            }
        });
        small(codec, &mut self.rows);
        small(codec, &mut self.devices);
    }

    /// The entry of a parameter, if any measurement told of it.
    #[must_use]
    pub fn entry(&self, key: Key) -> Option<&Entry> {
        let at = self.entries.binary_search_by_key(&key.packed(), |entry| entry.key).ok()?;
        self.entries.get(at)
    }

    /// The measurements that a parameter was fitted to.
    #[must_use]
    pub fn evidence(&self, key: Key) -> Evidence {
        self.entry(key).map(|entry| entry.evidence).unwrap_or_default()
    }

    /// The real time of a part, seconds.
    #[must_use]
    pub fn seconds(&self, part: &Part) -> f64 {
        let sum: f64 = part.effects.iter().map(|(key, weight)| self.value(*key) * weight).sum();
        part.seconds * libm::exp(sum)
    }

    pub(super) fn value(&self, key: Key) -> f64 {
        self.entry(key).map_or(0.0, |entry| f64::from(entry.value) * UNIT)
    }

    /// The spread of an estimate made of `parts`: a standard deviation in natural logarithms of its time.
    #[must_use]
    pub fn spread(&self, parts: &[Part]) -> f64 {
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

/// The spread of an estimate from its parameters, how its logarithm moves with each, and the evidence for each: the
/// variances that the parameters keep, each as if it were fitted alone, and that of the floor. A standard deviation in
/// natural logarithms.
///
/// Of a device that was measured, each further model makes a parameter more certain. Of one that was not, only further
/// devices do.
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

/// The variance that a parameter keeps, as if it were fitted alone. `known`: the device was measured.
pub(super) fn variance(key: Key, evidence: Evidence, known: bool) -> f64 {
    let prior = key.spread();
    let witnesses = f64::from(if known { evidence.pairs } else { evidence.devices });
    1.0 / (1.0 / (prior * prior) + witnesses / (WITNESS * WITNESS))
}

fn small<C: Codec>(codec: &mut C, value: &mut u32) {
    let mut number = u64::from(*value);
    codec.whole(&mut number);
    *value = u32::try_from(number).unwrap_or(u32::MAX);
}
