//! The exact ledger of a model's files: the bytes of every tensor, equal tensors of all layers and experts in one line.
//!
//! 1. Each tensor gets its part and group (`names`), and is read for every token, for the tokens routed to it, or for
//!    none.
//! 2. Tensors that are stored alike, and whose names differ only in the numbers of layers and experts, become one line.
//! 3. The lines of the enabled parts are summed into the weights that calculators use.
//!
//! Input embeddings are looked up, one row per token, unless they are also the output head. Plain decoding reads
//! neither prediction heads nor towers; with the heads enabled, each step reads them once. Bytes are sums of whole
//! numbers.

use super::fault::{Fault, Outcome};
use super::names::{self, ModelPart};
use super::tensor::RawTensor;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_estimator::quantization::{Block, blocks};
use rooflight_estimator::tensors::Group;
use rooflight_estimator::weights::{Traffic, WeightLine, Weights};
use rooflight_primitives::units::count;

/// Maximum number of lines. Models have about sixty; a file with more follows no naming scheme.
const MAX_LINES: usize = 4096;

/// Tensors of one name and type.
#[derive(Clone, Debug, PartialEq)]
pub struct LedgerLine {
    /// The part of the model that they belong to.
    pub part: ModelPart,
    /// The group that their bytes count in.
    pub group: Group,
    /// When they are read if every part is enabled.
    pub traffic: Traffic,
    /// Their common name, with numbers of layers and experts replaced by `N`.
    pub name: String,
    /// The type as the file spells it: `Q4_K`, `BF16`.
    pub label: &'static str,
    /// The block type that calculators use for it.
    pub block: Block,
    /// Number of tensors.
    pub tensors: u64,
    /// Weights of all the tensors, unpacked; 0 for scales.
    pub parameters: u64,
    /// Bytes in the files.
    pub bytes: u64,
}

/// The parts that count in addition to the text model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Multi-token prediction: loaded, and read once per step.
    pub prediction: bool,
    /// Vision or sound: loaded.
    pub vision: bool,
}

impl Parts {
    /// Returns true if a part counts.
    #[must_use]
    pub const fn has(self, part: ModelPart) -> bool {
        match part {
            ModelPart::Text => true,
            ModelPart::Prediction => self.prediction,
            ModelPart::Vision => self.vision,
        }
    }
}

/// Returns a test for layers that are prediction heads: those after the text model's `layers`, and those with a
/// prediction head's projection.
fn heads(tensors: &[RawTensor], layers: Option<u64>) -> impl Fn(u64) -> bool + use<> {
    let mut own: Vec<u64> = Vec::new();
    for tensor in tensors.iter().filter(|tensor| names::is_prediction(&tensor.name)) {
        if let Some(Err(at)) = names::layer(&tensor.name).map(|layer| own.binary_search(&layer)) {
            own.insert(at, names::layer(&tensor.name).unwrap_or_default());
        }
    }
    move |layer| own.binary_search(&layer).is_ok() || layers.is_some_and(|layers| layer >= layers)
}

/// Returns the lines, and the number of tensors whose names are not known.
///
/// # Errors
/// More than [`MAX_LINES`] lines.
pub(super) fn lines(tensors: &[RawTensor], layers: Option<u64>) -> Outcome<(Vec<LedgerLine>, u64)> {
    let is_head = heads(tensors, layers);
    let mut lines: Vec<LedgerLine> = Vec::new();
    let mut unknown = 0;
    let is_output = |tensor: &RawTensor| {
        let place = names::place(&tensor.name, false, &is_head);
        (place.part, place.group) == (ModelPart::Text, Group::Head)
    };
    let has_output = tensors.iter().any(is_output);
    for tensor in tensors {
        let mut place = names::place(&tensor.name, tensor.rows <= 1, &is_head);
        unknown += u64::from(!place.is_known);
        if place.group == Group::Embedding && place.part == ModelPart::Text && !has_output {
            place.group = Group::Head;
        }
        let name = names::pattern(&tensor.name);
        let traffic = match (place.part, place.group) {
            (ModelPart::Vision, _) | (_, Group::Embedding | Group::PerLayerEmbedding) => Traffic::Idle,
            (_, Group::Experts) => Traffic::Routed,
            _ => Traffic::Streamed,
        };
        if lines.len() > MAX_LINES {
            return Err(Fault::wrong(
                "its tensors have more than 4,096 different names: this is no model that can be laid out",
            ));
        }
        let (block, label) = (tensor.stored.block, tensor.stored.label);
        let key = (place.part, rank(place.group), name.as_str(), label);
        let found =
            lines.binary_search_by(|line| (line.part, rank(line.group), line.name.as_str(), line.label).cmp(&key));
        let at = found.unwrap_or_else(|at| {
            let (part, group) = (place.part, place.group);
            let (tensors, parameters, bytes) = (0, 0, 0);
            lines.insert(at, LedgerLine { part, group, traffic, name, label, block, tensors, parameters, bytes });
            at
        });
        if let Some(line) = lines.get_mut(at) {
            line.tensors += 1;
            line.parameters = line.parameters.saturating_add(tensor.parameters());
            line.bytes = line.bytes.saturating_add(tensor.bytes);
        }
    }
    Ok((lines, unknown))
}

