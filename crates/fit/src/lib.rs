//! Fits the estimator's tables to the published measurements, and judges them on what they have not seen.
//!
//! 1. [`rows`] converts measurements to the form that the fit takes, and says why it leaves out the others.
//! 2. [`fit`] fits them (`fitting`, `solve`), holds out sources, months, devices, models and pairs ([`fold`],
//!    `holdout`), and sets the width of ranges (`supporting_runs`, `band`): one table for decoding, one for prompts
//!    ([`model`], [`score`]).
//! 3. `pooled` tries whether runs of the same pair would improve its estimate. [`report`] summarizes the quality of the
//!    tables.
//! 4. [`offload_and_speculation`] measures the cost of drafts and hosts beyond a plain step.
//! 5. [`validation`] says how each calculator was compared; [`known_outliers`] scores groups again that were once far
//!    off.
//! 6. [`method`] gathers the figures of the methodology page, including [`baselines`], the simple formulas of others.
//! 7. [`file::text`] is all that a site needs of this, as the text of `content/fit.json`.
//!
//! Pure and deterministic: the same measurements give the same tables, bit for bit. The program that people run does
//! not depend on this crate: whoever changes measurements runs `cargo run --release -p rooflight-fit`.

mod band;
pub mod baselines;
pub mod file;
mod fitted;
mod fitting;
pub mod fold;
mod holdout;
pub mod known_outliers;
pub mod method;
pub mod model;
pub mod offload_and_speculation;
mod outlier_reasons;
mod pooled;
pub mod report;
pub mod rows;
pub mod score;
mod solve;
mod supporting_runs;
pub mod validation;

pub use fitted::Fitted;

use fitted::Rows;
use rooflight_glossary::model::catalog::Catalog;

/// Fits the measurements of a catalog.
#[must_use]
pub fn fit(catalog: &Catalog) -> Fitted {
    Rows::of(catalog).fit(catalog)
}
