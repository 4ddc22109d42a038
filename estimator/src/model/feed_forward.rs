//! The feed-forward part of a layer: dense, a mixture of experts, or both in parallel.
//!
//! Facts are checked once: more active experts than experts, or a width of zero, is an error that names its field.
//!
//! Shapes: gated units arXiv 2002.05202, sparse mixtures arXiv 2101.03961 and 2401.06066 (shared experts).

use super::facts::MoeFacts;
use crate::error::{FactError, Problem, positive};

const MAX_EXPERTS: u64 = 1 << 16;
const MAX_WIDTH: u64 = 1 << 24;

/// A dense feed-forward part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dense {
    /// Inner width.
    pub width: u64,
    /// True with a gate (three matrices), false without (two).
    pub gated: bool,
}

/// A mixture of experts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own; no two of them make a state.
pub struct Mixture {
    /// Routed experts.
    pub experts: u64,
    /// Routed experts that one token uses; at most `experts`.
    pub active: u64,
    /// Inner width of a routed expert.
    pub width: u64,
    /// Width that the routed experts work in, where it is not the hidden size; projections lead into and out of it.
    pub latent: Option<u64>,
    /// True with a gate (three matrices), false without (two).
    pub gated: bool,
    /// The experts that every token uses, as one dense part of their summed width; `None` where that is zero.
    pub shared: Option<Dense>,
    /// The shared part is scaled by a gate of one row.
    pub shared_gate: bool,
    /// The router adds a bias per expert.
    pub router_bias: bool,
    /// The experts' matrices have biases.
    pub expert_bias: bool,
}

/// The feed-forward part of one layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedForward {
    /// One dense part.
    Dense(Dense),
    /// Routed experts, with or without shared ones.
    Moe(Mixture),
    /// A dense part and routed experts, both on every token.
    DenseAndMoe(Dense, Mixture),
}

impl FeedForward {
    /// The mixture of experts of this layer, if it has one.
    #[must_use]
    pub const fn mixture(&self) -> Option<&Mixture> {
        match self {
            Self::Dense(_) => None,
            Self::Moe(mixture) | Self::DenseAndMoe(_, mixture) => Some(mixture),
        }
    }
}

/// Returns true for three matrices, the default, and false for two.
///
/// # Errors
/// Any other number of matrices.
pub fn gated(field: &'static str, matrices: Option<u64>) -> Result<bool, FactError> {
    match matrices {
        None | Some(3) => Ok(true),
        Some(2) => Ok(false),
        Some(_) => Err(FactError::new(field, Problem::Unknown)),
    }
}

impl Mixture {
    /// Checks the catalog's facts of a mixture.
    ///
    /// # Errors
    /// A size that is zero or beyond reason; more active experts than experts.
    pub fn from_facts(facts: &MoeFacts) -> Result<Self, FactError> {
        let experts = positive("moe.n_experts", facts.n_experts, MAX_EXPERTS)?;
        let active = positive("moe.n_experts_active", facts.n_experts_active, MAX_EXPERTS)?;
        if active > experts {
            return Err(FactError::new("moe.n_experts_active", Problem::Contradicts("moe.n_experts")));
        }
        let width = positive("moe.expert_ffn_size", facts.expert_ffn_size, MAX_WIDTH)?;
        let gated = gated("moe.expert_matrices", facts.expert_matrices)?;
        let latent = match facts.expert_input_size {
            Some(size) => Some(positive("moe.expert_input_size", size, MAX_WIDTH)?),
            None => None,
        };
        let shared = match facts.n_shared_experts {
            0 => None,
            number if number > MAX_EXPERTS => return Err(FactError::new("moe.n_shared_experts", Problem::TooLarge)),
            number => {
                let each = facts.shared_expert_ffn_size.unwrap_or(width);
                Some(Dense { width: number * positive("moe.shared_expert_ffn_size", each, MAX_WIDTH)?, gated })
            }
        };
        if facts.shared_expert_gate && shared.is_none() {
            return Err(FactError::new("moe.shared_expert_gate", Problem::Contradicts("moe.n_shared_experts")));
        }
        Ok(Self {
            experts,
            active,
            width,
            latent,
            gated,
            shared,
            shared_gate: facts.shared_expert_gate,
            router_bias: facts.router_bias,
            expert_bias: facts.expert_bias,
        })
    }
}
