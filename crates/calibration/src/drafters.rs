//! Drafters of speculative decoding by kind, and how often published runs kept a token that one drafted.
//!
//! 1. Programs print the share of all drafted tokens that was kept. Later tokens of a draft are kept more rarely, so
//!    that share becomes the chance that one token is kept (`rooflight_estimator::speculative::chance`).
//! 2. Low end, middle and high end are the first tenth, the half and the last tenth of these chances, each publication
//!    with the same weight.
//! 3. The numbers stand here as they were worked out; a test of the build works them out again.
//!
//! A kind without such runs has no chance of its own: nothing is guessed.

use rooflight_estimator::setup::Setup;
use rooflight_estimator::speculative::head_cost;

/// The layers that a block drafter has beside the shared head. Source: `DFlash`, arXiv 2602.06036.
const BLOCK_LAYERS: f64 = 5.0;

rooflight_primitives::variants! {
    /// A kind of drafter.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Drafter {
        /// A head or heads of the model's own, trained with it.
        Head,
        /// A layer that was trained on the model's features.
        Eagle,
        /// A drafter of a whole block at once.
        Block,
        /// A small model of the same vocabulary.
        Model,
        /// A search in the text so far, without any model.
        Ngram,
    }
}

/// The chance that one drafted token is kept, over published runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Acceptance {
    /// The first tenth, the half, the last tenth.
    pub chance: [f64; 3],
    /// Runs that print it.
    pub runs: u64,
    /// Publications that these runs come from.
    pub sources: u64,
}

impl Drafter {
    /// Its name in addresses and, but for a small model, in the column `draft` of runs; and its name for readers.
    #[must_use]
    pub const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Head => ("mtp", "MTP prediction head"),
            Self::Eagle => ("eagle3", "EAGLE-3"),
            Self::Block => ("dflash", "DFlash block drafter"),
            Self::Model => ("model", "small model"),
            Self::Ngram => ("ngram", "n-grams of the text"),
        }
    }

    /// The kind that the column `draft` of a run or an address names: a known one, or else a small model by its id.
    #[must_use]
    pub fn of(draft: &str) -> Self {
        Self::ALL.into_iter().find(|kind| kind.names().0 == draft).unwrap_or(Self::Model)
    }

    /// The chance that one of its tokens is kept, where published runs print it.
    #[must_use]
    pub const fn acceptance(self) -> Option<Acceptance> {
        let (chance, runs, sources) = match self {
            Self::Head => ([0.710, 0.826, 0.900], 192, 13),
            Self::Eagle => ([0.434, 0.434, 0.438], 2, 1),
            Self::Block => ([0.835, 0.889, 0.960], 14, 2),
            Self::Model => ([0.532, 0.589, 0.610], 5, 1),
            Self::Ngram => return None,
        };
        Some(Acceptance { chance, runs, sources })
    }

    /// The time of one drafted token, as a share of a plain step, by the bytes that the drafter reads; `None` for a
    /// small model, whose bytes are its own.
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
