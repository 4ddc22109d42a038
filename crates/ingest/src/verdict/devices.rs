//! Finds the device of a run in the catalog.
//!
//! 1. A printed name is looked up without trademark signs, then without parentheses, then without the maker.
//! 2. A sentence is read as the other pages read a machine ([`machine`](crate::machine)): with its sizes of memory, its
//!    cores and its counts, and without the names of models, since a `MiniMax M1` is no Apple M1.

use super::names::{BY_NAME, choose};
use super::sentence::{models, named};
use super::user_input::RunOverrides;
use super::{Choice, Refusal};
use crate::machine::matching::{CatalogDevice, find};
use crate::machine::text::typed;
use crate::outputs::Run;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_estimator::records::benchmarks::{CatalogNames, KnownDevice};
use rooflight_primitives::names::Named;

/// Returns the device, and how many the output names, at least one.
pub(super) fn device<'a>(
    names: &'a CatalogNames,
    run: &Run,
    overrides: &RunOverrides<'_>,
    notes: &mut Vec<String>,
) -> Result<(&'a KnownDevice, u32), Refusal> {
    let named =
        |known: &'a KnownDevice| Named { id: &known.device.id, name: &known.device.name, aliases: &known.aliases };
    let known: Vec<Named<'_>> = names.devices.iter().map(named).collect();
    let refuses = |why: String| Choice::Device.refuses(why);
    let by_name = |name: &str, notes: &mut Vec<String>| choose("device", name, &known, BY_NAME, notes).map_err(refuses);
    let mut own_notes = Vec::new();
    let own = if run.words.is_empty() {
        let count = u32::try_from(run.devices.len()).unwrap_or(u32::MAX);
        printed_device(&known, &run.devices, &mut own_notes).map(|at| (at, count))
    } else {
        stated_device(names, run, &mut own_notes)
    };
    let count = own.as_ref().map_or(run.devices.len(), |(_, count)| *count as usize);
    let own = |notes: &mut Vec<String>| {
        notes.append(&mut own_notes);
        own.map(|(at, _)| at).map_err(refuses)
    };
    let at = overrides.choose(|input| input.hardware.as_ref(), notes, by_name, own)?;
    Ok((&names.devices[at], u32::try_from(count.max(1)).unwrap_or(1)))
}

/// Finds the devices that a sentence names, all of one kind.
fn stated_device(names: &CatalogNames, run: &Run, notes: &mut Vec<String>) -> Result<(usize, u32), String> {
    let mut text = run.words.iter().map(|word| if word.is_empty() { "," } else { word }).collect::<Vec<_>>().join(" ");
    for name in named(&run.words, &models(names)) {
        text = text.replacen(&name, ",", 1);
    }
    let known: Vec<CatalogDevice<'_>> =
        names.devices.iter().map(|known| CatalogDevice { device: &known.device, aliases: &known.aliases }).collect();
    let machine = typed(&text, &known).ok_or("the output does not name the device")?;
    let matched = find(&machine, &known);
    match (matched.found.as_slice(), &matched.cpu) {
        ([found], _) => Ok(found),
        ([], Some(cpu)) if matched.unknown.is_empty() => Ok(cpu),
        ([], _) => Err(matched.why_none().trim_end_matches('.').to_owned()),
        _ => Err(UNLIKE.to_owned()),
    }
    .map(|found| {
        notes.extend(found.notes.iter().cloned());
        (found.at, u32::try_from(found.count).unwrap_or(u32::MAX))
    })
}

/// Why devices of several kinds get no verdict.
const UNLIKE: &str = "unlike devices ran together and have no estimate here; say which one counts";

/// Finds the device that all printed names mean.
fn printed_device(known: &[Named<'_>], printed: &[String], notes: &mut Vec<String>) -> Result<usize, String> {
    let first = printed.first().ok_or("the output does not name the device")?;
    if printed.iter().any(|name| name != first) {
        return Err(UNLIKE.to_owned());
    }
    let plain = first.replace("(TM)", "").replace("(R)", "");
    let short = plain.split(" (").next().unwrap_or(&plain);
    let bare = ["NVIDIA ", "AMD ", "Intel "].iter().find_map(|maker| short.strip_prefix(maker)).unwrap_or(short);
    let mut problem = String::new();
    for name in [plain.as_str(), short, bare] {
        match choose("device", name.trim(), known, BY_NAME, notes) {
            Ok(at) => return Ok(at),
            Err(other) if problem.is_empty() || other.contains("could be") => problem = other,
            Err(_) => {}
        }
    }
    Err(problem)
}
