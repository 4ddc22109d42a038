//! Fixed-point values: whole multiples of a small unit, short to send and the same in the build and in the browser.
//!
//! A factor is stored as its logarithm in units, rounded once by the build. Nothing here rounds again.

use rooflight_primitives::codec::Codec;

/// Unit of values and of band ends: 1/4096, in natural logarithms of time.
pub const UNIT: f64 = 1.0 / 4096.0;

/// Reads or writes a signed number in zigzag encoding: 0, -1, 1, -2 … become 0, 1, 2, 3 …
pub(super) fn signed<C: Codec>(codec: &mut C, value: &mut i32) {
    let wide = i64::from(*value);
    let mut number = ((wide << 1) ^ (wide >> 63)).cast_unsigned();
    codec.whole(&mut number);
    let back = (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
    *value = i32::try_from(back).unwrap_or(0);
}
