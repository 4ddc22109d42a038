//! Block types: how many bytes a run of weights takes in memory.
//!
//! Each constant is the layout of one block: its number of weights and of bytes, scales included. The other files of
//! this folder decide which tensor gets which block.
//!
//! Sources: ggml/src/ggml-common.h of ggml-org/llama.cpp for the GGUF types; the OCP Microscaling specification for
//! MXFP4 and MXFP8; the NVFP4 layout as ggml and NVIDIA's `ModelOpt` store it; ml-explore/mlx for group quantization.

use rooflight_primitives::units::{BITS, count};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Layout of a block of quantized weights.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Name to print, one of `NAMES`.
    pub name: &'static str,
    /// Weights in a block. A row must be a whole number of blocks.
    pub weights: u64,
    /// Bytes of a block, scales included. Half a byte is possible where two blocks share one.
    pub bytes: f64,
}

/// A block in a record: the position of its name in [`NAMES`], its weights and its bytes.
type BlockNumbers = (usize, u64, f64);

impl Serialize for Block {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let known = NAMES.iter().position(|name| *name == self.name);
        (known.unwrap_or(NAMES.len()), self.weights, self.bytes).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Block {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (at, weights, bytes) = BlockNumbers::deserialize(deserializer)?;
        let name = NAMES.get(at).ok_or(D::Error::custom("an unknown block"))?;
        Ok(Self { name, weights, bytes })
    }
}

/// Compares bit for bit, so that a block equals itself even if a damaged record gives it NaN bytes.
impl PartialEq for Block {
    fn eq(&self, other: &Self) -> bool {
        let bits = |block: &Self| (block.name, block.weights, block.bytes.to_bits());
        bits(self) == bits(other)
    }
}

impl Default for Block {
    fn default() -> Self {
        F16
    }
}

/// Names of all block types. A block's name is sent to the browser as its position here.
pub const NAMES: &[&str] = &[
    "F16",
    "BF16",
    "F32",
    "FP8",
    "INT8",
    "Q8_0",
    "Q5_0",
    "Q5_1",
    "Q4_0",
    "Q4_1",
    "Q2_0",
    "Q1_0",
    "Q2_K",
    "Q3_K",
    "Q4_K",
    "Q5_K",
    "Q6_K",
    "IQ1_S",
    "IQ1_M",
    "IQ2_XXS",
    "IQ2_XS",
    "IQ2_S",
    "IQ3_XXS",
    "IQ3_S",
    "IQ4_XS",
    "IQ4_NL",
    "TQ1_0",
    "TQ2_0",
    "MXFP4",
    "MXFP8",
    "NVFP4",
    "INT4 g128",
    "INT4 g32",
    "INT8 g128",
    "FP8 block 128",
    "NF4",
    "NF4 double",
    "MLX 2-bit g64",
    "MLX 3-bit g64",
    "MLX 4-bit g64",
    "MLX 5-bit g64",
    "MLX 6-bit g64",
    "MLX 8-bit g64",
    "MLX 4-bit g32",
    "EXL2",
    "EXL3",
    "6-bit head",
    "q4f16",
    "gf4",
    "T-MAC W4",
    "T-MAC W2",
    "1.58-bit in 2 bits",
];

impl Block {
    const fn new(name: &'static str, weights: u64, bytes: f64) -> Self {
        Self { name, weights, bytes }
    }

    /// A format of which only the average is known: this many bits per weight, with no row too short for it.
    #[must_use]
    pub const fn average(name: &'static str, bits: f64) -> Self {
        Self { name, weights: 1, bytes: bits / BITS }
    }

    /// Groups of integers, each with a 16-bit scale and a 16-bit bias, as MLX stores them.
    #[must_use]
    pub fn group(name: &'static str, bits: u64, group: u64) -> Self {
        Self { name, weights: group, bytes: count(bits * group) / BITS + 4.0 }
    }

    /// Bits per weight, scales included.
    #[must_use]
    pub fn bits(&self) -> f64 {
        self.bytes * BITS / count(self.weights)
    }

    /// True if a row of `columns` weights is a whole number of blocks.
    #[must_use]
    pub const fn fits(&self, columns: u64) -> bool {
        columns.is_multiple_of(self.weights)
    }
}

