//! Parses machines and numbers of tokens as people type them.
//!
//! 1. A machine is a device's name, optionally with a count before it ("2x 3090", "two 3090s") and a memory size in it
//!    ("M4 Max 128", "16 GB 5060 Ti").
//! 2. A text that is a device's name as a whole is taken as that name, whatever figures it contains ("RTX 4060 Ti
//!    16GB").
//! 3. A memory size chooses between records of the same name. If no record has it, a record is copied with that size.
//!
//! Names are matched by `rooflight_primitives::names`.

use rooflight_compiler::calibrate::CalibratedCatalog;
use rooflight_ingest::machine::count_word;
use rooflight_primitives::names::{Meaning, containing, meaning, with_name};
use rooflight_primitives::units::{GIB, count};

/// Memory sizes in GiB that a figure without a unit at the end of a name may mean: sizes that are sold and that are no
/// product numbers.
const SOLD: [u64; 20] = [4, 6, 8, 10, 11, 12, 16, 18, 20, 24, 32, 36, 48, 64, 96, 128, 192, 256, 384, 512];

/// Memory sizes in GiB that a figure with a unit may mean.
const SIZES: std::ops::RangeInclusive<u64> = 1..=4096;

/// Relative difference up to which a stated memory size equals a record's: sizes as sold and as printed differ.
const NEAR: f64 = 0.06;

/// Devices of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MachineWords {
    /// The id of the device's record.
    pub(super) device: String,
    /// How many of the device.
    pub(super) number: u64,
}

/// Parses a machine, and resolves its device.
///
/// # Errors
/// An unknown name, or one that several records share.
pub(super) fn machine(
    typed: &str,
    catalog: &mut CalibratedCatalog,
    notes: &mut Vec<String>,
) -> Result<MachineWords, String> {
    let typed = typed.trim();
    let is_name = |text: &str| !with_name(text, &catalog.named_devices()).is_empty();
    let (number, name) = if is_name(typed) { (1, typed.to_owned()) } else { counted(typed) };
    let name = match name.strip_suffix('s') {
        Some(singular) if !is_name(&name) && name.ends_with('s') && is_known_device(singular, catalog) => {
            singular.to_owned()
        }
        _ => name,
    };
    let own =
        matches!(meaning(&name, &catalog.named_devices()), Meaning::Own(_) | Meaning::Version(_) | Meaning::Alias(_));
    let sized = if own { None } else { sized(&name) };
    let at = match &sized {
        Some((bare, memory)) => device_with_memory(bare, *memory, catalog, notes)?,
        None => catalog.find_device(&name, notes)?,
    };
    let mut device = catalog.estimator.devices[at].device.id.clone();
    if let Some((_, memory)) = sized {
        device = copy_with_memory(catalog, at, memory, notes);
    }
    Ok(MachineWords { device, number })
}

/// True if a device has the name, or a name with all of its words.
fn is_known_device(name: &str, catalog: &CalibratedCatalog) -> bool {
    let named = catalog.named_devices();
    !with_name(name, &named).is_empty() || !containing(name, &named).is_empty()
}

/// Splits the count from a name; 1 if there is none.
fn counted(typed: &str) -> (u64, String) {
    let text = typed.replace(['×', '*'], "x ");
    let mut words: Vec<&str> = text.split_whitespace().collect();
    // "2 x 3090"
    if words.len() > 2 && words[1].eq_ignore_ascii_case("x") {
        words.remove(1);
    }
    match words.first().and_then(|word| count_word(word)) {
        // "2x 3090", "two 3090s"
        Some((number, "")) if words.len() > 1 => (u64::from(number), words[1..].join(" ")),
        // "2x3090"
        Some((number, rest)) if !rest.is_empty() => {
            words[0] = rest;
            (u64::from(number), words.join(" "))
        }
        _ => (1, words.join(" ")),
    }
}

/// Splits the memory size in GiB from a name: a figure with a unit, or a last figure that is a size in [`SOLD`].
fn sized(name: &str) -> Option<(String, u64)> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let unit = |word: &str| ["gb", "gib", "g"].contains(&word.to_ascii_lowercase().as_str());
    let figure = |word: &str| word.parse().ok().filter(|size| SIZES.contains(size));
    for (at, word) in words.iter().enumerate() {
        let lower = word.to_ascii_lowercase();
        let joined = ["gib", "gb", "g"].iter().find_map(|unit| lower.strip_suffix(unit)).and_then(figure);
        let apart = words.get(at + 1).is_some_and(|next| unit(next)).then(|| figure(word)).flatten();
        let last = (at > 0 && at + 1 == words.len()).then(|| figure(word)).flatten();
        let last = last.filter(|size| SOLD.contains(size));
        if let Some(memory) = joined.or(apart).or(last) {
            let skipped = if apart.is_some() && joined.is_none() { 2 } else { 1 };
            let rest: Vec<&str> =
                words[..at].iter().chain(&words[(at + skipped).min(words.len())..]).copied().collect();
            return (!rest.is_empty()).then(|| (rest.join(" "), memory));
        }
    }
    None
}

