//! The lists of a calculator's form: devices, models and formats, grouped as a reader looks for them.
//!
//! The long ones are files, fetched when a reader comes near a form: each page has the chosen value alone.

use crate::calibrate::Estimating;
use crate::syntax::highlight::escape;
use crate::writers::html::views::{GroupView, OptionView};
use rooflight_estimator::calculators::input::Choice;
use rooflight_estimator::hardware::DeviceClass;

/// The name of a long list; none for a short one.
#[must_use]
pub(crate) fn list(choice: Choice) -> Option<&'static str> {
    match choice {
        Choice::Hardware => Some("hardware"),
        Choice::Model => Some("models"),
        Choice::Quantization => Some("formats"),
        Choice::One(_) | Choice::Number(_) => None,
    }
}

/// The long lists, as the inside of their elements: by name below the folder of data.
#[must_use]
pub(crate) fn files(estimating: &Estimating) -> [(String, Vec<u8>); 3] {
    [Choice::Hardware, Choice::Model, Choice::Quantization].map(|choice| {
        let name = format!("choices/{}.txt", list(choice).unwrap_or_default());
        (name, html(&of(estimating, choice)).into_bytes())
    })
}

fn html(groups: &[GroupView]) -> String {
    let mut out = String::new();
    for group in groups {
        out.extend(["<optgroup label=\"", &escape(&group.label), "\">"]);
        for option in &group.options {
            out.extend(["<option value=\"", &escape(&option.value), "\">", &escape(&option.label)]);
        }
        out.push_str("</optgroup>");
    }
    out
}

/// The options that stand in the page: of a long list the chosen one.
#[must_use]
pub(crate) fn shown(estimating: &Estimating, choice: Choice, chosen: &str) -> Vec<OptionView> {
    let options = |groups: Vec<GroupView>| groups.into_iter().flat_map(|group| group.options);
    let found = |groups: Vec<GroupView>| options(groups).filter(|option| option.value == chosen).take(1).collect();
    let mut shown: Vec<OptionView> = match choice {
        Choice::One(list) => {
            list.iter().map(|(value, label)| OptionView::of((*value).to_owned(), (*label).to_owned())).collect()
        }
        Choice::Number(_) => Vec::new(),
        long => found(of(estimating, long)),
    };
    for option in &mut shown {
        option.selected = option.value == chosen;
    }
    shown
}

fn of(estimating: &Estimating, choice: Choice) -> Vec<GroupView> {
    match choice {
        Choice::Hardware => devices(estimating),
        Choice::Model => models(estimating),
        Choice::Quantization => {
            let formats = estimating.formats.iter();
            grouped(formats.map(|format| (format.heading, format.id.as_str(), label(format.heading, &format.name))))
        }
        Choice::One(_) | Choice::Number(_) => Vec::new(),
    }
}

/// The name of an option without the words of its heading.
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

fn devices(estimating: &Estimating) -> Vec<GroupView> {
    let devices = estimating.estimator.devices.iter().map(|card| &card.device);
    grouped(devices.map(|device| (class_heading(device.class), device.id.as_str(), device.name.as_str())))
}

/// By the family that the name begins with; families of one are listed together, last.
fn models(estimating: &Estimating) -> Vec<GroupView> {
    const REST: &str = "More models";
    let models = &estimating.estimator.models;
    let families: Vec<&str> = models.iter().map(|card| family(&card.name)).collect();
    let heading = |name: &str| families.iter().filter(|other| **other == name).count() > 1;
    let items = models.iter().zip(&families).map(|(card, family)| {
        let heading = if heading(family) { *family } else { REST };
        (heading, card.id.as_str(), card.name.as_str())
    });
    let mut groups = grouped(items);
    groups.sort_by_key(|group| group.label == REST);
    groups
}

/// "Llama" of "Llama 3.1 8B", "Qwen" of "Qwen2.5 7B".
pub(super) fn family(name: &str) -> &str {
    let end = name.find(|c: char| c == ' ' || c.is_ascii_digit()).unwrap_or(name.len());
    name[..end].trim_end_matches('-')
}

fn grouped<'a>(items: impl Iterator<Item = (&'a str, &'a str, &'a str)>) -> Vec<GroupView> {
    let mut groups: Vec<GroupView> = Vec::new();
    for (heading, id, name) in items {
        let option = OptionView::of(id.to_owned(), name.to_owned());
        match groups.iter_mut().find(|group| group.label == heading) {
            Some(group) => group.options.push(option),
            None => groups.push(GroupView { label: heading.to_owned(), options: vec![option] }),
        }
    }
    groups
}
