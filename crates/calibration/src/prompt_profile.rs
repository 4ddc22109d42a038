//! The calibration of reading prompts on one device with one engine: the fitted table, as far as it concerns them.
//!
//! 1. The ideal times of the work ([`PromptWork`]) are multiplied by the factors of device and engine, and added up.
//! 2. The spread says how much of that rests on measurements of others; the band of the table makes a range of it.
//!
//! It travels to the browser in place of the table. Never faster than the least time that arithmetic and bandwidth
//! allow.
//!
//! Sources: those of [`PromptWork`]; the effects stand in docs/estimator.md.

use alloc::string::String;

use super::estimate::Basis;
use super::fixed::{UNIT, signed};
use super::packing::{Packing, main_packing};
use super::profile::{FINE, Factor};
use super::prompt::{PromptEstimate, PromptWork, REST, Span, floor};
use super::table::Band;
use super::width::{Extent, Width};
use rooflight_estimator::prefill::Prompt;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::codec::Codec;
use rooflight_primitives::units::count;

/// The factors by position: on all arithmetic; then on that of each packing; of mixtures; on the other costs.
pub(super) const COMPUTE: usize = 0;
pub(super) const PACKINGS: usize = 1;
pub(super) const MIXTURE: usize = PACKINGS + Packing::ALL.len();
pub(super) const OTHERS: usize = MIXTURE + 1;
pub(super) const COUNT: usize = OTHERS + REST.len();

/// Widest band that is given, slow end over fast end.
const WIDEST: f64 = 20.0;

/// A device with an engine, reading prompts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptProfile {
    /// The engine, its backend and the year, in words.
    pub words: String,
    /// The basis of the estimate, in words without a full stop; or why there is no range.
    pub reason: String,
    /// False where nothing supports a range.
    pub supported: bool,
    /// Whether the engine was measured on devices of this family.
    pub measured: bool,
    /// The reference rate of arithmetic, operations per second.
    pub rate: f64,
    /// Tokens that the engine takes in one pass.
    pub chunk: u64,
    pub(super) factors: [Factor; COUNT],
    /// How ranges of such devices did on runs that the fit had not seen, in words; empty where too few are known.
    pub record: String,
    pub(super) band: Band,
    pub(super) width: Width,
    pub(super) floor: i32,
}

impl PromptProfile {
    /// Removes the words about it, for lists that show times alone.
    pub fn drop_words(&mut self) {
        for words in [&mut self.words, &mut self.reason, &mut self.record] {
            words.clear();
        }
    }

    /// A prompt of `tokens` after `cached` others, as the engine reads it.
    #[must_use]
    pub fn prompt(&self, tokens: f64, cached: f64) -> Prompt {
        Prompt { tokens, cached, chunk: count(self.chunk), usual: count(self.chunk) }
    }

    /// The time of reading a prompt. Seconds.
    #[must_use]
    pub fn estimate(&self, setup: &Setup, prompt: &Prompt) -> PromptEstimate {
        let (floor, span) = self.span(setup, prompt);
        let basis = match span {
            None => Basis::CeilingOnly,
            Some(_) if self.measured => Basis::Calibrated,
            Some(_) => Basis::Extrapolated,
        };
        let reason = if span.is_none() && self.supported { DIFFER } else { &self.reason };
        PromptEstimate { floor, span, basis, reason: String::from(reason) }
    }

    /// The least time, where the device's rate is published; the band of the real time, where measurements support one.
    /// Seconds.
    #[must_use]
    pub fn span(&self, setup: &Setup, prompt: &Prompt) -> (Option<f64>, Option<Span>) {
        let floor = floor(setup, prompt);
        if !self.supported || prompt.tokens <= 0.0 {
            return (floor, None);
        }
        let (seconds, spread) = self.seconds(setup, prompt);
        let bytes = setup.weights.streamed_bytes(1.0);
        let extent = Extent { bytes, tokens: prompt.tokens + prompt.cached, batch: setup.batch };
        let (low, high) = self.band.ends(self.width.scale(spread, extent, setup.devices));
        if high / low > WIDEST {
            return (floor, None);
        }
        let least = floor.unwrap_or(0.0);
        let typical = seconds.max(least);
        (floor, Some(Span { fast: (typical / high).max(least), typical, slow: typical / low }))
    }

    /// Seconds, and the spread: a standard deviation in natural logarithms.
    fn seconds(&self, setup: &Setup, prompt: &Prompt) -> (f64, f64) {
        let work = PromptWork::of(setup, prompt, self.rate);
        let value = |at: usize| f64::from(self.factors[at].value) * FINE;
        let packing = PACKINGS + main_packing(setup.weights) as usize;
        let mixture = setup.model.moe_layers > 0;
        let compute = [COMPUTE, packing, MIXTURE];
        let of_compute = compute.get(..if mixture { 3 } else { 2 }).unwrap_or_default();
        let exponent: f64 = of_compute.iter().map(|at| value(*at)).sum();
        let arithmetic = work.compute * libm::exp(exponent);
        let mut rest = work.rest;
        for (at, seconds) in rest.iter_mut().enumerate() {
            *seconds *= libm::exp(value(OTHERS + at));
        }
        let total = arithmetic + rest.iter().sum::<f64>();
        let unit = |units: i32| f64::from(units) * UNIT;
        let mut variance = unit(self.floor) * unit(self.floor);
        let mut add = |at: usize, seconds: f64| {
            let slope = seconds / total * unit(self.factors[at].spread);
            variance += slope * slope;
        };
        for at in of_compute {
            add(*at, arithmetic);
        }
        for (at, seconds) in rest.into_iter().enumerate() {
            add(OTHERS + at, seconds);
        }
        (total, rooflight_primitives::math::sqrt(variance))
    }

    /// The layout on the way to the browser.
    pub fn layout<C: Codec>(&mut self, codec: &mut C) {
        let Self { words, reason, supported, measured, rate, chunk, factors, record, band, width, floor } = self;
        codec.text(words);
        codec.text(reason);
        codec.text(record);
        width.layout(codec);
        codec.flag(supported);
        codec.flag(measured);
        codec.real(rate);
        codec.whole(chunk);
        for Factor { value, spread } in factors {
            signed(codec, value);
            signed(codec, spread);
        }
        for value in [&mut band.low, &mut band.high, floor] {
            signed(codec, value);
        }
    }
}

/// The reason shown if the range would be too wide.
const DIFFER: &str = "related measurements differ too much to say";
