//! What an estimate rests on, in plain words.

use alloc::string::String;

use super::Basis;
use super::key::{Cost, Effect, Key, device_level};
use super::parts::Scene;
use super::table::Table;
use crate::hardware::Family;
use crate::setup::{Devices, Setup};
use crate::view::number;

/// The reason of a decode estimate: a sentence without a full stop.
pub(super) fn of_decode(table: &Table, scene: &Scene, setup: &Setup, basis: Basis) -> String {
    let mut text = fitted_to(table);
    text.push_str("; ");
    let evidence = |effect: Effect, level: u32| table.evidence(Key::new(Cost::Weights, effect, level)).devices;
    if evidence(Effect::Device, device_level(&setup.device.id)) > 0 {
        text.push_str("this device is among them");
    } else if evidence(Effect::Family, scene.family as u32) > 0 {
        text.push_str("this device is not among them, others of its family are (");
        text.push_str(family(scene.family));
        text.push(')');
    } else {
        text.push_str("none of them is of this family (");
        text.push_str(family(scene.family));
        text.push(')');
    }
    if basis == Basis::Extrapolated {
        text.push_str(missing(table, scene, setup));
    }
    text
}

/// The reason of a prompt's estimate.
pub(super) fn of_prompt(table: &Table, setup: &Setup) -> String {
    let mut text = fitted_to(table);
    let known = table.evidence(Key::new(Cost::Compute, Effect::Device, device_level(&setup.device.id))).devices > 0;
    text.push_str(if known { "; this device is among them" } else { "; this device is not among them" });
    text
}

fn fitted_to(table: &Table) -> String {
    let mut text = String::from("fitted to ");
    text.push_str(&number::plain(table.rows.into(), 0));
    text.push_str(" measurements on ");
    text.push_str(&number::plain(table.devices.into(), 0));
    text.push_str(" devices");
    text
}

fn missing(table: &Table, scene: &Scene, setup: &Setup) -> &'static str {
    let engine = table.evidence(Key::new(Cost::Weights, Effect::Engine, scene.engine as u32)).devices;
    if setup.batch > 1.0 {
        ", and few of them decode several sequences at once"
    } else if matches!(setup.devices, Devices::TensorParallel(_)) {
        ", and few of them divide a model among devices"
    } else if engine == 0 {
        ", and none with this engine"
    } else {
        ", and few with this engine on such devices"
    }
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