/// Returns the position of a group in the ledger.
fn rank(group: Group) -> usize {
    ORDER.iter().position(|other| *other == group).unwrap_or_default()
}

/// The groups in the order in which a token meets them.
pub(super) const ORDER: [Group; 10] = [
    Group::Embedding,
    Group::PerLayerEmbedding,
    Group::Attention,
    Group::State,
    Group::FeedForward,
    Group::Router,
    Group::Experts,
    Group::SharedExperts,
    Group::Small,
    Group::Head,
];

/// Returns the bytes of a line that a token reads; of routed experts, those that the token uses. Source: Mixtral,
/// arXiv 2401.04088, section 2.
#[must_use]
pub fn read_for_a_token(line: &LedgerLine, parts: Parts, experts: Option<(u64, u64)>) -> f64 {
    let bytes = count(line.bytes);
    match line.traffic {
        _ if !parts.has(line.part) => 0.0,
        Traffic::Idle => 0.0,
        Traffic::Streamed => bytes,
        Traffic::Routed => experts.map_or(bytes, |(all, active)| bytes * count(active) / count(all)),
    }
}

/// Returns the lines as calculators use weights: one for each group, block type and kind of traffic. Scales are spread
/// over the weights of their group, so that the bytes of each line stay exact.
#[must_use]
pub(super) fn weights(lines: &[LedgerLine], parts: Parts, experts: Option<(u64, u64)>) -> Weights {
    let mut sums: Vec<(WeightLine, u64, u64)> = Vec::new();
    for line in lines.iter().filter(|line| parts.has(line.part) && line.bytes > 0) {
        // If the routing is not known, every expert counts as read.
        let traffic =
            if line.traffic == Traffic::Routed && experts.is_none() { Traffic::Streamed } else { line.traffic };
        let group = if line.part == ModelPart::Vision { Group::Embedding } else { line.group };
        let is_scale = line.parameters == 0;
        let same = |(sum, _, _): &&mut (WeightLine, u64, u64)| {
            (sum.group, sum.traffic) == (group, traffic) && (sum.block.name == line.block.name || is_scale)
        };
        if let Some((sum, parameters, bytes)) = sums.iter_mut().find(same) {
            *parameters = parameters.saturating_add(line.parameters);
            *bytes = bytes.saturating_add(line.bytes);
            if sum.parameters == 0.0 && !is_scale {
                sum.block = line.block;
                sum.parameters = 1.0;
            }
        } else {
            let parameters = if is_scale { 0.0 } else { 1.0 };
            let sum = WeightLine { group, traffic, block: line.block, parameters, bytes: 0.0 };
            sums.push((sum, line.parameters, line.bytes));
        }
    }
    let lines = sums.into_iter().map(|(mut line, parameters, bytes)| {
        // A line of scales without weights counts as one weight.
        line.parameters = count(parameters.max(1));
        let own = line.parameters / count(line.block.weights) * line.block.bytes;
        if (own - count(bytes)).abs() > 0.5 {
            line.block = Block { name: line.block.name, weights: 1, bytes: count(bytes) / line.parameters };
        }
        if !blocks::NAMES.contains(&line.block.name) {
            // Integers and other types that no matrix product uses.
            line.block.name = blocks::F32.name;
        }
        line
    });
    let mut sorted: Vec<WeightLine> = Vec::new();
    for line in lines {
        let at = sorted.iter().position(|other| other.group > line.group).unwrap_or(sorted.len());
        sorted.insert(at, line);
    }
    Weights::from_lines(sorted, experts, None)
}
