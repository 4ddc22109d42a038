//! The record of a model: its shape, and its weights in each format whose bytes are known.

use super::quality::{Loss, PublishedFile, QualityRecord};
use super::record::Record;
use crate::calibration::FileFormat;
use crate::model::shape::Shape;
use crate::weights::Weights;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::units::count;
use serde::{Deserialize, Serialize};

/// Longest context to offer if the publisher states none, tokens.
const UNSTATED_CONTEXT: u64 = 131_072;

/// Id of the reader's own model, which the browser makes from its files.
pub const OWN: &str = "own-model";

/// Id of the format that pages, lists and commands take for a model that has it, if nobody chooses one. People share
/// files in it more than in any other, it runs on every kind of machine, and it loses little.
pub const USUAL_FORMAT: &str = "gguf-q4_k_m";

/// A model's weights in one format.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FormatRecord {
    /// Catalog id of the format.
    pub id: String,
    /// Its name to print.
    pub name: String,
    /// The kind of its files; decides which engines can run it.
    pub files: FileFormat,
    /// The weights in this format.
    pub weights: Weights,
    /// Size of a published file; `None` until the record of quality has been fetched, or if unknown.
    #[serde(skip)]
    pub file: Option<PublishedFile>,
    /// Measured losses of quality, mostly on other models. Empty until the record of quality has been fetched.
    #[serde(skip)]
    pub quality: Vec<Loss>,
}

/// A model with its weights in each format.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelRecord {
    /// Catalog id.
    pub id: String,
    /// Name to print.
    pub name: String,
    /// The publisher's repository of its files; empty if the catalog names none.
    pub repository: String,
    /// Longest context that the publisher states, tokens.
    pub max_context: Option<u64>,
    /// True if it is known to have prediction heads (multi-token prediction), in its own files or beside them.
    pub has_heads: bool,
    /// The layers, as far as the estimator needs them.
    pub shape: Shape,
    /// The formats whose bytes are known; the usual one is [`USUAL_FORMAT`], or else the first.
    pub formats: Vec<FormatRecord>,
    /// The texts of [`PublishedFile`] and [`Loss`]; the first is empty. Empty until the record of quality has been
    /// fetched.
    #[serde(skip)]
    pub texts: Vec<String>,
}

impl ModelRecord {
    /// The format that every page, list and command takes if nobody chooses one; `None` if no format is known.
    #[must_use]
    pub fn usual_format(&self) -> Option<&FormatRecord> {
        self.formats.iter().find(|format| format.id == USUAL_FORMAT).or_else(|| self.formats.first())
    }

    /// The text at an index; empty if there is none.
    #[must_use]
    pub fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }

    /// The longest context that calculators offer, tokens.
    #[must_use]
    pub fn longest_context(&self) -> f64 {
        count(self.max_context.unwrap_or(UNSTATED_CONTEXT))
    }

    /// The part of the record that is about quality, as a record of its own.
    #[must_use]
    pub fn quality(&self) -> QualityRecord {
        let formats = self.formats.iter().map(|format| (format.file, format.quality.clone())).collect();
        QualityRecord { model: self.id.clone(), texts: self.texts.clone(), formats }
    }

    /// Adds the record of quality to this one.
    pub fn join(&mut self, quality: QualityRecord) {
        self.texts = quality.texts;
        for (format, (file, losses)) in self.formats.iter_mut().zip(quality.formats) {
            (format.file, format.quality) = (file, losses);
        }
    }
}

impl Record for ModelRecord {
    const KIND: u8 = 1;
    const FOLDER: &'static str = "models";
}
