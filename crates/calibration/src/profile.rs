//! The calibration of one device with one engine, as far as an estimate needs it.
//!
//! The build looks every parameter of such a pair up in the fitted table (`project`) and adds up those that always
//! apply together. What is left is a dozen factors, how certain each is, and the band. Step by step: the ideal times of
//! a step (`work`) times their factors are the real ones; `decode` puts them together as a typical step below the
//! ceiling; the shares of the step weigh what is not certain, and with the band that gives the range.
//!
//! Values are whole multiples of a small unit, so that they are short on the way to the browser and the same on both
//! sides. Nothing here invents a range that measurements do not support.
//!
//! Sources: the sum of times, `decode`; errors divided by the spread of their own estimate, Lei et al. arXiv
//! 1604.04173.

use alloc::string::String;

use super::conditions::Link;
use super::estimate::{Basis, Estimate, Terms, WIDE, WIDEST};
use super::fixed::{UNIT, signed};
use super::packing::Packing;
use super::table::{Band, THIN};
use super::width::{Extent, Width};
use super::work::{Work, rest};
use rooflight_estimator::decode::{self, Efficiency, Range, Step};
use rooflight_estimator::kv::KvType;
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::codec::Codec;
use rooflight_primitives::units::count;

/// The factors by position: on all weights; then on each packing.
pub(super) const WEIGHTS: usize = 0;
pub(super) const PACKINGS: usize = 1;
pub(super) const ROUTED: usize = 6;
pub(super) const SKEW: usize = 7;
pub(super) const REST: usize = 8;
pub(super) const COUNT: usize = REST + rest::COUNT;

/// The unit of a factor: about a millionth, in natural logarithms of time.
pub(super) const FINE: f64 = 1.0 / 1_048_576.0;

/// A sum of effects, and its uncertainty as a standard deviation; both natural logarithms of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Factor {
    /// The sum, in fine units.
    pub value: i32,
    /// How uncertain it is, in units of the table.
    pub spread: i32,
}

/// A device with an engine.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each says whether something else was measured")]
pub struct Profile {
    /// The engine, its backend and the year, in words.
    pub words: String,
    /// The basis of the estimate, in words without a full stop; or why there is no range.
    pub reason: String,
    /// False where nothing supports a range.
    pub supported: bool,
    /// Whether the engine was measured on this device or on two of its family.
    pub measured: bool,
    /// Whether tensor parallelism was measured on this family.
    pub linked: bool,
    /// Whether the engine was measured at all.
    pub engine_known: bool,
    /// The reference rate of a batch's arithmetic, operations per second.
    pub rate: f64,
    /// The link of devices that share each layer.
    pub link: Link,
    pub(super) factors: [Factor; COUNT],
    /// How ranges of such devices did on runs that the fit had not seen, in words; empty where too few are known.
    pub record: String,
    pub(super) band: Band,
    pub(super) width: Width,
    pub(super) floor: i32,
}

fn units(value: i32) -> f64 {
    f64::from(value) * UNIT
}

impl Profile {
    /// Removes the words about it, for lists that show speeds alone.
    pub fn drop_words(&mut self) {
        for words in [&mut self.words, &mut self.reason, &mut self.record] {
            words.clear();
        }
    }

    /// The ceiling, the range and what it rests on.
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

    /// The ceiling; the range and the parts of the typical step, where measurements support one.
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

    /// Whether devices share every layer over links that no measurement covers.
    fn unlinked(&self, setup: &Setup) -> bool {
        !self.linked && setup.devices.at_once() > 1
    }

    /// The scale of an estimate's errors, from its spread.
    pub(super) fn scale(&self, setup: &Setup, spread: f64) -> f64 {
        let bytes = setup.weights.streamed_bytes(setup.batch);
        self.width.scale(spread, Extent { bytes, tokens: setup.depth, batch: setup.batch }, setup.devices)
    }

    /// The efficiencies and fixed costs that make `decode::typical` take as long as the measurements say, and the
    /// spread of the estimate: a standard deviation in natural logarithms of its time.
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
        // If the arithmetic of a further sequence took longer than all that a batch shares, engines would run them in
        // turn.
        let in_turn = (setup.batch - 1.0) * shared(&ideal, &real) - (streaming - real.streaming());
        let batch_arithmetic = of(rest::BATCH_ARITHMETIC).min(in_turn.max(0.0));
        // The step takes arithmetic at its best in place of the weights where that is longer: not twice.
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

    /// Each factor moves the whole by its share of the step; what is not certain adds up in squares.
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

    /// The layout on the way to the browser.
    pub fn layout<C: Codec>(&mut self, codec: &mut C) {
        let Self {
            words,
            reason,
            supported,
            measured,
            linked,
            engine_known,
            rate,
            link,
            factors,
            record,
            band,
            width,
            floor,
        } = self;
        codec.text(words);
        codec.text(reason);
        codec.text(record);
        width.layout(codec);
        for flag in [supported, measured, linked, engine_known] {
            codec.flag(flag);
        }
        codec.real(rate);
        codec.one_of(link, &Link::ALL);
        for Factor { value, spread } in factors {
            signed(codec, value);
            signed(codec, spread);
        }
        for value in [&mut band.low, &mut band.high, floor] {
            signed(codec, value);
        }
    }
}

/// The part of a step that the sequences of a batch share, seconds: weights that every token reads, and fixed costs.
/// The state of each is its own.
///
/// Where measurements make the state quicker than the bandwidth allows, a large batch takes its ideal time, and with it
/// the ideal time of its weights: then no more than that is shared, or a larger batch could yield less.
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

/// The reason shown if tensor parallelism was not measured on such devices.
const UNLINKED: &str = "no measurement of such devices with divided layers is known";

/// The reason shown if the range would be too wide.
const DIFFER: &str = "related measurements differ too much to say";
