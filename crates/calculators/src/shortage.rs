//! Setups that do not fit: the answer, the status sentence and the note on muted figures.
//!
//! `alternatives.rs` offers set-ups that fit. Holds no formula.

use alloc::string::String;
use rooflight_document::prelude::*;
use rooflight_estimator::fit::{self, Fit};
use rooflight_estimator::setup::Setup;

/// The note on muted figures.
pub(crate) const MUTED: &str = "The muted figures are for a memory that is large enough.";

/// A setup that does not fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shortage {
    fit: Fit,
    sizes: Sizes,
}

impl Shortage {
    /// Returns `None` if the setup fits or the memory is not known.
    pub(crate) fn of(setup: &Setup<'_>, sizes: Sizes) -> Option<Self> {
        let fit = fit::fit(setup).filter(|fit| !fit.fits())?;
        Some(Self { fit, sizes })
    }

    fn values(self) -> [Arg<'static>; 2] {
        [self.fit.needed(), self.fit.usable].map(|bytes| self.sizes.giga(bytes))
    }

    /// Writes the answer in place of a speed.
    pub(crate) fn headline(self, report: &mut Report, conditions: Words<'_>) {
        report.refusal(words!(WORDS, ..self.values()), conditions);
    }

    /// Returns the sentence for the live region.
    pub(crate) fn status(self) -> String {
        sentence(&filled(words!(WORDS, ..self.values())))
    }
}

const WORDS: &str = "Does not fit: {} needed, {} usable";

/// Ends the figures, with the note on muted ones if the setup does not fit.
pub(crate) fn end_figures(report: &mut Report, short: Option<Shortage>) {
    report.end_figures(if short.is_some() { MUTED } else { "" });
}
