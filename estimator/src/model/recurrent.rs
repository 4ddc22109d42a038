//! Layers that keep a state of fixed size instead of a cache: gated delta rule, Kimi's variant, Mamba-2, short
//! convolution.
//!
//! Each kind has a state: elements that one sequence keeps and that every step reads and writes. `tensors::recurrent`
//! lists the tensors of these layers.
//!
//! Shapes: Mamba-2 arXiv 2405.21060, Gated DeltaNet arXiv 2412.06464, Kimi Linear arXiv 2510.26692.

use super::facts::LinearFacts;
use crate::error::{FactError, Problem, positive, required};

const MAX_SIZE: u64 = 1 << 16;

/// The shape of one recurrent layer. All counts are above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrent {
    /// Gated delta rule (Qwen3-Next, Qwen3.5): a matrix per value head.
    DeltaNet {
        /// Heads of queries and keys.
        key_heads: u64,
        /// Width of a key head.
        key_dim: u64,
        /// Value heads; a multiple of the key heads.
        value_heads: u64,
        /// Width of a value head.
        value_dim: u64,
        /// Length of the causal convolution.
        kernel: u64,
    },
    /// Kimi delta attention: a matrix per head, with a decay per channel.
    KimiDelta {
        /// Heads, each with a matrix of state.
        heads: u64,
        /// Width of a head.
        head_dim: u64,
        /// Length of the causal convolution.
        kernel: u64,
    },
    /// Mamba-2: a state vector per channel.
    Mamba2 {
        /// Heads, whose channels share a decay.
        heads: u64,
        /// Channels of a head.
        head_dim: u64,
        /// State elements of a channel.
        state: u64,
        /// Groups that share the input and output maps.
        groups: u64,
        /// Length of the causal convolution.
        kernel: u64,
    },
    /// A gated convolution over the last few tokens (LFM2); its state is those tokens.
    ShortConv {
        /// Length of the convolution.
        kernel: u64,
    },
}

impl Recurrent {
    /// Checks the catalog's facts of a recurrent layer.
    ///
    /// # Errors
    /// An unknown kind, or a size that is missing, zero or beyond reason.
    pub fn from_facts(facts: &LinearFacts) -> Result<Self, FactError> {
        let kernel = |usual| positive("attention.linear_attention.conv_kernel", facts.conv_kernel.unwrap_or(usual), 64);
        match facts.kind.as_str() {
            "gated_delta_net" => {
                let key_heads = required("attention.linear_attention.key_heads", facts.key_heads, MAX_SIZE)?;
                let value_heads = required("attention.linear_attention.value_heads", facts.value_heads, MAX_SIZE)?;
                if value_heads % key_heads != 0 {
                    let problem = Problem::NotMultipleOf("attention.linear_attention.key_heads");
                    return Err(FactError::new("attention.linear_attention.value_heads", problem));
                }
                Ok(Self::DeltaNet {
                    key_heads,
                    key_dim: required("attention.linear_attention.key_head_dim", facts.key_head_dim, MAX_SIZE)?,
                    value_heads,
                    value_dim: required("attention.linear_attention.value_head_dim", facts.value_head_dim, MAX_SIZE)?,
                    kernel: kernel(4)?,
                })
            }
            "kimi_delta_attention" => Ok(Self::KimiDelta {
                heads: required("attention.linear_attention.heads", facts.heads, MAX_SIZE)?,
                head_dim: required("attention.linear_attention.head_dim", facts.head_dim, MAX_SIZE)?,
                kernel: kernel(4)?,
            }),
            "mamba2" => Ok(Self::Mamba2 {
                heads: required("attention.linear_attention.heads", facts.heads, MAX_SIZE)?,
                head_dim: required("attention.linear_attention.head_dim", facts.head_dim, MAX_SIZE)?,
                state: required("attention.linear_attention.state", facts.state, MAX_SIZE)?,
                groups: required("attention.linear_attention.groups", facts.groups, MAX_SIZE)?,
                kernel: kernel(4)?,
            }),
            "short_conv" => Ok(Self::ShortConv { kernel: kernel(3)? }),
            _ => Err(FactError::new("attention.linear_attention.kind", Problem::Unknown)),
        }
    }

    /// Channels that pass through the causal convolution, for a hidden width of `hidden`.
    #[must_use]
    pub const fn convolved(&self, hidden: u64) -> u64 {
        match *self {
            Self::DeltaNet { key_heads, key_dim, value_heads, value_dim, .. } => {
                2 * key_heads * key_dim + value_heads * value_dim
            }
            Self::KimiDelta { heads, head_dim, .. } => 3 * heads * head_dim,
            Self::Mamba2 { heads, head_dim, state, groups, .. } => heads * head_dim + 2 * groups * state,
            Self::ShortConv { .. } => hidden,
        }
    }

    /// Elements of state that one sequence keeps in one such layer: the recurrent matrix and the convolution's last
    /// inputs.
    #[must_use]
    pub const fn state_elements(&self, hidden: u64) -> u64 {
        let (matrix, kernel) = match *self {
            Self::DeltaNet { key_dim, value_heads, value_dim, kernel, .. } => {
                (value_heads * key_dim * value_dim, kernel)
            }
            Self::KimiDelta { heads, head_dim, kernel } => (heads * head_dim * head_dim, kernel),
            Self::Mamba2 { heads, head_dim, state, kernel, .. } => (heads * head_dim * state, kernel),
            Self::ShortConv { kernel } => (0, kernel),
        };
        matrix + (kernel - 1) * self.convolved(hidden)
    }
}
