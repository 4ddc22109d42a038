//! The lists of a calculator's form: devices, models and formats, grouped as a reader looks for them.

use super::views::{GroupView, OptionView};
use crate::calibrate::Estimating;
use rooflight_estimator::calculators::Choice;
use rooflight_estimator::hardware::DeviceClass;

/// The choices of an input, with the chosen id marked. Empty for a number.
#[must_use]
pub fn of(estimating: &Estimating, choice: Choice, chosen: &str) -> Vec<GroupView> {
    match choice {
        Choice::Hardware => devices(estimating, chosen),
        Choice::Model => models(estimating, chosen),
        Choice::Quantization => {
            let formats = estimating.formats.iter();
            grouped(
                formats.map(|format| (format.heading, format.id.as_str(), label(format.heading, &format.name))),
                chosen,
            )
        }
        Choice::Number(_) => Vec::new(),
    }
}

/// What the heading has said already is left out.
fn label<'a>(heading: &str, name: &'a str) -> &'a str {
    name.strip_prefix("GGUF ").filter(|_| heading.starts_with("GGUF")).unwrap_or(name)
}

pub(super) const fn class_heading(class: DeviceClass) -> &'static str {
    match class {
        DeviceClass::ConsumerGpu => "Graphics cards",
        DeviceClass::LaptopGpu => "Laptop graphics",
        DeviceClass::WorkstationGpu => "Workstation cards",
        DeviceClass::DatacenterGpu => "Data centre cards",
        DeviceClass::AppleSoc => "Apple chips",
        DeviceClass::Apu => "Processors with shared memory",
        DeviceClass::Cpu => "CPUs",
        DeviceClass::Edge | DeviceClass::Sbc => "Small boards",
        DeviceClass::Phone => "Phones",
        DeviceClass::Accelerator => "Other accelerators",
    }
}

fn devices(estimating: &Estimating, chosen: &str) -> Vec<GroupView> {
    let devices = estimating.estimator.devices.iter().map(|card| &card.device);
    grouped(devices.map(|device| (class_heading(device.class), device.id.as_str(), device.name.as_str())), chosen)
}

/// By the family that the name begins with; families of one are listed together, last.
fn models(estimating: &Estimating, chosen: &str) -> Vec<GroupView> {
    const REST: &str = "More models";
    let models = &estimating.estimator.models;
    let families: Vec<&str> = models.iter().map(|card| family(&card.name)).collect();
    let heading = |name: &str| families.iter().filter(|other| **other == name).count() > 1;
    let items = models.iter().zip(&families).map(|(card, family)| {
        let heading = if heading(family) { *family } else { REST };
        (heading, card.id.as_str(), card.name.as_str())
    });
    let mut groups = grouped(items, chosen);
    groups.sort_by_key(|group| group.label == REST);
    groups
}

/// "Llama" of "Llama 3.1 8B", "Qwen" of "Qwen2.5 7B".
pub(super) fn family(name: &str) -> &str {
    let end = name.find(|c: char| c == ' ' || c.is_ascii_digit()).unwrap_or(name.len());
    name[..end].trim_end_matches('-')
}

fn grouped<'a>(items: impl Iterator<Item = (&'a str, &'a str, &'a str)>, chosen: &str) -> Vec<GroupView> {
    let mut groups: Vec<GroupView> = Vec::new();
    for (heading, id, name) in items {
        let option = OptionView { value: id.to_owned(), label: name.to_owned(), selected: id == chosen };
        match groups.iter_mut().find(|group| group.label == heading) {
            Some(group) => group.options.push(option),
            None => groups.push(GroupView { label: heading.to_owned(), options: vec![option] }),
        }
    }
    groups
}
