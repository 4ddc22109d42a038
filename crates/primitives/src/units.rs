//! Units. Every quantity in this crate is an SI number in an `f64`: bytes, seconds, bytes a second, operations a
//! second. The constants turn the figures people write (24 GiB, 936 GB/s, 71 TFLOPS) into those numbers.
//!
//! GB is 10⁹ bytes, as bandwidths and file sizes are sold; GiB is 2³⁰ bytes, as memory is built and as llama.cpp prints
//! sizes. Nothing here rounds or prints.

/// Bytes in a gigabyte: 10⁹. Bandwidths are given in GB a second.
pub const GB: f64 = 1e9;

/// Bytes in a gibibyte: 2³⁰. Memory sizes and the sizes llama.cpp prints are in GiB.
pub const GIB: f64 = 1_073_741_824.0;

/// Bytes in a mebibyte: 2²⁰.
pub const MIB: f64 = 1_048_576.0;

/// Operations a second in one TFLOPS (or TOPS): 10¹².
pub const TERA: f64 = 1e12;

/// Parameters in a billion: 10⁹, as model names count them.
pub const BILLION: f64 = 1e9;

/// Bits in a byte.
pub const BITS: f64 = 8.0;

/// An exact count as a floating-point number. Counts here stay far below 2⁵³, so nothing is lost.
#[must_use]
#[allow(clippy::cast_precision_loss)]
pub const fn count(n: u64) -> f64 {
    n as f64
}
