//! Cost of speculative decoding and of CPU offload beyond a plain decode step, fitted to published runs: checking a
//! draft, reading the host's memory.
//!
//! 1. Each arrangement has one number, which moves the plain estimate to the runs that were measured with it; checking
//!    a draft has another number for ggml's kernels on Metal ([`check`]).
//! 2. The fit's `offload_and_speculation` fits the number and predicts the runs of each source from all
//!    others. Those held-out errors give the ends of the range and its coverage.
//! 3. The fitted numbers are copied here; a test of the build fits them again and compares.
//!
//! There is no further parameter: nothing else that was tried predicts the runs of a left-out source better. Nothing
//! here is a bound: ceilings are those of the plain step.
//!
//! Sources: the runs of `content/anchors` with columns for their draft or their split; docs/estimator.md lists what was
//! tried.

use super::engines::{Backend, Engine, Stack};
use crate::decode::Range;

/// A number fitted to the runs of an arrangement, with its range and held-out errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrangement {
    /// The fitted constant.
    pub value: f64,
    /// Lower end of the range, as a factor on the typical speed.
    pub low: f64,
    /// Upper end of the range, as a factor on the typical speed.
    pub high: f64,
    /// Runs that it was compared with, each with its source held out.
    pub cases: usize,
    /// Number of publications of these runs.
    pub sources: usize,
    /// Geometric error of the predicted speed; 1 is perfect.
    pub error: f64,
    /// Share of the runs within their range.
    pub held: f64,
    /// Basis of the range, in words for readers: a sentence without a full stop.
    pub reason: &'static str,
}

/// Cost of checking one drafted token, as a share of a plain step, unless [`check`] knows a better one. Range and
/// errors are those of all runs with drafts.
pub const CHECK: Arrangement = Arrangement {
    value: 0.161,
    low: 0.63,
    high: 1.53,
    cases: 156,
    sources: 17,
    error: 1.29,
    held: 0.78,
    reason: "checking is fitted to published runs with drafts; the range held 78 % of 156 such runs whose source the fit had not seen",
};

/// Cost of checking one drafted token with ggml on Metal, as a share of a plain step.
pub const CHECK_ON_METAL: f64 = 0.767;

/// First words of the profiles of ggml programs on Metal.
const GGML_ON_METAL: [&str; 2] = ["llama.cpp on Metal", "Ollama on Metal"];

/// Returns the cost of checking one drafted token with an engine, as a share of a plain step. `words` name the engine
/// as in a profile ([`Conditions::words`](super::Conditions::words)), since calculators always have these.
#[must_use]
pub fn check(words: &str) -> f64 {
    if GGML_ON_METAL.iter().any(|engine| words.starts_with(engine)) { CHECK_ON_METAL } else { CHECK.value }
}

/// True if [`CHECK_ON_METAL`] applies to an engine.
#[must_use]
pub const fn is_ggml_on_metal(engine: Engine, backend: Backend) -> bool {
    matches!((engine.stack(), backend), (Stack::Ggml, Backend::Metal))
}

/// Share of a host's bandwidth that its CPU reaches while it reads part of the model.
pub const HOST: Arrangement = Arrangement {
    value: 0.501,
    low: 0.73,
    high: 1.41,
    cases: 121,
    sources: 13,
    error: 1.19,
    held: 0.78,
    reason: "the host's part is fitted to published runs of a split; the range held 78 % of 121 such runs whose source the fit had not seen",
};

/// Ratio of upper to lower end beyond which a range is not given.
const WIDEST: f64 = 8.0;

impl Arrangement {
    /// Returns the range around a typical speed, capped by `most`: that of the arrangement, or that of the plain
    /// estimate where it is wider; `None` if it is too wide.
    ///
    /// Speeds are tokens per second. Source: errors on left-out sources as the ends of a range, Lei et al. arXiv
    /// 1604.04173.
    #[must_use]
    pub fn range(&self, typical: f64, plain: &Range, most: f64) -> Option<Range> {
        let low = self.low.min(plain.low / plain.typical);
        let high = self.high.max(plain.high / plain.typical);
        let typical = typical.min(most);
        (high / low <= WIDEST).then_some(Range { low: typical * low, typical, high: (typical * high).min(most) })
    }
}
