//! The same for a page: pasted text in, the values of a form out.
//!
//! The request is the text, the bytes are those of [`NamesRecord`]. A reply has parts, separated by a zero character:
//!
//! - A machine: the device's id, how many, GiB of memory and GB a second where they are not the record's; three times the id and the number
//!   of further devices that share a model with them (empty and 0 where there are none); the link between them where one is printed, and a
//!   sentence for the reader.
//! - Nothing known: an empty part, and what is known.
//!
//! Keeps nothing between two calls.

use super::matching::{Found, Known, MOST_OTHERS, find, read};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::number::{plain, plain_count, without_commas};
use rooflight_primitives::units::{GB, GIB};
use rooflight_records::{NamesRecord, Record};

/// Equal devices that the explorer's form takes at most.
pub const MOST_DEVICES: u64 = 8;

/// Stands between the parts of a reply.
const BREAK: &str = "\0";

/// The reply to pasted text.
#[must_use]
pub fn reply(text: &str, records: &[u8]) -> String {
    let refused = |why: &str| joined(&[BREAK, &why.replace(BREAK, "")]);
    let names = NamesRecord::from_bytes(records).unwrap_or_default();
    let known: Vec<Known<'_>> = names.devices.iter().map(|(device, aliases)| Known { device, aliases }).collect();
    let machine = match read(text, &known) {
        Ok(machine) => machine,
        Err(why) => return refused(why),
    };
    let matched = find(&machine, &known);
    let Some((found, record)) = matched.main().and_then(|found| Some((found, known.get(found.at)?))) else {
        return refused(&matched.why_none());
    };
    let others = matched.others(&known);
    let name = |found: &Found| known.get(found.at).map_or("", |known| &known.device.name);
    let mut said = joined(&["Found ", &named(found, &record.device.name)]);
    for (at, other) in others.iter().enumerate() {
        said.push_str(&joined(&[if at + 1 == others.len() { " and " } else { ", " }, &named(other, name(other))]));
    }
    said.push('.');
    for other in matched.found.iter().skip(1).filter(|found| !others.contains(found)) {
        let name = name(other);
        said.push_str(&joined(&[
            " Left out: ",
            &named(other, name),
            ", since the list does not take it with the others.",
        ]));
    }
    let notes = found.notes.iter().chain(others.iter().flat_map(|other| &other.notes)).map(String::as_str);
    for note in notes.chain(matched.unknown.iter().map(|unknown| unknown.why.as_str())).chain(machine.notes) {
        said.push_str(&joined(&[" ", note]));
    }
    let count = plain_count(found.count.min(MOST_DEVICES));
    let number =
        |value: Option<f64>, unit: f64| value.map_or_else(String::new, |value| without_commas(&plain(value / unit, 1)));
    let [memory, bandwidth] = [number(found.memory, GIB), number(found.bandwidth, GB)];
    let mut parts = Vec::from([record.device.id.clone(), count, memory, bandwidth]);
    for at in 0..MOST_OTHERS {
        let other = others.get(at);
        parts
            .push(other.and_then(|other| known.get(other.at)).map(|known| known.device.id.clone()).unwrap_or_default());
        parts.push(plain_count(other.map_or(0, |other| other.count.min(MOST_DEVICES))));
    }
    parts.push(String::from(matched.link(&known).unwrap_or_default()));
    parts.push(said);
    let parts: Vec<String> = parts.iter().map(|part| part.replace(BREAK, "")).collect();
    parts.join(BREAK)
}

/// The devices with their number.
fn named(found: &Found, name: &str) -> String {
    if found.count == 1 { String::from(name) } else { joined(&[&plain_count(found.count), " × ", name]) }
}
