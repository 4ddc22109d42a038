//! The basis of an estimate, in plain words.

use alloc::string::String;

use super::key::{Cost, Effect, Key, device_level};
use super::parts::EffectLevels;
use super::table::Table;
use rooflight_document::number;
use rooflight_estimator::hardware::Family;

/// The reason of a decode estimate: a sentence without a full stop, to which a profile adds what few measurements show.
pub(super) fn of_decode(table: &Table, levels: &EffectLevels) -> String {
    let mut text = fitted_to(table);
    text.push_str("; ");
    let evidence = |effect: Effect, level: u32| table.evidence(Key::new(Cost::Weights, effect, level)).devices;
    if evidence(Effect::Device, levels.device) > 0 {
        text.push_str("this device is among them");
    } else if evidence(Effect::Family, levels.family as u32) > 0 {
        text.push_str("this device is not among them, others of its family are (");
        text.push_str(family(levels.family));
        text.push(')');
    } else {
        text.push_str("none of them is of this family (");
        text.push_str(family(levels.family));
        text.push(')');
    }
    text
}

/// The reason of a prompt's estimate.
pub(super) fn of_prompt(table: &Table, device: &str) -> String {
    let mut text = fitted_to(table);
    let known = is_measured(table, Cost::Compute, device);
    text.push_str(if known { "; this device is among them" } else { "; this device is not among them" });
    text
}

/// Runs of a group below which its coverage is not stated.
const MIN_COVERAGE_RUNS: u32 = 20;

/// Coverage of the held-out runs of this group, as words next to a range; empty below [`MIN_COVERAGE_RUNS`].
pub(super) fn coverage_words(table: &Table, levels: &EffectLevels) -> String {
    let found = table.records.iter().find(|record| record.group == levels.group());
    let Some(record) = found.filter(|record| record.runs >= MIN_COVERAGE_RUNS) else { return String::new() };
    let mut text = String::from("held ");
    text.push_str(&number::percent(f64::from(record.held) / f64::from(record.runs)));
    text.push_str(" of ");
    text.push_str(&number::plain(record.runs.into(), 0));
    text.push_str(" unseen runs on ");
    text.push_str(family(levels.family));
    text
}

/// Whether a device was measured at all, by its id.
pub(super) fn is_measured(table: &Table, cost: Cost, id: &str) -> bool {
    table.evidence(Key::new(cost, Effect::Device, device_level(id))).devices > 0
}

fn fitted_to(table: &Table) -> String {
    let mut text = String::from("fitted to ");
    text.push_str(&number::plain(table.rows.into(), 0));
    text.push_str(" measurements on ");
    text.push_str(&number::plain(table.devices.into(), 0));
    text.push_str(" devices");
    text
}

/// A family in words.
#[must_use]
pub const fn family(family: Family) -> &'static str {
    match family {
        Family::NvidiaGddr => "NVIDIA cards with GDDR or LPDDR memory",
        Family::NvidiaHbm => "NVIDIA cards with HBM",
        Family::NvidiaPascal => "NVIDIA cards without tensor cores",
        Family::Apple => "Apple's chips",
        Family::AmdGddr => "AMD cards with GDDR memory",
        Family::AmdHbm => "AMD cards with HBM",
        Family::Apu => "graphics and processor on one chip",
        Family::Cpu => "processors",
        Family::IntelGpu => "Intel's cards",
        Family::Accelerator => "chips made for this work alone",
        Family::PhoneEdge => "phones and small boards",
    }
}
