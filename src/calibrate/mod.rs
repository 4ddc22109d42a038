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
