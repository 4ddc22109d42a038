//! Parses numbers as readers type them: with or without a unit, whose case does not matter.

use super::input::Number;
use rooflight_document::parse::{parse_count, parse_decimal};
use rooflight_primitives::units;

const fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\u{a0}')
}

/// Returns a text without the spaces and no-break spaces around it. Hand-written to keep the modules small, like
/// [`rooflight_document::number::without_commas`].
pub(super) fn trimmed(mut text: &str) -> &str {
    while let Some(rest) = text.strip_prefix(is_space).or_else(|| text.strip_suffix(is_space)) {
        text = rest;
    }
    text
}

/// Parses a number within limits in any of its units, and converts it to the first; `None` for other text.
pub(super) fn read(text: &str, limits: &Number) -> Option<f64> {
    let text = trimmed(text);
    let mut found = bare(text, limits.whole);
    for (unit, factor) in limits.units {
        if found.is_none() && !unit.is_empty() {
            let front = text.strip_prefix(unit).or_else(|| strip_unit(text, unit));
            found = front.and_then(|rest| bare(trimmed(rest), limits.whole)).map(|value| value * factor);
        }
    }
    found.filter(|value| (limits.low..=limits.high).contains(value))
}

/// Returns the text before a unit, ignoring the unit's case; `None` if the text does not end with it.
fn strip_unit<'a>(text: &'a str, unit: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(unit.len())?;
    let end = text.get(at..)?;
    end.eq_ignore_ascii_case(unit).then(|| text.get(..at))?
}

/// Parses a number without a unit.
pub(super) fn bare(text: &str, whole: bool) -> Option<f64> {
    if whole { parse_count(text).map(units::count) } else { parse_decimal(text) }
}

#[cfg(test)]
mod tests {
    use super::super::input::{BANDWIDTH, DOLLARS, MEMORY, TOKENS};
    use super::*;
    use proptest::prelude::*;

    const fn number(units: &'static [(&'static str, f64)], whole: bool) -> Number {
        Number { low: 1.0, high: 1e6, whole, units }
    }

    #[test]
    fn numbers_come_in_their_units() {
        let bandwidth = number(BANDWIDTH, false);
        for (text, value) in [
            ("1008", 1008.0),
            ("1,008", 1008.0),
            ("1 TB/s", 1000.0),
            ("1.5tb/s", 1500.0),
            ("1,008 GB/s", 1008.0),
            (" 2 gib/s ", 2.147_483_648),
        ] {
            assert_eq!(read(text, &bandwidth), Some(value), "{text}");
        }
        assert_eq!(read("24GiB", &number(MEMORY, false)), Some(24.0));
        assert_eq!(read("$2.5", &number(DOLLARS, false)), Some(2.5));
        assert_eq!(read("4k", &number(TOKENS, true)), Some(4096.0));
        assert_eq!(read("4k tokens", &number(TOKENS, true)), Some(4096.0));
        for text in ["", "GB/s", "0", "-3", "NaN", "inf", "1e308", "1,5", "5 W", "2000 TB/s"] {
            assert_eq!(read(text, &bandwidth), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn nothing_outside_the_limits_passes(text in "\\PC{0,16}", whole: bool) {
            if let Some(value) = read(&text, &number(BANDWIDTH, whole)) {
                prop_assert!((1.0..=1e6).contains(&value));
            }
        }
    }
}
