//! Numbers and words in the texts of a calculator in a file.
//!
//! A value that does not exist is a dash. Units follow their numbers; currency signs precede them. A value is shown in
//! a unit that suits its size.

use rooflight_document::prelude::*;
use rooflight_document::report::{Text, TextRun};
use rooflight_estimator::records::declared::{self as record, NumberFormat, Unit};
use rooflight_primitives::units::GIB;

/// Most decimals of a number in a field.
pub(crate) const FIELD_DECIMALS: usize = 4;

/// Appends words, joining them with a run of words at the end.
pub(crate) fn push(text: &mut Text, words: &str) {
    push_in(text, None, words);
}

/// Appends words in an ink.
pub(crate) fn push_in(text: &mut Text, ink: Option<Ink>, words: &str) {
    match text.0.last_mut() {
        Some((last, TextRun::Words(run))) if *last == ink => run.push_str(words),
        _ if words.is_empty() => {}
        _ => text.0.push((ink, TextRun::Words(words.into()))),
    }
}

/// Returns the ink of a record.
pub(crate) fn ink(ink: Option<record::Ink>) -> Option<Ink> {
    Some(match ink? {
        record::Ink::Ceiling => Ink::Ceiling,
        record::Ink::Range => Ink::Range,
        record::Ink::Measured => Ink::Measured,
        record::Ink::Plain => Ink::Plain,
    })
}

/// Appends a number in its unit, in the unit's format.
pub(crate) fn number(text: &mut Text, value: f64, unit: &Unit) {
    if unit.format == NumberFormat::Bytes {
        if value.is_nan() {
            return push(text, NONE);
        }
        let sizes = if unit.factor.to_bits() == GIB.to_bits() { Sizes::Binary } else { Sizes::Decimal };
        return text.0.push((None, TextRun::Value(Arg::Bytes(value, sizes))));
    }
    if unit.format == NumberFormat::Thousands && libm::fabs(value / unit.factor) >= 1e6 {
        thousands(text, value / unit.factor);
        return unit_name(text, &unit.name);
    }
    in_unit(text, value, unit, |value| match unit.format {
        NumberFormat::Significant => Arg::Fixed(value, decimals(value)),
        NumberFormat::Short => Arg::Speed(value),
        NumberFormat::Ratio => Arg::Ratio(value),
        NumberFormat::Percent => Arg::Percent(value),
        NumberFormat::Thousands | NumberFormat::Bytes => Arg::Plain(value, 0),
        NumberFormat::Fixed(decimals) => Arg::Fixed(value, usize::try_from(decimals).unwrap_or_default()),
        NumberFormat::AtMost(decimals) => Arg::Plain(value, usize::try_from(decimals).unwrap_or_default()),
    });
}

/// Appends a large number as three figures and a power of a thousand: `3.42 × 10¹²`.
fn thousands(text: &mut Text, value: f64) {
    const POWERS: [&str; 9] = ["", " × 10³", " × 10⁶", " × 10⁹", " × 10¹²", " × 10¹⁵", " × 10¹⁸", " × 10²¹", " × 10²⁴"];
    let (mut rest, mut power) = (value, 0);
    while libm::fabs(rest) >= 1000.0 && power + 1 < POWERS.len() {
        rest /= 1000.0;
        power += 1;
    }
    text.0.push((None, TextRun::Value(Arg::Speed(rest))));
    push(text, POWERS.get(power).copied().unwrap_or_default());
}

/// Appends both ends of a range in the unit that suits the higher one; a dash if there is none.
pub(crate) fn range(text: &mut Text, ends: Option<[f64; 2]>, unit: &Unit) {
    let Some([low, high]) = ends else {
        push(text, NONE);
        return;
    };
    if low.to_bits() == high.to_bits() {
        return number(text, low, unit);
    }
    if unit.format == NumberFormat::Percent {
        text.0.push((None, TextRun::Value(Arg::Range(low * 100.0, high * 100.0))));
        return push(text, "\u{a0}%");
    }
    let in_its_unit = |value: f64| if high == 0.0 { low / unit.factor } else { low * (value / high) };
    in_unit(text, high, unit, |value| Arg::Range(in_its_unit(value), value));
}

/// Appends a number as its field shows it: with up to [`FIELD_DECIMALS`] decimals, unless its text chose a format.
pub(crate) fn exact(text: &mut Text, value: f64, unit: &Unit) {
    if unit.format == NumberFormat::Significant {
        in_unit(text, value, unit, |value| Arg::Plain(value, FIELD_DECIMALS));
    } else {
        number(text, value, unit);
    }
}

/// Appends a number in the largest unit in which it is at least 2, formatted by `arg`; of units that are a thousand
/// times each other, such as kB and MB, in the largest in which it is at least 1.
fn in_unit(text: &mut Text, value: f64, unit: &Unit, arg: impl Fn(f64) -> Arg<'static>) {
    let first = unit.larger.first().map_or(0.0, |(_, factor)| factor / unit.factor);
    let least = if first >= 1000.0 { 0.9995 } else { 2.0 };
    let large = unit.larger.iter().rev().find(|(_, factor)| libm::fabs(value) >= least * factor);
    let (name, factor) = large.map_or((&unit.name, unit.factor), |(name, factor)| (name, *factor));
    let value = value / factor;
    if !value.is_finite() {
        push(text, NONE);
        return;
    }
    let before = matches!(name.as_str(), "$" | "£" | "¥");
    if before {
        push(text, name);
    }
    text.0.push((None, TextRun::Value(arg(value))));
    if !before {
        unit_name(text, name);
    }
}

/// Appends the name of a unit, after a no-break space except before `°`.
pub(crate) fn unit_name(text: &mut Text, name: &str) {
    if !name.is_empty() {
        push(text, if name == "°" { "" } else { "\u{a0}" });
        push(text, name);
    }
}

/// Returns the decimals that give three significant figures, at most 6.
pub(crate) fn decimals(value: f64) -> usize {
    let size = libm::fabs(value);
    if size == 0.0 {
        return 0;
    }
    let mut decimals = 2;
    let mut scaled = size;
    while scaled >= 10.0 && decimals > 0 {
        scaled /= 10.0;
        decimals -= 1;
    }
    while scaled < 1.0 && decimals < 6 {
        scaled *= 10.0;
        decimals += 1;
    }
    decimals
}
