//! The options of a calculator's form: devices, models, formats and engines, in groups.
//!
//! Long lists are files that are fetched when the form comes near the viewport; the page itself has only the chosen
//! value. Each list has another file with details and other names of its options, fetched when the list is opened.

use crate::calibrate::CalibratedCatalog;
use crate::site::catalog::groups::family;
use crate::writers::html::views::{GroupView, OptionView};
use rooflight_calculators::input::{Choice, ENGINE};
use rooflight_document::number::{plain, speed};
use rooflight_estimator::calibration::{ENGINE_OPTIONS, EngineOption};
use rooflight_estimator::records::{DeviceRecord, ModelRecord};
use rooflight_glossary::syntax::highlight::escape;
use rooflight_primitives::units::{GB, GIB};
use std::collections::BTreeMap;

/// The choices with long lists.
const LONG: [Choice; 4] = [Choice::Hardware, Choice::Model, Choice::Quantization, Choice::Engine];

/// The options of the long lists, made once for all forms.
#[derive(Debug)]
pub(crate) struct Lists(Vec<(Choice, Vec<GroupView>)>);

impl Lists {
    /// Collects the options of a catalog.
    #[must_use]
    pub(crate) fn new(calibrated: &CalibratedCatalog) -> Self {
        Self(LONG.into_iter().map(|choice| (choice, groups(calibrated, choice))).collect())
    }

    /// Returns the options of a choice; empty if its list is short.
    fn groups(&self, choice: Choice) -> &[GroupView] {
        self.0.iter().find(|(of, _)| *of == choice).map_or(&[], |(_, groups)| groups)
    }
}

/// Returns the name of a long list; `None` for a short list or a number.
#[must_use]
pub(crate) fn list(choice: Choice) -> Option<&'static str> {
    match choice {
        Choice::Hardware => Some("hardware"),
        Choice::Model => Some("models"),
        Choice::Quantization => Some("formats"),
        Choice::Engine => Some("engines"),
        Choice::One(_) | Choice::Number(_) => None,
    }
}

/// Returns the files of the long lists, by name in the data folder: the inner HTML of `<select>`, and details of the
/// options.
#[must_use]
pub(crate) fn files(calibrated: &CalibratedCatalog, lists: &Lists) -> Vec<(String, Vec<u8>)> {
    let files = LONG.map(|choice| {
        let (name, groups) = (list(choice).unwrap_or_default(), lists.groups(choice));
        let lines = facts(calibrated, choice, groups);
        [
            (format!("choices/{name}.txt"), html(groups).into_bytes()),
            (format!("choices/{name}-facts.txt"), lines.into_bytes()),
        ]
    });
    files.into_iter().flatten().collect()
}

/// Writes a line for each option, in the order of the list: details and other names, separated by tabs.
fn facts(calibrated: &CalibratedCatalog, choice: Choice, groups: &[GroupView]) -> String {
    let estimator = &calibrated.estimator;
    let (kind, descriptions): (_, BTreeMap<&str, String>) = match choice {
        Choice::Hardware => {
            ("device", estimator.devices.iter().map(|device| (device.device.id.as_str(), of_device(device))).collect())
        }
        Choice::Engine => {
            let usual = (ENGINE.default, "by files and device".to_owned());
            let engines = ENGINE_OPTIONS.iter().map(|option| (option.id, of_engine(option)));
            ("engine", engines.chain([usual]).collect())
        }
        Choice::Model => ("model", estimator.models.iter().map(|model| (model.id.as_str(), of_model(model))).collect()),
        _ => {
            let bits = |bits: f64| format!("{} bits", plain(bits, 2));
            let of_format = |average: Option<f64>| average.map(bits).unwrap_or_default();
            ("quantization", calibrated.formats.iter().map(|one| (one.id.as_str(), of_format(one.bits))).collect())
        }
    };
    let line = |option: &OptionView| {
        let own = descriptions.get(option.value.as_str()).map_or("", String::as_str);
        let also = calibrated.aliases(kind, &option.value).iter().map(String::as_str);
        [own].into_iter().chain(also).map(|text| text.replace(['\t', '\n'], " ")).collect::<Vec<_>>().join("\t")
    };
    groups.iter().flat_map(|group| &group.options).map(line).collect::<Vec<_>>().join("\n")
}

