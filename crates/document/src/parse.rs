//! Parses numbers as readers type them.
//!
//! Accepted are commas or spaces between thousands, a point before decimals, a hyphen or a minus sign, and for counts
//! the suffixes `k` and `M`. Contexts are powers of two, so `4k` is 4,096 and `1M` is 1,048,576; the page echoes the
//! parsed number. Ambiguity is never resolved by guessing: `1,5` could mean 1.5 or 15 and is rejected, as are
//! exponents, misplaced signs and trailing text.

/// A number as typed.
struct Written {
    negative: bool,
    /// All digits, read as one integer.
    digits: u64,
    decimals: u32,
    /// The factor of the suffix; 1 if there is none.
    unit: u64,
}

/// Parses a whole number: `4,096`, `4096`, `4 096`, `4k`, `128 K`, `1M`, `4.5k`. `None` for any other text and for
/// numbers that are too large.
#[must_use]
pub fn parse_count(text: &str) -> Option<u64> {
    let number = read(text)?;
    let power = 10_u64.checked_pow(number.decimals)?;
    let product = number.digits.checked_mul(number.unit)?;
    if number.negative || product % power != 0 { None } else { Some(product / power) }
}

/// Parses a decimal number of up to 15 digits, with the same result as `std`: `1,008`, `1008.5`, `.5`, `-3`.
#[must_use]
pub fn parse_decimal(text: &str) -> Option<f64> {
    let number = read(text)?;
    if number.digits >= 1_000_000_000_000_000 || number.decimals > 15 || number.unit > 1 {
        return None;
    }
    // Both operands are exact in an `f64`, so the one division rounds correctly.
    let mut power = 1.0;
    for _ in 0..number.decimals {
        power *= 10.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "below 10^15 every integer is exact")]
    let size = number.digits as f64 / power;
    Some(if number.negative { -size } else { size })
}

/// Parses a number from left to right. Spaces around it are skipped; spaces between thousands count as commas.
fn read(text: &str) -> Option<Written> {
    let mut number = Written { negative: false, digits: 0, decimals: 0, unit: 1 };
    // Digits since the start or the last separator; separators so far; whether a point was seen; whether a space
    // precedes.
    let (mut group, mut groups, mut point, mut gap) = (0, 0, false, false);
    for character in text.chars() {
        if matches!(character, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}') {
            gap = group > 0;
            continue;
        }
        if number.unit > 1 {
            return None;
        }
        if let Some(digit) = character.to_digit(10) {
            if gap {
                (group, groups) = separated(group, groups, point)?;
            }
            number.digits = number.digits.checked_mul(10)?.checked_add(u64::from(digit))?;
            number.decimals += u32::from(point);
            group += 1;
        } else {
            match character {
                ',' if !gap => (group, groups) = separated(group, groups, point)?,
                '.' if !point && !gap && (groups == 0 || group == 3) => point = true,
                '-' | '−' if group == 0 && !point && !number.negative => number.negative = true,
                'k' | 'K' if group > 0 => number.unit = 1 << 10,
                'm' | 'M' if group > 0 => number.unit = 1 << 20,
                _ => return None,
            }
        }
        gap = false;
    }
    let whole = group > 0 && (groups == 0 || point || group == 3);
    whole.then_some(number)
}

/// Starts a new group after a separator. The group before must have three digits; the first group may have one to
/// three.
fn separated(group: u32, groups: u32, point: bool) -> Option<(u32, u32)> {
    let full = if groups == 0 { (1..=3).contains(&group) } else { group == 3 };
    (full && !point).then_some((0, groups + 1))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::number;
    use super::*;
    use proptest::prelude::*;
    use std::format;

    #[test]
    fn counts_in_every_usual_form() {
        for text in ["4,096", "4096", "4 096", " 4\u{a0}096 ", "4k", "4 K", "4.0k"] {
            assert_eq!(parse_count(text), Some(4096), "{text}");
        }
        assert_eq!(parse_count("128 K"), Some(131_072));
        assert_eq!(parse_count("1M"), Some(1_048_576));
        assert_eq!(parse_count("4.5k"), Some(4608));
        assert_eq!(parse_count("0"), Some(0));
    }

    #[test]
    fn nothing_is_guessed() {
        for text in [
            "",
            " ",
            "k",
            ".",
            "-",
            "4,09",
            "4,0960",
            ",096",
            "1,5",
            "4.5",
            "4.0001k",
            "-4",
            "4kk",
            "4 tokens",
            "1e3",
            "99999999999999999999",
        ] {
            assert_eq!(parse_count(text), None, "{text}");
        }
        for text in ["", "5k", "1,5", "1e3", "NaN", "--1", "1.2.3", "1. 5", "9999999999999999"] {
            assert_eq!(parse_decimal(text), None, "{text}");
        }
        assert_eq!(parse_decimal("−1,008.5"), Some(-1008.5));
        assert_eq!(parse_decimal(".5"), Some(0.5));
        assert_eq!(parse_decimal("5."), Some(5.0));
    }

    proptest! {
        #[test]
        fn counts_read_back(value in 0..=u64::MAX) {
            prop_assert_eq!(parse_count(&number::count(value)), Some(value));
            prop_assert_eq!(parse_count(&format!("{value}")), Some(value));
        }

        #[test]
        fn decimals_agree_with_std(whole in 0..1_000_000_000_u64, fraction in "[0-9]{0,6}", minus: bool) {
            let text = format!("{}{whole}.{fraction}", if minus { "-" } else { "" });
            prop_assert_eq!(parse_decimal(&text), text.parse().ok());
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,12}") {
            let _ = (parse_count(&text), parse_decimal(&text));
        }
    }
}
