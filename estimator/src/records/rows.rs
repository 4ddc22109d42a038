//! The published measurements of a device, each text once.
//!
//! A row holds the conditions of a measurement, and how it compares with ceiling and estimate under them, which the
//! build computes. Nothing is left out or judged here.

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// A measurement. Texts are indices into the record's list; 0 is the empty text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
