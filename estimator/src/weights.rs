//! Bytes of a model in a format: what the file holds, and what each step streams.
//!
//! Step by step: every tensor gets its block from the rule; tensors of one group, one block and one kind of traffic are
//! summed into a line; the lines are the file. A step streams the lines that are always read and, of the routed
//! experts, the share that its tokens touch. The input embedding of an untied model and per-layer embeddings are looked
//! up, one row per token, and count as zero.
//!
//! Source: the layouts of blocks and the rules of formats, `quantization`; which tensors a step reads, Pope et al.
//! arXiv 2211.05102.

use alloc::string::String;
use alloc::vec::Vec;

use crate::experts::touched_share;
use crate::model::Model;
use crate::quantization::{Block, Rule};
use crate::tensors::{Group, Role, Tensor};
use rooflight_primitives::units::{BITS, count};
use serde::{Deserialize, Serialize};

/// When the bytes of a line are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Traffic {
    /// By every step, in full.
    #[default]
    Streamed,
    /// By every step, but only the experts that its tokens touch.
    Routed,
    /// Not read by a step: tables that are only looked up, projections whose result is cached elsewhere.
    Idle,
}

/// Sum of the tensors of one group, one block type and one kind of traffic.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WeightLine {
    /// Group in which they are shown.
    pub group: Group,
    /// How they are stored.
    pub block: Block,
    /// When they are read.
    pub traffic: Traffic,
    /// Number of weights.
    pub parameters: f64,
    /// Bytes in the file.
    pub bytes: f64,
}

/// Why the bytes of a model in a format cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// The format was mixed for one model, and no file size was given.
    FileSizeMissing,
    /// The given file size is far from what the format could take.
    FileSizeImplausible,
}

impl WeightsError {
    /// Returns the error as one sentence in plain English, without a full stop.
    #[must_use]
    pub fn message(&self) -> String {
        String::from(match self {
            Self::FileSizeMissing => "this format is mixed model by model: its bytes need a published file size",
            Self::FileSizeImplausible => {
                "the published file size is less than half or more than twice what the format takes"
            }
        })
    }
}

/// A model's weights in a format.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WeightNumbers", into = "WeightNumbers")]
pub struct Weights {
    lines: Vec<WeightLine>,
    experts: Option<(u64, u64)>,
    scale: Option<f64>,
}

/// Weights in a record: the blocks, since most lines share one, then group, traffic, parameters and the position of the
/// block for each line, then the other fields.
type WeightNumbers = (Vec<Block>, Vec<(Group, Traffic, u64, usize)>, Option<(u64, u64)>, Option<f64>);

impl From<Weights> for WeightNumbers {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sums of whole numbers far below 2⁵³")]
    fn from(Weights { lines, experts, scale }: Weights) -> Self {
        let mut blocks: Vec<Block> = Vec::new();
        let mut numbers = |line: &WeightLine| {
            let at = blocks.iter().position(|block| *block == line.block).unwrap_or(blocks.len());
            if at == blocks.len() {
                blocks.push(line.block);
            }
            (line.group, line.traffic, line.parameters as u64, at)
        };
        let lines = lines.iter().map(&mut numbers).collect();
        (blocks, lines, experts, scale)
    }
}

impl TryFrom<WeightNumbers> for Weights {
    type Error = &'static str;

    fn try_from((blocks, lines, experts, scale): WeightNumbers) -> Result<Self, Self::Error> {
        let line = |(group, traffic, parameters, at): (Group, Traffic, u64, usize)| {
            let block = *blocks.get(at)?;
            Some(WeightLine { group, block, traffic, parameters: count(parameters), bytes: 0.0 })
        };
        let lines = lines.into_iter().map(line).collect::<Option<_>>().ok_or("an unknown block")?;
        Ok(Self::from_lines(lines, experts, scale))
    }
}

impl Weights {
    /// Sums the weights of `model` by `rule`. `file_bytes` is the published size; only formats mixed model by model
    /// need it, every other rule ignores it.
    ///
    /// # Errors
    /// A format mixed model by model without a plausible file size.
    pub fn new(model: &Model, rule: Rule, file_bytes: Option<f64>) -> Result<Self, WeightsError> {
        let tensors = rule.tensors(model);
        let blocks = rule.blocks(model, &tensors);
        let apart = tensors.iter().any(|tensor| tensor.role == Role::Head);
        let mut lines: Vec<WeightLine> = Vec::new();
        for (tensor, block) in tensors.iter().zip(&blocks) {
            add(&mut lines, !apart, tensor, *block);
        }
        lines.sort_by_key(|line| line.group);
        let experts = model.mixture().map(|mixture| (mixture.experts, mixture.active));
        let weights = Self::from_lines(lines, experts, None);
        if rule.needs_file_size() {
            return weights.scaled_to(file_bytes.ok_or(WeightsError::FileSizeMissing)?);
        }
        Ok(weights)
    }