/// Finds the device with this name and memory size; a device whose name contains the figure comes first.
fn device_with_memory(
    bare: &str,
    memory: u64,
    catalog: &CalibratedCatalog,
    notes: &mut Vec<String>,
) -> Result<usize, String> {
    let whole = format!("{bare} {memory}");
    let named = catalog.named_devices();
    // "RTX 3060 12": a record may have the figure in its name.
    let with = |unit: &str| with_name(&format!("{whole}{unit}"), &named);
    if let [at] = ["", "gb"].iter().map(|unit| with(unit)).find(|all| !all.is_empty()).unwrap_or_default()[..] {
        return Ok(at);
    }
    let mut meant = with_name(bare, &named);
    if meant.is_empty() {
        meant = containing(bare, &named);
    }
    let same = |at: &usize| catalog.estimator.devices[*at].device.memory.is_some_and(|own| is_same_memory(own, memory));
    let sold: Vec<usize> = meant.iter().copied().filter(same).collect();
    if sold.is_empty() {
        return catalog.find_device(bare, notes);
    }
    // The one with the most published runs, as for ambiguous names.
    let usual = sold.into_iter().max_by_key(|at| catalog.estimator.devices[*at].rows.len());
    usual.ok_or_else(|| format!("there is no device `{bare}` here"))
}

fn is_same_memory(own: f64, memory: u64) -> bool {
    (own / (count(memory) * GIB) - 1.0).abs() <= NEAR
}

/// Returns the device's id if it has this memory size, else the id of a copy that has.
fn copy_with_memory(catalog: &mut CalibratedCatalog, at: usize, memory: u64, notes: &mut Vec<String>) -> String {
    let record = &catalog.estimator.devices[at];
    if record.device.memory.is_some_and(|own| is_same_memory(own, memory)) {
        return record.device.id.clone();
    }
    let mut copy = record.clone();
    let was = copy.device.memory.map(|own| format!("; the catalog's record has {:.0} GiB", own / GIB));
    notes.push(format!("`{}` is taken with {memory} GiB of memory{}.", copy.device.id, was.unwrap_or_default()));
    let prompts = catalog.estimator.prompts.iter().find(|prompts| prompts.device == copy.device.id).cloned();
    copy.device.memory = Some(count(memory) * GIB);
    copy.device.name = format!("{} ({memory} GiB)", copy.device.name);
    copy.device.id = format!("{}-{memory}-gib", copy.device.id);
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
    fn a_number_before_a_name_counts_devices() {
        for (typed, number, name) in [
            ("2x 3090", 2, "3090"),
            ("2 x RTX 3090", 2, "RTX 3090"),
            ("two 3090s", 2, "3090s"),
            ("8× H100", 8, "H100"),
            ("4090", 1, "4090"),
            ("RTX 4090", 1, "RTX 4090"),
        ] {
            assert_eq!(counted(typed), (number, name.to_owned()), "{typed}");
        }
    }

    #[test]
    fn a_memory_is_taken_out_of_a_name() {
        let found = |name: &str| sized(name).map(|(bare, memory)| format!("{bare}|{memory}"));
        for (name, expected) in [
            ("16 GB 5060 Ti", Some("5060 Ti|16")),
            ("16GB 5060 Ti", Some("5060 Ti|16")),
            ("M4 Max 128", Some("M4 Max|128")),
            ("M4 Max 128 GB", Some("M4 Max|128")),
            ("RTX 4090", None),
            ("5060 Ti", None),
            ("128", None),
        ] {
            assert_eq!(found(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn tokens_come_in_thousands_of_1024() {
        assert_eq!(["32k", "32K", "8,192", "1M", "1"].map(tokens), [32_768, 32_768, 8192, 1_048_576, 1].map(Ok));
        assert!(["", "k", "0", "-1", "1.5k", "many"].iter().all(|text| tokens(text).is_err()));
    }
}
