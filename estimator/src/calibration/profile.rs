//! The calibration of one device with one engine, as far as an estimate needs it.
//!
//! The build looks up every parameter of such a pair in the fitted table (`project`) and adds up those that always
//! apply together. The result is a dozen factors, the uncertainty of each, and the band. Step by step: the ideal times
//! of a step (`work`) times their factors are the real ones; `decode` combines them into a typical step below the
//! ceiling; the shares of the step weight the uncertainties, and with the band these give the range.
//!
//! Values are whole multiples of a small unit, short to send and the same in the build and in the browser. Nothing here
//! invents a range that measurements do not support.
//!
//! Sources: the sum of times, `decode`; normalized errors, Lei et al. arXiv 1604.04173.

use alloc::string::String;

use super::conditions::DeviceLink;
use super::estimate::{Basis, Estimate, Speeds, Terms, WIDE, WIDEST};
use super::fixed::UNIT;
use super::packing::Packing;
use super::table::{Band, THIN};
use super::width::{Extent, Width};
use super::work::{Work, rest};
use crate::decode::{self, Efficiency, Range, Step};
use crate::kv::KvType;
use crate::setup::{Devices, Setup};
use rooflight_primitives::units::count;
use serde::{Deserialize, Serialize};

/// Positions of the factors: on all weights, on each packing, on routed experts, their skew, and on the other costs.
pub(super) const WEIGHTS: usize = 0;
pub(super) const PACKINGS: usize = 1;
pub(super) const ROUTED: usize = 6;
pub(super) const SKEW: usize = 7;
pub(super) const REST: usize = 8;
pub(super) const COUNT: usize = REST + rest::COUNT;

/// Unit of a factor: about a millionth, in natural logarithms of time.
pub(super) const FINE: f64 = 1.0 / 1_048_576.0;

/// A sum of effects and its standard deviation, both in natural logarithms of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Factor {
    /// Sum, in units of `FINE`.
    pub value: i32,
    /// Standard deviation, in units of `UNIT`.
    pub spread: i32,
}

/// Calibration of decoding on one device with one engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each says whether something else was measured")]
pub struct Profile {
    /// Engine, backend and year, in words.
    pub words: String,
    /// Basis of the estimate, in words without a full stop; or why there is no range.
    pub reason: String,
    /// False if measurements support no range.
    pub supported: bool,
    /// True if at least two sources measured the engine and this place (family, stack and backend), and either this
    /// device or two devices of the place were measured.
    pub measured: bool,
    /// True if tensor parallelism was measured over this kind of link.
    pub linked: bool,
    /// True if the engine was measured at all.
    pub engine_known: bool,
    /// Reference rate of arithmetic, operations per second.
    pub rate: f64,
    /// Link of devices that share each layer.
    pub link: DeviceLink,
    pub(super) factors: [Factor; COUNT],
    /// Coverage of held-out runs on such devices, in words; empty if there are too few.
    pub coverage: String,
    pub(super) band: Band,
    pub(super) width: Width,
    pub(super) floor: i32,
}

fn units(value: i32) -> f64 {
    f64::from(value) * UNIT
}

impl Profile {
    /// Clears all texts, for lists that show only speeds.
    pub fn drop_words(&mut self) {
        for words in [&mut self.words, &mut self.reason, &mut self.coverage] {
            words.clear();
        }
    }

    /// Estimates a setup: ceiling, range and basis.
    #[must_use]
    pub fn estimate(&self, setup: &Setup) -> Estimate {
        let (ceiling, found) = self.speed(setup);
        let Some((range, terms)) = found else {
            let reason = match self.supported {
                true if self.unlinked(setup) => UNLINKED,
                true => DIFFER,
                false => &self.reason,
            };
            return Estimate {
                ceiling,
                range: None,
                basis: Basis::CeilingOnly,
                reason: String::from(reason),
                terms: None,
            };
        };
        let plain = setup.batch <= 1.0 && setup.devices.at_once() == 1;
        let mut reason = self.reason.clone();
        let narrow = range.high / range.low <= WIDE;
        let basis = if self.measured && plain && narrow {
            Basis::Calibrated
        } else {
            reason.push_str(self.missing(setup));
            Basis::Extrapolated
        };
        Estimate { ceiling, range: Some(range), basis, reason, terms: Some(terms) }
    }

