//! The requests for which memory has room; the chart and the table of a calculator both use it.
//!
//! Holds no formula: the number comes from `fit`.

use rooflight_estimator::fit;
use rooflight_estimator::setup::Setup;

/// How many requests fit, and whether the reader's own number does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchCapacity {
    /// The most requests; `None` if the memory is not known.
    pub most: Option<f64>,
    /// True if the reader's own number of requests fits.
    fits: bool,
}

impl BatchCapacity {
    /// Computes how many requests like those of the setup fit.
    #[must_use]
    pub(crate) fn of(setup: &Setup<'_>) -> Self {
        let most = fit::largest_batch(setup);
        Self { most, fits: Self { most, fits: false }.holds(setup.batch) }
    }

    /// True if `batch` requests fit into memory, or if the memory is not known.
    #[must_use]
    pub(crate) fn holds(self, batch: f64) -> bool {
        self.most.is_none_or(|most| batch <= most)
    }

    /// True if a curve over requests includes `batch`: up to the end of memory, or everywhere if the reader's own
    /// number does not fit and the chart is muted.
    #[must_use]
    pub(crate) fn draws(self, batch: f64) -> bool {
        !self.fits || self.holds(batch)
    }
}
