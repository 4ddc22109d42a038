//! The published measurements of one device, as they travel: texts once, rows by position, column by column.
//!
//! A row carries what a reader wants to know of a measurement, and how it compares with ceiling and estimate under its
//! own conditions, which the build works out once. Nothing is left out and nothing is judged here.

use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::codec::Codec;
use rooflight_primitives::units::count;

/// A measurement. Texts are positions in the record's list; 0 is the empty text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The model's catalog id, as a text.
    pub model: usize,
    /// The format's catalog id, as a text.
    pub format: usize,
    /// The format's name, as a text.
    pub format_name: usize,
    /// Conditions other than one device and one plain stream, as a text; mostly empty.
    pub conditions: usize,
    /// How many devices.
    pub count: u64,
    /// How many requests were decoded together.
    pub requests: u64,
    /// Drafted tokens were checked: speculative decoding.
    pub drafted: bool,
    /// How many tokens were drafted for one check; 0 where there was no draft, or its length is not stated.
    pub proposed: u64,
    /// Its conditions differ from a reader's, or a flag says so: an open diamond.
    pub open: bool,
    /// It is more than 18 months older than the newest measurement.
    pub old: bool,
    /// Mean tokens in the context while tokens were generated; `None` if the source does not say.
    pub depth: Option<f64>,
    /// How many tokens were generated; 0 if the source does not say.
    pub generated: u64,
    /// Tokens a second, all streams together, as printed.
    pub speed: f64,
    /// The speed of one stream over its ceiling, in units of a ten-thousandth; 0 if there is none.
    pub share: u64,
    /// The speed of one stream over its estimate, in units of a ten-thousandth; 0 if there is none.
    pub ratio: u64,
    /// The engine's name and version and its backend, as a text.
    pub engine: usize,
    /// The profile of that engine among those of the device, or [`super::engines::NONE`].
    pub profile: u64,
    /// When it was measured, as a text.
    pub date: usize,
    /// Reasons for caution in words, as a text: parts with line breaks between.
    pub flags: usize,
    /// The publication's title, as a text.
    pub source: usize,
    /// The publication's address, as a text.
    pub href: usize,
}

impl Row {
    /// Whether it was measured at about this many tokens of context.
    #[must_use]
    pub fn is_at(&self, context: f64) -> bool {
        self.depth.is_some_and(|depth| is_near(depth, context))
    }
}

/// Whether a run at a depth stands for a question about a context: from four fifths to five quarters of it. The one
/// rule of every page.
#[must_use]
pub fn is_near(depth: f64, context: f64) -> bool {
    depth >= 0.8 * context && depth <= 1.25 * context
}

/// One ten-thousandth.
pub const PART: f64 = 1e-4;

/// The texts of a row.
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

/// A column at a time: equal numbers come to stand side by side, and compress.
pub(super) fn layout<C: Codec>(codec: &mut C, rows: &mut Vec<Row>) {
    let mut length = rows.len();
    codec.position(&mut length);
    // Nothing real has more: a broken length must not take the memory.
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

/// Digits as printed and how many of them are decimals, in one whole number; a number that needs more than six decimals
/// in full.
pub(super) fn decimal<C: Codec>(codec: &mut C, value: &mut f64) {
    const FULL: u64 = 7;
    let mut power = 1.0;
    let mut number = FULL;
    for decimals in 0..if C::READS { 0 } else { FULL } {
        let digits = libm::round(*value * power);
        // Bit for bit as the reader works it out: a number that came out another way would not be the one that was
        // printed.
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

/// Collects texts, each one once.
#[derive(Debug)]
pub struct Texts(Vec<String>);

impl Default for Texts {
    fn default() -> Self {
        Self(alloc::vec![String::new()])
    }
}

impl Texts {
    /// The position of a text, which is added if it is new.
    pub fn position(&mut self, text: &str) -> usize {
        if let Some(at) = self.0.iter().position(|known| known == text) {
            return at;
        }
        self.0.push(String::from(text));
        self.0.len() - 1
    }

    /// The texts at the positions that were given out.
    #[must_use]
    pub fn into_list(self) -> Vec<String> {
        self.0
    }
}
