//! Explains why less memory is usable than a device is sold with: the unit, and what the system keeps.
//!
//! Sixteen GiB are 17.18 GB, and a driver keeps a part of them. Holds no formula; the shares are those of
//! `fit::usable_share`.

use alloc::string::String;
use rooflight_document::arg::{Arg, Sizes};
use rooflight_document::words;
use rooflight_document::words::filled;
use rooflight_estimator::hardware::{Device, DeviceClass};
use rooflight_primitives::units::GIB;

/// Explains the usable memory of one device, in GB; empty if its memory is not known.
#[must_use]
pub fn of_one(device: &Device) -> String {
    words(device, 1, Sizes::Decimal)
}

/// Explains the usable memory of `number` equal devices: `of 16 GiB = 17.2 GB, 2 % less for the driver`. Empty if the
/// memory is not known.
#[must_use]
pub(crate) fn words(device: &Device, number: u64, sizes: Sizes) -> String {
    let Some(memory) = device.memory else { return String::new() };
    let times = if number > 1 { filled(words!("{} × ", Arg::Count(number))) } else { String::new() };
    let of = [Arg::Text(&times), Arg::Plain(memory / GIB, 1)];
    let mut out = filled(words!("of {}{}\u{a0}GiB", ..of));
    if sizes == Sizes::Decimal {
        out.push_str(&filled(words!(" = {}", sizes.giga(memory * rooflight_primitives::units::count(number)))));
    }
    out.push_str(", ");
    out.push_str(kept(device));
    out
}

/// Returns what the system keeps of a device's memory: `2 % less for the driver`.
#[must_use]
pub(crate) fn kept(device: &Device) -> &'static str {
    match device.class {
        DeviceClass::AppleSoc if device.memory.is_some_and(|memory| memory < 36.0 * GIB) => "1/3 less for macOS",
        DeviceClass::AppleSoc => "1/4 less for macOS",
        DeviceClass::Apu | DeviceClass::Cpu | DeviceClass::Edge | DeviceClass::Sbc => "1/8 less for the system",
        DeviceClass::Phone => "half of it less for the system",
        _ => "2\u{a0}% less for the driver",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rooflight_estimator::fit::usable_share;

    /// The share in the sentence is 1 − `usable_share`.
    #[test]
    fn words_say_what_is_kept() {
        for class in DeviceClass::ALL {
            for gib in [16.0, 64.0] {
                let device = Device { memory: Some(gib * GIB), class, ..Device::default() };
                let sentence = words(&device, 1, Sizes::Binary);
                let share = [("1/3", 1.0 / 3.0), ("1/4", 0.25), ("1/8", 0.125), ("half", 0.5), ("2\u{a0}%", 0.02)];
                let kept = share.iter().find(|(word, _)| sentence.contains(word)).map(|(_, share)| *share);
                let real = usable_share(&device).map(|share| 1.0 - share);
                assert!(kept.zip(real).is_some_and(|(kept, real)| (kept - real).abs() < 1e-12), "{class:?} {sentence}");
            }
        }
    }

    #[test]
    fn gibibytes_become_gigabytes() {
        let device = Device { memory: Some(16.0 * GIB), ..Device::default() };
        assert_eq!(words(&device, 1, Sizes::Decimal), "of 16\u{a0}GiB = 17.2\u{a0}GB, 2\u{a0}% less for the driver");
        assert_eq!(
            words(&device, 2, Sizes::Decimal),
            "of 2 × 16\u{a0}GiB = 34.4\u{a0}GB, 2\u{a0}% less for the driver"
        );
        assert_eq!(words(&device, 1, Sizes::Binary), "of 16\u{a0}GiB, 2\u{a0}% less for the driver");
    }
}
