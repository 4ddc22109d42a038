//! The estimator of a site, made from the catalog, the published measurements, and the fit that a tool made of them.
//!
//! 1. [`fit_file`] has the fitted tables with the figures of their quality ([`method`], [`validation`]); [`carried`] is
//!    what the program brings along.
//! 2. [`measurements`] puts a measurement into the estimator's terms; [`flags`] says which of them count.
//! 3. [`records`] converts the catalog to the form that calculators use, with the measurements of each device.
//! 4. [`question`] answers one question in full detail, [`batch`] a table of them; [`measure`] prepares the data for
//!    judging benchmark outputs.
//!
//! Fits nothing: the crate `rooflight-fit` does, which the program does not depend on.

pub mod batch;
pub mod carried;
pub mod fit_file;
pub mod flags;
pub mod measure;
pub mod measurements;
pub mod method;
pub mod question;
pub mod records;
pub mod validation;

pub use records::{CalibratedCatalog, bare, estimator};
