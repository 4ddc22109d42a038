//! The promotions of GGUF file types: which tensors get more (or fewer) bits than the base block.
//!
//! One function per role, as a table of file types. `first` means the first eighth of the layers; `is_upgraded` is the
//! rule that the `M` types share: the first and the last eighth, and every third layer between them.
//!
//! An importance matrix is assumed only where a type cannot be made without one (`IQ1`, `IQ2`, `IQ3_XXS`).
//!
//! Source: src/llama-quant.cpp of ggml-org/llama.cpp, commit 007dbbf, in our own words.

use super::blocks::{Block, IQ2_S, IQ2_XXS, IQ3_S, IQ3_XXS, Q2_K, Q3_K, Q4_K, Q5_K, Q6_K, Q8_0};
use super::file_type::FileType;
use super::traits::{Traits, is_value};
use crate::tensors::{Role, Tensor};

use FileType as F;

/// True in the first and last eighth of the layers, and in every third one between.
const fn is_upgraded(index: u64, layers: u64) -> bool {
    let eighth = layers / 8;
    index < eighth || index >= 7 * layers / 8 || (index - eighth) % 3 == 2
}

/// Block of a tensor that is neither head nor table nor kept at full precision.
pub(super) fn promoted(file: FileType, traits: &Traits, tensor: &Tensor, ordinal: u64) -> Block {
    let layer = tensor.layer.unwrap_or(0);
    let base = file.base();
    if matches!(file, F::IQ1_S | F::IQ1_M | F::IQ2_XXS | F::IQ2_XS | F::IQ2_S | F::IQ2_M) {
        return low_bits(file, traits, tensor.role, layer);
    }
    match tensor.role {
        role if is_value(role) => value(file, traits, ordinal),
        Role::Key if traits.experts == 8 => Q8_0,
        Role::Key | Role::Query => match file {
            F::IQ3_XS => IQ3_XXS,
            F::IQ3_XXS => IQ2_S,
            _ => base,
        },
        Role::Down | Role::ExpertDown | Role::SharedDown => down(file, traits, layer),
        Role::AttentionOutput => output(file, traits),
        Role::Gate | Role::Up | Role::ExpertGate | Role::ExpertUp | Role::SharedGate | Role::SharedUp => {
            let middle = layer >= traits.layers / 8 && layer < 7 * traits.layers / 8;
            if matches!(file, F::IQ3_XS) && middle { IQ3_XXS } else { base }
        }
        _ => base,
    }
}

fn value(file: FileType, traits: &Traits, ordinal: u64) -> Block {
    if traits.experts == 8 {
        return Q8_0;
    }
    let grouped = traits.heads_per_kv >= 4;
    let block = match file {
        F::Q2_K => {
            if grouped {
                Q4_K
            } else {
                Q3_K
            }
        }
        F::Q2_K_S | F::IQ3_XXS | F::IQ3_XS | F::IQ3_S if grouped => Q4_K,
        F::IQ3_M => Q4_K,
        F::Q3_K_M => {
            if ordinal < 2 {
                Q5_K
            } else {
                Q4_K
            }
        }
        F::Q3_K_L => Q5_K,
        F::IQ4_NL | F::IQ4_XS if grouped => Q5_K,
        F::Q4_K_M | F::Q5_K_M if is_upgraded(ordinal, traits.value_layers) => Q6_K,
        F::Q4_K_S if ordinal < 4 => Q5_K,
        _ => file.base(),
    };
    if traits.is_70b && (block == Q3_K || block == Q4_K) { Q5_K } else { block }
}

fn down(file: FileType, traits: &Traits, layer: u64) -> Block {
    let layers = traits.layers;
    let first = layer < layers / 8;
    match file {
        F::Q2_K => Q3_K,
        F::Q2_K_S if first => Q4_K,
        F::Q3_K_M => {
            if layer < layers / 16 {
                Q5_K
            } else {
                Q4_K
            }
        }
        F::Q3_K_L => Q5_K,
        F::IQ3_M if first || (traits.experts == 8 && is_upgraded(layer, layers)) => Q4_K,
        F::Q4_K_M | F::Q5_K_M if is_upgraded(layer, layers) => Q6_K,
        F::Q4_K_S | F::IQ4_XS | F::IQ4_NL if first => Q5_K,
        _ => file.base(),
    }
}

fn output(file: FileType, traits: &Traits) -> Block {
    if traits.experts == 8 {
        let kept = matches!(file, F::Q2_K_S | F::Q3_K_L);
        let small = matches!(file.base().name, "Q2_K" | "Q3_K" | "Q4_K" | "IQ3_XXS" | "IQ3_S" | "IQ4_NL" | "IQ4_XS");
        return if small && !kept { Q5_K } else { file.base() };
    }
    match file {
        F::Q2_K => Q3_K,
        F::IQ3_XXS => IQ3_S,
        F::Q3_K_M | F::IQ3_M => Q4_K,
        F::Q3_K_L => Q5_K,
        _ => file.base(),
    }
}

/// Rule of the one-bit and two-bit types.
fn low_bits(file: FileType, traits: &Traits, role: Role, layer: u64) -> Block {
    let upper = matches!(file, F::IQ2_S | F::IQ2_M);
    let better = if upper { IQ3_S } else { Q2_K };
    match role {
        role if is_value(role) => {
            if traits.heads_per_kv >= 4 || traits.experts >= 4 {
                Q4_K
            } else {
                better
            }
        }
        Role::Key if traits.experts == 8 => Q4_K,
        Role::Down | Role::ExpertDown | Role::SharedDown if layer < traits.layers / 8 => better,
        Role::AttentionOutput if traits.experts == 8 => Q5_K,
        Role::AttentionOutput if matches!(file, F::IQ1_S | F::IQ1_M) => IQ2_XXS,
        Role::AttentionOutput if upper => IQ3_S,
        _ => file.base(),
    }
}
