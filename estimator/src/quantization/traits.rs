//! The traits of a model that mixing rules depend on.

use crate::model::{Attention, Model};
use crate::tensors::{Role, Tensor};

/// Traits of a model on which rules depend in addition to the tensor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    pub(super) layers: u64,
    /// Routed experts, 0 for a dense model.
    pub(super) experts: u64,
    /// Query heads per key-value head.
    pub(super) heads_per_kv: u64,
    /// Layers that have a value projection (or a fused one); promotions count only these.
    pub(super) value_layers: u64,
    /// llama.cpp treats models of 80 layers with grouped heads as "70B", whose value projections get more bits.
    pub(super) is_70b: bool,
    pub(super) tied: bool,
}

impl Traits {
    pub(super) fn of(model: &Model, tensors: &[Tensor]) -> Self {
        let heads_per_kv = model.attention_layers().next().map_or(0, |(shape, _, _)| shape.heads_per_kv());
        let latent = model.attention_layers().any(|(shape, _, _)| matches!(shape, Attention::Latent { .. }));
        let layers = model.layers().len() as u64;
        Self {
            layers,
            experts: model.mixture().map_or(0, |mixture| mixture.experts),
            heads_per_kv,
            value_layers: tensors.iter().filter(|tensor| is_value(tensor.role)).count() as u64,
            is_70b: layers == 80 && heads_per_kv > 1 && !latent && model.mixture().is_none(),
            tied: model.tied(),
        }
    }
}

/// True for roles that the rules treat as a value projection.
pub(super) const fn is_value(role: Role) -> bool {
    matches!(role, Role::Value | Role::Qkv | Role::StateQkv)
}
