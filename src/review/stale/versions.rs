//! Sources of an older version than another source of the site names.
//!
//! 1. A part of an address is a version if it is `v` with two numbers or more (`v0.33.0`), or three numbers or more
//!    (`0.1.161`). Two bare numbers may be a paper's or a chapter's.
//! 2. Two sources are of one thing if their addresses are equal up to the version, besides the words for a file or a
//!    folder.
//!
//! Judges no version in a text: "Llama 3.1" is not behind "Llama 3.3".

use crate::review::stale::address::Address;
use rooflight_glossary::link::Entry;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;
use std::collections::BTreeMap;

/// A version in an address.
struct Versioned<'a> {
    /// The thing that it is a version of.
    of: String,
    numbers: Vec<u64>,
    /// As it stands in the address.
    text: &'a str,
}

pub(super) fn check(entries: &[&Entry], problems: &mut Vec<Diagnostic>) {
    let mut newest: BTreeMap<String, Versioned<'_>> = BTreeMap::new();
    let urls = entries.iter().flat_map(|entry| &entry.document.front.sources).filter_map(|one| one.url.as_deref());
    for found in urls.filter_map(versioned) {
        if newest.get(&found.of).is_none_or(|known| known.numbers < found.numbers) {
            newest.insert(found.of.clone(), found);
        }
    }
    for entry in entries {
        for (number, source) in entry.document.front.sources.iter().enumerate() {
            let Some(own) = source.url.as_deref().and_then(versioned) else { continue };
            let newer = newest.get(&own.of).filter(|newest| newest.numbers > own.numbers);
            if let Some(newer) = newer {
                let place = entry.document.location(yaml_path!["sources", number, "url"]);
                problems.push(messages::old_version(place, own.text, newer.text));
            }
        }
    }
}

fn versioned(url: &str) -> Option<Versioned<'_>> {
    let address = Address::new(url);
    let numbered = |(at, part): (usize, &&str)| Some((at, numbers(part)?));
    let (at, numbers) = address.parts.iter().enumerate().find_map(numbered)?;
    Some(Versioned { of: address.before(at), numbers, text: address.parts[at] })
}

/// The numbers of a version.
fn numbers(part: &str) -> Option<Vec<u64>> {
    let (fewest, bare) = part.strip_prefix('v').map_or((3, part), |bare| (2, bare));
    let numbers: Vec<u64> = bare.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    (numbers.len() >= fewest).then_some(numbers)
}
