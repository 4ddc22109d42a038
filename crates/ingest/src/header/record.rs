//! Turns an inspected model into a record, as calculators use for the catalog's models, under the id `OWN`.
//!
//! 1. The files' format comes first, with exactly their bytes; then the usual formats, computed from the architecture.
//! 2. Without a complete architecture the files' format is the only one.
//!
//! A tower counts with the input embedding: it is in memory and read for no token.

use super::formats::FORMATS;
use super::inspection::{FileKind, Inspection};
use super::ledger::{self, Parts};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_estimator::calibration::FileFormat;
use rooflight_estimator::quantization::from_catalog;
use rooflight_estimator::records::{FormatRecord, ModelRecord, OWN};
use rooflight_estimator::weights::Weights;

/// The id of the format that the model's own files have.
pub const FILE: &str = "own-file";

impl Inspection {
    /// Returns the model's record, with the weights of these parts.
    #[must_use]
    pub fn record(&self, parts: Parts) -> ModelRecord {
        let mut formats: Vec<FormatRecord> = Vec::new();
        if !self.lines.is_empty() {
            let name = joined(&[&self.stored_as(), ", your file"]);
            formats.push(FormatRecord {
                id: String::from(FILE),
                name,
                files: self.file_format(),
                weights: self.weights(parts),
                ..FormatRecord::default()
            });
        }
        formats.extend(self.computed());
        ModelRecord {
            id: String::from(OWN),
            name: self.name.clone(),
            repository: String::new(),
            max_context: self.description.as_ref().and_then(|described| described.max_context),
            has_heads: self.description.as_ref().is_some_and(|described| described.prediction_layers > 0),
            shape: self.shape.clone(),
            formats,
            texts: Vec::from([String::new()]),
        }
    }

    /// Returns the files' weights in these parts; without lines if no file has tensors.
    #[must_use]
    pub fn weights(&self, parts: Parts) -> Weights {
        ledger::weights(&self.lines, parts, self.experts)
    }

    /// Computes the formats of [`FORMATS`]; yields none if the architecture is not known.
    pub fn computed(&self) -> impl Iterator<Item = FormatRecord> {
        let of = |(id, name): &(&str, &str)| {
            let weights = Weights::new(self.model.as_ref()?, from_catalog(id, None).ok()?, None).ok()?;
            let files = FileFormat::of(id);
            Some(FormatRecord {
                id: String::from(*id),
                name: String::from(*name),
                files,
                weights,
                ..FormatRecord::default()
            })
        };
        FORMATS.iter().filter_map(of)
    }

    /// Returns the file format, which decides which engines run the files.
    fn file_format(&self) -> FileFormat {
        match self.files.iter().any(|file| file.kind == FileKind::Gguf) {
            true => FileFormat::Gguf,
            false if self.is_mlx => FileFormat::Mlx,
            false => FileFormat::Safetensors,
        }
    }

    /// Returns the type that a GGUF file names, otherwise the block type of the line with the most bytes.
    #[must_use]
    pub fn stored_as(&self) -> String {
        let named = self.description.as_ref().and_then(|described| described.precision.as_deref());
        let is_gguf = self.files.iter().any(|file| file.kind == FileKind::Gguf);
        if let Some(name) = named.filter(|_| is_gguf) {
            return String::from(name);
        }
        let most = self.lines.iter().max_by_key(|line| line.bytes);
        String::from(most.map_or("", |line| line.block.name))
    }
}
