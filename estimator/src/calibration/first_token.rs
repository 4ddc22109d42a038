//! Time to the first token of a server that answers several requests at once.
//!
//! 1. A new prompt is read while the other requests generate, a part of it in each of their steps. So the wait is a
//!    number of steps, and whatever makes steps slow (the model, its format, the devices, the requests) makes the wait
//!    long.
//! 2. The number grows with the square root of the prompt, hardly with the number of requests, and differs between
//!    programs.
//! 3. Its range comes from held-out runs. A request that runs alone waits only for its own prompt; `prompt` handles it.
//!
//! The numbers were fitted to the runs of content/anchors/aiconfigurator-serving-runs.yaml, each pair of device and
//! model predicted without its own runs; docs/estimator.md lists the other forms that were tried. A test of the build
//! compares the numbers with the runs again.

use super::Calibration;
use super::conditions::Conditions;
use super::engines::{Engine, Stack};
use super::prompt::Span;
use crate::setup::Setup;

/// Prompt length, in tokens, to which `steps` refers.
const PROMPT: f64 = 1024.0;

/// Number of requests to which `steps` refers.
const REQUESTS: f64 = 16.0;

/// Exponent of the number of requests.
const MORE: f64 = 0.1;

/// Fast and slow end of the range, as factors on the typical time.
const ENDS: [f64; 2] = [0.52, 1.92];

/// Steps until the first token, for a prompt of `PROMPT` tokens and `REQUESTS` requests.
const fn steps(engine: Engine) -> f64 {
    match engine {
        Engine::Sglang => 33.0,
        Engine::TensorRtLlm => 15.0,
        _ => 10.7,
    }
}

impl Calibration {
    /// Seconds until the first token of a prompt of `prompt` tokens while `setup.batch` requests are served; `None` for
    /// a single request, for engines that are not servers, and if there is no estimate of a step. Source: the numbers
    /// above.
    #[must_use]
    pub fn first_token(&self, setup: &Setup, prompt: f64, conditions: &Conditions) -> Option<Span> {
        if setup.batch <= 1.0 || prompt <= 0.0 || conditions.engine.stack() != Stack::Server {
            return None;
        }
        let serving = Setup { depth: setup.depth + prompt, ..*setup };
        let step = 1.0 / self.estimate(&serving, conditions).range?.typical;
        let grown = rooflight_primitives::math::sqrt(prompt / PROMPT) * libm::pow(setup.batch / REQUESTS, MORE);
        let typical = step * steps(conditions.engine) * grown;
        Some(Span { fast: typical * ENDS[0], typical, slow: typical * ENDS[1] })
    }
}
