//! The measurements of one model on one device. A separate record, since a device may have hundreds of measurements and
//! a reader asks about one model. Decoding and reading prompts have a record each.
//!
//! The build takes it out of the device's record; the browser joins it again. Nothing is computed here.

use super::record::Record;
use super::rows::{Row, TEXTS, Texts};
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The measurements of a model on a device.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunsRecord {
    /// Catalog id of the device.
    pub device: String,
    /// The texts of the measurements; the first is empty.
    pub texts: Vec<String>,
    /// The measurements, in the order of the device's record.
    pub rows: Vec<Row>,
}

impl RunsRecord {
    /// Takes a model's measurements out of a device's.
    #[must_use]
    pub fn of(device: &str, (known, all): (&[String], &[Row]), model: &str) -> Self {
        let is_wanted = |row: &&Row| known.get(row.model).is_some_and(|text| text == model);
        Self::new(device, known, all.iter().filter(is_wanted).cloned().collect())
    }

    /// Makes a record of these measurements with the texts that they use.
    pub(super) fn new(device: &str, known: &[String], mut rows: Vec<Row>) -> Self {
        let mut texts = Texts::default();
        let text = |at: usize| known.get(at).map_or("", String::as_str);
        for row in &mut rows {
            for place in TEXTS {
                let at = place(row);
                *at = texts.position(text(*at));
            }
        }
        Self { device: String::from(device), texts: texts.into_list(), rows }
    }

    /// Appends the measurements to those of a device.
    pub fn join(self, texts: &mut Vec<String>, rows: &mut Vec<Row>) {
        let before = texts.len();
        texts.extend(self.texts);
        for mut row in self.rows {
            for text in TEXTS {
                let at = text(&mut row);
                // Index 0 is the empty text in every list.
                *at = if *at > 0 { before + *at } else { 0 };
            }
            rows.push(row);
        }
    }
}

impl Record for RunsRecord {
    const KIND: u8 = 3;
    const FOLDER: &'static str = "runs";
}

/// The prompt measurements of a model on a device, in the same encoding.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PromptRunsRecord(pub RunsRecord);

impl Record for PromptRunsRecord {
    const KIND: u8 = 5;
    const FOLDER: &'static str = "prompt-runs";
}
