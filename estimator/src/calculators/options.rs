//! The choices that calculators share: devices, models and formats, grouped as a reader looks for them; and finding one by its id.

use super::{Choices, InputError};
use crate::library::Library;
use crate::view::number;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// The heading of a device's class.
fn class_heading(class: &str) -> &'static str {
    match class {
        "consumer-gpu" => "Graphics cards",
        "laptop-gpu" => "Laptop graphics",
        "workstation-gpu" => "Workstation cards",
        "datacenter-gpu" => "Data centre cards",
        "apple-soc" => "Apple chips",
        "apu" => "Processors with shared memory",
        "cpu" => "CPUs",
        "edge" | "sbc" => "Small boards",
        "phone" => "Phones",
        _ => "Other accelerators",
    }
}

/// The devices by class.
#[must_use]
pub fn devices(library: &Library, chosen: &str) -> Vec<Choices> {
    grouped(
        library.devices.iter().map(|item| {
            let class = item.facts.class.as_deref().unwrap_or_default();
            (class_heading(class).to_owned(), item.id.as_str(), item.name.as_str())
        }),
        chosen,
    )
}

/// The models by the family that their name begins with; families of one are listed together.
#[must_use]
pub fn models(library: &Library, chosen: &str) -> Vec<Choices> {
    let families: Vec<String> = library.models.iter().map(|item| family(&item.name)).collect();
    let heading = |name: &String| {
        let alone = families.iter().filter(|other| *other == name).count() < 2;
        if alone { "More models".to_owned() } else { name.clone() }
    };
    let items = library.models.iter().zip(&families);
    let mut groups = grouped(items.map(|(item, name)| (heading(name), item.id.as_str(), item.name.as_str())), chosen);
    groups.sort_by_key(|group| group.label == "More models");
    groups
}

/// "Llama" of "Llama 3.1 8B", "Qwen" of "Qwen2.5 7B".
fn family(name: &str) -> String {
    let end = name.find(|c: char| c == ' ' || c.is_ascii_digit()).unwrap_or(name.len());
    name[..end].trim_end_matches('-').to_owned()
}

/// The formats by the way that they are listed.
#[must_use]
pub fn formats(library: &Library, chosen: &str) -> Vec<Choices> {
    grouped(library.formats.iter().map(|item| (item.family.clone(), item.id.as_str(), item.name.as_str())), chosen)
}

fn grouped<'a>(items: impl Iterator<Item = (String, &'a str, &'a str)>, chosen: &str) -> Vec<Choices> {
    let mut groups: Vec<Choices> = Vec::new();
    for (label, id, name) in items {
        let option = (id.to_owned(), name.to_owned(), id == chosen);
        match groups.iter_mut().find(|group| group.label == label) {
            Some(group) => group.options.push(option),
            None => groups.push(Choices { label, options: alloc::vec![option] }),
        }
    }
    groups
}

/// The position of an id in a list.
///
/// # Errors
/// An id that the list does not have.
pub fn find<'a>(
    field: &'static str,
    what: &str,
    id: Option<&str>,
    mut ids: impl Iterator<Item = &'a str>,
) -> Result<usize, InputError> {
    let id = id.unwrap_or_default();
    ids.position(|known| known == id).ok_or_else(|| {
        let message = if id.is_empty() {
            join(&["Choose a ", what, "."])
        } else {
            join(&["There is no ", what, " called “", id, "” here."])
        };
        InputError { field, message }
    })
}

/// A number of tokens between two limits.
///
/// # Errors
/// What is not a whole number, or lies outside.
pub fn tokens(field: &'static str, text: Option<&str>, min: u64, max: u64) -> Result<u64, InputError> {
    let limits = || join(&["a whole number from ", &number::count(min), " to ", &number::count(max)]);
    let text = text.unwrap_or_default();
    let value = crate::view::parse::parse_count(text).ok_or_else(|| {
        let message = if text.is_empty() {
            join(&["Enter ", &limits(), "."])
        } else {
            join(&["“", text, "” is not ", &limits(), "."])
        };
        InputError { field, message }
    })?;
    if value < min || value > max {
        return Err(InputError { field, message: join(&["Enter ", &limits(), "."]) });
    }
    Ok(value)
}

/// Texts one after the other.
#[must_use]
pub fn join(parts: &[&str]) -> String {
    parts.concat()
}
