//! Finds the devices that a text may mean when it names none: "a 16 GB card", "a Mac with 64 GB".
//!
//! 1. A word for a kind of machine, or a size of memory alone, selects classes of devices.
//! 2. Those with this memory are offered, the newest first. Chips that share the system's memory are sold with less,
//!    too, so that the size is a minimum for them.
//!
//! Chooses none of them.

use super::matching::{CatalogDevice, shares_memory};
use super::words::{self, Word};
use alloc::vec::Vec;
use core::cmp::Reverse;
use rooflight_estimator::hardware::DeviceClass;

/// Maximum number of devices that are offered.
const MAX_OFFERED: usize = 4;

/// Largest relative difference between a stated size of memory and a card's.
const NEAR: f64 = 0.06;

/// Words for a kind of machine.
const KINDS: [(&str, DeviceClass); 21] = [
    ("mac", DeviceClass::AppleSoc),
    ("macs", DeviceClass::AppleSoc),
    ("macbook", DeviceClass::AppleSoc),
    ("imac", DeviceClass::AppleSoc),
    ("mbp", DeviceClass::AppleSoc),
    ("mba", DeviceClass::AppleSoc),
    ("apple", DeviceClass::AppleSoc),
    ("phone", DeviceClass::Phone),
    ("iphone", DeviceClass::Phone),
    ("android", DeviceClass::Phone),
    ("smartphone", DeviceClass::Phone),
    ("laptop", DeviceClass::LaptopGpu),
    ("notebook", DeviceClass::LaptopGpu),
    ("gpu", DeviceClass::ConsumerGpu),
    ("card", DeviceClass::ConsumerGpu),
    ("vram", DeviceClass::ConsumerGpu),
    ("graphics", DeviceClass::ConsumerGpu),
    ("raspberry", DeviceClass::Sbc),
    ("jetson", DeviceClass::Edge),
    ("server", DeviceClass::DatacenterGpu),
    ("datacenter", DeviceClass::DatacenterGpu),
];

/// Returns the positions of the devices that a text without a name may mean; empty if it says neither kind nor size.
pub(super) fn candidates(text: &str, known: &[CatalogDevice<'_>]) -> Vec<usize> {
    let all = words::split(text);
    let names: Vec<&str> =
        all.iter().filter_map(|word| if let Word::Name(name) = word { Some(name.as_str()) } else { None }).collect();
    let kind = KINDS.iter().find(|(word, _)| names.iter().any(|name| name.eq_ignore_ascii_case(word)));
    let size = (0..names.len()).find_map(|at| words::memory(names.get(at..)?)).map(|(bytes, _)| bytes);
    if size.is_none() && kind.is_none_or(|(_, class)| !shares_memory(*class)) {
        return Vec::new();
    }
    let class = kind.map_or(DeviceClass::ConsumerGpu, |(_, class)| *class);
    let fits = |sold: Option<f64>| match (size, sold) {
        (None, _) => true,
        (Some(size), Some(sold)) if shares_memory(class) => sold >= size * (1.0 - NEAR),
        (Some(size), Some(sold)) => (sold / size - 1.0).abs() <= NEAR,
        (Some(_), None) => false,
    };
    let is_meant = |known: &CatalogDevice<'_>| known.device.class == class && fits(known.device.memory);
    let mut meant: Vec<usize> = (0..known.len()).filter(|at| known.get(*at).is_some_and(is_meant)).collect();
    meant.sort_by_key(|at| Reverse(known.get(*at).and_then(|known| known.device.year)));
    meant.truncate(MAX_OFFERED);
    meant
}
