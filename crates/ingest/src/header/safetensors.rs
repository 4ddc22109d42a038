//! Reads the header of a safetensors file, and the index of a model in several files.
//!
//! 1. The first eight bytes are the header's length; the format allows 100 MB. The header is a JSON object with type,
//!    shape and offsets of each tensor. Shape and type must agree with the offsets.
//! 2. An index has the file of each tensor and the bytes of all of them; only the files have shapes.
//!
//! The header does not state how packed integers are read: `Packing` takes it from `config.json`. Source of the layout:
//! README.md of huggingface/safetensors.

use super::MAX_FILES;
use super::fault::{Fault, Head, Outcome, disjoint};
use super::tensor::{RawTensor, Stored};
use crate::json::{Json, JsonError};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::number::plain_count;
use rooflight_estimator::quantization::blocks::{self as b, Block};

/// Maximum length of a header, bytes, as in the format's definition.
const MAX_HEADER_BYTES: u64 = 100_000_000;

/// Maximum size of an index, bytes. The largest models' have about 10 MB.
pub(super) const MAX_INDEX_BYTES: u64 = 64_000_000;

/// Maximum length of a tensor's name, bytes.
const MAX_NAME_BYTES: usize = 1024;

/// Maximum number of elements of a tensor.
const MAX_ELEMENTS: u64 = 1 << 50;

/// The parsed header of a safetensors file.
#[derive(Clone, Debug, Default)]
pub(super) struct Safetensors {
    /// The tensors in the header's order.
    pub tensors: Vec<RawTensor>,
    /// Bytes before the first tensor.
    pub header: u64,
    /// Size that the complete file must have, bytes.
    pub expected: u64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// Bytes of all tensors; `None` if not stated.
    pub total: Option<u64>,
    /// The tensors' names, in the index's order.
    pub names: Vec<String>,
    /// The files' names, sorted.
    pub files: Vec<String>,
}

/// Turns a JSON error into a fault.
pub(super) fn broken(error: JsonError) -> Fault {
    Fault::wrong(match error {
        JsonError::Cut => String::from("its JSON ends early"),
        JsonError::Deep => String::from("its JSON nests deeper than any header does"),
        JsonError::Bad(at) => joined(&["its JSON makes no sense at byte ", &plain_count(at as u64)]),
    })
}

/// Reads a header.
///
/// # Errors
/// The header extends beyond the bytes given, or cannot be right.
pub(super) fn read(head: &Head<'_>) -> Outcome<Safetensors> {
    let length: [u8; 8] = head.bytes.get(..8).and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| head.beyond(8))?;
    let length = u64::from_le_bytes(length);
    if length > MAX_HEADER_BYTES {
        return Err(Fault::wrong("this is no safetensors file: its header would be longer than 100 MB"));
    }
    let end = 8 + length;
    let text = usize::try_from(end).ok().and_then(|end| head.bytes.get(8..end)).ok_or_else(|| head.beyond(end))?;
    let mut found = Safetensors { header: end, ..Safetensors::default() };
    let (mut fault, mut places) = (None, Vec::new());
    let mut json = Json::new(text);
    let walked = json.object(|json, name| {
        if name == "__metadata__" || fault.is_some() {
            return json.skip();
        }
        match entry(json, name)? {
            Ok((tensor, place)) => {
                places.push(place);
                found.tensors.push(tensor);
            }
            Err(what) => fault = Some(Fault::wrong(joined(&["the tensor ", &shortened(name), " has ", what]))),
        }
        Ok(())
    });
    walked.map_err(broken)?;
    found.expected = end.saturating_add(places.iter().map(|(_, close)| *close).max().unwrap_or(0));
    fault.map_or(Ok(()), Err)?;
    disjoint(places)?;
    Ok(found)
}

/// Returns the first 100 characters of a name, for a message.
fn shortened(name: &str) -> String {
    name.chars().take(100).collect()
}

/// A tensor with the offsets of its first byte and its end, or the mistake in it.
type Entry = Result<(RawTensor, (u64, u64)), &'static str>;

