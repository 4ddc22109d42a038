//! Reading a prompt: its lower bound, its usual time, and the time to the first token.
//!
//! The same machinery as for decoding, with other costs: arithmetic through the weights and between positions over the
//! device's rate, streaming the weights and starting the layers once per chunk. Measurements scatter far more here than
//! in decoding, so the answer is a band rather than a number. The chunk size that a reader chooses affects only how
//! often a mixture's experts are streamed: a dense model gains little from larger chunks.
//!
//! Sources: operations and floor, `prefill` (Pope et al. arXiv 2211.05102); the effects, docs/estimator.md.

use alloc::string::String;
use alloc::vec::Vec;

use super::Calibration;
use super::conditions::Conditions;
use super::engines::Backend;
use super::estimate::{Basis, Estimate};
use super::key::{Cost, Effect, Key};
use super::packing::main_packing;
use super::parts::{EffectLevels, TimePart};
use super::work::{EXTRA_LAYER, LAYER};
use crate::decode::Efficiency;
use crate::prefill::{self, Prompt};
use crate::setup::Setup;
use rooflight_primitives::units::count;

/// Operations per byte to which the effect `Balance` is relative.
const BALANCE: f64 = 130.0;

/// A duration and the range around it, seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Fast end of the range.
    pub fast: f64,
    /// Expected time, within the range.
    pub typical: f64,
    /// Slow end of the range.
    pub slow: f64,
}

impl Span {
    /// Returns fast end, typical time and slow end.
    #[must_use]
    pub const fn values(self) -> [f64; 3] {
        [self.fast, self.typical, self.slow]
    }
}

/// Estimate of the time that a prompt takes.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptEstimate {
    /// Lower bound from arithmetic and bandwidth, seconds; `None` if the device's rate is not published.
    pub floor: Option<f64>,
    /// The 80 % range; `None` if measurements do not support one.
    pub span: Option<Span>,
    /// Evidence for the range.
    pub basis: Basis,
    /// The basis in words, a sentence without a full stop; or why there is no range.
    pub reason: String,
}

impl Calibration {
    /// Estimates the time of reading a prompt. The floor is that of a single pass, whatever `prompt.chunk` says.
    #[must_use]
    pub fn prompt(&self, setup: &Setup, prompt: &Prompt, conditions: &Conditions) -> PromptEstimate {
        self.prefill.prompt_profile(setup.device, setup.devices, conditions).estimate(setup, prompt)
    }
}

/// Time to the first token after `waiting` seconds: the prompt plus one decode step, both at the fast end, typical, or
/// at the slow end.
#[must_use]
pub fn first_token(waiting: f64, prompt: &PromptEstimate, step: &Estimate) -> Option<Span> {
    let (span, range) = (prompt.span?, step.range?);
    Some(Span {
        fast: waiting + span.fast + 1.0 / range.high,
        typical: waiting + span.typical + 1.0 / range.typical,
        slow: waiting + span.slow + 1.0 / range.low,
    })
}

/// Lower bound of a prompt's time: every efficiency at one, the weights streamed once. Seconds; source:
/// `prefill::seconds`.
#[must_use]
pub fn floor(setup: &Setup, prompt: &Prompt) -> Option<f64> {
    let one_pass = Prompt { chunk: prompt.tokens.max(1.0), ..*prompt };
    prefill::seconds(setup, &one_pass, &Efficiency::IDEAL)
}

/// Time of streaming the weights once, whatever the arithmetic. Seconds.
#[must_use]
pub fn streaming(setup: &Setup, prompt: &Prompt) -> f64 {
    let bandwidth = setup.device.bandwidth * count(setup.devices.at_once());
    setup.weights.streamed_bytes(prompt.tokens.max(1.0)) / bandwidth
}

/// Ideal seconds of reading a prompt, by cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PromptWork {
    /// Arithmetic through the weights, at half of the rate.
    pub compute: f64,
    /// The costs of `REST`: attention, streaming, starting layers, routing in mixtures, streaming their experts.
    pub rest: [f64; REST.len()],
}

/// Costs of a prompt other than arithmetic through the weights.
pub(super) const REST: [Cost; 5] =
    [Cost::Attention, Cost::Stream, Cost::ChunkLayer, Cost::ChunkMixture, Cost::ChunkExperts];

/// Effects on arithmetic through the weights, except packing, mixture and balance.
pub(super) const OF_COMPUTE: &[Effect] = &{
    use Effect::{Common, Device, EngineBackend, Family, Place, Year};
    [Common, Family, Place, EngineBackend, Device, Year]
};

/// Effects on the other costs.
pub(super) const OF_REST: &[Effect] = &[Effect::Common, Effect::Place];

impl PromptWork {
    /// Computes the work of a prompt; `rate` is the reference rate of arithmetic, operations per second. Source:
    /// `prefill::operations`.
    #[must_use]
    pub fn of(setup: &Setup, prompt: &Prompt, rate: f64) -> Self {
        let at_once = count(setup.devices.at_once());
        let operations = prefill::operations(setup, prompt);
        let ([usual, usual_passes], [chunk, passes]) = (passes(prompt, prompt.usual), passes(prompt, prompt.chunk));
        let streamed = setup.weights.streamed_bytes(usual) - setup.weights.routed_bytes(usual);
        let experts = setup.weights.routed_bytes(chunk);
        Self {
            compute: 2.0 * (operations.weights + operations.head) / (rate * at_once),
            rest: [
                // Attention is taken at a quarter of the rate.
                4.0 * operations.attention / (rate * at_once),
                usual_passes * streamed / (setup.device.bandwidth * at_once),
                usual_passes * LAYER * count(setup.model.layers),
                usual_passes * 2.0 * EXTRA_LAYER * count(setup.model.moe_layers),
                passes * experts / (setup.device.bandwidth * at_once),
            ],
        }
    }
}

/// Returns the tokens of a pass of at most `chunk` tokens, and the number of such passes.
fn passes(prompt: &Prompt, chunk: f64) -> [f64; 2] {
    let chunk = chunk.min(prompt.tokens).max(1.0);
    [chunk, rooflight_primitives::math::ceil(prompt.tokens / chunk)]
}

/// Effect of the operations per byte that a device can do; `None` for CPUs, which have no published rate.
pub(super) fn balance(levels: &EffectLevels, bandwidth: f64) -> Option<(Key, f64)> {
    let of = || libm::log(levels.rate / bandwidth / BALANCE);
    (levels.backend != Backend::Cpu).then(|| (Key::new(Cost::Compute, Effect::Balance, 0), of()))
}

/// Divides a prompt under some conditions into its parts, for the fit.
#[must_use]
pub fn prompt_parts(setup: &Setup, prompt: &Prompt, conditions: &Conditions) -> Vec<TimePart> {
    let levels = EffectLevels::new(setup.device, setup.devices, conditions);
    let work = PromptWork::of(setup, prompt, levels.rate);
    let mut effects = levels.effects(Cost::Compute, OF_COMPUTE);
    effects.extend(levels.packed(Cost::Compute, main_packing(setup.weights)));
    if setup.model.moe_layers > 0 {
        effects.extend(levels.effects(Cost::Compute, &[Effect::MixturePlace]));
    }
    effects.extend(balance(&levels, setup.device.bandwidth));
    let mut parts = Vec::new();
    parts.push(TimePart { cost: Cost::Compute, seconds: work.compute, effects });
    for (cost, seconds) in REST.into_iter().zip(work.rest) {
        if seconds > 0.0 {
            parts.push(TimePart { cost, seconds, effects: levels.effects(cost, OF_REST) });
        }
    }
    parts
}
