//! Memory of fine-tuning: a trained parameter takes sixteen bytes, a frozen one its stored bits.
//!
//! 1. A trained parameter is kept in 16 bits, with a 16-bit gradient and, for Adam, a 32-bit copy, momentum and
//!    variance.
//! 2. A frozen parameter is kept in 16 bits, or in 4 bits with scales that are quantized themselves. Embedding and head
//!    stay at 16 bits.
//! 3. Adapters of rank r add r × (in + out) parameters to a matrix: 2 × r × width where both sides have the width of
//!    the model.
//! 4. With checkpoints at every layer, each token of a step keeps one 16-bit vector of the model's width per layer.
//!
//! Sources: `ZeRO`, Rajbhandari et al. arXiv 1910.02054, section 3.1; `LoRA`, Hu et al. arXiv 2106.09685, section 5.1;
//! `QLoRA`, Dettmers et al. arXiv 2305.14314, section 3; checkpoints, Chen et al. arXiv 1604.06174.

use crate::tensors::Group;
use crate::weights::Weights;
use rooflight_primitives::units::{BITS, count};

/// Bytes of a 16-bit number.
pub const HALF: f64 = 2.0;

/// Bytes of the 32-bit copy, momentum and variance of a trained parameter. Source: arXiv 1910.02054, section 3.1.
pub const STATES: f64 = 12.0;

/// Bits of a frozen parameter: 4, plus 0.127 for scales, `8/64 + 32/(64 × 256)`. Source: arXiv 2305.14314, section 3.
pub const FOUR_BITS: f64 = 4.0 + 8.0 / 64.0 + 32.0 / (64.0 * 256.0);

/// Parameters of `LoRA` adapters of `rank` on `matrices` square matrices of the model's width:
/// `2 × matrices × width × rank`. Source: arXiv 2106.09685, section 5.1.
#[must_use]
pub fn adapters(matrices: f64, width: f64, rank: f64) -> f64 {
    2.0 * matrices * width * rank
}

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

/// Bytes of a frozen model in 4 bits, of whose parameters `kept` stay at 16 bits. Source: `FOUR_BITS`,
/// `kept_at_16_bits`.
#[must_use]
pub fn four_bit_bytes(parameters: f64, kept: f64) -> f64 {
    kept * HALF + (parameters - kept).max(0.0) * FOUR_BITS / BITS
}

/// Bytes of checkpoints: one vector of the model's width for each layer and token. Source: arXiv 1604.06174.
#[must_use]
pub fn checkpoints(tokens: f64, layers: u64, width: u64) -> f64 {
    tokens * count(layers) * count(width) * HALF
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adapters_of_the_paper() {
        // GPT-3 in arXiv 2106.09685: 96 layers of width 12,288; rank 4 on query and value is 2 × 192 × 12,288 × 4.
        assert!((adapters(2.0 * 96.0, 12_288.0, 4.0) - 18_874_368.0).abs() < 1.0);
        assert!((FOUR_BITS - 4.127).abs() < 1e-3);
    }
}
