//! The published measurements of a device, and their encoding: each text once, rows column by column.
//!
//! A row holds the conditions of a measurement, and how it compares with ceiling and estimate under them, which the
//! build computes. Nothing is left out or judged here.

use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::codec::Codec;
use rooflight_primitives::units::count;

/// A measurement. Texts are indices into the record's list; 0 is the empty text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Catalog id of the model, as a text.
    pub model: usize,
    /// Catalog id of the format, as a text.
    pub format: usize,
    /// Name of the format, as a text.
    pub format_name: usize,
    /// Conditions other than one device and one plain stream, as a text; usually empty.
    pub conditions: usize,
    /// Number of devices.
    pub count: u64,
    /// Number of requests that were decoded concurrently.
    pub requests: u64,
    /// True for speculative decoding.
    pub drafted: bool,
    /// Number of tokens drafted per verification; 0 without a draft, or if it is not stated.
    pub proposed: u64,
    /// True if the conditions differ from a reader's or a flag advises caution; drawn as an open diamond.
    pub open: bool,
    /// True if it is more than 18 months older than the newest measurement.
    pub old: bool,
    /// Mean number of tokens in the context while generating; `None` if the source does not state it.
    pub depth: Option<f64>,
    /// Number of generated tokens; 0 if the source does not state it.
    pub generated: u64,
    /// Tokens per second of all streams, as printed.
    pub speed: f64,
    /// Speed of one stream over its ceiling, in multiples of [`PART`]; 0 if there is none.
    pub share: u64,
    /// Speed of one stream over its estimate, in multiples of [`PART`]; 0 if there is none.
    pub ratio: u64,
    /// Name and version of the engine and its backend, as a text.
    pub engine: usize,
    /// Index of the engine's profile in the device's record, or [`super::engines::NONE`].
    pub profile: u64,
    /// Date of the measurement in words, as a text.
    pub date: usize,
    /// Reasons for caution in words, as a text; separated by line breaks.
    pub flags: usize,
    /// Title of the publication, as a text.
    pub source: usize,
    /// Address of the publication, as a text.
    pub href: usize,
}

impl Row {
    /// True if it was measured near this many tokens of context.
    #[must_use]
    pub fn is_at(&self, context: f64) -> bool {
        self.depth.is_some_and(|depth| is_near(depth, context))
    }
}

/// True if a run at this depth can answer a question about a context: from 0.8 to 1.25 times as many tokens. Every page
/// uses this rule.
#[must_use]
pub fn is_near(depth: f64, context: f64) -> bool {
    depth >= 0.8 * context && depth <= 1.25 * context
}

/// The unit of [`Row::share`] and [`Row::ratio`].
pub const PART: f64 = 1e-4;

/// The fields of a row that are texts.
pub(super) const TEXTS: [fn(&mut Row) -> &mut usize; 9] = [
    |row| &mut row.model,
    |row| &mut row.format,
    |row| &mut row.format_name,
    |row| &mut row.conditions,
    |row| &mut row.engine,
    |row| &mut row.date,
    |row| &mut row.flags,
    |row| &mut row.source,
    |row| &mut row.href,
];

/// Encodes or decodes rows column by column, so that equal numbers are adjacent and compress.
pub(super) fn layout<C: Codec>(codec: &mut C, rows: &mut Vec<Row>) {
    let mut length = rows.len();
    codec.position(&mut length);
    // Far more rows than any record has: a broken length must not exhaust memory.
    rows.resize_with(length.min(1 << 16), Row::default);
    for text in TEXTS {
        for row in &mut *rows {
            codec.position(text(row));
        }
    }
    let numbers: [fn(&mut Row) -> &mut u64; 7] = [
        |row| &mut row.profile,
        |row| &mut row.count,
        |row| &mut row.requests,
        |row| &mut row.proposed,
        |row| &mut row.generated,
        |row| &mut row.share,
        |row| &mut row.ratio,
    ];
    for number in numbers {
        for row in &mut *rows {
            codec.whole(number(row));
        }
    }
    let flags: [fn(&mut Row) -> &mut bool; 3] = [|row| &mut row.open, |row| &mut row.drafted, |row| &mut row.old];
    for flag in flags {
        for row in &mut *rows {
            codec.flag(flag(row));
        }
    }
    for row in &mut *rows {
        decimal(codec, &mut row.speed);
    }
    for row in rows {
        let mut stated = row.depth.is_some();
        let mut depth = row.depth.unwrap_or_default();
        codec.flag(&mut stated);
        if stated {
            decimal(codec, &mut depth);
        }
        row.depth = stated.then_some(depth);
    }
}

/// Encodes or decodes a number as its digits and their number of decimals, in one integer. Negative numbers and those
/// that need more than six decimals or twelve digits are stored in full.
pub(super) fn decimal<C: Codec>(codec: &mut C, value: &mut f64) {
    const FULL: u64 = 7;
    let mut power = 1.0;
    let mut number = FULL;
    for decimals in 0..if C::READS { 0 } else { FULL } {
        let digits = libm::round(*value * power);
        // The digits must decode to the same bits; otherwise the number is stored in full.
        let exact = (count(whole(digits)) / power).to_bits() == value.to_bits();
        if number == FULL && exact && (0.0..1e12).contains(&digits) {
            number = whole(digits) << 3 | decimals;
        }
        power *= 10.0;
    }
    codec.whole(&mut number);
    if number == FULL {
        return codec.real(value);
    }
    let mut power = 1.0;
    for _ in 0..number & 7 {
        power *= 10.0;
    }
    *value = count(number >> 3) / power;
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, positive and below 10^12")]
const fn whole(value: f64) -> u64 {
    value as u64
}

/// A list of distinct texts.
#[derive(Debug)]
pub struct Texts(Vec<String>);

impl Default for Texts {
    fn default() -> Self {
        Self(alloc::vec![String::new()])
    }
}

impl Texts {
    /// Returns the index of a text, adding it if it is new.
    pub fn position(&mut self, text: &str) -> usize {
        if let Some(at) = self.0.iter().position(|known| known == text) {
            return at;
        }
        self.0.push(String::from(text));
        self.0.len() - 1
    }

    /// The texts, in the order of their indices.
    #[must_use]
    pub fn into_list(self) -> Vec<String> {
        self.0
    }
}
