//! Packed integers in safetensors files: how many weights an element holds, and which tensors are scales.
//!
//! 1. `quantization_config` in `config.json` gives method, bits and group size.
//! 2. A tensor with the name of a scale adds bytes but no weights.
//! 3. A 32-bit integer holds 32 / bits weights, a byte two. Without a configuration 4 bits are assumed for 32-bit
//!    integers, and a note says so.
//!
//! Never changes bytes: they are the header's.

use super::tensor::RawTensor;
use alloc::string::String;
use rooflight_estimator::quantization::Block;
use rooflight_estimator::quantization::blocks as b;

/// The quantization of a model as its configuration states it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packing {
    /// `gptq`, `awq`, `fp8`, `mxfp4`, `compressed-tensors`, `bitsandbytes`, or `mlx` where none is named.
    pub method: String,
    /// Bits per weight.
    pub bits: Option<u64>,
    /// Weights that share a scale.
    pub group: Option<u64>,
}

/// Endings of the names of scales, zero points and other tensors that accompany packed weights.
const SCALES: [&str; 18] = [
    "scales",
    "scale",
    "_scale_inv",
    "_scale_2",
    "qzeros",
    "zeros",
    "zero_point",
    "weight_shape",
    "g_idx",
    "absmax",
    "quant_map",
    "quant_state",
    "bitsandbytes__nf4",
    "bitsandbytes__fp4",
    "_scale_bias",
    "suh",
    "svh",
    "global_scale",
];

/// Marks scales and packed tensors; returns true if 4 bits were assumed for 32-bit integers.
pub(super) fn apply(tensors: &mut [RawTensor], packing: Option<&Packing>) -> bool {
    // MLX stores packed integers as `.weight`, and adds `.scales` and `.biases`.
    let is_mlx = packing.is_some_and(|packing| packing.method == "mlx")
        || tensors.iter().any(|tensor| tensor.stored.label == "U32" && tensor.name.ends_with(".weight"));
    let bits = packing.and_then(|packing| packing.bits).filter(|bits| (1..=32).contains(bits));
    let mut assumed = false;
    for tensor in tensors {
        let name = tensor.name.as_str();
        let is_scale = SCALES.iter().any(|end| name.ends_with(end))
            || (is_mlx && name.ends_with(".biases"))
            || super::names::has(name, &[".weight.absmax", ".weight.quant_", ".weight.nested_"]);
        if is_scale {
            tensor.stored.is_scale = true;
            continue;
        }
        let width = match tensor.stored.label {
            "I32" | "U32" => 32,
            "U8" => 8,
            _ => continue,
        };
        // Every format that packs into bytes has 4-bit weights; 8-bit ones are stored as I8.
        let each = if width == 8 { 4 } else { bits.unwrap_or(4) };
        assumed |= width == 32 && bits.is_none();
        tensor.stored.weights = (width, each);
        let method = packing.map_or("", |packing| packing.method.as_str());
        let name = block_name(if is_mlx { "mlx" } else { method }, each, name);
        // One byte per weight is a placeholder: the ledger derives the exact bytes from the sums.
        tensor.stored.block = Block { name, ..b::INT8 };
    }
    assumed
}

/// Returns the name of the block type that calculators use for such weights.
fn block_name(method: &str, bits: u64, tensor: &str) -> &'static str {
    match (method, bits) {
        ("mlx", 2) => "MLX 2-bit g64",
        ("mlx", 3) => "MLX 3-bit g64",
        ("mlx", 4) => "MLX 4-bit g64",
        ("mlx", 5) => "MLX 5-bit g64",
        ("mlx", 6) => "MLX 6-bit g64",
        ("mlx", 8) => "MLX 8-bit g64",
        ("mxfp4", _) => b::MXFP4.name,
        _ if tensor.ends_with("_blocks") => b::MXFP4.name,
        ("bitsandbytes", 4) => b::NF4.name,
        ("modelopt", _) => b::NVFP4.name,
        (_, 8) => b::INT8_G128.name,
        _ => b::INT4_G128.name,
    }
}
