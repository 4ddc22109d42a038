//! Parses fields of a printed line: numbers, sizes with units, and short names without control characters.
//!
//! Each function reads the beginning of a text; those for numbers return `None` if there is none. Never panics.

use alloc::string::String;
use rooflight_primitives::units::{GIB, MIB};

/// Returns the first 80 characters of a text, with single spaces and without control characters.
pub(super) fn tidy(text: &str) -> String {
    const MAX_CHARACTERS: usize = 80;
    let mut out = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().take(MAX_CHARACTERS));
        if out.len() >= MAX_CHARACTERS {
            break;
        }
    }
    out.chars().take(MAX_CHARACTERS).collect()
}

/// Parses the number at the beginning of a text, without a sign, and returns it with the rest. Works digit by digit:
/// `core`'s parser is larger than all tools here.
pub(super) fn number(text: &str) -> Option<(f64, &str)> {
    const MAX_DIGITS: usize = 15;
    let text = text.trim_start();
    let (mut value, mut unit, mut digits, mut end) = (0.0, 0.0, 0, text.len());
    for (at, byte) in text.bytes().enumerate() {
        if byte.is_ascii_digit() {
            value = value * 10.0 + f64::from(byte - b'0');
            unit *= 10.0;
            digits += 1;
        } else if byte == b'.' && unit == 0.0 && digits > 0 {
            unit = 1.0;
        } else {
            end = at;
            break;
        }
    }
    let value = if unit > 1.0 { value / unit } else { value };
    (1..=MAX_DIGITS).contains(&digits).then_some((value, text.get(end..)?.trim_start()))
}

/// Parses the whole number at the beginning of a text; `None` for zero.
pub(super) fn whole(text: &str) -> Option<u32> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok().filter(|number| *number > 0)
}

/// Parses a size with its unit into bytes. Tools mean powers of two, whether they write GB or GiB.
pub(super) fn size(text: &str) -> Option<f64> {
    let (value, unit) = number(text)?;
    let unit = match unit.chars().next().map(|c| c.to_ascii_uppercase()) {
        Some('K') => MIB / 1024.0,
        Some('M') => MIB,
        Some('G') => GIB,
        Some('T') => 1024.0 * GIB,
        _ => return None,
    };
    Some(value * unit).filter(|bytes| *bytes > 0.0)
}
