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

/// Words of a computer whose graphics are not named: a size beside one of them is that of its RAM.
const PROCESSORS: [&str; 15] = [
    "celeron",
    "cpu",
    "ddr3",
    "ddr4",
    "ddr5",
    "epyc",
    "i3",
    "i5",
    "i7",
    "i9",
    "nuc",
    "pentium",
    "ryzen",
    "threadripper",
    "xeon",
];

/// Words by which a text states a graphics card.
const CARDS: [&str; 4] = ["card", "gpu", "graphics", "vram"];

/// True if a text states a computer by its processor or says that it has no graphics card; with `cards`, also by its
/// RAM.
fn is_without_card(names: &[&str], cards: bool) -> bool {
    let is = |name: &str, words: &[&str]| words.iter().any(|word| name.eq_ignore_ascii_case(word));
    if names.windows(2).any(|pair| matches!(pair, [no, gpu] if is(no, &["no", "without"]) && is(gpu, &CARDS))) {
        return true;
    }
    // The model of a processor follows its name: i7-1365U.
    let series =
        |name: &&str| is(name.split('-').next().unwrap_or_default(), &PROCESSORS) || cards && is(name, &["ram"]);
    names.iter().any(series) && !names.iter().any(|name| is(name, &CARDS))
}

/// Returns the positions of the devices that a text without a name may mean; empty if it says neither kind nor size.
pub(super) fn candidates(text: &str, known: &[CatalogDevice<'_>]) -> Vec<usize> {
    let all = words::split(text);
    let names: Vec<&str> =
        all.iter().filter_map(|word| if let Word::Name(name) = word { Some(name.as_str()) } else { None }).collect();
    let kind = KINDS.iter().find(|(word, _)| names.iter().any(|name| name.eq_ignore_ascii_case(word)));
    let size = (0..names.len()).find_map(|at| words::memory(names.get(at..)?)).map(|(bytes, _)| bytes);
    let cards = kind.is_none_or(|(_, class)| !shares_memory(*class));
    if size.is_none() && cards || is_without_card(&names, cards) {
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
    // Cards that are sold in one country alone come last.
    let is_local = |name: &str| name.split(' ').any(|word| word == "D");
    meant.sort_by_key(|at| {
        let device = known.get(*at).map(|known| known.device);
        (device.is_some_and(|device| is_local(&device.name)), Reverse(device.and_then(|device| device.year)))
    });
    meant.truncate(MAX_OFFERED);
    meant
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_or_ram_is_no_card() {
        let is = |text: &str, cards| is_without_card(&text.split(' ').collect::<Vec<_>>(), cards);
        for text in ["16gb ram no gpu", "ThinkPad i7-1365U 16GB", "Ryzen 7 laptop 32 GB", "32 GB RAM"] {
            assert!(is(text, true), "{text}");
        }
        for text in ["24 GB VRAM", "card with 16 GB and i5", "16 GB"] {
            assert!(!is(text, true), "{text}");
        }
        assert!(!is("mac with 64 GB ram", false));
    }
}
