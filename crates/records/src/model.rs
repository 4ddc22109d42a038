//! The record of a model: its shape, and its weights in each format whose bytes are known.

use super::quality::{Loss, PublishedFile, QualityRecord};
use super::record::Record;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_calibration::FileFormat;
use rooflight_estimator::model::shape::Shape;
use rooflight_estimator::quantization::Block;
use rooflight_estimator::tensors::Group;
use rooflight_estimator::weights::{Traffic, WeightLine, Weights};
use rooflight_primitives::codec::{Codec, list};
use rooflight_primitives::units::count;

/// Longest context to offer if the publisher states none, tokens.
const UNSTATED_CONTEXT: u64 = 131_072;

/// Id of the reader's own model, which the browser makes from its files.
pub const OWN: &str = "own-model";

/// A model's weights in one format.
#[derive(Clone, Debug, Default, PartialEq)]
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
    pub file: Option<PublishedFile>,
    /// Measured losses of quality, mostly on other models. Empty until the record of quality has been fetched.
    pub quality: Vec<Loss>,
}

/// A model with its weights in each format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelRecord {
    /// Catalog id.
    pub id: String,
    /// Name to print.
    pub name: String,
    /// The publisher's repository of its files; empty if the catalog names none.
    pub repository: String,
    /// Longest context that the publisher states, tokens.
    pub max_context: Option<u64>,
    /// The layers, as far as the estimator needs them.
    pub shape: Shape,
    /// The formats whose bytes are known, the usual one first.
    pub formats: Vec<FormatRecord>,
    /// The texts of [`PublishedFile`] and [`Loss`]; the first is empty. Empty until the record of quality has been
    /// fetched.
    pub texts: Vec<String>,
}

impl ModelRecord {
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
    const KIND: u64 = 1;
    const FOLDER: &'static str = "models";

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        let Self { id, name, repository, max_context, shape, formats, .. } = self;
        codec.text(id);
        codec.text(name);
        codec.text(repository);
        codec.maybe_whole(max_context);
        shape.layout(codec);
        let mut blocks: Vec<Block> = Vec::new();
        if !C::READS {
            for line in formats.iter().flat_map(|format| format.weights.lines()) {
                if !blocks.contains(&line.block) {
                    blocks.push(line.block);
                }
            }
        }
        list(codec, &mut blocks, |codec, block| block.layout(codec));
        let experts = if C::READS { None } else { formats.first().and_then(|format| format.weights.experts()) };
        let (mut total, mut active) = experts.unwrap_or_default();
        codec.whole(&mut total);
        codec.whole(&mut active);
        let experts = (total > 0).then_some((total, active));
        list(codec, formats, |codec, format| {
            let FormatRecord { id, name, files, weights, .. } = format;
            codec.text(id);
            codec.text(name);
            codec.one_of(files, &FileFormat::ALL);
            let mut scale = weights.scale();
            codec.maybe_real(&mut scale);
            let mut lines = if C::READS { Vec::new() } else { weights.lines().to_vec() };
            layout_lines(codec, &mut lines, &blocks);
            *weights = Weights::from_lines(lines, experts, scale);
        });
    }
}

/// Every combination of group and traffic.
const KINDS: [(Group, Traffic); Group::ALL.len() * Traffic::ALL.len()] = {
    let each = Traffic::ALL.len();
    let mut kinds = [(Group::Attention, Traffic::Streamed); Group::ALL.len() * Traffic::ALL.len()];
    let mut at = 0;
    while at < kinds.len() {
        kinds[at] = (Group::ALL[at / each], Traffic::ALL[at % each]);
        at += 1;
    }
    kinds
};

/// Encodes or decodes the lines column by column, since formats differ more in their blocks than in their tensors:
/// group and traffic as one number, the parameters, the index of the block.
fn layout_lines<C: Codec>(codec: &mut C, lines: &mut Vec<WeightLine>, blocks: &[Block]) {
    list(codec, lines, |codec, line| {
        let mut kind = (line.group, line.traffic);
        codec.one_of(&mut kind, &KINDS);
        (line.group, line.traffic) = kind;
    });
    for line in &mut *lines {
        let mut parameters = whole(line.parameters);
        codec.whole(&mut parameters);
        line.parameters = count(parameters);
    }
    for line in lines {
        codec.one_of(&mut line.block, blocks);
    }
}

/// Exact: parameters are sums of whole numbers far below 2⁵³.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and positive")]
const fn whole(value: f64) -> u64 {
    value as u64
}
