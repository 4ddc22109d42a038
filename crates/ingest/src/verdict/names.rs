//! Finds the device, model or format that a typed name means.
//!
//! 1. `rooflight_primitives::names` finds it: by id or name, by an id without the minor version number, or by an alias.
//!    In the last two cases a note says what was found.
//! 2. A name that several records share is refused, with all of them listed.
//! 3. For an unknown name, records that contain every typed word (`apple-m4-max`) are offered, else the nearest
//!    spelling.
//! 4. [`choose_usual`] takes the most used of several candidates, and a note names the others.
//!
//! [`choose`] never picks one of several. A [`Label`] decides whether messages show ids, to be typed again, or names,
//! to be read.

use super::question::shortened as quoted;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;
use rooflight_primitives::names::Named;
use rooflight_primitives::names::{Meaning, containing, meaning, nearest_text};

/// Maximum number of records that a message offers.
const MAX_OFFERED: usize = 4;

/// How messages refer to a record.
pub type Label = for<'a> fn(&Named<'a>) -> &'a str;

/// By id, as flags accept it.
pub const BY_ID: Label = |named| named.id;

/// By name, as pages show it.
pub const BY_NAME: Label = |named| named.name;

/// Maximum number of candidates from which [`choose_usual`] still takes one.
const MAX_CANDIDATES: usize = 8;

