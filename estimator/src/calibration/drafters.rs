//! Kinds of drafters for speculative decoding, and how often published runs kept a token that one drafted.
//!
//! 1. Programs print the share of all drafted tokens that was kept. Later tokens of a draft are kept less often, so
//!    that share is converted to the chance that one token is kept (`crate::speculative::chance`).
//! 2. Low, middle and high are the 10th, 50th and 90th percentile of these chances, each publication with the same
//!    weight.
//! 3. The results are copied here; a test of the build computes them again.
//!
//! A kind without such runs has no acceptance: nothing is guessed.

use crate::setup::Setup;
use crate::speculative::head_cost;

/// Layers that a block drafter has in addition to the shared head. Source: `DFlash`, arXiv 2602.06036.
const BLOCK_LAYERS: f64 = 5.0;

rooflight_primitives::variants! {
    /// A kind of drafter.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Drafter [
        /// Name in URLs and, except for a small model, in the column `draft` of runs; and the name for readers.
        pub names: (&'static str, &'static str),
    ] {
        /// Prediction heads trained together with the model.
        Head = ("mtp", "MTP prediction head"),
        /// A layer trained on the model's features.
        Eagle = ("eagle3", "EAGLE-3"),
        /// A drafter of a whole block at once.
        Block = ("dflash", "DFlash block drafter"),
        /// A small model with the same vocabulary.
        Model = ("model", "small model"),
        /// A search in the text so far, without a model.
        Ngram = ("ngram", "n-grams of the text"),
    }
}

/// Chance that one drafted token is kept, over published runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Acceptance {
    /// 10th, 50th and 90th percentile.
    pub chance: [f64; 3],
    /// Number of runs that print it.
    pub runs: u64,
    /// Number of publications of these runs.
    pub sources: u64,
}

impl Drafter {
    /// Returns the kind that a run's column `draft` or a URL names; an unknown name is the id of a small model.
    #[must_use]
    pub fn of(draft: &str) -> Self {
        Self::ALL.into_iter().find(|kind| kind.names().0 == draft).unwrap_or(Self::Model)
    }

    /// Chance that one of its tokens is kept; `None` if no published run prints it.
    #[must_use]
    pub const fn acceptance(self) -> Option<Acceptance> {
        let (chance, runs, sources) = match self {
            Self::Head => ([0.732, 0.826, 0.9305], 219, 19),
            Self::Eagle => ([0.434, 0.434, 0.438], 2, 1),
            Self::Block => ([0.760, 0.889, 0.916], 23, 4),
            Self::Model => ([0.532, 0.589, 0.610], 5, 1),
            Self::Ngram => return None,
        };
        Some(Acceptance { chance, runs, sources })
    }

    /// Time of one drafted token, as a share of a plain step, from the bytes that the drafter reads; `None` for a small
    /// model, whose bytes are its own.
    ///
    /// Source: what each kind reads, DeepSeek-V3 report, arXiv 2412.19437, section 2.2, and `DFlash`, arXiv 2602.06036.
    #[must_use]
    pub fn cost(self, setup: &Setup, drafted: f64) -> Option<f64> {
        match self {
            Self::Head | Self::Eagle => Some(head_cost(setup, 1.0)),
            Self::Block => Some(head_cost(setup, BLOCK_LAYERS) / drafted),
            Self::Model => None,
            Self::Ngram => Some(0.0),
        }
    }
}
