//! Numbers and words in the texts of a declared calculator's report.
//!
//! A value that does not exist is a dash. Units follow their numbers; currency signs precede them. A value is shown in
//! the largest of its units in which it is at least 2.

use alloc::string::String;
use rooflight_document::prelude::*;
use rooflight_document::report::{Text, TextRun};
use rooflight_records::declared::Unit;

/// Most decimals of a number in a field.
pub(crate) const FIELD_DECIMALS: usize = 4;

/// Appends words, joining them with a run of words at the end.
pub(crate) fn push(text: &mut Text, words: &str) {
    match text.0.last_mut() {
        Some((None, TextRun::Words(last))) => last.push_str(words),
        _ if words.is_empty() => {}
        _ => text.0.push((None, TextRun::Words(words.into()))),
    }
}

/// Appends a number in its unit, with the unit's decimals or else three significant figures.
pub(crate) fn number(text: &mut Text, value: f64, unit: &Unit) {
    let decimals =
        |value| unit.decimals.map_or_else(|| decimals(value), |own| usize::try_from(own).unwrap_or_default());
    in_unit(text, value, unit, |value| Arg::Fixed(value, decimals(value)));
}

/// Appends a number in its unit, with up to [`FIELD_DECIMALS`] decimals.
pub(crate) fn exact(text: &mut Text, value: f64, unit: &Unit) {
    in_unit(text, value, unit, |value| Arg::Plain(value, FIELD_DECIMALS));
}

/// Appends a number in the largest unit in which it is at least 2, formatted by `arg`.
fn in_unit(text: &mut Text, value: f64, unit: &Unit, arg: impl Fn(f64) -> Arg<'static>) {
    let large = unit.larger.iter().rev().find(|(_, factor)| libm::fabs(value) >= 2.0 * factor);
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

/// Formats a number with three significant figures.
pub(crate) fn figures(value: f64) -> String {
    number::fixed(value, decimals(value))
}
