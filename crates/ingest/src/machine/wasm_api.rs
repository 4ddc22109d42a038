//! WebAssembly entry point: pasted text in, the values of a form out.
//!
//! The request is the text, the bytes are a [`NamesRecord`]. The reply is a [`MachineReply`] as JSON.
//!
//! Keeps nothing between calls.

use super::candidates::candidates;
use super::matching::{CatalogDevice, MAX_OTHERS, MachineDevice, MatchedDevices, find, names, shares_memory};
use super::text::read;
use super::typed::MAX_BYTES;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::number::{plain, plain_count, without_commas};
use rooflight_document::reply::json;
use rooflight_document::reply::replies::{DeviceCount, MachineReply};
use rooflight_estimator::records::{Gap, NamesRecord, Record};
use rooflight_primitives::names::with_name;
use rooflight_primitives::units::{GB, GIB};

/// Maximum number of equal devices in the explorer's form.
pub const MAX_DEVICES: u64 = 8;

/// Returns the reply to pasted text as JSON.
#[must_use]
pub fn reply(text: &str, records: &[u8]) -> String {
    json(
        &machine_reply(text, records)
            .unwrap_or_else(|(reason, candidates)| MachineReply::Unknown { reason, candidates }),
    )
}

/// The reason why no device was recognised, and the devices that may be meant.
type Refusal = (String, Vec<DeviceCount>);

/// Recognises the machine in pasted text.
///
/// # Errors
/// The reason why no device was recognised, and the devices that may be meant.
pub fn machine_reply(text: &str, records: &[u8]) -> Result<MachineReply, Refusal> {
    let names = NamesRecord::from_bytes(records).unwrap_or_default();
    let known: Vec<CatalogDevice<'_>> =
        names.devices.iter().map(|(device, aliases)| CatalogDevice { device, aliases }).collect();
    // The output of tools has many lines, and names no models that are asked for.
    let is_line = text.len() <= MAX_BYTES && !text.trim().contains('\n');
    if let Some(reason) = is_line.then(|| Gap::reason(&names.not_covered, text)).flatten() {
        return Err((reason + ".", Vec::new()));
    }
    let machine = read(text, &known).map_err(|why| nameless(why, text, &known))?;
    let matched = find(&machine, &known);
    let Some((found, record)) = matched.main().and_then(|found| Some((found, known.get(found.at)?))) else {
        return Err((matched.why_none(), shared_names(&matched, &known)));
    };
    let others = matched.others(&known);
    if let Some(count) = is_line.then(|| uncounted(found, &others)).flatten() {
        return Err((joined(&["From 1 to 8 devices of a kind are computed here, not ", &count, "."]), Vec::new()));
    }
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
    let unknown = matched.unknown.iter().map(|unknown| unknown.why.as_str());
    for note in notes.chain(unknown).chain(machine.notes.iter().map(String::as_str)) {
        sentence.push_str(&joined(&[" ", note]));
    }
    let number =
        |value: Option<f64>, unit: f64| value.map_or_else(String::new, |value| without_commas(&plain(value / unit, 1)));
    let devices = core::iter::once(found).chain(others.iter().take(MAX_OTHERS).copied());
    let device = |found: &MachineDevice| {
        let count = u32::try_from(found.count.min(MAX_DEVICES)).unwrap_or(1);
        Some(device_count(known.get(found.at)?, count))
    };
    let system = machine.memory.bytes.filter(|_| !shares_memory(record.device.class));
    Ok(MachineReply::Machine {
        devices: devices.filter_map(device).collect(),
        memory: number(found.memory, GIB),
        bandwidth: number(found.bandwidth, GB),
        ram: number(system, GIB),
        rest: machine.rest,
        link: String::from(matched.link(&known).unwrap_or_default()),
        sentence,
    })
}

/// Returns a stated number of devices that the explorer cannot take.
fn uncounted(found: &MachineDevice, others: &[&MachineDevice]) -> Option<String> {
    let mut counts = [found].into_iter().chain(others.iter().copied()).map(|device| device.count);
    counts.find(|count| !(1..=MAX_DEVICES).contains(count)).map(plain_count)
}

fn device_count(known: &CatalogDevice<'_>, count: u32) -> DeviceCount {
    DeviceCount { id: known.device.id.clone(), name: known.device.name.clone(), count }
}

/// Returns the refusal of a text without a name: the devices of the kind or size that it states, else `why`.
fn nameless(why: &str, text: &str, known: &[CatalogDevice<'_>]) -> Refusal {
    let meant: Vec<&CatalogDevice<'_>> = candidates(text, known).into_iter().filter_map(|at| known.get(at)).collect();
    if meant.is_empty() {
        return (String::from(why), Vec::new());
    }
    let all: Vec<&str> = meant.iter().map(|known| known.device.name.as_str()).collect();
    let reason = joined(&["No device is named here. The newest of the kind are ", &all.join(", "), ": name one."]);
    (reason, meant.into_iter().map(|known| device_count(known, 1)).collect())
}

/// Returns the devices that share a typed name.
fn shared_names(matched: &MatchedDevices, known: &[CatalogDevice<'_>]) -> Vec<DeviceCount> {
    let Some(unknown) = matched.unknown.first() else { return Vec::new() };
    let count = u32::try_from(unknown.count.min(MAX_DEVICES)).unwrap_or(1);
    let mut shared = with_name(&unknown.printed, &names(known));
    // The most memory first.
    shared.sort_by(|a, b| {
        let memory = |at: &usize| known.get(*at).and_then(|known| known.device.memory).unwrap_or_default();
        memory(b).total_cmp(&memory(a))
    });
    shared.into_iter().filter_map(|at| Some(device_count(known.get(at)?, count))).collect()
}

/// Returns a device's name, with the count if there are several: `2 × RTX 3090`.
fn named(found: &MachineDevice, name: &str) -> String {
    if found.count == 1 { String::from(name) } else { joined(&[&plain_count(found.count), " × ", name]) }
}
