//! Formats with one block for each kind of tensor: 16-bit files, GPTQ, AWQ, FP8, NVFP4, MLX, EXL, MLC and the like.
//!
//! Linear layers get the format's block. Embedding table, head, router and small vectors follow the tool that makes
//! such files; each tool's convention is written down here once.

use super::blocks::{BF16, Block};
use super::gguf::fitting;
use crate::tensors::{Role, Tensor};

/// The block of each kind of tensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uniform {
    /// Linear layers: attention, state, feed-forward.
    pub linear: Block,
    /// Routed experts.
    pub experts: Block,
    /// Input embedding table.
    pub embedding: Block,
    /// Output head. A tied table has the embedding's block, unless the head is stored separately.
    pub head: Block,
    /// The router, which assigns tokens to experts.
    pub router: Block,
    /// Vectors and convolutions.
    pub small: Block,
    /// True if a tied table is stored twice: as embedding, and in the head's block.
    pub head_apart: bool,
}

impl Uniform {
    /// One block for every tensor, quantized or not.
    #[must_use]
    pub const fn float(block: Block) -> Self {
        Self {
            linear: block,
            experts: block,
            embedding: block,
            head: block,
            router: block,
            small: block,
            head_apart: false,
        }
    }

    /// Linear layers and experts quantized; embedding, head, router and vectors at 16 bits (GPTQ, AWQ, FP8, NVFP4,
    /// bitsandbytes).
    #[must_use]
    pub const fn linears(block: Block) -> Self {
        Self {
            linear: block,
            experts: block,
            embedding: BF16,
            head: BF16,
            router: BF16,
            small: BF16,
            head_apart: false,
        }
    }

    /// As `linears`, with the head stored separately in another block (EXL2 and EXL3: 6 bits; mistral.rs: that of the
    /// linear layers).
    #[must_use]
    pub const fn with_head(block: Block, head: Block) -> Self {
        Self { head, head_apart: true, ..Self::linears(block) }
    }

    /// Every matrix quantized, embedding table and head included; vectors at 16 bits (MLX, MLC).
    #[must_use]
    pub const fn all(block: Block) -> Self {
        Self { small: BF16, ..Self::float(block) }
    }

    /// Only the routed experts quantized (gpt-oss as published).
    #[must_use]
    pub const fn experts(block: Block) -> Self {
        Self { experts: block, ..Self::float(BF16) }
    }

    pub(super) fn block(&self, tensor: &Tensor) -> Block {
        if tensor.is_vector() {
            return self.small;
        }
        let wanted = match tensor.role {
            Role::Convolution => self.small,
            Role::Router => self.router,
            Role::Head => self.head,
            Role::Embedding | Role::PerLayerEmbedding => self.embedding,
            Role::ExpertGate | Role::ExpertUp | Role::ExpertDown => self.experts,
            _ => self.linear,
        };
        fitting(wanted, tensor.columns)
    }
}
