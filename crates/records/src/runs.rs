//! The measurements of one model on one device. A separate record, since a device may have hundreds of measurements and
//! a reader asks about one model. Decoding and reading prompts have a record each.
//!
//! The build takes it out of the device's record; the browser joins it again. Nothing is computed here.

use super::record::Record;
use super::rows::{self, Row, TEXTS, Texts};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::codec::{Codec, texts};

/// The measurements of a model on a device.
#[derive(Clone, Debug, Default, PartialEq)]
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
        let mut texts = Texts::default();
        let text = |at: usize| known.get(at).map_or("", String::as_str);
        let mut rows: Vec<Row> = all.iter().filter(|row| text(row.model) == model).cloned().collect();
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
    const KIND: u64 = 3;
    const FOLDER: &'static str = "runs";

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        codec.text(&mut self.device);
        texts(codec, &mut self.texts);
        rows::layout(codec, &mut self.rows);
    }
}

/// The prompt measurements of a model on a device, in the same encoding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptRunsRecord(pub RunsRecord);

impl Record for PromptRunsRecord {
    const KIND: u64 = 5;
    const FOLDER: &'static str = "prompt-runs";

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        self.0.layout(codec);
    }
}
