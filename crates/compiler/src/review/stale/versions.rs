//! Warns of sources of an older version than another source of the site.
//!
//! 1. A segment of an address is a version if it is `v` with at least two numbers (`v0.33.0`), or at least three
//!    numbers (`0.1.161`). Two bare numbers may be the number of a paper or a chapter.
//! 2. Two sources are versions of the same thing if their addresses are equal before the version, apart from segments
//!    such as `blob` or `tree`.
//!
//! Versions in texts are not compared: "Llama 3.1" is not behind "Llama 3.3".

use crate::review::stale::address::Address;
use rooflight_glossary::link::Entry;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;
use std::collections::BTreeMap;

/// An address with a version.
struct Versioned<'a> {
    /// The address before the version, which identifies the thing.
    of: String,
    numbers: Vec<u64>,
    /// The version as written in the address.
    text: &'a str,
}

pub(super) fn check(entries: &[&Entry], problems: &mut Vec<Diagnostic>) {
    let mut newest: BTreeMap<String, Versioned<'_>> = BTreeMap::new();
    let urls = entries.iter().flat_map(|entry| &entry.document.front.sources).filter_map(|one| one.url.as_deref());
    for found in urls.filter_map(versioned) {
        if newest.get(&found.of).is_none_or(|current| current.numbers < found.numbers) {
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

/// Parses a version into its numbers; `None` for any other text.
fn numbers(part: &str) -> Option<Vec<u64>> {
    let (fewest, bare) = part.strip_prefix('v').map_or((3, part), |bare| (2, bare));
    let numbers: Vec<u64> = bare.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    (numbers.len() >= fewest).then_some(numbers)
}
