//! Square root, floor and ceiling with the same result on every machine.
//!
//! WebAssembly has instructions for them, which are far smaller than the routines of `libm`. Without the standard
//! library only the SIMD instructions are accessible, so each works on a pair of numbers and one result is dropped.
//!
//! Functions without an instruction (exponentials, logarithms, powers) come from `libm` everywhere.
//!
//! Source: IEEE 754 as adopted by the WebAssembly specification,
//! <https://webassembly.github.io/spec/core/exec/numerics.html>.

#[cfg(target_arch = "wasm32")]
use core::arch::wasm32::{f64x2_ceil, f64x2_extract_lane, f64x2_floor, f64x2_splat, f64x2_sqrt};

/// The square root, rounded to the nearest `f64`.
#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
#[must_use]
pub fn sqrt(value: f64) -> f64 {
    f64x2_extract_lane::<0>(f64x2_sqrt(f64x2_splat(value)))
}

/// The largest integer that is not larger than `value`.
#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
#[must_use]
pub fn floor(value: f64) -> f64 {
    f64x2_extract_lane::<0>(f64x2_floor(f64x2_splat(value)))
}

/// The smallest integer that is not smaller than `value`.
#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
#[must_use]
pub fn ceil(value: f64) -> f64 {
    f64x2_extract_lane::<0>(f64x2_ceil(f64x2_splat(value)))
}

#[cfg(not(target_arch = "wasm32"))]
pub use libm::{ceil, floor, sqrt};
