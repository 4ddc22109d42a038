//! The calibration of reading prompts on one device with one engine, projected from the fitted table.
//!
//! 1. The ideal times of the work ([`PromptWork`]) are multiplied by the factors of device and engine, and added up.
//! 2. The spread says how much of that depends on measurements of other devices; the table's band turns it into a
//!    range.
//!
//! It is sent to the browser instead of the table. Never faster than the lower bound from arithmetic and bandwidth.
//!
//! Sources: those of [`PromptWork`]; the effects, docs/estimator.md.

use alloc::string::String;

use super::estimate::Basis;
use super::fixed::UNIT;
use super::packing::{Packing, main_packing};
use super::profile::{FINE, Factor};
use super::prompt::{PromptEstimate, PromptWork, REST, Span, floor, streaming};
use super::table::Band;
use super::width::{Extent, Width};
use crate::prefill::Prompt;
use crate::setup::Setup;
use rooflight_primitives::units::count;
use serde::{Deserialize, Serialize};

/// Positions of the factors: on all arithmetic, on that of each packing, on that of mixtures, on the other costs.
pub(super) const COMPUTE: usize = 0;
pub(super) const PACKINGS: usize = 1;
pub(super) const MIXTURE: usize = PACKINGS + Packing::ALL.len();
pub(super) const OTHERS: usize = MIXTURE + 1;
pub(super) const COUNT: usize = OTHERS + REST.len();

/// Ratio of slow to fast end beyond which a band is not given.
const WIDEST: f64 = 20.0;

/// Calibration of reading prompts on one device with one engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PromptProfile {
    /// Engine, backend and year, in words.
    pub words: String,
    /// Basis of the estimate, in words without a full stop; or why there is no range.
    pub reason: String,
    /// False if measurements support no range.
    pub supported: bool,
    /// True if two devices of this family were measured with this stack and backend, by two sources at least.
    pub measured: bool,
    /// Reference rate of arithmetic, operations per second.
    pub rate: f64,
    /// Tokens that the engine takes in one pass.
    pub chunk: u64,
    pub(super) factors: [Factor; COUNT],
    /// Coverage of held-out runs on such devices, in words; empty if there are too few.
    pub coverage: String,
    pub(super) band: Band,
    pub(super) width: Width,
    pub(super) floor: i32,
}

impl PromptProfile {
    /// Clears all texts, for lists that show only times.
    pub fn drop_words(&mut self) {
        for words in [&mut self.words, &mut self.reason, &mut self.coverage] {
            words.clear();
        }
    }

    /// Makes a prompt of `tokens` after `cached` others, in the engine's default chunks.
    #[must_use]
    pub fn prompt(&self, tokens: f64, cached: f64) -> Prompt {
        Prompt { tokens, cached, chunk: count(self.chunk), usual: count(self.chunk) }
    }

    /// Estimates the time of reading a prompt, seconds.
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

    /// Returns the lower bound if the device's rate is published, and the range of the real time if measurements
    /// support one. Seconds.
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

    /// Returns what [`span`](Self::span) does; where the device's rate is not published, the time of streaming the
    /// weights once is the lower bound.
    #[must_use]
    pub fn bounds(&self, setup: &Setup, prompt: &Prompt) -> (f64, Option<Span>) {
        let (floor, span) = self.span(setup, prompt);
        (floor.unwrap_or_else(|| streaming(setup, prompt)), span)
    }

    /// Typical seconds, and their spread: a standard deviation in natural logarithms.
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
}

/// Reason shown if the range would be too wide.
const DIFFER: &str = "related measurements differ too much to say";
