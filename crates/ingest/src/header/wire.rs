//! The same for a page: files in, the ledger as HTML and the record as text out.
//!
//! A request is lines: first `mtp=1&vision=0`, the parts that count; then a line for each file with its size, how many bytes of it
//! follow, and its name, with tabs between. The files' first bytes follow each other. A reply has parts, separated by a zero character:
//!
//! - The header of a file goes on: an empty part, then the file's position and how many bytes are needed, a tab between.
//! - A file cannot be read: its name, and the reason.
//! - A model: the ledger as HTML, its name, the name of its files' format (empty where they have no tensors), the record and that of its
//!   quality in hexadecimal digits, the parts that can be switched (`mtp`, `vision`), and a sentence for the live region.
//!
//! Keeps nothing between two calls.

use super::{Fault, Head, Inspection, MOST, MOST_FILES, Part, Parts, Refused, inspect, write};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::number::plain_count;
use rooflight_document::{html, report::Report};
use rooflight_primitives::query_string::QueryString;
use rooflight_records::Record;

/// Stands between the parts of a reply.
const BREAK: char = '\0';

/// The reply to a request.
#[must_use]
pub fn reply(request: &str, bytes: &[u8]) -> String {
    let (switches, files) = request.split_once('\n').unwrap_or((request, ""));
    let Some(heads) = heads(files, bytes) else { return refusal("request", "The files and their sizes do not agree.") };
    if heads.is_empty() || heads.len() > MOST_FILES {
        return refusal("request", "Choose between one and a thousand files.");
    }
    let parts = parts(switches);
    match inspect(&heads) {
        Ok(inspection) => answer(&inspection, parts),
        Err(Refused { file, fault: Fault::More(needed) }) if needed <= MOST => {
            let mut out = String::from(BREAK);
            out.push_str(&joined(&[&plain_count(file as u64), "\t", &plain_count(needed)]));
            out
        }
        Err(Refused { file, fault }) => {
            let name = heads.get(file).map_or("", |head| head.name);
            let why = match fault {
                Fault::Wrong(why) => why,
                Fault::More(_) => String::from("its header is longer than 256 MiB, which no model's is"),
            };
            refusal(name, &rooflight_document::words::sentence(&why))
        }
    }
}

/// The parts that a switch names.
#[must_use]
pub fn parts(switches: &str) -> Parts {
    let query = QueryString::new(switches);
    Parts { prediction: query.get("mtp") == Some("1"), vision: query.get("vision") != Some("0") }
}

fn refusal(name: &str, why: &str) -> String {
    let mut out = without_breaks(if name.is_empty() { "file" } else { name });
    out.push(BREAK);
    out.push_str(&without_breaks(why));
    out
}

fn without_breaks(text: &str) -> String {
    text.chars().filter(|character| *character != BREAK).collect()
}

/// The files of a request; `None` where the lines and the bytes do not agree.
fn heads<'a>(files: &'a str, mut bytes: &'a [u8]) -> Option<Vec<Head<'a>>> {
    let mut heads = Vec::new();
    for line in files.lines() {
        let mut fields = line.splitn(3, '\t');
        let size = fields.next()?.parse().ok()?;
        let length: usize = fields.next()?.parse().ok()?;
        let (own, rest) = bytes.split_at_checked(length)?;
        heads.push(Head { name: fields.next()?, size, bytes: own });
        bytes = rest;
    }
    bytes.is_empty().then_some(heads)
}

fn answer(inspection: &Inspection, parts: Parts) -> String {
    let mut report = Report::default();
    write(&mut report, inspection, parts);
    let mut out = html::parts(&report).work;
    let record = inspection.record(parts);
    let format = if inspection.lines.is_empty() { String::new() } else { inspection.stored_as() };
    let has = |part| inspection.lines.iter().any(|line| line.part == part);
    let switches = [(Part::Prediction, "mtp "), (Part::Vision, "vision ")];
    let switches: String = switches.into_iter().filter(|(part, _)| has(*part)).map(|(_, name)| name).collect();
    let status = joined(&["Read ", &inspection.name, ". The ledger is below."]);
    let (own, quality) = (hex(&record.to_bytes()), hex(&record.quality().to_bytes()));
    let offers = if record.formats.is_empty() { "" } else { inspection.name.as_str() };
    for part in [offers, &format, &own, &quality, &switches, &status] {
        out.push(BREAK);
        out.push_str(&without_breaks(part));
    }
    out
}

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