    /// Returns the speeds of each of the setup's requests.
    #[must_use]
    pub fn speeds(&self, setup: &Setup) -> Speeds {
        let (ceiling, found) = self.speed(setup);
        Speeds { ceiling: ceiling.per_stream(), range: found.map(|(range, _)| range) }
    }

    /// Returns the ceiling, and the range with the parts of the typical step if measurements support one.
    #[must_use]
    pub fn speed(&self, setup: &Setup) -> (Step, Option<(Range, Terms)>) {
        let ceiling = decode::hard_ceiling(setup);
        if !self.supported || self.unlinked(setup) {
            return (ceiling, None);
        }
        let (efficiency, spread) = self.efficiency(setup);
        let (low, high) = self.band.ends(self.scale(setup, spread));
        if high / low > WIDEST {
            return (ceiling, None);
        }
        let step = decode::typical(setup, &efficiency);
        (ceiling, Some((decode::range(&step, &ceiling, low, high), Terms { step, efficiency })))
    }

    /// True if devices share every layer over links that no measurement covers.
    fn unlinked(&self, setup: &Setup) -> bool {
        !self.linked && setup.devices.at_once() > 1
    }

    /// Scale of an estimate's errors, from its spread.
    pub(super) fn scale(&self, setup: &Setup, spread: f64) -> f64 {
        let bytes = setup.weights.streamed_bytes(setup.batch);
        self.width.scale(spread, Extent { bytes, tokens: setup.depth, batch: setup.batch }, setup.devices)
    }

    /// Returns the efficiencies and fixed costs with which `decode::typical` takes as long as the measurements say, and
    /// the spread of the estimate: a standard deviation in natural logarithms of its time.
    #[must_use]
    pub fn efficiency(&self, setup: &Setup) -> (Efficiency, f64) {
        let ideal = Work::of(setup, self.rate, self.link);
        let real = self.real(&ideal);
        let share = |ideal: f64, real: f64| if real > 0.0 { (ideal / real).min(1.0) } else { 1.0 };
        let each = |seconds: f64, number: f64| if number > 0.0 { seconds / number } else { 0.0 };
        let layers = count(setup.model.layers);
        let credited = setup.kv.bytes() / setup.kv.bytes().max(KvType::F16.bytes());
        let of = |part: usize| real.rest[part];
        // No share of the bandwidth is above one.
        let streaming = ideal.streaming().max(real.streaming());
        // If the arithmetic of another sequence took longer than all that a batch shares, engines would run the
        // sequences in turn.
        let in_turn = (setup.batch - 1.0) * shared(&ideal, &real) - (streaming - real.streaming());
        let batch_arithmetic = of(rest::BATCH_ARITHMETIC).min(in_turn.max(0.0));
        // `decode` already counts ideal arithmetic if it takes longer than the weights: do not count it twice.
        let counted = decode::ceiling(setup).arithmetic.map_or(0.0, |seconds| (seconds - streaming).max(0.0));
        let batch_arithmetic = (batch_arithmetic - counted).max(0.0);
        let efficiency = Efficiency {
            weights: share(ideal.streaming(), real.streaming()),
            cache: share(ideal.rest[rest::CACHE], of(rest::CACHE) + of(rest::ATTENTION)) * credited,
            compute: 1.0,
            layer: each(
                of(rest::LAYER) + of(rest::RECURRENT) + of(rest::STEP) + batch_arithmetic + of(rest::READING),
                layers,
            ),
            moe_layer: each(of(rest::MIXTURE), count(setup.model.moe_layers)),
            hop: each(of(rest::HOP), count(setup.devices.number() - 1)),
            all_reduce: match setup.devices {
                Devices::TensorParallel(_) => each(of(rest::ALL_REDUCE), 2.0 * layers),
                _ => 0.0,
            },
        };
        (efficiency, self.spread(&real))
    }

