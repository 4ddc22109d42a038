//! The speed-up of speculative decoding by kind of draft: acceptance, cost of drafting, and the gain that follows.
//!
//! 1. The kind of draft has an acceptance rate from published runs, and a cost by the bytes that it reads. The reader's
//!    own figures override both.
//! 2. Both, with the cost of checking, give the speed-up: low, middle and high by the acceptance.
//!
//! Writes no text: [`speculative`](super::speculative) does.

use rooflight_estimator::calibration::drafters::Drafter;
use rooflight_estimator::setup::Setup;
use rooflight_estimator::speculative::{check_cost, small_model_cost, speed_up};

/// The acceptance rate of a kind of draft for which no published run states one.
pub(crate) const ASSUMED_CHANCE: f64 = 0.7;

/// Most drafted tokens that are tried.
pub(crate) const MAX_DRAFT: u32 = 16;

/// The plain setup, and the reader's inputs about the draft.
pub(crate) struct SpeculativeGain<'a> {
    /// The setup without speculation.
    pub setup: &'a Setup<'a>,
    /// Parameters of the small model, if one drafts.
    pub parameters: f64,
    /// The chosen kind of draft.
    pub kind: Drafter,
    /// The reader's own acceptance, and cost of a drafted token in plain steps, as shares from 0 to 1.
    pub own: [Option<f64>; 2],
    /// The cost of checking one drafted token, in plain steps.
    pub check: f64,
}

impl SpeculativeGain<'_> {
    /// Returns the acceptance rate: low, middle, high; all equal if it is the reader's own or assumed.
    pub(crate) fn chances(&self, kind: Drafter) -> [f64; 3] {
        let published = kind.acceptance().map_or([ASSUMED_CHANCE; 3], |acceptance| acceptance.chance);
        self.own_of(kind)[0].map_or(published, |own| [own; 3])
    }

    /// Returns the reader's own figures, which apply to the chosen kind only.
    fn own_of(&self, kind: Drafter) -> [Option<f64>; 2] {
        if kind == self.kind { self.own } else { [None; 2] }
    }

    /// Returns the time to draft one token, in plain steps.
    pub(crate) fn cost(&self, kind: Drafter, drafted: f64) -> f64 {
        let by_kind = kind.cost(self.setup, drafted);
        self.own_of(kind)[1].or(by_kind).unwrap_or_else(|| small_model_cost(self.setup, self.parameters))
    }

    /// Returns the speed over the plain one: low, middle, high by the acceptance alone.
    pub(crate) fn gains(&self, kind: Drafter, drafted: f64) -> [f64; 3] {
        let (cost, check) = (self.cost(kind, drafted), check_cost(drafted, self.check));
        self.chances(kind).map(|chance| speed_up(chance, drafted, cost, check))
    }

    /// Returns the speed over the plain one with the chosen kind at its middle acceptance.
    pub(crate) fn gain(&self, drafted: f64) -> f64 {
        self.gains(self.kind, drafted)[1]
    }

    /// Returns the number of drafted tokens, up to [`MAX_DRAFT`], with the largest gain.
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