/// Reads a tensor and the offsets of its first byte and its end. The inner error names the mistake in the tensor; the
/// outer one means that the JSON cannot be read.
fn entry(json: &mut Json<'_>, name: &str) -> Result<Entry, JsonError> {
    let mut kind = String::new();
    let (mut shape, mut place) = (Some([1_u64; 2]), [None; 2]);
    json.object(|json, key| match key {
        "dtype" => json.text().map(|text| kind = text),
        "shape" => json.list(|json| {
            let length = json.number()?;
            shape = shape.zip(length).and_then(|([all, _], length)| Some([all.checked_mul(length)?, length]));
            Ok(())
        }),
        "data_offsets" => {
            let mut at = 0;
            json.list(|json| {
                let number = json.number()?;
                if let Some(slot) = place.get_mut(at) {
                    *slot = number;
                }
                at += 1;
                Ok(())
            })
        }
        _ => json.skip(),
    })?;
    let (Some([elements, columns]), [Some(open), Some(close)]) = (shape, place) else {
        return Ok(Err("no shape or no place"));
    };
    let Some((label, bits)) = TYPES.iter().find(|(label, _)| *label == kind) else {
        return Ok(Err("a type that is not known here"));
    };
    if elements > MAX_ELEMENTS || open > close || name.len() > MAX_NAME_BYTES {
        return Ok(Err("an impossible shape, place or name"));
    }
    let bytes = (elements * bits).div_ceil(8);
    if bytes != close - open {
        return Ok(Err("a place that is not as long as its shape"));
    }
    let stored = Stored { label, block: plain_tensor(label), weights: (1, 1), is_scale: false };
    let rows = elements.checked_div(columns).unwrap_or(0);
    Ok(Ok((RawTensor { name: String::from(name), rows, columns, elements, bytes, stored }, (open, close))))
}

/// The types of the format, with their bits per element.
const TYPES: &[(&str, u64)] = &[
    ("BOOL", 8),
    ("F4", 4),
    ("F6_E2M3", 6),
    ("F6_E3M2", 6),
    ("U8", 8),
    ("I8", 8),
    ("F8_E5M2", 8),
    ("F8_E4M3", 8),
    ("F8_E8M0", 8),
    ("I16", 16),
    ("U16", 16),
    ("F16", 16),
    ("BF16", 16),
    ("I32", 32),
    ("U32", 32),
    ("F32", 32),
    ("F64", 64),
    ("I64", 64),
    ("U64", 64),
    ("C64", 64),
];

/// Returns the block of a type whose elements are single weights.
fn plain_tensor(label: &str) -> Block {
    match label {
        "F32" | "I32" | "U32" => b::F32,
        "F16" | "I16" | "U16" => b::F16,
        "BF16" => b::BF16,
        "F8_E5M2" | "F8_E4M3" | "F8_E8M0" => b::FP8,
        "I8" | "U8" | "BOOL" => b::INT8,
        "F4" => Block::average(b::MXFP4.name, 4.0),
        "F6_E2M3" | "F6_E3M2" => Block::average(b::FP8.name, 6.0),
        _ => Block::average(b::F32.name, 64.0),
    }
}

/// Reads an index.
///
/// # Errors
/// JSON that cannot be read, or an index without tensors.
pub(super) fn index(head: &Head<'_>) -> Outcome<Index> {
    let mut found = Index::default();
    Json::new(head.bytes)
        .object(|json, key| match key {
            "metadata" => json.object(|json, key| {
                if key == "total_size" && !matches!(json.peek()?, b'"' | b'n') {
                    return json.number().map(|total| found.total = total);
                }
                json.skip()
            }),
            "weight_map" => json.object(|json, name| {
                let file = json.text()?;
                found.names.push(String::from(name));
                if let (Err(at), true) = (found.files.binary_search(&file), found.files.len() < MAX_FILES) {
                    found.files.insert(at, file);
                }
                Ok(())
            }),
            _ => json.skip(),
        })
        .map_err(broken)?;
    if found.names.is_empty() {
        return Err(Fault::wrong("it has no “weight_map”"));
    }
    Ok(found)
}
