//! A model as calculators know it: its shape, and its weights in every format whose bytes are known.

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
}

impl ModelCard {
    pub(super) fn wire(&mut self, codec: &mut dyn Codec) {
        let Self { id, name, max_context, shape, formats } = self;
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
        list(codec, formats, |codec, format| {
            let FormatCard { id, name, habit, weights } = format;
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
        });
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
