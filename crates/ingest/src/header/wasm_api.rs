//! WebAssembly entry point: file headers in; ledger (HTML) and model record (text) out.
//!
//! The first line of a request names the parts that count, `mtp=1&vision=0`. Each further line is a file: its size, the
//! number of bytes given, and its name, separated by tabs. The bytes are those of the files, concatenated. The reply is
//! a [`HeaderReply`] as JSON.
//!
//! Keeps nothing between calls.

use super::inspection::{Inspection, RefusedFile};
use super::{Fault, Head, MAX_FILES, MAX_HEADER_BYTES, ModelPart, Parts, inspect, write};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::reply::json;
use rooflight_document::reply::replies::HeaderReply;
use rooflight_document::words::sentence;
use rooflight_document::{html, report::Report};
use rooflight_estimator::records::Record;
use rooflight_primitives::query_string::QueryString;

/// Returns the reply to a request as JSON.
#[must_use]
pub fn reply(request: &str, bytes: &[u8]) -> String {
    json(&header_reply(request, bytes))
}

/// Returns the reply to a request.
#[must_use]
pub fn header_reply(request: &str, bytes: &[u8]) -> HeaderReply {
    let (switches, files) = request.split_once('\n').unwrap_or((request, ""));
    let Some(heads) = heads(files, bytes) else { return refusal("request", "The files and their sizes do not agree.") };
    if heads.is_empty() || heads.len() > MAX_FILES {
        return refusal("request", "Choose between one and a thousand files.");
    }
    match inspect(&heads) {
        Ok(inspection) => model(&inspection, parts(switches)),
        Err(RefusedFile { file, fault: Fault::More(needed) }) if needed <= MAX_HEADER_BYTES => HeaderReply::More {
            file: u32::try_from(file).unwrap_or(u32::MAX),
            bytes: u32::try_from(needed).unwrap_or(u32::MAX),
        },
        Err(RefusedFile { file, fault }) => {
            let name = heads.get(file).map_or("", |head| head.name);
            let why = match fault {
                Fault::Wrong(why) => why,
                Fault::More(_) => String::from("its header is longer than 256 MiB, which no model's is"),
            };
            refusal(name, &sentence(&why))
        }
    }
}

/// Parses the parts that count: prediction only for `mtp=1`, vision unless `vision=0`.
#[must_use]
pub fn parts(switches: &str) -> Parts {
    let query = QueryString::new(switches);
    Parts { prediction: query.get("mtp") == Some("1"), vision: query.get("vision") != Some("0") }
}

fn refusal(name: &str, reason: &str) -> HeaderReply {
    HeaderReply::Refused {
        file: String::from(if name.is_empty() { "file" } else { name }),
        reason: String::from(reason),
    }
}

/// Parses the files of a request; `None` if the lines and the bytes disagree.
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

fn model(inspection: &Inspection, parts: Parts) -> HeaderReply {
    let mut report = Report::default();
    write(&mut report, inspection, parts);
    let record = inspection.record(parts);
    let has = |part| inspection.lines.iter().any(|line| line.part == part);
    let switches = [(ModelPart::Prediction, "mtp"), (ModelPart::Vision, "vision")];
    HeaderReply::Model {
        ledger: html::parts(&report, "").work,
        name: if record.formats.is_empty() { String::new() } else { inspection.name.clone() },
        format: if inspection.lines.is_empty() { String::new() } else { inspection.stored_as() },
        record: hex(&record.to_bytes()),
        quality: hex(&record.quality().to_bytes()),
        switches: switches.into_iter().filter(|(part, _)| has(*part)).map(|(_, name)| String::from(name)).collect(),
        status: joined(&["Read ", &inspection.name, ". The ledger is below."]),
    }
}

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
