//! Reads the header of a GGUF file: metadata, then name, shape, type and offset of each tensor.
//!
//! 1. The first eight bytes are the magic number and the version. Each count is compared with what the file could hold
//!    before it is used; no memory is reserved for a count.
//! 2. Metadata is read key by key. Whole numbers, flags, short strings and short lists of whole numbers are kept; of
//!    longer lists, such as the vocabulary, only the length is.
//! 3. A tensor's bytes follow from its shape and type; its offset must be a multiple of the file's alignment.
//!
//! Reads versions 2 and 3, little-endian. Source of the layout: docs/gguf.md of ggml-org/ggml; sizes of types:
//! ggml/src/ggml-common.h.

use super::fault::{Fault, Head, Outcome, disjoint};
use super::tensor::{RawTensor, Stored};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::number::plain_count;
use rooflight_estimator::quantization::blocks::{self as b, Block};

/// The first four bytes of a GGUF file.
pub(super) const MAGIC: &[u8] = b"GGUF";

/// Maximum length of a tensor's name, bytes. llama.cpp allows 63.
const MAX_NAME_BYTES: u64 = 1024;

/// Maximum length of a metadata key, bytes, as in the format's definition.
const MAX_KEY_BYTES: u64 = 65_535;

/// Maximum number of metadata keys. Real files have about fifty.
const MAX_KEYS: u64 = 10_000;

/// Maximum length of a list whose numbers are kept. Such lists have one number per layer.
const MAX_LIST: u64 = 4096;

/// Maximum length of a string that is kept, bytes; longer ones are skipped.
const MAX_TEXT_BYTES: usize = 4096;

/// Maximum number of elements of a tensor.
const MAX_ELEMENTS: u64 = 1 << 50;

/// A value of the metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meta {
    /// A whole number or a flag.
    Whole(u64),
    /// A string of at most [`MAX_TEXT_BYTES`].
    Text(String),
    /// A list of at most [`MAX_LIST`] whole numbers or flags.
    List(Vec<u64>),
    /// The length of a longer list, or of one of strings, floats or lists.
    Count(u64),
}

/// The parsed header.
#[derive(Clone, Debug, Default)]
pub(super) struct Gguf {
    /// Metadata in the file's order, without the values that are dropped.
    pub meta: Vec<(String, Meta)>,
    /// The tensors, in the file's order.
    pub tensors: Vec<RawTensor>,
    /// Bytes before the first tensor, alignment included.
    pub header: u64,
    /// Minimum and maximum size of a complete file, bytes: padding after the last tensor is optional.
    pub expected: [u64; 2],
}