    fn real(&self, ideal: &Work) -> Work {
        let value = |at: usize| f64::from(self.factors[at].value) * FINE;
        let mut real = *ideal;
        let routed = [0.0, value(ROUTED) + ideal.skew * value(SKEW)];
        for (packing, pair) in real.weights.iter_mut().enumerate() {
            for (seconds, routed) in pair.iter_mut().zip(routed) {
                *seconds *= libm::exp(value(WEIGHTS) + value(PACKINGS + packing) + routed);
            }
        }
        for (part, seconds) in real.rest.iter_mut().enumerate() {
            *seconds *= libm::exp(value(REST + part));
        }
        real
    }

    /// Each factor moves the total by its share of the step; their variances add up.
    fn spread(&self, real: &Work) -> f64 {
        let streaming = real.streaming();
        let total = streaming + real.rest.iter().sum::<f64>();
        let routed: f64 = real.weights.iter().map(|pair| pair[1]).sum();
        let mut variance = units(self.floor) * units(self.floor);
        let mut add = |at: usize, seconds: f64| {
            let slope = seconds / total * units(self.factors[at].spread);
            variance += slope * slope;
        };
        add(WEIGHTS, streaming);
        add(ROUTED, routed);
        add(SKEW, routed * real.skew);
        for (packing, pair) in real.weights.iter().enumerate() {
            add(PACKINGS + packing, pair[0] + pair[1]);
        }
        for (part, seconds) in real.rest.iter().enumerate() {
            add(REST + part, *seconds);
        }
        for thin in [rest::BATCH_ARITHMETIC, rest::ALL_REDUCE] {
            variance += if real.rest[thin] > 0.0 { THIN * THIN } else { 0.0 };
        }
        rooflight_primitives::math::sqrt(variance)
    }

    fn missing(&self, setup: &Setup) -> &'static str {
        if setup.batch > 1.0 {
            ", few of several requests"
        } else if setup.devices.at_once() > 1 {
            ", few of several devices"
        } else if self.measured {
            ", far apart"
        } else if !self.engine_known {
            ", none with this engine"
        } else {
            ", few with this engine there"
        }
    }
}

/// Part of a step that the sequences of a batch share, seconds: weights that every token reads, and fixed costs. The
/// state of each sequence is its own.
///
/// If measurements make the state faster than the bandwidth allows, a large batch takes the state's ideal time, and
/// with it the ideal time of the weights: then no more than that is shared, or a larger batch could yield less.
fn shared(ideal: &Work, real: &Work) -> f64 {
    let wide = Packing::Wide as usize;
    let state = if ideal.state > 0.0 { real.weights[wide][0] * ideal.state / ideal.weights[wide][0] } else { 0.0 };
    let always = |work: &Work, state: f64| work.weights.iter().map(|pair| pair[0]).sum::<f64>() - state;
    let mut common = always(real, state);
    if state < ideal.state {
        common = common.min(always(ideal, ideal.state));
    }
    let own = [rest::CACHE, rest::ATTENTION, rest::BATCH_ARITHMETIC, rest::READING, rest::ALL_REDUCE]
        .map(|part| real.rest[part]);
    let fixed = real.rest.iter().sum::<f64>() - own.iter().sum::<f64>();
    common + fixed
}

/// Reason shown if tensor parallelism was not measured over such a link.
const UNLINKED: &str = "no measurement with layers divided over such a link is known";

/// Reason shown if the range would be too wide.
const DIFFER: &str = "related measurements differ too much to say";
