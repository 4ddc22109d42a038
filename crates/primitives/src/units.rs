//! Factors from usual units to SI. Quantities are SI numbers in an `f64`: bytes, seconds, bytes per second, operations
//! per second. People write 24 GiB, 936 GB/s or 71 TFLOPS.
//!
//! GB is 10⁹ bytes, as in bandwidths and file sizes; GiB is 2³⁰ bytes, as in memory sizes and llama.cpp's output.
//! Nothing here rounds or formats.

/// Bytes in a gigabyte. Bandwidths are given in GB per second.
pub const GB: f64 = 1e9;

/// Bytes in a gibibyte. Memory sizes and llama.cpp's output are in GiB.
pub const GIB: f64 = 1_073_741_824.0;

/// Bytes in a mebibyte.
pub const MIB: f64 = 1_048_576.0;

/// Operations per second in one TFLOPS or TOPS.
pub const TERA: f64 = 1e12;

/// Parameters in a billion, as model names count them.
pub const BILLION: f64 = 1e9;

/// Bits in a byte.
pub const BITS: f64 = 8.0;

/// Converts a count to an `f64`. Counts stay far below 2⁵³, so the result is exact.
#[must_use]
#[allow(clippy::cast_precision_loss)]
pub const fn count(value: u64) -> f64 {
    value as f64
}
