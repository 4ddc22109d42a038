//! Calibrate: from the catalog and the published measurements to an estimator that can answer.
//!
//! 1. [`library`] brings the catalog into the form that calculators use, and the measurements to their devices.
//!
//! Pure and deterministic: the same measurements give the same table, bit for bit.

pub mod library;

pub use library::{Estimating, estimator};
