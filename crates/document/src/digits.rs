//! Exact conversion of floating-point numbers to digits.
//!
//! 1. A value is split into its whole part and its fraction, both exact. The fraction times a power of ten is a product
//!    of integers, so the result is rounded once, ties to even, as in `std`.
//! 2. The whole part is written with commas between thousands, then a point and the decimals.
//!
//! Nothing here goes through `core::fmt`, and no value makes it panic.

use alloc::string::String;
use core::cmp::Ordering;

/// Printed in place of a missing or non-finite number.
pub const NONE: &str = "–";

/// Values of at least this size are not written in digits.
const LIMIT: f64 = 1e15;
/// Powers of ten for zero to six decimals.
const POWERS: [u32; 7] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

/// Appends a whole number with commas: `131,072`.
pub fn push_count(out: &mut String, value: u64) {
    push_digits(out, value, true);
}

/// Appends a whole number, with or without commas.
pub(super) fn push_digits(out: &mut String, value: u64, commas: bool) {
    let mut digits = [0_u8; 20];
    let mut left = value;
    let mut length = 0;
    while left > 0 || length == 0 {
        digits[length] = b'0' + (left % 10) as u8;
        left /= 10;
        length += 1;
    }
    for place in (0..length).rev() {
        out.push(char::from(digits[place]));
        if commas && place > 0 && place % 3 == 0 {
            out.push(',');
        }
    }
}

/// Appends a number with a fixed number of decimals (six at most), ties to even: `1,008.50`.
pub fn push_fixed(out: &mut String, value: f64, decimals: usize) {
    let decimals = decimals.min(6);
    if !value.is_finite() {
        out.push_str(NONE);
        return;
    }
    let size = value.abs();
    if size >= LIMIT {
        out.push_str(if value < 0.0 { "under −10^15" } else { "over 10^15" });
        return;
    }
    let (whole, fraction) = round(size, decimals);
    if value < 0.0 && (whole > 0 || fraction > 0) {
        out.push('−');
    }
    push_count(out, whole);
    if decimals > 0 {
        out.push('.');
        for place in (0..decimals).rev() {
            out.push(char::from(b'0' + (fraction / POWERS[place] % 10) as u8));
        }
    }
}

/// Appends a coordinate rounded to a tenth, without commas or a needless `.0`: `71.9`, `264`. For values below 10,000.
pub fn push_tenths(out: &mut String, value: f64) {
    let size = whole(libm::round(value.abs() * 10.0));
    if value < 0.0 && size > 0 {
        out.push('-');
    }
    let (whole, rest) = (size / 10, size % 10);
    if whole > 999 {
        push_digit(out, whole / 1000);
    }
    if whole > 99 {
        push_digit(out, whole / 100);
    }
    if whole > 9 {
        push_digit(out, whole / 10);
    }
    push_digit(out, whole);
    if rest > 0 {
        out.push('.');
        push_digit(out, rest);
    }
}

/// The integer part of a value, saturating at the ends of `u64`; NaN gives 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clipping is the point")]
pub(super) fn whole(value: f64) -> u64 {
    value as u64
}

/// The number of decimals that a value needs, at most `most`.
pub(super) fn decimals_needed(size: f64, most: usize) -> usize {
    let mut needed = if size < LIMIT { most } else { 0 };
    let mut fraction = if needed > 0 { round(size, most).1 } else { 0 };
    while needed > 0 && fraction % 10 == 0 {
        fraction /= 10;
        needed -= 1;
    }
    needed
}

/// The whole part, and the decimals as an integer, rounded once, ties to even. `size` is at least 0 and below
/// [`LIMIT`].
fn round(size: f64, decimals: usize) -> (u64, u32) {
    let floor = rooflight_primitives::math::floor(size);
    let (mut digits, tie) = scale(size - floor, POWERS[decimals]);
    let mut whole = whole(floor);
    // The last digit written decides a tie; without decimals that is the last digit of the whole part.
    let odd = if decimals == 0 { whole & 1 == 1 } else { digits & 1 == 1 };
    digits += u32::from(tie == Ordering::Greater || (tie == Ordering::Equal && odd));
    if digits == POWERS[decimals] {
        (whole, digits) = (whole + 1, 0);
    }
    (whole, digits)
}

/// The whole part of `fraction · power`, exactly, and how the rest compares with one half. `fraction` is below one.
fn scale(fraction: f64, power: u32) -> (u32, Ordering) {
    let bits = fraction.to_bits();
    let exponent = (bits >> 52) as u32;
    // Below one the shift is at least 53. A shift over 100 means a product far below one half.
    let shift = 1075_u32.saturating_sub(exponent);
    if shift > 100 {
        return (0, Ordering::Less);
    }
    let product = u128::from(bits & ((1 << 52) - 1) | 1 << 52) * u128::from(power);
    let rest = product & ((1 << shift) - 1);
    (u32::try_from(product >> shift).unwrap_or(power), rest.cmp(&(1 << (shift - 1))))
}

fn push_digit(out: &mut String, value: u64) {
    out.push(char::from(b'0' + (value % 10) as u8));
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ties_go_to_the_even_digit() {
        let cases = [
            (0.5, 0, (0, 0)),
            (1.5, 0, (2, 0)),
            (2.5, 0, (2, 0)),
            (0.125, 2, (0, 12)),
            (0.375, 2, (0, 38)),
            (3.9999, 2, (4, 0)),
            (1.005, 2, (1, 0)),
        ];
        for (value, decimals, digits) in cases {
            assert_eq!(round(value, decimals), digits, "{value}");
        }
    }

    #[test]
    fn the_smallest_and_largest_values_hold() {
        assert_eq!(round(f64::MIN_POSITIVE, 6), (0, 0));
        assert_eq!(round(5e-324, 6), (0, 0));
        assert_eq!(round(999_999_999_999_999.9, 0), (1_000_000_000_000_000, 0));
        assert_eq!((whole(-3.0), whole(f64::NAN), whole(1e300)), (0, 0, u64::MAX));
    }

    proptest! {
        #[test]
        fn tenths_agree_with_std(value in -9_000.0..9_000.0_f64) {
            let mut ours = String::new();
            push_tenths(&mut ours, value);
            let read: f64 = ours.parse().unwrap();
            prop_assert!((read - value).abs() <= 0.050_000_1, "{} for {}", ours, value);
            prop_assert!(!ours.ends_with(".0"));
        }
    }
}
