//! Decimal numbers as programs print and read them: a sign, digits, a point, an exponent; no commas and no spaces.
//!
//! 1. [`parse`] reads them: exactly up to 15 digits and 22 decimals, possibly off in the last digit beyond.
//! 2. [`text`] writes them with at most six decimals and no trailing zeros.
//!
//! Replaces `core`'s float parser and formatter, whose code and tables weigh 30 KB in WebAssembly. Never returns a
//! number that is not finite.

use alloc::string::String;
use rooflight_document::number::{plain, without_commas};

/// Digits after the mantissa has reached this are dropped: a double has at most 17.
const MAX_MANTISSA: u64 = 100_000_000_000_000_000;

/// The largest power of ten that a double holds exactly.
const MAX_EXACT_POWER: u32 = 22;

/// Parses a whole text as a number; `None` unless it is one, and finite.
///
/// Source: IEEE 754. Digits below 2^53 and powers up to 10^22 are exact in a double, so one product or quotient of them
/// rounds correctly.
#[must_use]
pub fn parse(text: &str) -> Option<f64> {
    let (negative, rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (written, mut exponent) = match rest.find(['e', 'E']) {
        Some(at) => (&rest[..at], rest[at + 1..].parse::<i32>().ok()?.clamp(-10_000, 10_000)),
        None => (rest, 0),
    };
    let (mut digits, mut count, mut point) = (0_u64, 0_usize, false);
    for byte in written.bytes() {
        match byte {
            b'0'..=b'9' if digits < MAX_MANTISSA => {
                digits = digits * 10 + u64::from(byte - b'0');
                exponent -= i32::from(point);
                count += 1;
            }
            b'0'..=b'9' => exponent = exponent.saturating_add(i32::from(!point)),
            b'.' if !point => point = true,
            _ => return None,
        }
    }
    let size = scaled(digits, exponent);
    (count > 0 && size.is_finite()).then_some(if negative { -size } else { size })
}

/// Returns `digits` times ten to the power of `exponent`.
#[allow(clippy::cast_precision_loss, reason = "18 digits round to the nearest double")]
fn scaled(digits: u64, exponent: i32) -> f64 {
    let mut value = digits as f64;
    // A larger exponent gives zero or infinity for any digits.
    let mut left = exponent.unsigned_abs().min(400);
    while left > 0 {
        let step = left.min(MAX_EXACT_POWER);
        let mut power = 1.0;
        for _ in 0..step {
            power *= 10.0;
        }
        value = if exponent < 0 { value / power } else { value * power };
        left -= step;
    }
    value
}

/// Formats a number with as many decimals as it needs, six at most: `71`, `60.984063`.
#[must_use]
pub fn text(value: f64) -> String {
    without_commas(&plain(value, 6))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use proptest::prelude::*;
    use std::format;

    #[test]
    fn numbers_in_every_form_that_programs_print() {
        for (written, value) in [
            ("71.00", 71.0),
            ("-5", -5.0),
            ("+.5", 0.5),
            ("1e30", 1e30),
            ("2.5E-3", 0.0025),
            ("1.475279240796808", 1.475_279_240_796_808),
            ("0", 0.0),
            ("1e-9999", 0.0),
        ] {
            assert_eq!(parse(written), Some(value), "{written}");
        }
        for written in
            ["", "-", ".", "e5", "1e", "1e+", "NaN", "inf", "1,5", "1 ", "--1", "1.2.3", "1e999", "1e99999999999"]
        {
            assert_eq!(parse(written), None, "{written}");
        }
        let long = "9".repeat(100_000);
        assert_eq!(parse(&long), None, "no double is so large");
        assert_eq!(parse(&format!("0.{long}")), Some(1.0));
        assert_eq!([71.0, 60.984_063, 10_000.5].map(text), ["71", "60.984063", "10000.5"]);
    }

    proptest! {
        #[test]
        fn fifteen_digits_are_read_as_the_standard_library_does(value in -1e8..1e8_f64) {
            let written = format!("{value:.6}");
            prop_assert_eq!(parse(&written), written.parse().ok());
        }
    }
}
