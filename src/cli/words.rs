//! Machines and numbers of tokens as people type them.
//!
//! 1. A text that is a device's name as a whole is that device. Of several with the name, the usual one is taken.
//! 2. Any other text is read as the pages read it (`rooflight_ingest::machine`): counts, sizes of memory, several kinds
//!    of devices, the output of tools.
//! 3. A chip with another size of memory or other modules than the catalog's becomes a copy of its record.
//!
//! Holds no name and no way to write a count or a size.

use rooflight_compiler::calibrate::CalibratedCatalog;
use rooflight_ingest::machine::Machine;
use rooflight_ingest::machine::matching::{CatalogDevice, MAX_OTHERS, MatchedDevices, find, shares_memory};
use rooflight_ingest::machine::text::read;
use rooflight_primitives::names::{Meaning, meaning};
use rooflight_primitives::units::{GB, GIB};
use std::fmt::Write as _;

/// The devices of a machine.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MachineWords {
    /// The id of the main device's record.
    pub(super) device: String,
    /// Number of these devices.
    pub(super) number: u64,
    /// Further kinds of devices that share a model with it: id and number.
    pub(super) others: Vec<(String, u64)>,
    /// RAM beside graphics cards, GiB.
    pub(super) ram: Option<f64>,
}

impl MachineWords {
    /// Formats the machine as inputs of the explorer.
    pub(super) fn inputs(&self) -> String {
        let mut inputs = format!("hw={}&n={}", self.device, self.number);
        for ((id, number), at) in self.others.iter().zip(["", "2", "3"]) {
            let _ = write!(inputs, "&also{at}={id}&na{at}={number}");
        }
        inputs
    }

    /// Returns the machine, unless it has several kinds of devices.
    ///
    /// # Errors
    /// It has, and `command` takes only one kind.
    pub(super) fn of_one_kind(self, typed: &str, command: &str) -> Result<Self, String> {
        if self.others.is_empty() {
            return Ok(self);
        }
        Err(format!("{command} takes equal devices; `rooflight explore \"{typed}\"` lists what runs on these together"))
    }
}

/// Reads a machine, and finds its devices in the catalog.
///
/// # Errors
/// No device is named, or none that the catalog has.
pub(super) fn machine(
    typed: &str,
    catalog: &mut CalibratedCatalog,
    notes: &mut Vec<String>,
) -> Result<MachineWords, String> {
    let typed = typed.trim();
    let is_name = meaning(typed, &catalog.named_devices()) != Meaning::Nothing;
    let known = catalog_devices(catalog);
    let Some(machine) = (!is_name).then(|| read(typed, &known).ok()).flatten() else {
        let at = catalog.find_device(typed, notes)?;
        return Ok(MachineWords { device: id(catalog, at), number: 1, others: Vec::new(), ram: None });
    };
    notes.extend(machine.notes.iter().cloned());
    let matched = find(&machine, &known);
    let others = matched.others(&known).into_iter().take(MAX_OTHERS);
    let others = others.map(|other| (known[other.at].device.id.clone(), other.count)).collect();
    let (at, number, memory, bandwidth) = match matched.main() {
        Some(found) => {
            notes.extend(found.notes.iter().cloned());
            (found.at, found.count, found.memory, found.bandwidth)
        }
        None => usual(catalog, &machine, &matched, notes)?,
    };
    let ram = machine.memory.bytes.filter(|_| !shares_memory(known[at].device.class)).map(|bytes| bytes / GIB);
    let device = if memory.is_some() || bandwidth.is_some() {
        copy_with(catalog, at, memory, bandwidth)
    } else {
        id(catalog, at)
    };
    Ok(MachineWords { device, number, others, ram })
}

fn id(catalog: &CalibratedCatalog, at: usize) -> String {
    catalog.estimator.devices[at].device.id.clone()
}

/// The catalog's devices with all their names.
pub(super) fn catalog_devices(catalog: &CalibratedCatalog) -> Vec<CatalogDevice<'_>> {
    let devices = catalog.estimator.devices.iter();
    devices
        .map(|record| CatalogDevice { device: &record.device, aliases: catalog.aliases("device", &record.device.id) })
        .collect()
}

/// Finds the usual device of a name that several share, with the number, memory and bandwidth that the text states.
///
/// # Errors
/// The catalog has no device of this name.
fn usual(
    catalog: &CalibratedCatalog,
    machine: &Machine,
    matched: &MatchedDevices,
    notes: &mut Vec<String>,
) -> Result<(usize, u64, Option<f64>, Option<f64>), String> {
    let Some(unknown) = matched.unknown.first() else { return Err(matched.why_none()) };
    let at = catalog.find_device(&unknown.printed, notes).map_err(|_| matched.why_none())?;
    let own = machine.gpus.first().and_then(|gpu| gpu.memory).or(machine.memory.bytes);
    Ok((at, unknown.count, own.filter(|own| catalog.estimator.devices[at].device.memory != Some(*own)), None))
}

/// Adds a copy of a device's record with this memory and bandwidth, in bytes and bytes per second; returns its id.
fn copy_with(catalog: &mut CalibratedCatalog, at: usize, memory: Option<f64>, bandwidth: Option<f64>) -> String {
    let mut copy = catalog.estimator.devices[at].clone();
    let prompts = catalog.estimator.prompts.iter().find(|prompts| prompts.device == copy.device.id).cloned();
    if let Some(memory) = memory {
        copy.device.memory = Some(memory);
        let _ = write!(copy.device.name, " ({:.0} GiB)", memory / GIB);
        let _ = write!(copy.device.id, "-{:.0}-gib", memory / GIB);
    }
    if let Some(bandwidth) = bandwidth {
        copy.device.bandwidth = bandwidth;
        let _ = write!(copy.device.id, "-{:.0}-gb-s", bandwidth / GB);
    }
    let id = copy.device.id.clone();
    if let Some(mut prompts) = prompts {
        prompts.device.clone_from(&id);
        catalog.estimator.prompts.push(prompts);
    }
    catalog.estimator.devices.push(copy);
    id
}

/// Parses a number of tokens: "32k" is 32 × 1,024, as models and engines count; "32,768" and "32768" are literal.
///
/// # Errors
/// The text is not a number of tokens.
pub(super) fn tokens(text: &str) -> Result<u64, String> {
    let plain = text.trim().replace([',', '_'], "").to_ascii_lowercase();
    let (figure, factor) = match (plain.strip_suffix('k'), plain.strip_suffix('m')) {
        (Some(figure), _) => (figure, 1024),
        (_, Some(figure)) => (figure, 1024 * 1024),
        _ => (plain.as_str(), 1),
    };
    let tokens = figure.parse::<u64>().ok().and_then(|figure| figure.checked_mul(factor)).filter(|tokens| *tokens > 0);
    tokens.ok_or_else(|| "a number of tokens, such as 8192 or 32k".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_in_thousands_of_1024() {
        assert_eq!(["32k", "32K", "8,192", "1M", "1"].map(tokens), [32_768, 32_768, 8192, 1_048_576, 1].map(Ok));
        assert!(["", "k", "0", "-1", "1.5k", "many"].iter().all(|text| tokens(text).is_err()));
    }
}
