//! Numbers and words in the texts of a declared calculator's report.
//!
//! A value that does not exist is a dash. Units stand behind their numbers, signs of currencies before them. Of several
//! units a number takes the largest of which there are two.

use alloc::string::String;
use rooflight_document::prelude::*;
use rooflight_document::report::{Run, Text};
use rooflight_records::declared::Unit;

/// The decimals that a number in a field has at most.
pub(crate) const FIELD_DECIMALS: usize = 4;

/// Adds words to those at the end.
pub(crate) fn push(text: &mut Text, words: &str) {
    match text.0.last_mut() {
        Some((None, Run::Words(last))) => last.push_str(words),
        _ if words.is_empty() => {}
        _ => text.0.push((None, Run::Words(words.into()))),
    }
}

/// Adds a number in its unit, with the decimals of the unit, or with three figures.
pub(crate) fn number(text: &mut Text, value: f64, unit: &Unit) {
    let decimals =
        |value| unit.decimals.map_or_else(|| decimals(value), |own| usize::try_from(own).unwrap_or_default());
    in_unit(text, value, unit, |value| Arg::Fixed(value, decimals(value)));
}

/// Adds a number in its unit, with the decimals that it has.
pub(crate) fn exact(text: &mut Text, value: f64, unit: &Unit) {
    in_unit(text, value, unit, |value| Arg::Plain(value, FIELD_DECIMALS));
}

/// Adds a number in its unit, written as `arg` says.
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
    text.0.push((None, Run::Value(arg(value))));
    if !before {
        unit_name(text, name);
    }
}

/// Adds the name of a unit behind its number.
pub(crate) fn unit_name(text: &mut Text, name: &str) {
    if !name.is_empty() {
        push(text, if name == "°" { "" } else { "\u{a0}" });
        push(text, name);
    }
}

/// The decimals that give three figures.
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

/// A number in three figures.
pub(crate) fn figures(value: f64) -> String {
    number::fixed(value, decimals(value))
}
