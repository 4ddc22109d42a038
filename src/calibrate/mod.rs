//! Calibrate: from the catalog and the published measurements to an estimator that can answer.
//!
//! 1. [`rows`] turns measurements into what the fit takes, and says why it leaves out the others ([`flags`]).
//! 2. [`fit`] fits them (`fitting`, `solve`), holds out sources, months, devices, models and pairs ([`fold`],
//!    `holdout`), and sets the width of ranges (`supporting_runs`, `band`): one table for decoding, one for prompts
//!    ([`model`], [`score`]).
//! 3. `pooled` tries whether runs of the very pair would improve its estimate. [`report`] says how good the tables are;
//!    [`batch`] answers many questions at once, [`question`] one with all that is behind it. [`measure`] prepares what
//!    the judge of benchmark outputs needs.
//! 4. [`offload_and_speculation`] judges what drafts and hosts cost beyond a plain step.
//! 5. [`validation`] says of each calculator how it was compared; [`known_outliers`] judges groups again that were once
//!    far off.
//! 6. [`method`] gathers what the methodology page shows of them, with [`baselines`], the simple formulas of others.
//! 7. [`saved`] keeps a fit from one process to the next.
//! 8. [`records`] brings the catalog into the form that calculators use, and the measurements to their devices.
//!
//! Pure and deterministic: the same measurements give the same table, bit for bit.

mod band;
pub mod baselines;
pub mod batch;
mod fitting;
pub mod flags;
pub mod fold;
mod holdout;
pub mod known_outliers;
pub mod measure;
pub mod method;
pub mod model;
pub mod offload_and_speculation;
mod outlier_reasons;
mod pooled;
pub mod question;
pub mod records;
pub mod report;
pub mod rows;
pub mod saved;
pub mod score;
mod solve;
mod supporting_runs;
pub mod validation;

pub use records::{CalibratedCatalog, bare, estimator, estimator_of, estimator_with};

use model::{FittedSpeed, Noise};
use rooflight_calibration::Calibration;
use rooflight_glossary::model::catalog::Catalog;
use rows::{FitRow, LeftOut};

/// The expected scatter of decoding measurements.
const DECODING: Noise = Noise { row: 0.06, floor: 0.15, tail: 0.097 };

/// The expected scatter of prompt measurements.
const PROMPTS: Noise = Noise { row: 0.12, floor: 0.4, tail: 0.1 };

/// A calibration and all that is known of how good it is.
#[derive(Debug, Default)]
pub struct Fitted {
    /// The tables that estimates come from.
    pub calibration: Calibration,
    /// Decoding: rows, residuals, held-out predictions; `None` without a measurement.
    pub decode: Option<FittedSpeed>,
    /// Reading prompts: rows, residuals, held-out predictions; `None` without a measurement.
    pub prefill: Option<FittedSpeed>,
    /// The measurements that no fit uses, each with its reason.
    pub left_out: Vec<LeftOut>,
}

/// The measurements of a catalog, as the fit takes them.
struct Rows {
    decoding: Vec<FitRow>,
    prompts: Vec<FitRow>,
    left_out: Vec<LeftOut>,
}

impl Rows {
    fn of(catalog: &Catalog) -> Self {
        let store = rows::store(catalog);
        let (decoding, mut left_out) = rows::decoding(catalog, &store);
        let (prompts, further) = rows::prompts(catalog, &store);
        left_out.extend(further);
        left_out.sort_by_key(|row| row.anchor);
        Self { decoding, prompts, left_out }
    }

    fn fit(self, catalog: &Catalog) -> Fitted {
        let (decode, prefill) = rayon::join(
            || model::fitted(catalog, self.decoding, DECODING),
            || model::fitted(catalog, self.prompts, PROMPTS),
        );
        let table = |speed: &Option<FittedSpeed>| speed.as_ref().map(|speed| speed.table.clone()).unwrap_or_default();
        let calibration = Calibration { decode: table(&decode), prefill: table(&prefill) };
        Fitted { calibration, decode, prefill, left_out: self.left_out }
    }
}

/// Fits the measurements of a catalog.
#[must_use]
pub fn fit(catalog: &Catalog) -> Fitted {
    Rows::of(catalog).fit(catalog)
}