    /// Scales every quantized line by one factor, so that the file has `file_bytes`: for a publisher's own mix under a
    /// common name. Not for a file that is larger because it holds a tied table twice.
    ///
    /// # Errors
    /// A size at which the factor would be below one half or above two.
    pub fn scaled_to(mut self, file_bytes: f64) -> Result<Self, WeightsError> {
        let fixed: f64 = self.lines.iter().filter(|line| line.block.bits() >= 16.0).map(|line| line.bytes).sum();
        let scale = (file_bytes - fixed) / (self.file_bytes() - fixed);
        if !(0.5..=2.0).contains(&scale) {
            return Err(WeightsError::FileSizeImplausible);
        }
        let scale = scale * self.scale.unwrap_or(1.0);
        Ok(Self::from_lines(core::mem::take(&mut self.lines), self.experts, Some(scale)))
    }

    /// Builds weights from lines, whose bytes are computed here: parameters × bits / 8, times `scale` if a line is
    /// quantized.
    #[must_use]
    pub fn from_lines(mut lines: Vec<WeightLine>, experts: Option<(u64, u64)>, scale: Option<f64>) -> Self {
        for line in &mut lines {
            let stretch = scale.filter(|_| line.block.bits() < 16.0).unwrap_or(1.0);
            line.bytes = line.parameters / count(line.block.weights) * line.block.bytes * stretch;
        }
        Self { lines, experts, scale }
    }

    /// Scales the size of every tensor by `times`; the format stays.
    pub fn stretch(&mut self, times: f64) {
        for line in &mut self.lines {
            line.parameters *= times;
            line.bytes *= times;
        }
    }

    /// Factor on the bytes of every quantized line that gives the file its published size; `None` where bytes follow
    /// from the format alone.
    #[must_use]
    pub const fn scale(&self) -> Option<f64> {
        self.scale
    }

    /// The lines, ordered by group. Their sum is the file.
    #[must_use]
    pub fn lines(&self) -> &[WeightLine] {
        &self.lines
    }

    /// True if the sizes of the lines are estimated and only their sum is published.
    #[must_use]
    pub const fn is_estimated(&self) -> bool {
        self.scale.is_some()
    }

    /// Routed experts of a layer and the number of them that one token uses; `None` for dense models.
    #[must_use]
    pub const fn experts(&self) -> Option<(u64, u64)> {
        self.experts
    }

    /// Bytes of all tensors: the file without its header, which memory must hold.
    #[must_use]
    pub fn file_bytes(&self) -> f64 {
        self.lines.iter().map(|line| line.bytes).sum()
    }

    /// Number of parameters of all tensors.
    #[must_use]
    pub fn parameters(&self) -> f64 {
        self.lines.iter().map(|line| line.parameters).sum()
    }

    /// Bits per weight over the whole file.
    #[must_use]
    pub fn bits_per_weight(&self) -> f64 {
        self.file_bytes() * BITS / self.parameters()
    }

    /// Bytes that one step of `batch` tokens streams from all lines.
    #[must_use]
    pub fn streamed_bytes(&self, batch: f64) -> f64 {
        self.lines.iter().map(|line| self.streamed_of(line, batch)).sum()
    }

    /// Bytes of routed experts that one step of `batch` tokens streams.
    #[must_use]
    pub fn routed_bytes(&self, batch: f64) -> f64 {
        let routed = self.lines.iter().filter(|line| line.traffic == Traffic::Routed);
        routed.map(|line| self.streamed_of(line, batch)).sum()
    }

    /// Bytes that one step of `batch` tokens streams from one line.
    #[must_use]
    pub fn streamed_of(&self, line: &WeightLine, batch: f64) -> f64 {
        match line.traffic {
            Traffic::Streamed => line.bytes,
            Traffic::Idle => 0.0,
            Traffic::Routed => line.bytes * self.routed_share(batch),
        }
    }

    /// The share of the routed experts that a step of `batch` tokens reads.
    #[must_use]
    pub fn routed_share(&self, batch: f64) -> f64 {
        self.experts.map_or(0.0, |(total, active)| touched_share(total, active, batch))
    }

    /// Parameters that one token is multiplied with: every streamed line, and the active share of the experts. A token
    /// takes twice as many floating-point operations (arXiv 2001.08361, section 2.1), plus attention.
    #[must_use]
    pub fn active_parameters(&self) -> f64 {
        let of_line = |line: &WeightLine| match line.traffic {
            Traffic::Streamed => line.parameters,
            Traffic::Idle => 0.0,
            Traffic::Routed => line.parameters * self.routed_share(1.0),
        };
        self.lines.iter().map(of_line).sum()
    }
}

/// Adds a tensor to the line of its group, block and traffic. `tied`: the embedding table is the head.
fn add(lines: &mut Vec<WeightLine>, tied: bool, tensor: &Tensor, block: Block) {
    let group = tensor.group(tied);
    let traffic = match group {
        _ if tensor.idle => Traffic::Idle,
        Group::Embedding | Group::PerLayerEmbedding => Traffic::Idle,
        Group::Experts => Traffic::Routed,
        _ => Traffic::Streamed,
    };
    let parameters = count(tensor.parameters());
    match lines.iter_mut().find(|line| line.group == group && line.block == block && line.traffic == traffic) {
        Some(line) => line.parameters += parameters,
        None => lines.push(WeightLine { group, block, traffic, parameters, bytes: 0.0 }),
    }
}
