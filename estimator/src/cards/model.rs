//! A model as calculators know it: its shape, and its weights in every format whose bytes are known.

use super::rows::decimal;
use crate::calibration::Habit;
use crate::quantization::Block;
use crate::shape::Shape;
use crate::tensors::Group;
use crate::units::count;
use crate::weights::{Traffic, WeightLine, Weights};
use crate::wire::{Codec, list};
use alloc::string::String;
use alloc::vec::Vec;

/// A model in a format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormatCard {
    /// Catalog id of the format.
    pub id: String,
    /// Its name to print.
    pub name: String,
    /// With which engines it is run.
    pub habit: Habit,
    /// The bytes.
    pub weights: Weights,
    /// The size of a published file.
    pub file: Option<PublishedFile>,
    /// What the format was measured to cost in quality, mostly on other models.
    pub quality: Vec<Loss>,
}

/// The size of a file as a source prints it. Texts are positions in the model's list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PublishedFile {
    /// GiB, as printed.
    pub gib: f64,
    /// The publication's title, as a text.
    pub source: usize,
    /// The publication's address, as a text.
    pub href: usize,
}

/// What a format was measured to cost in quality. Texts are positions in the model's list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// How much, as printed.
    pub value: f64,
    /// Of what, as a text: `perplexity increase`.
    pub metric: usize,
    /// On which model, as a text.
    pub model: usize,
    /// Under which conditions, as a text.
    pub basis: usize,
    /// The perplexity at 16 bits; 0 where the source does not say.
    pub whole: f64,
    /// The source's title, as a text.
    pub source: usize,
    /// The source's address, as a text.
    pub href: usize,
}

impl Loss {
    fn wire(&mut self, codec: &mut dyn Codec) {
        let Self { value, metric, model, basis, whole, source, href } = self;
        for number in [value, whole] {
            decimal(codec, number);
        }
        for text in [metric, model, basis, source, href] {
            codec.position(text);
        }
    }
}

/// A model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelCard {
    /// Catalog id.
    pub id: String,
    /// Name to print.
    pub name: String,
    /// The longest context that its publisher states, tokens.
    pub max_context: Option<u64>,
    /// Its layers, as far as a step has to know them.
    pub shape: Shape,
    /// The formats.
    pub formats: Vec<FormatCard>,
    /// The texts of sources and their conditions; the first one is empty.
    pub texts: Vec<String>,
}

impl ModelCard {
    /// The text at a position; empty if there is none.
    #[must_use]
    pub fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }

    pub(super) fn wire(&mut self, codec: &mut dyn Codec) {
        let Self { id, name, max_context, shape, formats, texts } = self;
        codec.text(id);
        codec.text(name);
        codec.maybe_whole(max_context);
        shape.wire(codec);
        let mut blocks: Vec<Block> = Vec::new();
        for line in formats.iter().flat_map(|format| format.weights.lines()) {
            if !blocks.contains(&line.block) {
                blocks.push(line.block);
            }
        }
        list(codec, &mut blocks, |codec, block| block.wire(codec));
        let experts = formats.first().and_then(|format| format.weights.experts());
        let (mut total, mut active) = experts.unwrap_or_default();
        codec.whole(&mut total);
        codec.whole(&mut active);
        let experts = (total > 0).then_some((total, active));
        list(codec, texts, |codec, text| codec.text(text));
        list(codec, formats, |codec, format| {
            let FormatCard { id, name, habit, weights, file, quality } = format;
            codec.text(id);
            codec.text(name);
            let mut number = *habit as usize;
            codec.position(&mut number);
            *habit = Habit::ALL.get(number).copied().unwrap_or_default();
            let mut scale = weights.scale();
            codec.maybe_real(&mut scale);
            let mut lines = weights.lines().to_vec();
            list(codec, &mut lines, |codec, each| line(codec, each, &blocks));
            *weights = Weights::from_lines(lines, experts, scale);
            published(codec, file);
            list(codec, quality, |codec, loss| loss.wire(codec));
        });
    }
}

fn published(codec: &mut dyn Codec, file: &mut Option<PublishedFile>) {
    let mut known = file.is_some();
    codec.flag(&mut known);
    if known {
        let PublishedFile { gib, source, href } = file.get_or_insert_default();
        decimal(codec, gib);
        codec.position(source);
        codec.position(href);
    }
}

/// Group and traffic in one number, the position of the block, the parameters.
fn line(codec: &mut dyn Codec, line: &mut WeightLine, blocks: &[Block]) {
    let kinds = Traffic::ALL.len();
    let mut kind = line.group as usize * kinds + line.traffic as usize;
    codec.position(&mut kind);
    line.group = Group::ALL.get(kind / kinds).copied().unwrap_or_default();
    line.traffic = Traffic::ALL.get(kind % kinds).copied().unwrap_or_default();
    let mut block = blocks.iter().position(|block| *block == line.block).unwrap_or_default();
    codec.position(&mut block);
    line.block = blocks.get(block).copied().unwrap_or_default();
    let mut parameters = whole(line.parameters);
    codec.whole(&mut parameters);
    line.parameters = count(parameters);
}

/// Parameters are sums of whole numbers, far below 2^53.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and positive")]
const fn whole(value: f64) -> u64 {
    value as u64
}