/// Returns details of a device: memory and bandwidth.
fn of_device(device: &DeviceRecord) -> String {
    let bandwidth = format!("{}\u{a0}GB/s", plain(device.device.bandwidth / GB, 0));
    device
        .device
        .memory
        .map_or_else(|| bandwidth.clone(), |bytes| format!("{}\u{a0}GiB, {bandwidth}", plain(bytes / GIB, 1)))
}

/// Returns details of a model: its parameters, and the active ones if these are fewer.
fn of_model(model: &ModelRecord) -> String {
    let Some(format) = model.formats.first() else { return String::new() };
    let all = format!("{}\u{a0}B", speed(format.weights.parameters() / 1e9));
    if model.shape.moe_layers == 0 {
        return all;
    }
    format!("{all}, {}\u{a0}B active", speed(format.weights.active_parameters() / 1e9))
}

/// Returns details of an engine: its devices, and its file formats if it has several.
fn of_engine(option: &EngineOption) -> String {
    if option.formats.len() > 1 { format!("{}; {}", option.files(), option.runs_on) } else { option.runs_on.to_owned() }
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

/// Returns the options in the page itself: only the chosen one of a long list.
#[must_use]
pub(crate) fn embedded_options(lists: &Lists, choice: Choice, chosen: &str) -> Vec<OptionView> {
    let mut shown: Vec<OptionView> = match choice {
        Choice::One(list) => {
            list.iter().map(|(value, label)| OptionView::of((*value).to_owned(), (*label).to_owned())).collect()
        }
        Choice::Number(_) => Vec::new(),
        long => {
            let mut options = lists.groups(long).iter().flat_map(|group| &group.options);
            options.find(|option| option.value == chosen).cloned().into_iter().collect()
        }
    };
    for option in &mut shown {
        option.selected = option.value == chosen;
    }
    shown
}

fn groups(calibrated: &CalibratedCatalog, choice: Choice) -> Vec<GroupView> {
    match choice {
        Choice::Hardware => devices(calibrated),
        Choice::Model => models(calibrated),
        Choice::Quantization => {
            let formats = calibrated.formats.iter();
            grouped(formats.map(|format| (format.heading, format.id.as_str(), label(format.heading, &format.name))))
        }
        Choice::Engine => engines(),
        Choice::One(_) | Choice::Number(_) => Vec::new(),
    }
}

/// Returns the default option, then the engines by their first file format.
fn engines() -> Vec<GroupView> {
    let usual = ("Unless you choose", ENGINE.default, "Usual");
    let heading = |option: &EngineOption| option.formats.first().map_or("", |files| files.words());
    let chosen = ENGINE_OPTIONS.iter().map(|option| (heading(option), option.id, option.name));
    grouped([usual].into_iter().chain(chosen))
}

/// Returns the name of a format without the word `GGUF` if its heading says so.
fn label<'a>(heading: &str, name: &'a str) -> &'a str {
    name.strip_prefix("GGUF ").filter(|_| heading.starts_with("GGUF")).unwrap_or(name)
}

fn devices(calibrated: &CalibratedCatalog) -> Vec<GroupView> {
    let devices = calibrated.estimator.devices.iter().map(|device| &device.device);
    grouped(devices.map(|device| (device.class.heading(), device.id.as_str(), device.name.as_str())))
}

/// Returns models by the family that the name begins with; families of one model are together in the last group.
fn models(calibrated: &CalibratedCatalog) -> Vec<GroupView> {
    const REST: &str = "More models";
    let models = &calibrated.estimator.models;
    let families: Vec<&str> = models.iter().map(|model| family(&model.name)).collect();
    let heading = |name: &str| families.iter().filter(|other| **other == name).count() > 1;
    let items = models.iter().zip(&families).map(|(model, family)| {
        let heading = if heading(family) { *family } else { REST };
        (heading, model.id.as_str(), model.name.as_str())
    });
    let mut groups = grouped(items);
    groups.sort_by_key(|group| group.label == REST);
    groups
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
