//! Calibration: makes an estimator from the catalog and the published measurements.
//!
//! 1. [`rows`] converts measurements to the form that the fit takes, and says why it leaves out the others ([`flags`]).
//! 2. [`fit`] fits them (`fitting`, `solve`), holds out sources, months, devices, models and pairs ([`fold`],
//!    `holdout`), and sets the width of ranges (`supporting_runs`, `band`): one table for decoding, one for prompts
//!    ([`model`], [`score`]).
//! 3. `pooled` tries whether runs of the same pair would improve its estimate. [`report`] summarizes the quality of the
//!    tables; [`batch`] answers many questions at once, [`question`] one in full detail. [`measure`] prepares the data
//!    for judging benchmark outputs.
//! 4. [`offload_and_speculation`] measures the cost of drafts and hosts beyond a plain step.
//! 5. [`validation`] says how each calculator was compared; [`known_outliers`] scores groups again that were once far
//!    off.
//! 6. [`method`] gathers the figures of the methodology page, including [`baselines`], the simple formulas of others.
//! 7. [`saved`] keeps a fit from one process to the next.
//! 8. [`records`] converts the catalog to the form that calculators use, with the measurements of each device.
//!
//! Pure and deterministic: the same measurements give the same table, bit for bit.

mod band;
pub mod baselines;
pub mod batch;
mod fitted;
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

pub use fitted::Fitted;
pub use records::{CalibratedCatalog, bare, estimator, estimator_of, estimator_with};

use fitted::Rows;
use rooflight_glossary::model::catalog::Catalog;

/// Fits the measurements of a catalog.
#[must_use]
pub fn fit(catalog: &Catalog) -> Fitted {
    Rows::of(catalog).fit(catalog)
}
