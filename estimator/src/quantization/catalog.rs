//! Maps the id of a catalog record to the rule of its format.
//!
//! Every id is written out, with the conventions of the tool that makes such files. Only EXL2 and EXL3 are recognised
//! by a prefix, with the bits that their record states. An id that is not here is an error.

use core::fmt;

use super::blocks::{self as b, Block};
use super::{FileType, Rule, Uniform};

/// Why a catalog record has no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatalogError {
    /// The estimator has no rule for the id.
    UnknownId,
    /// The format can have any average of bits, and the record states none.
    BitsMissing,
    /// The format is for activations: no file of weights has it.
    NotForWeights,
}

impl fmt::Display for CatalogError {
    /// One sentence in plain English, without a full stop.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::UnknownId => "the estimator has no rule for this quantization id",
            Self::BitsMissing => "`bits_per_weight` is missing, and this format has no fixed one",
            Self::NotForWeights => "this format is for activations, not for weights",
        })
    }
}

impl core::error::Error for CatalogError {}

/// Returns the rule of a catalog record, from its id and, for EXL2 and EXL3, its bits per weight.
///
/// # Errors
/// An id without a rule, or a format of variable size whose record states no bits.
pub fn from_catalog(id: &str, bits_per_weight: Option<f64>) -> Result<Rule, CatalogError> {
    if id == "gguf-q8_1" {
        return Err(CatalogError::NotForWeights);
    }
    if let Some(name) = id.strip_prefix("gguf-ud-") {
        return per_file(name).map(Rule::PerFile).ok_or(CatalogError::UnknownId);
    }
    if let Some(name) = id.strip_prefix("gguf-") {
        return gguf(name).ok_or(CatalogError::UnknownId);
    }
    if id == "exl2" || id == "exl3" || id.starts_with("exl2-") || id.starts_with("exl3-") {
        let bits = bits_per_weight.filter(|bits| *bits > 0.0 && *bits <= 16.0).ok_or(CatalogError::BitsMissing)?;
        let name = if id.starts_with("exl2") { "EXL2" } else { "EXL3" };
        return Ok(Rule::Uniform(Uniform::with_head(Block::average(name, bits), Block::average("6-bit head", 6.0))));
    }
    mlx(id).or_else(|| other(id)).map(Rule::Uniform).ok_or(CatalogError::UnknownId)
}

/// GGUF file types by the part of the id after `gguf-`. A record of a single block type (`q4_k`) has that block
/// everywhere.
fn gguf(name: &str) -> Option<Rule> {
    let pure = |block| Some(Rule::Uniform(Uniform { small: b::F32, router: b::F32, ..Uniform::all(block) }));
    match name {
        // Files of these two types are made for models trained for them, and hold every matrix in one block type.
        "q2_0" => pure(b::Q2_0),
        "q1_0" => pure(b::Q1_0),
        "q5_k" => pure(b::Q5_K),
        "q4_k" => pure(b::Q4_K),
        "q3_k" => pure(b::Q3_K),
        "q2_k" => pure(b::Q2_K),
        "mxfp4" => pure(b::MXFP4),
        _ => FileType::from_id(name).map(Rule::Gguf),
    }
}

/// File type whose proportions a per-model file follows, by the part of the id after `gguf-ud-`.
fn per_file(name: &str) -> Option<FileType> {
    use FileType as F;
    Some(match name {
        "q8_k_xl" => F::Q8_0,
        "q6_k_xl" => F::Q6_K,
        "q5_k_xl" | "q5_k_m" => F::Q5_K_M,
        "q4_k_xl" | "q4_k_m" => F::Q4_K_M,
        "q3_k_xl" | "q3_k_m" => F::Q3_K_M,
        "q3_k_s" => F::Q3_K_S,
        "q2_k_xl" => F::Q2_K,
        "iq4_xs" => F::IQ4_XS,
        "iq4_nl" => F::IQ4_NL,
        "iq3_s" => F::IQ3_S,
        "iq3_xxs" => F::IQ3_XXS,
        "iq2_m" => F::IQ2_M,
        "iq2_xxs" => F::IQ2_XXS,
        "iq1_m" => F::IQ1_M,
        "iq1_s" => F::IQ1_S,
        _ => return None,
    })
}

/// MLX: every matrix in groups, with a 16-bit scale and bias; vectors at 16 bits.
fn mlx(id: &str) -> Option<Uniform> {
    Some(match id {
        "mlx-bf16" => Uniform::float(b::BF16),
        "mlx-2bit-g64" => Uniform::all(Block::group("MLX 2-bit g64", 2, 64)),
        "mlx-3bit-g64" => Uniform::all(Block::group("MLX 3-bit g64", 3, 64)),
        "mlx-4bit-g64" => Uniform::all(Block::group("MLX 4-bit g64", 4, 64)),
        "mlx-5bit-g64" => Uniform::all(Block::group("MLX 5-bit g64", 5, 64)),
        "mlx-6bit-g64" => Uniform::all(Block::group("MLX 6-bit g64", 6, 64)),
        "mlx-8bit-g64" => Uniform::all(Block::group("MLX 8-bit g64", 8, 64)),
        "mlx-4bit-g32" => Uniform::all(Block::group("MLX 4-bit g32", 4, 32)),
        "mlx-mxfp4" => Uniform::all(b::MXFP4),
        "mlx-nvfp4" => Uniform::all(b::NVFP4),
        _ => return None,
    })
}

fn other(id: &str) -> Option<Uniform> {
    Some(match id {
        "bf16" => Uniform::float(b::BF16),
        "fp16" => Uniform::float(b::F16),
        "awq-4bit-g128" | "gptq-4bit-g128" => Uniform::linears(b::INT4_G128),
        "w4a16-ct" => Uniform::linears(b::INT4_G128_SYMMETRIC),
        "gptq-4bit-g32" => Uniform::linears(b::INT4_G32),
        "gptq-8bit" => Uniform::linears(b::INT8_G128),
        "int8-w8a8" | "int8-weight-only" | "rkllm-w8a8" => Uniform::linears(b::INT8),
        "int4-g32" => Uniform::linears(Block::group("INT4 g32", 4, 32)),
        "fp8-e4m3-dynamic" => Uniform::linears(b::FP8),
        "fp8-block-128" => Uniform::linears(b::FP8_BLOCK),
        "mxfp8" => Uniform::linears(b::MXFP8),
        "nvfp4" => Uniform::linears(b::NVFP4),
        "mxfp4" => Uniform::experts(b::MXFP4),
        "bnb-nf4" => Uniform::linears(b::NF4),
        "bnb-nf4-dq" => Uniform::linears(b::NF4_DOUBLE),
        "calm-fp8" => Uniform::all(b::FP8),
        "calm-gf4" => Uniform { embedding: b::FP8, head_apart: true, ..Uniform::all(Block::average("gf4", 4.0)) },
        "mlc-q4f16" => Uniform::all(Block { name: "q4f16", weights: 32, bytes: 18.0 }),
        "isq-q4k" => Uniform::with_head(b::Q4_K, b::Q4_K),
        "tmac-w4" => Uniform::linears(Block::average("T-MAC W4", 4.5)),
        "tmac-w2" => Uniform::linears(Block::average("T-MAC W2", 2.5)),
        "bitnet-1.58" => Uniform::linears(Block::average("1.58-bit in 2 bits", 2.0)),
        _ => return None,
    })
}
