//! Texts of a compiled calculator, and how they show values.

use crate::formula::Op;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The kind of a number, as the page colours it; [`Ink::Plain`] is bold within a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the kinds of `rooflight_document::ink`")]
pub enum Ink {
    Ceiling,
    Range,
    Measured,
    Plain,
}

/// A text of which each part appears in its case: the first case that holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ConditionalText(pub Vec<TextCase>);

/// A text and the case in which it applies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TextCase {
    /// True in the case; empty if it always applies.
    pub formula: Vec<Op>,
    /// The text.
    pub segments: Vec<TextSegment>,
}

impl ConditionalText {
    /// A text that applies always.
    #[must_use]
    pub fn always(segments: Vec<TextSegment>) -> Self {
        Self([TextCase { formula: Vec::new(), segments }].into())
    }
}

/// How the digits of a number are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NumberFormat {
    /// Three significant figures.
    #[default]
    Significant,
    /// Three significant figures, two below one.
    Short,
    /// Two decimals, one from ten on.
    Ratio,
    /// Hundredths with `%`; with one decimal below ten.
    Percent,
    /// Three significant figures and a power of a thousand, from a million on.
    Thousands,
    /// Bytes in the largest unit that gives at least about one, of the family of the unit: kB, MB, or KiB, MiB.
    Bytes,
    /// This many decimals.
    Fixed(u64),
    /// As many decimals as it needs, this many at most.
    AtMost(u64),
}

/// How a value is shown: its unit, and the number of decimals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Name of the unit; empty for a bare number.
    pub name: String,
    /// Factor to base units.
    pub factor: f64,
    /// Larger units with their factor to base units, in ascending order. The largest that gives a value of at least two
    /// is used.
    pub larger: Vec<(String, f64)>,
    /// The digits.
    pub format: NumberFormat,
    /// True if the value is a truth value, shown as yes or no.
    pub truth: bool,
    /// Index of the choice whose label the value has; `None` for a number.
    pub labels: Option<u64>,
    /// Index of the choice that is the unit, whose id is its name; `None` for a unit of its own.
    pub chosen: Option<u64>,
}

impl Unit {
    /// The same unit without its name, for numbers whose unit is named elsewhere.
    #[must_use]
    pub fn nameless(&self) -> Self {
        Self { name: String::new(), larger: Vec::new(), ..*self }
    }
}

rooflight_primitives::variants! {
    /// The part of a range that is shown.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum RangeEnd [
        /// Its name in files.
        pub name: &'static str,
    ] {
        /// Both ends.
        #[default]
        Both = "both",
        /// The typical value.
        Typical = "typical",
        /// The low end.
        Low = "low",
        /// The high end.
        High = "high",
    }
}

/// Words, and an optional value after them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TextSegment {
    /// The ink of words and value; `None` for none.
    pub ink: Option<Ink>,
    /// The words, not yet escaped.
    pub words: String,
    /// Index of the value; `None` at the end of a text.
    pub value: Option<u64>,
    /// Index of the text of the record that stands here in place of a value; `None` for none.
    pub text: Option<u64>,
    /// The part of a range that is shown.
    pub end: RangeEnd,
    /// The unit in which the value is shown.
    pub unit: Unit,
}
