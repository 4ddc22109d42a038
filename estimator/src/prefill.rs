//! Reading a prompt: the operations it takes, the weights it streams, the time to the first token.
//!
//! Step by step: every token of the prompt passes through the weights it uses; attention compares it with every
//! position before it, within windows; the output head runs once, for the last token. A runtime takes the prompt in
//! chunks and streams the weights once per chunk. The longer of arithmetic and streaming counts, plus the fixed costs
//! of the layers.
//!
//! `operations = 2·P·n + 2·Σ layers·heads·(key + value)·Σ positions + 2·V·h`
//!
//! Not counted: the updates of recurrent states, norms and activations, which are small next to the matrices. Sources:
//! Kaplan et al. arXiv 2001.08361, section 2.1 (operations of a decoder); Pope et al. arXiv 2211.05102;
//! jax-ml/scaling-book.

use crate::decode::{Efficiency, Step};
use crate::setup::Setup;
use crate::tensors::Group;
use crate::weights::Traffic;
use rooflight_primitives::units::count;

/// A prompt, in tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prompt {
    /// Tokens to read.
    pub tokens: f64,
    /// Tokens before them that are already in the cache.
    pub cached: f64,
    /// Tokens that the runtime takes in one pass.
    pub chunk: f64,
    /// Tokens that the runtime takes in one pass by default.
    pub usual: f64,
}

/// The operations of reading a prompt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operations {
    /// Floating-point operations with the weights, the output head aside.
    pub weights: f64,
    /// Floating-point operations of attention between positions.
    pub attention: f64,
    /// Floating-point operations of the output head, for one token.
    pub head: f64,
}

impl Operations {
    /// Sum of weights, attention and head.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.weights + self.attention + self.head
    }
}

/// Floating-point operations of reading `prompt`, a multiply-add counted as two.
#[must_use]
pub fn operations(setup: &Setup, prompt: &Prompt) -> Operations {
    let tokens = prompt.tokens.max(0.0);
    let share = setup.weights.routed_share(1.0);
    let mut linear = 0.0;
    for line in setup.weights.lines() {
        linear += match (line.group, line.traffic) {
            (Group::Head, _) | (_, Traffic::Idle) => 0.0,
            (_, Traffic::Streamed) => line.parameters,
            (_, Traffic::Routed) => line.parameters * share,
        };
    }
    let mut attention = 0.0;
    for group in &setup.model.cache {
        let limit = group.window.map_or(f64::INFINITY, |window| count(window.size));
        let layers = count(group.reading) * count(group.multiply_adds);
        attention += 2.0 * layers * compared(tokens, prompt.cached.max(0.0), limit);
    }
    let head = 2.0 * count(setup.model.vocabulary) * count(setup.model.hidden);
    Operations { weights: 2.0 * linear * tokens, attention, head }
}

/// Pairs of positions that `tokens` new positions compare after `cached` old ones, each looking back at most `limit`
/// positions.
fn compared(tokens: f64, cached: f64, limit: f64) -> f64 {
    let free = (limit - cached).clamp(0.0, tokens);
    let growing = free * (cached + f64::midpoint(free, 1.0));
    if free < tokens { growing + (tokens - free) * limit } else { growing }
}

/// Seconds of reading `prompt`; `None` where the device's arithmetic rate is not published.
///
/// With `Efficiency::IDEAL` this is the lower bound from arithmetic and bandwidth. Devices in a layer split work one
/// after another.
#[must_use]
pub fn seconds(setup: &Setup, prompt: &Prompt, efficiency: &Efficiency) -> Option<f64> {
    let at_once = count(setup.devices.at_once());
    let rate = setup.device.peak_operations(setup.weights.bits_per_weight())? * at_once * efficiency.compute;
    let chunk = prompt.chunk.max(1.0);
    let chunks = rooflight_primitives::math::ceil(prompt.tokens.max(0.0) / chunk);
    let streamed = chunks * setup.weights.streamed_bytes(chunk.min(prompt.tokens));
    let streaming = streamed / at_once / (efficiency.weights * setup.device.bandwidth);
    let layers = count(setup.model.layers) * efficiency.layer;
    let overhead = chunks * (layers + count(setup.model.moe_layers) * efficiency.moe_layer);
    Some((operations(setup, prompt).total() / rate).max(streaming) + overhead)
}

/// Seconds until the first token: waiting, prompt and one decode step.
#[must_use]
pub fn first_token(waiting: f64, prompt: f64, step: &Step) -> f64 {
    waiting + prompt + step.seconds
}

/// Seconds until `tokens` tokens have been generated: the first one, and a step for each further one.
#[must_use]
pub fn total(first_token: f64, tokens: f64, step: &Step) -> f64 {
    first_token + (tokens - 1.0).max(0.0) * step.seconds
}