impl Gguf {
    fn get(&self, key: &str) -> Option<&Meta> {
        self.meta.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Returns a whole number, or the first one of a list.
    pub(super) fn whole(&self, key: &str) -> Option<u64> {
        match self.get(key)? {
            Meta::Whole(value) => Some(*value),
            Meta::List(list) => list.first().copied(),
            _ => None,
        }
    }

    pub(super) fn text(&self, key: &str) -> Option<&str> {
        if let Meta::Text(text) = self.get(key)? { Some(text) } else { None }
    }

    /// Returns a list of numbers.
    pub(super) fn list(&self, key: &str) -> Option<&[u64]> {
        if let Meta::List(list) = self.get(key)? { Some(list) } else { None }
    }

    /// Returns the length of a list, whether or not its items were kept.
    pub(super) fn count(&self, key: &str) -> Option<u64> {
        match self.get(key)? {
            Meta::Count(count) => Some(*count),
            Meta::List(list) => Some(list.len() as u64),
            _ => None,
        }
    }
}

/// Reads a header.
///
/// # Errors
/// The header extends beyond the bytes given, or cannot be right.
pub(super) fn read(head: &Head<'_>) -> Outcome<Gguf> {
    let mut cursor = Cursor { head, at: 0 };
    if cursor.take(4)? != MAGIC {
        return Err(Fault::wrong("this is no GGUF file: it does not begin with “GGUF”"));
    }
    let version = cursor.u32()?;
    if version.swap_bytes() <= 0xffff && version > 0xffff {
        return Err(Fault::wrong("its numbers are big-endian, which no common machine runs: convert it first"));
    }
    if !(2..=3).contains(&version) {
        let version = plain_count(u64::from(version));
        return Err(Fault::wrong(joined(&["it is GGUF version ", &version, "; versions 2 and 3 are read"])));
    }
    let (tensors, keys) = (cursor.u64()?, cursor.u64()?);
    cursor.plausible(tensors, 24, "tensors")?;
    cursor.plausible(keys, if keys > MAX_KEYS { u64::MAX } else { 13 }, "keys of metadata")?;
    let mut gguf = Gguf::default();
    for _ in 0..keys {
        let key = cursor.text(MAX_KEY_BYTES)?;
        let kind = cursor.u32()?;
        if let Some(value) = cursor.value(kind, 0)? {
            gguf.meta.push((key, value));
        }
    }
    let alignment = gguf.whole("general.alignment").unwrap_or(32);
    if !alignment.is_power_of_two() || alignment > 1 << 20 {
        return Err(Fault::wrong(joined(&[
            "its alignment is ",
            &plain_count(alignment),
            ", which is no power of two",
        ])));
    }
    let (mut end, mut places) = ([0, 0], Vec::new());
    for _ in 0..tensors {
        let (tensor, offset) = cursor.tensor()?;
        if !offset.is_multiple_of(alignment) {
            return Err(Fault::wrong(joined(&[
                "the tensor ",
                &tensor.name,
                " does not stand on the file's alignment",
            ])));
        }
        let close = offset.saturating_add(tensor.bytes);
        places.push((offset, close));
        if close > end[0] {
            end = [close, close.checked_next_multiple_of(alignment).unwrap_or(close)];
        }
        gguf.tensors.push(tensor);
    }
    disjoint(places)?;
    gguf.header = cursor.at.next_multiple_of(alignment);
    gguf.expected = end.map(|end| gguf.header.saturating_add(end));
    Ok(gguf)
}

/// Reads little-endian values one after another.
struct Cursor<'a> {
    head: &'a Head<'a>,
    at: u64,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: u64) -> Outcome<&'a [u8]> {
        let end = self.at.saturating_add(count);
        let range = usize::try_from(self.at).ok().zip(usize::try_from(end).ok());
        let found = range.and_then(|(from, to)| self.head.bytes.get(from..to));
        let taken = found.ok_or_else(|| self.head.beyond(end))?;
        self.at = end;
        Ok(taken)
    }

    fn number(&mut self, width: u64) -> Outcome<u64> {
        let bytes = self.take(width)?;
        Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }

    fn u32(&mut self) -> Outcome<u32> {
        Ok(u32::try_from(self.number(4)?).unwrap_or(u32::MAX))
    }

    fn u64(&mut self) -> Outcome<u64> {
        self.number(8)
    }

    /// Checks that the rest of the file has room for `count` items of `least` bytes each.
    fn plausible(&self, count: u64, least: u64, what: &str) -> Outcome<()> {
        let room = self.head.size.saturating_sub(self.at);
        if count.checked_mul(least).is_some_and(|bytes| bytes <= room) {
            return Ok(());
        }
        Err(Fault::wrong(joined(&["it claims ", &plain_count(count), " ", what, ", more than the file can hold"])))
    }

    fn text(&mut self, longest: u64) -> Outcome<String> {
        let length = self.u64()?;
        if length > longest {
            return Err(Fault::wrong(joined(&["a name in its header has ", &plain_count(length), " bytes"])));
        }
        Ok(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    /// Reads a value; `None` for floats, negative numbers and long strings, which nothing here uses.
    fn value(&mut self, kind: u32, depth: u32) -> Outcome<Option<Meta>> {
        if let Some(width) = width(kind) {
            let number = self.number(width)?;
            let is_negative = matches!(kind, 1 | 3 | 5 | 11) && number >> (8 * width - 1) == 1;
            return Ok((!is_negative && !is_real(kind)).then_some(Meta::Whole(number)));
        }
        match kind {
            8 => {
                let length = self.u64()?;
                self.plausible(length, 1, "bytes of text")?;
                let bytes = self.take(length)?;
                let kept = bytes.len() <= MAX_TEXT_BYTES;
                Ok(kept.then(|| Meta::Text(String::from_utf8_lossy(bytes).into_owned())))
            }
            9 if depth < 4 => self.list(depth),
            9 => Err(Fault::wrong("its metadata nests lists deeper than four")),
            _ => {
                let kind = plain_count(u64::from(kind));
                Err(Fault::wrong(joined(&["its metadata has a value of the unknown type ", &kind])))
            }
        }
    }

    fn list(&mut self, depth: u32) -> Outcome<Option<Meta>> {
        let (kind, count) = (self.u32()?, self.u64()?);
        if let Some(width) = width(kind) {
            self.plausible(count, width, "numbers in a list")?;
            if count > MAX_LIST || is_real(kind) {
                self.take(count * width)?;
                return Ok(Some(Meta::Count(count)));
            }
            let mut list = Vec::new();
            for _ in 0..count {
                list.push(self.number(width)?);
            }
            return Ok(Some(Meta::List(list)));
        }
        let least = if kind == 8 { 8 } else { 12 };
        self.plausible(count, least, "items in a list")?;
        // Asking at once for the least that the list takes saves rounds.
        let end = self.at.saturating_add(count * least);
        if end > self.head.bytes.len() as u64 {
            return Err(self.head.beyond(end));
        }
        for _ in 0..count {
            if kind == 8 {
                let length = self.u64()?;
                self.take(length)?;
            } else {
                self.value(kind, depth + 1)?;
            }
        }
        Ok(Some(Meta::Count(count)))
    }

    /// Reads a tensor, and its offset from the end of the header.
    fn tensor(&mut self) -> Outcome<(RawTensor, u64)> {
        let name = self.text(MAX_NAME_BYTES)?;
        let wrong = |what: &str| Err(Fault::wrong(joined(&["the tensor ", &name, " has ", what])));
        let dimensions = self.u32()?;
        if dimensions > 4 {
            return wrong("more than four dimensions");
        }
        let mut elements = 1_u64;
        let mut columns = 1;
        for at in 0..dimensions {
            let length = self.u64()?;
            columns = if at == 0 { length } else { columns };
            elements = match elements.checked_mul(length) {
                Some(elements @ 1..=MAX_ELEMENTS) => elements,
                _ => return wrong("an impossible shape"),
            };
        }
        let kind = self.u32()?;
        let Some(block) = block(kind) else {
            let kind = plain_count(u64::from(kind));
            return wrong(&joined(&["the type ", &kind, ", which is not known here"]));
        };
        if !block.fits(columns) {
            return wrong("rows that are no whole number of blocks");
        }
        let offset = self.u64()?;
        let bytes = bytes(elements / block.weights, &block);
        let rows = elements / columns;
        let stored = Stored { label: block.name, block, weights: (1, 1), is_scale: false };
        Ok((RawTensor { name, rows, columns, elements, bytes, stored }, offset))
    }
}

/// Returns the bytes of `count` blocks; a ggml block is a whole number of bytes.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
const fn bytes(count: u64, block: &Block) -> u64 {
    count.saturating_mul(block.bytes as u64)
}

/// Returns the bytes of a number in the metadata by its type; `None` for strings, lists and unknown types.
const fn width(kind: u32) -> Option<u64> {
    Some(match kind {
        0 | 1 | 7 => 1,
        2 | 3 => 2,
        4..=6 => 4,
        10..=12 => 8,
        _ => return None,
    })
}

const fn is_real(kind: u32) -> bool {
    matches!(kind, 6 | 12)
}

/// Returns the block of a tensor type by its number in the file; `None` if it is not known.
fn block(kind: u32) -> Option<Block> {
    const Q8_1: Block = Block { name: "Q8_1", weights: 32, bytes: 36.0 };
    const Q8_K: Block = Block { name: "Q8_K", weights: 256, bytes: 292.0 };
    const I8: Block = Block { name: "I8", ..b::INT8 };
    const I16: Block = Block { name: "I16", ..b::F16 };
    const I32: Block = Block { name: "I32", ..b::F32 };
    const I64: Block = Block { name: "I64", weights: 1, bytes: 8.0 };
    const F64: Block = Block { name: "F64", weights: 1, bytes: 8.0 };
    Some(match kind {
        0 => b::F32,
        1 => b::F16,
        2 => b::Q4_0,
        3 => b::Q4_1,
        6 => b::Q5_0,
        7 => b::Q5_1,
        8 => b::Q8_0,
        9 => Q8_1,
        10 => b::Q2_K,
        11 => b::Q3_K,
        12 => b::Q4_K,
        13 => b::Q5_K,
        14 => b::Q6_K,
        15 => Q8_K,
        16 => b::IQ2_XXS,
        17 => b::IQ2_XS,
        18 => b::IQ3_XXS,
        19 => b::IQ1_S,
        20 => b::IQ4_NL,
        21 => b::IQ3_S,
        22 => b::IQ2_S,
        23 => b::IQ4_XS,
        24 => I8,
        25 => I16,
        26 => I32,
        27 => I64,
        28 => F64,
        29 => b::IQ1_M,
        30 => b::BF16,
        34 => b::TQ1_0,
        35 => b::TQ2_0,
        39 => b::MXFP4,
        40 => b::NVFP4_GGML,
        41 => b::Q1_0,
        _ => return None,
    })
}
