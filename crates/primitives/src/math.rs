//! Roots and whole numbers, each with one exact result on every machine.
//!
//! WebAssembly has instructions for them, which weigh nothing beside the routines of `libm`. Without the standard
//! library only the instructions on pairs of numbers can be named, so a number goes in twice and one result is dropped.
//!
//! Functions without an instruction (exponentials, logarithms, powers) are `libm`'s everywhere.
//!
//! Source: IEEE 754 as the WebAssembly specification takes it over,
//! <https://webassembly.github.io/spec/core/exec/numerics.html>.

#[cfg(target_arch = "wasm32")]
use core::arch::wasm32::{f64x2_ceil, f64x2_extract_lane, f64x2_floor, f64x2_splat, f64x2_sqrt};

/// The square root, rounded to the nearest number.
#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
#[must_use]
pub fn sqrt(value: f64) -> f64 {
    f64x2_extract_lane::<0>(f64x2_sqrt(f64x2_splat(value)))
}

/// The largest whole number that is not larger.
#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
#[must_use]
pub fn floor(value: f64) -> f64 {
    f64x2_extract_lane::<0>(f64x2_floor(f64x2_splat(value)))
}

/// The smallest whole number that is not smaller.
#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
#[must_use]
pub fn ceil(value: f64) -> f64 {
    f64x2_extract_lane::<0>(f64x2_ceil(f64x2_splat(value)))
}

#[cfg(not(target_arch = "wasm32"))]
pub use libm::{ceil, floor, sqrt};
