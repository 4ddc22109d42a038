//! The mixing rules of GGUF files: which block type each tensor of a file gets.
//!
//! A file type such as `Q4_K_M` is a base block and a list of promotions: the output head, the value projections and
//! the down-projections get more bits, above all in the first and last layers. The rules differ by file type, by the
//! number of experts and by the number of query heads per key head. At last, a block that does not divide a row is
//! replaced.
//!
//! Step by step: vectors, norms, routers and convolutions stay at full precision; the head has its own rule; then
//! `mixes` promotes; then blocks are replaced. The rules are those of `llama-quantize` in our own words:
//! src/llama-quant.cpp of ggml-org/llama.cpp, commit 007dbbf.

use super::blocks::{Block, F16, F32, IQ3_S, IQ4_NL, MXFP4, Q2_K, Q4_0, Q4_K, Q5_0, Q5_1, Q5_K, Q6_K, Q8_0};
use super::file_type::FileType;
use super::mixes::promoted;
use super::traits::Traits;
use crate::tensors::{Role, Tensor};

/// Returns the block type of one tensor. `ordinal` counts the value projections before it.
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

/// Block of the output head, and of the embedding table where it is the head.
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

/// Block of an embedding table that is not the head.
fn table(file: FileType) -> Block {
    match file {
        FileType::IQ1_S | FileType::IQ1_M | FileType::IQ2_XXS | FileType::IQ2_XS => Q2_K,
        FileType::IQ2_S | FileType::IQ2_M | FileType::IQ3_XXS => IQ3_S,
        FileType::TQ1_0 | FileType::TQ2_0 => Q4_K,
        _ => file.base(),
    }
}

/// Returns the block itself where it divides a row; otherwise a similar one of 32 weights, or 16 bits if that fails
/// too.
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
