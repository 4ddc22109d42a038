//! The mixing rules of GGUF files: which block type each tensor of a file gets.
//!
//! A file type such as `Q4_K_M` is a base block and a list of promotions: the output head, the value projections and the
//! down-projections get more bits, more so in the first and last layers. The rules differ by file type, by the number of
//! experts and by how many query heads share a key head. Last of all a block that does not divide a row is replaced.
//!
//! Step by step: vectors, norms, routers and convolutions stay at full precision; the head has its own rule; then comes the
//! promotion of `mixes`; then the replacement. The rules are those of `llama-quantize`, expressed in our own form: read at
//! src/llama-quant.cpp of ggml-org/llama.cpp, commit 007dbbf.

use super::blocks::{
    BF16, Block, F16, F32, IQ1_M, IQ1_S, IQ2_S, IQ2_XS, IQ2_XXS, IQ3_S, IQ3_XXS, IQ4_NL, IQ4_XS, MXFP4, NVFP4_GGML,
    Q2_K, Q3_K, Q4_0, Q4_1, Q4_K, Q5_0, Q5_1, Q5_K, Q6_K, Q8_0, TQ1_0, TQ2_0,
};
use super::mixes::promoted;
use crate::model::{Attention, Model};
use crate::tensors::{Role, Tensor};

/// A GGUF file type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names are llama.cpp's own; each is described by its rule.
#[allow(non_camel_case_types)]
pub enum FileType {
    F32,
    F16,
    BF16,
    Q8_0,
    Q5_0,
    Q5_1,
    Q4_0,
    Q4_1,
    Q2_K,
    Q2_K_S,
    Q3_K_S,
    Q3_K_M,
    Q3_K_L,
    Q4_K_S,
    Q4_K_M,
    Q5_K_S,
    Q5_K_M,
    Q6_K,
    IQ1_S,
    IQ1_M,
    IQ2_XXS,
    IQ2_XS,
    IQ2_S,
    IQ2_M,
    IQ3_XXS,
    IQ3_XS,
    IQ3_S,
    IQ3_M,
    IQ4_XS,
    IQ4_NL,
    TQ1_0,
    TQ2_0,
    MXFP4_MOE,
    /// Experts MXFP4, everything else 16 bits: files of gpt-oss named F16.
    MXFP4_MOE_F16,
    NVFP4,
}

impl FileType {
    /// The block type a tensor gets when no promotion applies.
    #[must_use]
    pub const fn base(self) -> Block {
        match self {
            Self::F32 => F32,
            Self::F16 | Self::MXFP4_MOE_F16 => F16,
            Self::BF16 => BF16,
            Self::Q8_0 | Self::MXFP4_MOE => Q8_0,
            Self::Q5_0 => Q5_0,
            Self::Q5_1 => Q5_1,
            Self::Q4_0 => Q4_0,
            Self::Q4_1 => Q4_1,
            Self::Q2_K | Self::Q2_K_S => Q2_K,
            Self::Q3_K_S | Self::Q3_K_M | Self::Q3_K_L => Q3_K,
            Self::Q4_K_S | Self::Q4_K_M => Q4_K,
            Self::Q5_K_S | Self::Q5_K_M => Q5_K,
            Self::Q6_K => Q6_K,
            Self::IQ1_S => IQ1_S,
            Self::IQ1_M => IQ1_M,
            Self::IQ2_XXS => IQ2_XXS,
            Self::IQ2_XS | Self::IQ2_S => IQ2_XS,
            Self::IQ2_M => IQ2_S,
            Self::IQ3_XXS => IQ3_XXS,
            Self::IQ3_XS | Self::IQ3_S | Self::IQ3_M => IQ3_S,
            Self::IQ4_XS => IQ4_XS,
            Self::IQ4_NL => IQ4_NL,
            Self::TQ1_0 => TQ1_0,
            Self::TQ2_0 => TQ2_0,
            Self::NVFP4 => NVFP4_GGML,
        }
    }

    /// True for the types that keep 16 or 32 bits everywhere.
    const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F16 | Self::BF16)
    }

    const fn is_mxfp4(self) -> bool {
        matches!(self, Self::MXFP4_MOE | Self::MXFP4_MOE_F16)
    }
}

/// What the rules need to know of a model beside the tensor itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    pub(super) layers: u64,
    /// Routed experts, 0 for a dense model.
    pub(super) experts: u64,
    /// Query heads for each key-value head.
    pub(super) heads_per_kv: u64,
    /// Layers that have a value projection (or a fused one): promotions count those.
    pub(super) value_layers: u64,
    /// llama.cpp treats models of 80 layers and grouped heads as "70B", whose value projections get more bits.
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

/// Roles that the rules treat as a value projection.
pub(super) const fn is_value(role: Role) -> bool {
    matches!(role, Role::Value | Role::Qkv | Role::StateQkv)
}

/// The block type of one tensor. `ordinal` counts the value projections before it.
pub(super) fn block(file: FileType, traits: &Traits, tensor: &Tensor, ordinal: u64) -> Block {
    if tensor.is_vector() || matches!(tensor.role, Role::Router | Role::Convolution) {
        return F32;
    }
    if file.is_float() {
        return file.base();
    }
    if matches!(tensor.role, Role::PerLayerModelProjection) {
        return F16;
    }
    let is_table = matches!(tensor.role, Role::Embedding | Role::PerLayerEmbedding);
    let wanted = if matches!(tensor.role, Role::Head) || (traits.tied && is_table) {
        head(file, tensor.columns)
    } else if file.is_mxfp4() {
        // The rule looks for a third dimension: the experts, and the heads of a latent cache.
        if tensor.copies > 1 { MXFP4 } else { file.base() }
    } else if is_table {
        table(file)
    } else {
        promoted(file, traits, tensor, ordinal)
    };
    fitting(wanted, tensor.columns)
}

/// The output head, and the embedding table where it is the head.
fn head(file: FileType, columns: u64) -> Block {
    match file {
        FileType::MXFP4_MOE_F16 => F16,
        FileType::MXFP4_MOE | FileType::Q8_0 => Q8_0,
        _ if !file.base().fits(columns) => Q8_0,
        FileType::IQ1_S
        | FileType::IQ1_M
        | FileType::IQ2_XXS
        | FileType::IQ2_XS
        | FileType::IQ2_S
        | FileType::IQ2_M
        | FileType::IQ3_XXS => Q5_K,
        _ => Q6_K,
    }
}

/// An embedding table that is not the head.
fn table(file: FileType) -> Block {
    match file {
        FileType::IQ1_S | FileType::IQ1_M | FileType::IQ2_XXS | FileType::IQ2_XS => Q2_K,
        FileType::IQ2_S | FileType::IQ2_M | FileType::IQ3_XXS => IQ3_S,
        FileType::TQ1_0 | FileType::TQ2_0 => Q4_K,
        _ => file.base(),
    }
}

/// The block itself where it divides a row; else the replacement of the same order with 32 weights; else 16 bits.
pub(super) fn fitting(wanted: Block, columns: u64) -> Block {
    if wanted.fits(columns) {
        return wanted;
    }
    let replacement = match wanted.name {
        "Q4_K" => Q5_0,
        "Q5_K" => Q5_1,
        "Q6_K" => Q8_0,
        "Q2_K" | "Q3_K" | "TQ1_0" | "TQ2_0" => Q4_0,
        name if name.starts_with("IQ") => IQ4_NL,
        _ => F16,
    };
    if replacement.fits(columns) { replacement } else { F16 }
}
