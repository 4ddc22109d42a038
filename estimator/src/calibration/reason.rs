//! The basis of an estimate in words.

use alloc::string::String;

use super::key::{Cost, Effect, Key, device_level};
use super::parts::EffectLevels;
use super::table::FittedTable;
use rooflight_document::number;

/// Words for the basis of a decode estimate: a sentence without a full stop, to which a profile may add what is
/// missing.
pub(super) fn of_decode(table: &FittedTable, levels: &EffectLevels) -> String {
    let mut text = fitted_to(table);
    text.push_str("; ");
    let evidence = |effect: Effect, level: u32| table.evidence(Key::new(Cost::Weights, effect, level)).devices;
    if evidence(Effect::Device, levels.device) > 0 {
        text.push_str("this device is among them");
    } else if evidence(Effect::Family, levels.family as u32) > 0 {
        text.push_str("this device is not among them, others of its family are (");
        text.push_str(levels.family.words());
        text.push(')');
    } else {
        text.push_str("none of them is of this family (");
        text.push_str(levels.family.words());
        text.push(')');
    }
    text
}

/// Words for the basis of a prompt's estimate.
pub(super) fn of_prompt(table: &FittedTable, device: &str) -> String {
    let mut text = fitted_to(table);
    let known = is_measured(table, Cost::Compute, device);
    text.push_str(if known { "; this device is among them" } else { "; this device is not among them" });
    text
}

/// Minimum number of a group's runs for its coverage to be stated.
const MIN_COVERAGE_RUNS: u32 = 20;

/// Coverage of the held-out runs of this group, as words next to a range; empty below [`MIN_COVERAGE_RUNS`].
pub(super) fn coverage_words(table: &FittedTable, levels: &EffectLevels) -> String {
    let found = table.coverage.iter().find(|coverage| coverage.group == levels.group());
    let Some(coverage) = found.filter(|coverage| coverage.runs >= MIN_COVERAGE_RUNS) else { return String::new() };
    let mut text = String::from("held ");
    text.push_str(&number::percent(f64::from(coverage.held) / f64::from(coverage.runs)));
    text.push_str(" of ");
    text.push_str(&number::plain(coverage.runs.into(), 0));
    text.push_str(" unseen runs on ");
    text.push_str(levels.family.words());
    text
}

/// True if the device with this id was measured at all.
pub(super) fn is_measured(table: &FittedTable, cost: Cost, id: &str) -> bool {
    table.evidence(Key::new(cost, Effect::Device, device_level(id))).devices > 0
}

fn fitted_to(table: &FittedTable) -> String {
    let mut text = String::from("fitted to ");
    text.push_str(&number::plain(table.rows.into(), 0));
    text.push_str(" measurements on ");
    text.push_str(&number::plain(table.devices.into(), 0));
    text.push_str(" devices");
    text
}
