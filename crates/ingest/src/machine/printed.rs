//! Forms of a printed name that the catalog may list: without trademark signs, a tool's additions or the maker.
//!
//! Forms are ordered from the fullest to the barest; the caller uses the first that the catalog has. Looks nothing up.

use super::fields::tidy;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Strings that end a device's name.
const CUTS: [&str; 6] = [" (", " [", " w/ ", " @ ", " CPU @", " with Radeon"];

/// Suffixes of a device's name that tools and makers add.
const ENDS: [&str; 7] = [" Processor", " CPU", " Graphics", " GPU", " Generation", " Edition", " Series"];

/// Makers and product lines that a catalog's name may omit.
const MAKERS: [&str; 6] = ["NVIDIA ", "AMD ", "Intel ", "INTEL ", "Tesla ", "GeForce "];

/// Returns the names that a printed one may mean: the text in brackets, split at slashes ("RX 6800/6800 XT").
pub(super) fn possible_names(printed: &str) -> Vec<String> {
    let inside =
        printed.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or(printed, |(inside, _)| inside);
    if inside.contains("w/ ") || !inside.contains('/') {
        return Vec::from([inside.to_string()]);
    }
    let mut parts = inside.split('/').map(str::trim).filter(|part| !part.is_empty()).take(6);
    let first = parts.next().unwrap_or(inside);
    // The later names omit the words that they share with the first.
    let shared = first.find(|c: char| c.is_ascii_digit()).and_then(|at| first.get(..at)).unwrap_or_default();
    let shared = shared.rfind(' ').and_then(|at| shared.get(..=at)).unwrap_or_default();
    let own = |part: &str| part.split(' ').next() == first.split(' ').next();
    let whole = |part: &str| if own(part) { part.to_string() } else { [shared, part].concat() };
    core::iter::once(first.to_string()).chain(parts.map(whole)).collect()
}

/// Returns the forms of a name, the fullest first.
pub(super) fn forms(printed: &str) -> Vec<String> {
    let mut plain = tidy(printed);
    for mark in ["(TM)", "(R)", "(tm)", "(r)", "™", "®"] {
        plain = plain.replace(mark, " ");
    }
    let plain = tidy(&plain);
    // "13th Gen Intel Core i9-13900K"
    let plain = plain.split_once("th Gen ").map_or(plain.as_str(), |(_, name)| name).to_string();
    let mut out = Vec::from([plain.clone()]);
    let cut = CUTS.iter().filter_map(|cut| plain.find(cut)).filter(|at| *at > 0).min();
    let mut short = cut.and_then(|at| plain.get(..at)).unwrap_or(&plain).to_string();
    push(&mut out, &short);
    if let Some(cores) = cores(&short) {
        short.truncate(cores);
        push(&mut out, &short);
    }
    for end in ENDS {
        if let Some(stripped) = short.strip_suffix(end) {
            short = stripped.to_string();
            push(&mut out, &short);
        }
    }
    let mut at = 0;
    while let Some(form) = out.get(at).cloned() {
        let bare = MAKERS.iter().find_map(|maker| form.strip_prefix(maker));
        if let Some(bare) = bare {
            push(&mut out, bare);
        }
        at += 1;
    }
    out
}

fn push(forms: &mut Vec<String>, form: &str) {
    if !form.is_empty() && !forms.iter().any(|known| known == form) {
        forms.push(form.to_string());
    }
}

/// Returns the offset at which ` 16-Core Processor` begins.
fn cores(name: &str) -> Option<usize> {
    let at = name.find("-Core")?;
    let start = name.get(..at)?.rfind(' ')?;
    name.get(start + 1..at)?.bytes().all(|byte| byte.is_ascii_digit()).then_some(start)
}

/// Returns the barest form, by which names of two tools are compared.
pub(super) fn barest(printed: &str) -> String {
    let first = possible_names(printed).into_iter().next().unwrap_or_default();
    forms(&first).pop().unwrap_or_default()
}
