//! WebAssembly entry point: pasted text in, the values of a form out.
//!
//! The request is the text, the bytes are a [`NamesRecord`]. The reply is a [`MachineReply`] as JSON.
//!
//! Keeps nothing between calls.

use super::matching::{CatalogDevice, MAX_OTHERS, MachineDevice, find};
use super::text::read;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::number::{plain, plain_count, without_commas};
use rooflight_document::reply::json;
use rooflight_document::reply::replies::{DeviceCount, MachineReply};
use rooflight_primitives::units::{GB, GIB};
use rooflight_records::{NamesRecord, Record};

/// Maximum number of equal devices in the explorer's form.
pub const MAX_DEVICES: u64 = 8;

/// Returns the reply to pasted text as JSON.
#[must_use]
pub fn reply(text: &str, records: &[u8]) -> String {
    json(&machine_reply(text, records).unwrap_or_else(|reason| MachineReply::Unknown { reason }))
}

/// Recognises the machine in pasted text.
///
/// # Errors
/// The reason why no device was recognised.
pub fn machine_reply(text: &str, records: &[u8]) -> Result<MachineReply, String> {
    let names = NamesRecord::from_bytes(records).unwrap_or_default();
    let known: Vec<CatalogDevice<'_>> =
        names.devices.iter().map(|(device, aliases)| CatalogDevice { device, aliases }).collect();
    let machine = read(text, &known).map_err(String::from)?;
    let matched = find(&machine, &known);
    let Some((found, record)) = matched.main().and_then(|found| Some((found, known.get(found.at)?))) else {
        return Err(matched.why_none());
    };
    let others = matched.others(&known);
    let name = |found: &MachineDevice| known.get(found.at).map_or("", |known| &known.device.name);
    let mut sentence = joined(&["Found ", &named(found, &record.device.name)]);
    for (at, other) in others.iter().enumerate() {
        sentence.push_str(&joined(&[if at + 1 == others.len() { " and " } else { ", " }, &named(other, name(other))]));
    }
    sentence.push('.');
    for other in matched.found.iter().skip(1).filter(|found| !others.contains(found)) {
        let name = name(other);
        sentence.push_str(&joined(&[
            " Left out: ",
            &named(other, name),
            ", since the list does not take it with the others.",
        ]));
    }
    let notes = found.notes.iter().chain(others.iter().flat_map(|other| &other.notes)).map(String::as_str);
    for note in notes.chain(matched.unknown.iter().map(|unknown| unknown.why.as_str())).chain(machine.notes) {
        sentence.push_str(&joined(&[" ", note]));
    }
    let number =
        |value: Option<f64>, unit: f64| value.map_or_else(String::new, |value| without_commas(&plain(value / unit, 1)));
    let devices = core::iter::once(found).chain(others.iter().take(MAX_OTHERS).copied());
    let device = |found: &MachineDevice| {
        let count = u32::try_from(found.count.min(MAX_DEVICES)).unwrap_or(1);
        Some(DeviceCount { id: known.get(found.at)?.device.id.clone(), count })
    };
    Ok(MachineReply::Machine {
        devices: devices.filter_map(device).collect(),
        memory: number(found.memory, GIB),
        bandwidth: number(found.bandwidth, GB),
        link: String::from(matched.link(&known).unwrap_or_default()),
        sentence,
    })
}

/// Returns a device's name, with the count if there are several: `2 × RTX 3090`.
fn named(found: &MachineDevice, name: &str) -> String {
    if found.count == 1 { String::from(name) } else { joined(&[&plain_count(found.count), " × ", name]) }
}