/// Returns the position of the record that a name means, and adds a note if the name is an alias or an older version.
///
/// # Errors
/// No record has the name, with suggestions; or several have it, with the first of them.
pub fn choose(
    what: &str,
    wanted: &str,
    known: &[Named<'_>],
    label: Label,
    notes: &mut Vec<String>,
) -> Result<usize, String> {
    let label_at = |at: usize| known.get(at).map_or("", label);
    match meaning(wanted, known) {
        Meaning::Own(at) => Ok(at),
        Meaning::Version(at) => {
            notes.push(format!("There is no {what} `{wanted}` in the catalog; this is `{}`.", label_at(at)));
            Ok(at)
        }
        Meaning::Alias(at) => {
            notes.push(format!("`{wanted}` is `{}` in the catalog.", label_at(at)));
            Ok(at)
        }
        Meaning::Several(several) => {
            Err(format!("{what} `{}` could be {}", quoted(wanted), listed(known, &several, label)))
        }
        Meaning::Nothing => Err(format!("there is no {what} `{}` here{}", quoted(wanted), offer(wanted, known, label))),
    }
}

/// Returns the position of the record that a name usually means: of those that have the name, or contain each of its
/// words, the one with the largest weight, then with the shortest id. A note says which one was taken and names others.
///
/// # Errors
/// No record matches, or more than eight do.
pub fn choose_usual(
    what: &str,
    wanted: &str,
    known: &[Named<'_>],
    weight: &dyn Fn(usize) -> usize,
    notes: &mut Vec<String>,
) -> Result<usize, String> {
    let meant = match meaning(wanted, known) {
        Meaning::Several(several) => several,
        Meaning::Nothing => containing(wanted, known),
        _ => Vec::new(),
    };
    let length = |at: usize| known.get(at).map_or(0, |named| named.id.len());
    let usual = meant.iter().copied().max_by_key(|at| (weight(*at), Reverse(length(*at))));
    let Some(usual) = usual.filter(|_| meant.len() <= MAX_CANDIDATES) else {
        return choose(what, wanted, known, BY_ID, notes);
    };
    let others: Vec<usize> = meant.into_iter().filter(|at| *at != usual).collect();
    let taken = known.get(usual).map_or("", |named| named.id);
    notes.push(if others.is_empty() {
        format!("`{wanted}` is `{taken}` in the catalog.")
    } else {
        format!(
            "`{wanted}` is taken for `{taken}`, which has the most published runs; it could also be {}.",
            listed(known, &others, BY_ID)
        )
    });
    Ok(usual)
}

/// Suggests the records that contain every word, those with the fewest further words first, else the nearest spelling.
fn offer(wanted: &str, known: &[Named<'_>], label: Label) -> String {
    let close = containing(wanted, known);
    if !close.is_empty() {
        return format!("; did you mean {}?", listed(known, &close, label));
    }
    let near = nearest_text(wanted, known.iter().map(|named| named.id));
    let near = near.and_then(|near| known.iter().find(|named| named.id == near));
    near.map_or_else(String::new, |near| format!("; did you mean `{}`?", label(near)))
}

/// Lists the first [`MAX_OFFERED`] records: "`a` or `b`".
pub(super) fn listed(known: &[Named<'_>], positions: &[usize], label: Label) -> String {
    let offered = positions.iter().filter_map(|at| known.get(*at)).take(MAX_OFFERED);
    let all: Vec<String> = offered.map(|named| format!("`{}`", label(named))).collect();
    all.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;

    const fn plain(id: &'static str, name: &'static str) -> Named<'static> {
        Named { id, name, aliases: &[] }
    }

    const MODELS: [Named<'static>; 5] = [
        plain("llama-3.1-8b", "Llama 3.1 8B"),
        plain("llama-3.1-70b", "Llama 3.1 70B"),
        plain("qwen2.5-7b", "Qwen2.5 7B"),
        plain("qwen2.6-7b", "Qwen2.6 7B"),
        plain("qwen2.6-7b-coder", "Qwen2.6 Coder 7B"),
    ];

    fn found(name: &str) -> Result<(&'static str, usize), String> {
        let mut notes = Vec::new();
        choose("model", name, &MODELS, BY_ID, &mut notes).map(|at| (MODELS[at].id, notes.len()))
    }

    #[test]
    fn a_name_is_found_where_only_one_can_be_meant() {
        assert_eq!(found("llama-3.1-8b"), Ok(("llama-3.1-8b", 0)));
        assert_eq!(found("Llama 3.1 8B"), Ok(("llama-3.1-8b", 0)));
        assert_eq!(found("llama-3-8b"), Ok(("llama-3.1-8b", 1)));
        assert!(found("llama-3-80b").is_err_and(|problem| problem.contains("did you mean")));
        assert!(found("qwen2-7b").is_err(), "two could be meant");
        assert!(found("").is_err());
    }

    #[test]
    fn words_decide_before_spelling_does() {
        let offered = found("coder-qwen2.6").unwrap_err();
        assert!(offered.ends_with("did you mean `qwen2.6-7b-coder`?"), "{offered}");
    }

    #[test]
    fn the_usual_one_is_taken_and_the_others_are_named() {
        let aliases = ["M4 Max".to_owned()];
        let chip = |id| Named { id, name: "a chip", aliases: &aliases };
        let chips = [chip("m4-max-32c"), chip("m4-max-40c")];
        let mut notes = Vec::new();
        let taken = |notes: &mut Vec<String>, name: &str, weights: [usize; 2]| {
            choose_usual("device", name, &chips, &|at| weights[at], notes)
        };
        assert_eq!(taken(&mut notes, "m4 max", [3, 9]), Ok(1));
        assert!(
            notes[0].contains("taken for `m4-max-40c`") && notes[0].ends_with("also be `m4-max-32c`."),
            "{notes:?}"
        );
        assert_eq!(taken(&mut notes, "max 32c", [0, 9]), Ok(0));
        assert_eq!(notes[1], "`max 32c` is `m4-max-32c` in the catalog.");
        assert!(taken(&mut notes, "m5 max", [3, 9]).is_err_and(|problem| problem.starts_with("there is no device")));
        assert!(taken(&mut notes, "", [3, 9]).is_err());
    }

    #[test]
    fn a_shared_alias_asks_back() {
        let aliases = ["M4 Max".to_owned()];
        let chip = |id| Named { id, name: "a chip", aliases: &aliases };
        let chips = [chip("m4-max-32c"), chip("m4-max-40c")];
        let refused = choose("device", "m4 max", &chips, BY_ID, &mut Vec::new());
        assert_eq!(refused, Err("device `m4 max` could be `m4-max-32c` or `m4-max-40c`".to_owned()));
        let mut notes = Vec::new();
        assert_eq!(choose("device", "M4-MAX", &chips[1..], BY_NAME, &mut notes), Ok(0));
        assert_eq!(notes, ["`M4-MAX` is `a chip` in the catalog."]);
    }
}
