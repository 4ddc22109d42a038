//! The value that a plain scalar denotes: null, a truth value, a number or its text.
//!
//! 1. Whole numbers are decimal without leading zeros, or have the prefix `0x`, `0o` or `0b`.
//! 2. Other numbers are decimal, or one of the words for infinity and for no number.
//!
//! These are the rules of `yaml_serde`, so that what it writes is read back. Never rounds a whole number.

/// The value of a plain scalar whose place gives it no type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Plain<'t> {
    Null,
    Truth(bool),
    /// Whether it is negative, and its magnitude.
    Whole(bool, u128),
    Number(f64),
    Text(&'t str),
}

/// Reads a plain scalar.
pub(super) fn read(text: &str) -> Plain<'_> {
    if is_null(text) {
        return Plain::Null;
    }
    let number = || float(text).filter(|_| !has_leading_zero(digits(text))).map(Plain::Number);
    let known = truth(text).map(Plain::Truth).or_else(|| whole(text).map(|(minus, size)| Plain::Whole(minus, size)));
    known.or_else(number).unwrap_or(Plain::Text(text))
}

/// True for no text, or a word for null.
pub(super) fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

pub(super) fn truth(text: &str) -> Option<bool> {
    match text {
        "true" | "True" | "TRUE" => Some(true),
        "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

/// Whether a whole number is negative, and its magnitude.
pub(super) fn whole(text: &str) -> Option<(bool, u128)> {
    let digits = digits(text);
    let prefixes = [("0x", 16), ("0o", 8), ("0b", 2)];
    let prefixed = prefixes.iter().find_map(|(prefix, radix)| Some((digits.strip_prefix(prefix)?, *radix)));
    let (digits, radix) = prefixed.unwrap_or((digits, 10));
    if digits.starts_with(['+', '-']) || (radix == 10 && has_leading_zero(digits)) {
        return None;
    }
    Some((text.starts_with('-'), u128::from_str_radix(digits, radix).ok()?))
}

pub(super) fn float(text: &str) -> Option<f64> {
    match text {
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Some(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Some(f64::NEG_INFINITY),
        ".nan" | ".NaN" | ".NAN" => Some(f64::NAN),
        _ => text.parse().ok().filter(|number: &f64| number.is_finite()),
    }
}

/// The number of either kind that a plain scalar denotes.
pub(super) fn number(text: &str) -> Option<f64> {
    match read(text) {
        #[expect(clippy::cast_precision_loss, reason = "only compared with limits")]
        Plain::Whole(minus, size) => Some(if minus { -(size as f64) } else { size as f64 }),
        Plain::Number(number) => Some(number),
        _ => None,
    }
}

/// The text without its sign.
fn digits(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

fn has_leading_zero(digits: &str) -> bool {
    digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}
