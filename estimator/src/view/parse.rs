//! Numbers as a reader writes them.
//!
//! Accepted: commas or spaces between thousands, a point before decimals, a minus of either kind, and for counts the suffixes
//! `k` and `M`. Contexts are named in powers of two, so `4k` is 4,096 and `1M` is 1,048,576; the page echoes what was understood.
//! Never guessed: `1,5` could mean 1.5 or 15 and is refused, as are exponents, signs out of place and text after the number.

/// A whole number: `4,096`, `4096`, `4 096`, `4k`, `128 K`, `1M`, `4.5k`. `None` if it is none, or too large.
#[must_use]
pub fn parse_count(text: &str) -> Option<u64> {
    let text = text.trim();
    let (number, unit) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 1_u64 << 10),
        b'm' | b'M' => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    let (negative, digits, decimals) = read(number.trim_end())?;
    let power = 10_u64.checked_pow(decimals)?;
    let product = digits.checked_mul(unit)?;
    if negative || product % power != 0 { None } else { Some(product / power) }
}

/// A decimal number of up to 15 digits, exactly as `std` would read it: `1,008`, `1008.5`, `.5`, `-3`.
#[must_use]
pub fn parse_decimal(text: &str) -> Option<f64> {
    let (negative, digits, decimals) = read(text.trim())?;
    if digits >= 1_000_000_000_000_000 || decimals > 15 {
        return None;
    }
    // Both sides are exact in a double, so the one division rounds correctly.
    let mut power = 1.0;
    for _ in 0..decimals {
        power *= 10.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "below 10^15 every integer is exact")]
    let size = digits as f64 / power;
    Some(if negative { -size } else { size })
}

/// The sign, all digits as one integer, and how many of them are decimals.
fn read(text: &str) -> Option<(bool, u64, u32)> {
    let unsigned = text.strip_prefix(['-', '−']);
    let (whole, fraction) = unsigned.unwrap_or(text).split_once('.').unwrap_or((unsigned.unwrap_or(text), ""));
    let mut digits = 0_u64;
    let mut group = None;
    for character in whole.chars() {
        if let Some(value) = character.to_digit(10) {
            digits = digits.checked_mul(10)?.checked_add(u64::from(value))?;
            group = group.map(|length| length + 1);
        } else if is_separator(character) && digits > 0 && matches!(group, None | Some(3)) {
            group = Some(0);
        } else {
            return None;
        }
    }
    if matches!(group, Some(length) if length != 3) || whole.len() + fraction.len() == 0 {
        return None;
    }
    let mut decimals = 0;
    for character in fraction.chars() {
        digits = digits.checked_mul(10)?.checked_add(u64::from(character.to_digit(10)?))?;
        decimals += 1;
    }
    Some((unsigned.is_some(), digits, decimals))
}

/// A comma, or one of the spaces that stand between thousands.
fn is_separator(character: char) -> bool {
    matches!(character, ',' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}')
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
        for text in ["", "1,5", "1e3", "NaN", "--1", "1.2.3", "1. 5", "9999999999999999"] {
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
