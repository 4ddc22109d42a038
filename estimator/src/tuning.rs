//! Fine-tuning: which parameters of a model storage in 4 bits leaves at 16.
//!
//! The bytes of adapters, gradients and states are plain arithmetic, which `content/calculators/fine-tuning.yaml` has.
//!
//! Source: `QLoRA`, Dettmers et al. arXiv 2305.14314, section 3.

use crate::tensors::Group;
use crate::weights::Weights;

/// Parameters of a model that 4-bit storage leaves at 16 bits: embedding, head, norms, routers. Source: arXiv
/// 2305.14314, whose software quantizes the linear layers of the blocks.
#[must_use]
pub fn kept_at_16_bits(weights: &Weights) -> f64 {
    let lines = weights.lines().iter();
    let apart = |group: Group| {
        matches!(group, Group::Embedding | Group::PerLayerEmbedding | Group::Head | Group::Small | Group::Router)
    };
    lines.filter(|line| apart(line.group)).map(|line| line.parameters).sum()
}
