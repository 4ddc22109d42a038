//! Devices of several kinds that share a model, and the links between them.
//!
//! 1. In a layer split each device holds layers in proportion to its memory, and a token passes all of them in turn.
//! 2. Where every layer is divided, all parts are equal: the slowest device sets the speed, and the smallest memory
//!    decides what fits.
//! 3. A stated link adds what crosses it: the hidden vector at each hand-over, or two all-reduces in every layer.
//!
//! Results are bounds from bytes and published rates. Message latency and traffic through the CPU come on top.
//!
//! Sources: llama.cpp, `src/llama-model.cpp` (layers split by free memory); Shoeybi et al. arXiv 1909.08053 (equal
//! parts of a layer); PCI Express Base Specification (transfers per second, 128b/130b); Intel's announcement of
//! Thunderbolt 5, 12 September 2023 (32 and 64 Gb/s of PCI Express in Thunderbolt 4 and 5).

use crate::collective;
use crate::model::shape::Shape;
use crate::setup::Devices;
use rooflight_primitives::units::{GB, count};

/// Speed of devices that work in turn. Each item is a weight, in any unit, and the speed that the device would have
/// with all layers. Zero where nothing has a weight.
pub fn in_turn(parts: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut whole, mut time) = (0.0, 0.0);
    for (weight, speed) in parts {
        whole += weight;
        time += weight / speed;
    }
    if time > 0.0 { whole / time } else { 0.0 }
}

/// Links that a reader may choose: the value in URLs, and the label.
pub const LINKS: &[(&str, &str)] = &[
    ("usual", "not stated"),
    ("own", "NVLink or other, as published"),
    ("pcie5x16", "PCIe 5.0 x16"),
    ("pcie5x8", "PCIe 5.0 x8"),
    ("pcie5x4", "PCIe 5.0 x4"),
    ("pcie5x1", "PCIe 5.0 x1"),
    ("pcie4x16", "PCIe 4.0 x16"),
    ("pcie4x8", "PCIe 4.0 x8"),
    ("pcie4x4", "PCIe 4.0 x4, OCuLink"),
    ("pcie4x1", "PCIe 4.0 x1"),
    ("pcie3x16", "PCIe 3.0 x16"),
    ("pcie3x8", "PCIe 3.0 x8"),
    ("pcie3x4", "PCIe 3.0 x4"),
    ("pcie3x1", "PCIe 3.0 x1, riser"),
    ("tb4", "eGPU, Thunderbolt 3 or 4"),
    ("tb5", "eGPU, Thunderbolt 5"),
];

/// Returns the value in `LINKS` of a PCI Express link, if it is listed.
#[must_use]
pub fn pcie(generation: u32, width: u32) -> Option<&'static str> {
    let is = |value: &&str| lanes(value) == Some((generation, width));
    LINKS.iter().map(|(value, _)| *value).find(is)
}

/// Parses `pcie4x16` into generation and lanes.
fn lanes(value: &str) -> Option<(u32, u32)> {
    let (generation, width) = value.strip_prefix("pcie")?.split_once('x')?;
    Some((generation.parse().ok()?, width.parse().ok()?))
}

/// Bytes per second of a link in one direction; `None` for `usual` and `own`, which depend on the device.
#[must_use]
pub fn bandwidth(value: &str) -> Option<f64> {
    match value {
        "tb4" => Some(32.0 / 8.0 * GB),
        "tb5" => Some(64.0 / 8.0 * GB),
        _ => {
            let (generation, width) = lanes(value)?;
            // 8, 16 and 32 transfers per nanosecond on each lane; 128 of 130 bits are data.
            let transfers = f64::from(1_u32 << generation) * GB;
            Some(f64::from(width) * transfers * 128.0 / 130.0 / 8.0)
        }
    }
}

/// Seconds that a step of `batch` sequences spends on a link of `link` bytes per second: handing on the hidden vector
/// in a layer split, or the all-reduces of every layer in tensor parallelism, at two bytes per element. Latency is not
/// counted.
#[must_use]
pub fn crossing(model: &Shape, batch: f64, devices: Devices, link: f64) -> f64 {
    let number = devices.number();
    let bytes = collective::vector_bytes(model.hidden, batch, 2.0);
    if devices.at_once() > 1 {
        collective::PER_LAYER * count(model.layers) * collective::seconds(number, bytes, link, 0.0)
    } else {
        count(number - 1) * bytes / link
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_have_their_published_rates() {
        for (value, expected) in [("pcie3x4", 3.94), ("pcie4x16", 31.5), ("pcie5x16", 63.0), ("tb4", 4.0), ("tb5", 8.0)]
        {
            let rate = bandwidth(value).unwrap_or_default() / GB;
            assert!((rate / expected - 1.0).abs() < 0.001, "{value}: {rate}");
        }
        assert_eq!((pcie(4, 4), pcie(2, 16), pcie(9, 16)), (Some("pcie4x4"), None, None));
        assert!(LINKS.iter().skip(2).all(|(value, _)| bandwidth(value).is_some()));
        assert_eq!([bandwidth("usual"), bandwidth("own")], [None, None]);
    }

    #[test]
    fn a_token_crosses_links_as_often_as_it_must() {
        let model = Shape { layers: 80, hidden: 8192, ..Shape::default() };
        // Two hand-overs of 16 KiB; 160 all-reduces over three devices, each 4/3 of 16 KiB.
        let hand = crossing(&model, 1.0, Devices::LayerSplit(3), 1e9);
        assert!((hand - 2.0 * 16_384e-9).abs() < 1e-12);
        let reduce = crossing(&model, 1.0, Devices::TensorParallel(3), 1e9);
        assert!((reduce - 160.0 * 4.0 / 3.0 * 16_384e-9).abs() < 1e-9);
        assert!(crossing(&model, 1.0, Devices::One, 1e9).abs() < 1e-15);
    }

    #[test]
    fn the_time_of_a_token_is_the_sum_of_its_parts() {
        let speed = in_turn([(32.0, 100.0), (24.0, 50.0), (24.0, 50.0)].into_iter());
        assert!((speed - 80.0 / (0.32 + 0.96)).abs() < 1e-12);
        assert!(in_turn(core::iter::empty()).abs() < 1e-15);
    }
}
