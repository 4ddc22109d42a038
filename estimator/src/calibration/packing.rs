//! How weights are packed, as far as it matters for speed.

use crate::quantization::Block;
use crate::weights::Weights;

rooflight_primitives::variants! {
    /// A class of block types that engines read with similar efficiency.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Packing [
        /// Its name in tables.
        pub words: &'static str,
        /// Its meaning in data.
        pub meaning: &'static str,
    ] {
        /// 16 bits and more.
        Wide = ("16 bits", "16 bits and more"),
        /// About 8 bits.
        Bytes = ("8 bits", "about 8 bits"),
        /// 4 to 6 bits in plain blocks or groups.
        Nibbles = ("4 to 6 bits", "4 to 6 bits in plain blocks"),
        /// K-quants: super-blocks of 256 weights.
        Super = ("K-quants", "super-blocks of 256"),
        /// Fewer than 3.6 bits, and the codebooks of `IQ4_XS`.
        Low = ("codebooks and below 3.6 bits", "codebooks and fewer than 3.6 bits"),
    }
}

impl Packing {
    /// Returns the packing of a block type.
    #[must_use]
    pub fn of(block: &Block) -> Self {
        let bits = block.bits();
        match block.name {
            "Q2_K" | "Q3_K" | "Q4_K" | "Q5_K" | "Q6_K" => Self::Super,
            _ if bits >= 15.0 => Self::Wide,
            _ if bits >= 7.5 => Self::Bytes,
            "IQ4_XS" => Self::Low,
            _ if bits < 3.6 => Self::Low,
            _ => Self::Nibbles,
        }
    }
}

/// Returns the packing of most of the bytes that a step streams.
#[must_use]
pub fn main_packing(weights: &Weights) -> Packing {
    let mut best = (Packing::Wide, 0.0);
    for packing in Packing::ALL {
        let lines = weights.lines().iter().filter(|line| Packing::of(&line.block) == packing);
        let bytes: f64 = lines.map(|line| weights.streamed_of(line, 1.0)).sum();
        if bytes > best.1 {
            best = (packing, bytes);
        }
    }
    best.0
}
