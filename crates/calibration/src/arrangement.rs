//! The cost of speculative decoding and of CPU offload beyond a plain decode step, fitted to published runs: checking a
//! draft, reading the host's memory.
//!
//! 1. Each arrangement has one number, which moves the plain estimate to the runs that were measured with it; the check
//!    of a draft has a second one for ggml's kernels on Metal ([`check`]).
//! 2. The build's `calibrate::arrangements` fits the number, and says how far runs of a source lie from what the
//!    others' say: those errors are the ends of the range, and its record.
//! 3. The numbers stand here as they were fitted; a test of the build fits them again and compares.
//!
//! There is no further parameter: no other addition that was tried predicts the runs of a left-out source better.
//! Nothing here is a bound: ceilings are those of the plain step.
//!
//! Sources: the runs are those of `content/anchors` with columns for their draft or their split; docs/estimator.md says
//! what was tried.

use super::engines::{Backend, Engine, Stack};
use rooflight_estimator::decode::Range;

/// A number fitted to the runs of an arrangement, the range that it supports, and its record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrangement {
    /// The fitted constant.
    pub value: f64,
    /// The lower end of the range, as a factor on the typical speed.
    pub low: f64,
    /// The upper end of the range, as a factor on the typical speed.
    pub high: f64,
    /// Runs that it was compared with, the source of each left out.
    pub cases: usize,
    /// Publications that these runs come from.
    pub sources: usize,
    /// Geometric error of the speed on them.
    pub error: f64,
    /// The share of them that the range held.
    pub held: f64,
    /// The record in words, for readers: a sentence without a full stop.
    pub record: &'static str,
}

/// Checking one drafted token, as a share of a plain step, where [`check`] knows nothing else; range and record are
/// those of all runs with drafts.
pub const CHECK: Arrangement = Arrangement {
    value: 0.148,
    low: 0.58,
    high: 1.44,
    cases: 121,
    sources: 11,
    error: 1.26,
    held: 0.86,
    record: "checking is fitted to published runs with drafts; the range held 86 % of 121 such runs whose source the fit had not seen",
};

/// Checking one drafted token under ggml on Metal, as a share of a plain step.
pub const CHECK_ON_METAL: f64 = 0.750;

/// The programs on ggml that reach Apple's GPUs through Metal, as a profile's words begin.
const GGML_ON_METAL: [&str; 2] = ["llama.cpp on Metal", "Ollama on Metal"];

/// Checking one drafted token with an engine, as a share of a plain step. `words` name the engine as those of a profile
/// do ([`Conditions::words`](super::Conditions::words)): they reach a calculator in any case.
#[must_use]
pub fn check(words: &str) -> f64 {
    if GGML_ON_METAL.iter().any(|engine| words.starts_with(engine)) { CHECK_ON_METAL } else { CHECK.value }
}

/// Whether an engine's check of a draft is that of [`CHECK_ON_METAL`].
#[must_use]
pub const fn is_ggml_on_metal(engine: Engine, backend: Backend) -> bool {
    matches!((engine.stack(), backend), (Stack::Ggml, Backend::Metal))
}

/// The share of a host's bandwidth at which its processor reads a part of the model.
pub const HOST: Arrangement = Arrangement {
    value: 0.513,
    low: 0.804,
    high: 1.375,
    cases: 88,
    sources: 10,
    error: 1.16,
    held: 0.78,
    record: "the host's part is fitted to published runs of a split; the range held 78 % of 88 such runs whose source the fit had not seen",
};

/// Upper end over lower end beyond which a range of an arrangement says nothing.
const WIDEST: f64 = 8.0;

impl Arrangement {
    /// The range around a typical speed, never above `most`: that of the arrangement, or that of the plain estimate
    /// where it is wider.
    ///
    /// Speeds are tokens a second. Source: errors on left-out sources as the ends of a range, Lei et al. arXiv
    /// 1604.04173.
    #[must_use]
    pub fn range(&self, typical: f64, plain: &Range, most: f64) -> Option<Range> {
        let low = self.low.min(plain.low / plain.typical);
        let high = self.high.max(plain.high / plain.typical);
        let typical = typical.min(most);
        (high / low <= WIDEST).then_some(Range { low: typical * low, typical, high: (typical * high).min(most) })
    }
}
