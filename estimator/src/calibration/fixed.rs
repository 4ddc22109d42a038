//! Fixed-point values: whole multiples of a small unit, short to send and the same in the build and in the browser.
//!
//! A factor is stored as its logarithm in units, rounded once by the build. Nothing here rounds again.

/// Unit of values and of band ends: 1/4096, in natural logarithms of time.
pub const UNIT: f64 = 1.0 / 4096.0;
