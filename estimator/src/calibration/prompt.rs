//! Reading a prompt: how long it takes at least, how long it usually takes, and the time to the first token.
//!
//! The same machinery as for decoding, with other costs: arithmetic through the weights and between positions over the
//! device's rate, streaming the weights and starting the layers once a chunk. Measurements scatter far more here than
//! in decoding, so that the answer is a band rather than a number.
//!
//! Sources: operations and floor, `prefill` (Pope et al. arXiv 2211.05102); the effects stand in docs/estimator.md.

use alloc::string::String;
use alloc::vec::Vec;

use super::conditions::Conditions;
use super::engines::Backend;
use super::key::{Cost, Effect, Key};
use super::packing::main_packing;
use super::parts::{Part, Scene};
use super::work::{EXTRA_LAYER, LAYER};
use super::{Basis, Calibration, Estimate, reason};
use crate::decode::Efficiency;
use crate::hardware::Family;
use crate::prefill::{self, Prompt};
use crate::setup::Setup;
use crate::units::count;

/// Tokens that an engine takes in one pass, for the costs that come once a pass.
const CHUNK: f64 = 512.0;

/// The balance that the effect of balance is relative to.
const BALANCE: f64 = 130.0;

/// Widest band that is given, slow end over fast end.
const WIDEST: f64 = 20.0;

/// A duration and what surrounds it, seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The fast end.
    pub fast: f64,
    /// Typical.
    pub typical: f64,
    /// The slow end.
    pub slow: f64,
}

/// How long a prompt takes.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptEstimate {
    /// The least time that arithmetic and bandwidth allow, seconds; none where the device's rate is not published.
    pub floor: Option<f64>,
    /// The 80 % band; none where nothing supports one.
    pub span: Option<Span>,
    /// What it rests on.
    pub basis: Basis,
    /// The same in plain words, a sentence without a full stop.
    pub reason: String,
}

impl Calibration {
    /// The time of reading a prompt. `prompt.chunk` does not matter here: the floor takes the prompt in one pass, and
    /// engines are calibrated as they are.
    #[must_use]
    pub fn prompt(&self, setup: &Setup, prompt: &Prompt, conditions: &Conditions) -> PromptEstimate {
        let floor = floor(setup, prompt);
        let scene = Scene::new(setup.device, setup.devices, conditions);
        let none = |reason: &str| PromptEstimate {
            floor,
            span: None,
            basis: Basis::CeilingOnly,
            reason: String::from(reason),
        };
        if self.prefill.entries.is_empty() || prompt.tokens <= 0.0 {
            return none("no measurements of prompts were given to the estimator");
        }
        if scene.family == Family::Accelerator {
            return none("no measurement of such a chip is known");
        }
        let parts = of_prompt(setup, prompt, &scene);
        let least = floor.unwrap_or(0.0);
        let typical = parts.iter().map(|part| self.prefill.seconds(part)).sum::<f64>().max(least);
        let (low, high) = self.prefill.band.ends(self.prefill.spread(&parts));
        if high / low > WIDEST {
            return none("measurements of related engines and devices differ too much to say");
        }
        let place = self.prefill.evidence(Key::new(Cost::Compute, Effect::Place, scene.place())).devices;
        let basis = if place >= super::MEASURED { Basis::Calibrated } else { Basis::Extrapolated };
        let span = Span { fast: (typical / high).max(least), typical, slow: typical / low };
        PromptEstimate { floor, span: Some(span), basis, reason: reason::of_prompt(&self.prefill, setup) }
    }
}

/// The time to the first token after `waiting` seconds: the prompt and one decode step, each at its fast end, typical,
/// slow end.
#[must_use]
pub fn first_token(waiting: f64, prompt: &PromptEstimate, step: &Estimate) -> Option<Span> {
    let (span, range) = (prompt.span?, step.range?);
    Some(Span {
        fast: waiting + span.fast + 1.0 / range.high,
        typical: waiting + span.typical + 1.0 / range.typical,
        slow: waiting + span.slow + 1.0 / range.low,
    })
}

/// The least time for a prompt: every efficiency at one, the weights streamed once. Seconds; source:
/// `prefill::seconds`.
#[must_use]
pub fn floor(setup: &Setup, prompt: &Prompt) -> Option<f64> {
    let one_pass = Prompt { chunk: prompt.tokens.max(1.0), ..*prompt };
    prefill::seconds(setup, &one_pass, &Efficiency::IDEAL)
}

/// The least time that streaming the weights once takes, whatever the arithmetic. Seconds.
#[must_use]
pub fn streaming(setup: &Setup, prompt: &Prompt) -> f64 {
    let bandwidth = setup.device.bandwidth * count(setup.devices.at_once());
    setup.weights.streamed_bytes(prompt.tokens.max(1.0)) / bandwidth
}

/// The parts of reading a prompt.
#[must_use]
pub fn of_prompt(setup: &Setup, prompt: &Prompt, scene: &Scene) -> Vec<Part> {
    use Effect::{Common, Device, Engine, Family, MixturePlace, Place, Year};
    let at_once = count(setup.devices.at_once());
    let bandwidth = setup.device.bandwidth;
    let rate = scene.rate;
    let operations = prefill::operations(setup, prompt);
    let mut effects = scene.effects(Cost::Compute, &[Common, Family, Place, Engine, Device, Year]);
    effects.extend(scene.packed(Cost::Compute, main_packing(setup.weights)));
    if setup.model.moe_layers > 0 {
        effects.extend(scene.effects(Cost::Compute, &[MixturePlace]));
    }
    if scene.backend != Backend::Cpu {
        let balance = libm::log(rate / bandwidth / BALANCE);
        effects.push((Key::new(Cost::Compute, Effect::Balance, 0), balance));
    }
    let linear = (operations.weights + operations.head) / (rate * at_once);
    // The references of arithmetic are half and a quarter of the rate.
    let mut parts = Vec::new();
    parts.push(Part { cost: Cost::Compute, seconds: 2.0 * linear, effects });
    let chunks = libm::ceil(prompt.tokens / CHUNK);
    let streamed = setup.weights.streamed_bytes(CHUNK.min(prompt.tokens).max(1.0));
    let layers = count(setup.model.layers);
    let further = [
        (Cost::Attention, 4.0 * operations.attention / (rate * at_once)),
        (Cost::Stream, chunks * streamed / (bandwidth * at_once)),
        (Cost::ChunkLayer, chunks * LAYER * layers),
        (Cost::ChunkMixture, chunks * 2.0 * EXTRA_LAYER * count(setup.model.moe_layers)),
    ];
    for (cost, seconds) in further {
        if seconds > 0.0 {
            parts.push(Part { cost, seconds, effects: scene.effects(cost, &[Common, Place]) });
        }
    }
    parts
}

/// The parts of a prompt under conditions, for the fit.
#[must_use]
pub fn prompt_parts(setup: &Setup, prompt: &Prompt, conditions: &Conditions) -> Vec<Part> {
    of_prompt(setup, prompt, &Scene::new(setup.device, setup.devices, conditions))
}
