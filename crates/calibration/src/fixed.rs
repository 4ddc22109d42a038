//! Values as whole multiples of a small unit: short on the way to the browser, and the same on both sides.
//!
//! A factor is kept as its logarithm in units, rounded once, in the build. Nothing here rounds again.

use rooflight_primitives::codec::Codec;

/// The unit of values and of band ends: a 4096th, in natural logarithms of time.
pub const UNIT: f64 = 1.0 / 4096.0;

/// Small numbers of either sign as small whole ones: 0, -1, 1, -2 … become 0, 1, 2, 3 …
pub(super) fn signed<C: Codec>(codec: &mut C, value: &mut i32) {
    let wide = i64::from(*value);
    let mut number = ((wide << 1) ^ (wide >> 63)).cast_unsigned();
    codec.whole(&mut number);
    let back = (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
    *value = i32::try_from(back).unwrap_or(0);
}