/// 32-bit floating point.
pub const F32: Block = Block::new("F32", 1, 4.0);
/// 16-bit floating point, IEEE.
pub const F16: Block = Block::new("F16", 1, 2.0);
/// 16-bit floating point, the range of F32.
pub const BF16: Block = Block::new("BF16", 1, 2.0);
/// 8-bit floating point without block scales.
pub const FP8: Block = Block::new("FP8", 1, 1.0);
/// 8-bit integers without block scales.
pub const INT8: Block = Block::new("INT8", 1, 1.0);
/// 8.5 bits.
pub const Q8_0: Block = Block::new("Q8_0", 32, 34.0);
/// 5.5 bits.
pub const Q5_0: Block = Block::new("Q5_0", 32, 22.0);
/// 6 bits.
pub const Q5_1: Block = Block::new("Q5_1", 32, 24.0);
/// 4.5 bits.
pub const Q4_0: Block = Block::new("Q4_0", 32, 18.0);
/// 5 bits.
pub const Q4_1: Block = Block::new("Q4_1", 32, 20.0);
/// 2.125 bits, ternary: a 16-bit scale for 128 weights, as in the published files (a later layout has one for 64).
pub const Q2_0: Block = Block::new("Q2_0", 128, 34.0);
/// 1.125 bits.
pub const Q1_0: Block = Block::new("Q1_0", 128, 18.0);
/// 2.625 bits.
pub const Q2_K: Block = Block::new("Q2_K", 256, 84.0);
/// 3.4375 bits.
pub const Q3_K: Block = Block::new("Q3_K", 256, 110.0);
/// 4.5 bits.
pub const Q4_K: Block = Block::new("Q4_K", 256, 144.0);
/// 5.5 bits.
pub const Q5_K: Block = Block::new("Q5_K", 256, 176.0);
/// 6.5625 bits.
pub const Q6_K: Block = Block::new("Q6_K", 256, 210.0);
/// 1.5625 bits.
pub const IQ1_S: Block = Block::new("IQ1_S", 256, 50.0);
/// 1.75 bits.
pub const IQ1_M: Block = Block::new("IQ1_M", 256, 56.0);
/// 2.0625 bits.
pub const IQ2_XXS: Block = Block::new("IQ2_XXS", 256, 66.0);
/// 2.3125 bits.
pub const IQ2_XS: Block = Block::new("IQ2_XS", 256, 74.0);
/// 2.5625 bits.
pub const IQ2_S: Block = Block::new("IQ2_S", 256, 82.0);
/// 3.0625 bits.
pub const IQ3_XXS: Block = Block::new("IQ3_XXS", 256, 98.0);
/// 3.4375 bits.
pub const IQ3_S: Block = Block::new("IQ3_S", 256, 110.0);
/// 4.25 bits.
pub const IQ4_XS: Block = Block::new("IQ4_XS", 256, 136.0);
/// 4.5 bits.
pub const IQ4_NL: Block = Block::new("IQ4_NL", 32, 18.0);
/// 1.6875 bits, ternary.
pub const TQ1_0: Block = Block::new("TQ1_0", 256, 54.0);
/// 2.0625 bits, ternary.
pub const TQ2_0: Block = Block::new("TQ2_0", 256, 66.0);
/// 4.25 bits.
pub const MXFP4: Block = Block::new("MXFP4", 32, 17.0);
/// 8.25 bits.
pub const MXFP8: Block = Block::new("MXFP8", 32, 33.0);
/// 4.5 bits, one 8-bit scale for 16 weights.
pub const NVFP4: Block = Block::new("NVFP4", 16, 9.0);
/// 4.5 bits, four NVFP4 groups in one ggml block.
pub const NVFP4_GGML: Block = Block::new("NVFP4", 64, 36.0);
/// GPTQ and AWQ, 4 bits in groups of 128: a 16-bit scale and a 4-bit zero point.
pub const INT4_G128: Block = Block::new("INT4 g128", 128, 66.5);
/// 4 bits in groups of 128 with a 16-bit scale and no zero point.
pub const INT4_G128_SYMMETRIC: Block = Block::new("INT4 g128", 128, 66.0);
/// GPTQ, 4 bits in groups of 32.
pub const INT4_G32: Block = Block::new("INT4 g32", 32, 18.5);
/// GPTQ, 8 bits in groups of 128, with a 16-bit scale and an 8-bit zero point.
pub const INT8_G128: Block = Block::new("INT8 g128", 128, 131.0);
/// FP8 with one 32-bit scale for a tile of 128 × 128 weights. A tile may be cut short at the edge.
pub const FP8_BLOCK: Block = Block::new("FP8 block 128", 1, 16_388.0 / 16_384.0);
/// bitsandbytes NF4: a 32-bit scale for 64 weights.
pub const NF4: Block = Block::new("NF4", 64, 36.0);
/// bitsandbytes NF4 with its scales quantized again: 8 bits for 64 weights, and 32 bits for 256 of those.
pub const NF4_DOUBLE: Block = Block::new("NF4 double", 64, 33.0 + 4.0 / 256.0);
