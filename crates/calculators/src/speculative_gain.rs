//! The speed-up of speculative decoding by kind of draft: acceptance, cost of drafting, and the gain that follows.
//!
//! 1. The kind of draft has a chance by published runs and a cost by the bytes that it reads; the reader's own figures
//!    come first.
//! 2. Both, and the price of a check, give the speed-up: low, middle and high by the chance.
//!
//! Writes no word: [`speculative`](super::speculative) does.

use rooflight_calibration::drafters::Drafter;
use rooflight_estimator::setup::Setup;
use rooflight_estimator::speculative::{check_cost, small_model_cost, speed_up};

/// The chance that a drafted token is kept where no run of its kind prints one.
pub(crate) const ASSUMED_CHANCE: f64 = 0.7;

/// The most tokens that are tried.
pub(crate) const MAX_DRAFT: u32 = 16;

/// The step that speculation saves, and the reader's inputs about the draft.
pub(crate) struct SpeculativeGain<'a> {
    pub setup: &'a Setup<'a>,
    /// Parameters of a small model that drafts.
    pub parameters: f64,
    /// The kind of draft.
    pub kind: Drafter,
    /// The reader's own acceptance and cost of such a draft, as shares.
    pub own: [Option<f64>; 2],
    /// The cost of checking one drafted token with the engine, in plain steps.
    pub check: f64,
}

impl SpeculativeGain<'_> {
    /// The chance that a token is kept: low, middle, high. The reader's own has no ends.
    pub(crate) fn chances(&self, kind: Drafter) -> [f64; 3] {
        let known = kind.acceptance().map_or([ASSUMED_CHANCE; 3], |known| known.chance);
        self.own_of(kind)[0].map_or(known, |own| [own; 3])
    }

    /// The reader's own figures, which are of one kind alone.
    fn own_of(&self, kind: Drafter) -> [Option<f64>; 2] {
        if kind == self.kind { self.own } else { [None; 2] }
    }

    /// The time of one drafted token, in plain steps.
    pub(crate) fn cost(&self, kind: Drafter, drafted: f64) -> f64 {
        let known = kind.cost(self.setup, drafted);
        self.own_of(kind)[1].or(known).unwrap_or_else(|| small_model_cost(self.setup, self.parameters))
    }

    /// The speed over the plain one: low, middle, high by the chance alone.
    pub(crate) fn gains(&self, kind: Drafter, drafted: f64) -> [f64; 3] {
        let (cost, check) = (self.cost(kind, drafted), check_cost(drafted, self.check));
        self.chances(kind).map(|chance| speed_up(chance, drafted, cost, check))
    }

    /// The speed over the plain one with the chosen kind, by the middle chance.
    pub(crate) fn gain(&self, drafted: f64) -> f64 {
        self.gains(self.kind, drafted)[1]
    }

    /// The number of drafted tokens that is fastest.
    pub(crate) fn best(&self) -> f64 {
        let mut best = 1.0;
        for drafted in 2..=MAX_DRAFT {
            let drafted = f64::from(drafted);
            if self.gain(drafted) > self.gain(best) {
                best = drafted;
            }
        }
        best
    }
}
