//! Numbers in the form that readers see.
//!
//! `digits` writes a value with commas and a given number of decimals. This module chooses that number: a speed gets
//! three significant figures, a share above ten per cent no decimals. A no-break space separates number and unit.
//!
//! Floats never go through `core::fmt`, which would take more space in WebAssembly than everything else in this crate.
//! A value that is not finite reads `–`. Values of at least 10^15, which no calculator can mean, read `over 10^15`.

use alloc::string::String;

use super::digits;
pub use super::digits::{NONE, push_count, push_fixed};

/// A whole number: `131,072`.
#[must_use]
pub fn count(value: u64) -> String {
    let mut out = String::new();
    push_count(&mut out, value);
    out
}

/// A whole number as URLs carry it: `131072`.
#[must_use]
pub fn plain_count(value: u64) -> String {
    let mut out = String::new();
    digits::push_digits(&mut out, value, false);
    out
}

/// A number with a fixed number of decimals (six at most): `4.62`.
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    let mut out = String::new();
    push_fixed(&mut out, value, decimals);
    out
}

/// The number of decimals that a value needs, at most `most`: 130.6 needs one, 113 none.
#[must_use]
pub fn decimals_needed(value: f64, most: usize) -> usize {
    digits::decimals_needed(value.abs(), most.min(6))
}

/// A number with no more decimals than it needs: `130.6`, `113`.
#[must_use]
pub fn plain(value: f64, most: usize) -> String {
    fixed(value, decimals_needed(value, most))
}

/// Appends a number like [`plain`].
pub fn push_plain(out: &mut String, value: f64, most: usize) {
    push_fixed(out, value, decimals_needed(value, most));
}

/// A rate or another positive quantity to three significant figures, below one to two: `1,234`, `195`, `35.2`, `4.62`,
/// `0.43`, `0.043`.
#[must_use]
pub fn speed(value: f64) -> String {
    let mut out = String::new();
    push_speed(&mut out, value);
    out
}

/// Appends a quantity like [`speed`].
pub fn push_speed(out: &mut String, value: f64) {
    if value > 0.0 && value < 0.0005 {
        out.push_str("<0.001");
    } else {
        push_fixed(out, value, speed_decimals(value));
    }
}

/// Both ends of a range with the decimals of the higher end: `105–145`. One number if both read the same.
#[must_use]
pub fn range(low: f64, high: f64) -> String {
    let mut out = String::new();
    push_range(&mut out, low, high);
    out
}

/// Appends a range like [`range`].
pub fn push_range(out: &mut String, low: f64, high: f64) {
    let decimals = speed_decimals(high);
    let start = out.len();
    push_fixed(out, low, decimals);
    let end = fixed(high, decimals);
    if out.get(start..) != Some(end.as_str()) {
        out.push('–');
        out.push_str(&end);
    }
}

/// Appends a fraction in per cent: `60 %`; below ten per cent with one decimal: `3.4 %`.
pub fn push_percent(out: &mut String, share: f64) {
    let value = share * 100.0;
    push_fixed(out, value, usize::from(value != 0.0 && value.abs() < 9.95));
    out.push_str("\u{a0}%");
}

/// A fraction in per cent: `60 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    let mut out = String::new();
    push_percent(&mut out, share);
    out
}

/// Appends a ratio like [`ratio`].
pub fn push_ratio(out: &mut String, value: f64) {
    push_fixed(out, value, if value < 9.995 { 2 } else { 1 });
}

/// A ratio with two decimals, with one decimal from 10 on: `0.94`, `12.5`.
#[must_use]
pub fn ratio(value: f64) -> String {
    let mut out = String::new();
    push_ratio(&mut out, value);
    out
}

/// Removes a number's commas and turns its minus sign into a hyphen, as URLs and sliders need it.
// A loop of its own: `std`'s character search takes more space in WebAssembly than this function.
#[must_use]
pub fn without_commas(number: &str) -> String {
    let mut out = String::new();
    for character in number.chars() {
        match character {
            ',' => {}
            '−' => out.push('-'),
            _ => out.push(character),
        }
    }
    out
}

/// Appends a quantity to three significant figures, and its unit.
pub fn push_unit(out: &mut String, value: f64, unit: &str) {
    push_speed(out, value);
    out.push('\u{a0}');
    out.push_str(unit);
}

/// Decimals for three significant figures. The limits are the values from which rounding would give a fourth.
fn speed_decimals(value: f64) -> usize {
    let size = value.abs();
    if size >= 99.95 || size == 0.0 {
        0
    } else if size >= 9.995 {
        1
    } else if size >= 0.0995 {
        2
    } else {
        3
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use proptest::prelude::*;
    use std::{format, string::ToString};

    #[test]
    fn speeds_have_three_figures() {
        let cases = [
            (1234.0, "1,234"),
            (195.3, "195"),
            (99.96, "100"),
            (99.94, "99.9"),
            (35.16, "35.2"),
            (9.996, "10.0"),
            (4.617, "4.62"),
            (0.9951, "1.00"),
            (0.4321, "0.43"),
            (0.0996, "0.10"),
            (0.0432, "0.043"),
            (0.0001, "<0.001"),
            (0.0, "0"),
        ];
        for (value, text) in cases {
            assert_eq!(speed(value), text, "{value}");
        }
    }

    #[test]
    fn odd_values_read_as_words() {
        assert_eq!(fixed(f64::NAN, 2), "–");
        assert_eq!(speed(f64::INFINITY), "–");
        assert_eq!(fixed(1e300, 0), "over 10^15");
        assert_eq!(fixed(-1e15, 0), "under −10^15");
        assert_eq!(fixed(-0.4, 0), "0");
        assert_eq!(fixed(-1234.5, 1), "−1,234.5");
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn quantities_carry_their_units() {
        assert_eq!(percent(0.6), "60\u{a0}%");
        assert_eq!(percent(0.0341), "3.4\u{a0}%");
        assert_eq!(percent(0.0), "0\u{a0}%");
        assert_eq!(ratio(0.9449), "0.94");
        assert_eq!(range(104.6, 145.2), "105–145");
        assert_eq!(range(98.2, 103.9), "98–104");
        assert_eq!(range(104.6, 104.9), "105");
        assert_eq!(plain(130.60, 2), "130.6");
        assert_eq!(plain(1113.0, 2), "1,113");
    }

    proptest! {
        #[test]
        fn fixed_agrees_with_std(value in prop_oneof![-1e15..1e15_f64, -1e4..1e4_f64, -1.0..1.0_f64, (-8_000_000..8_000_000_i32).prop_map(|n| f64::from(n) / 16.0)], decimals in 0..=6_usize) {
            let ours = fixed(value, decimals).replace(',', "").replace('−', "-");
            let theirs = format!("{value:.decimals$}");
            let zero = theirs.chars().all(|c| matches!(c, '-' | '0' | '.'));
            prop_assert_eq!(ours, if zero { theirs.replace('-', "") } else { theirs });
        }

        #[test]
        fn counts_agree_with_std(value: u64) {
            let text = count(value);
            prop_assert_eq!(text.replace(',', ""), value.to_string());
            prop_assert!(text.rsplit(',').skip(1).all(|group| group.len() <= 3));
            prop_assert!(text.split(',').skip(1).all(|group| group.len() == 3));
        }

        #[test]
        fn speed_keeps_its_figures(value in 0.1..1e9_f64) {
            let read: f64 = speed(value).replace(',', "").parse().unwrap();
            prop_assert!((read - value).abs() <= value * 0.0051 || value < 1.0 && (read - value).abs() <= 0.0051);
        }
    }
}
