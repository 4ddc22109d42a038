//! The key-value cache and the recurrent state: what a step reads at a depth, and what a sequence stores.
//!
//! Step by step: the shape groups attention layers of equal width and window. Each group reads elements per position ×
//! positions within its window. Recurrent layers add a state of constant size that is read and written. A layer that
//! reuses an earlier layer's cache reads it but stores nothing.
//!
//! Sources: Pope et al. arXiv 2211.05102 (cache size), DeepSeek-V2 arXiv 2405.04434 (latent cache).

use crate::model::shape::{CacheGroup, Shape};
use crate::quantization::blocks::{self, Block};
use rooflight_primitives::units::count;

rooflight_primitives::variants! {
    /// Number format of a cache: its name, as runtimes write it, and its block.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    #[allow(missing_docs, reason = "the names are those of runtimes")]
    pub enum KvType [
        /// The name that runtimes use, such as `q8_0`.
        pub name: &'static str,
        block: Block,
    ] {
        F32 = ("f32", blocks::F32),
        #[default]
        F16 = ("f16", blocks::F16),
        Bf16 = ("bf16", blocks::BF16),
        Fp8 = ("fp8", blocks::FP8),
        Q8_0 = ("q8_0", blocks::Q8_0),
        Q5_1 = ("q5_1", blocks::Q5_1),
        Q5_0 = ("q5_0", blocks::Q5_0),
        Q4_1 = ("q4_1", blocks::Q4_1),
        Q4_0 = ("q4_0", blocks::Q4_0),
        Iq4Nl = ("iq4_nl", blocks::IQ4_NL),
        /// `TurboQuant` of some forks at 3 bits: 32 rotated values at 3 bits and a 16-bit norm in 14 bytes. Settings of
        /// 3 to 4 bits are measured under this name; no release of a runtime in the catalog offers it, so readers
        /// cannot choose it. Sources: arXiv 2504.19874; TheTom/llama-cpp-turboquant,
        /// docs/papers/block-size-experiment.md of `turboquant_plus`.
        Turbo3 = ("turbo3", Block::average("TurboQuant 3", 3.5)),
    }
}

impl KvType {
    /// Returns the type with this name. Measurements shorten some names: `q8` is 8 bits with a 16-bit scale for 32
    /// values, in llama.cpp and in `ExLlamaV3` alike.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = match name {
            "fp16" => "f16",
            "q8" => "q8_0",
            "q5" => "q5_0",
            "q4" => "q4_0",
            "q3" => "turbo3",
            other => other,
        };
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the bytes of one cached element, scales included.
    #[must_use]
    pub fn bytes(self) -> f64 {
        self.block().bits() / rooflight_primitives::units::BITS
    }
}

/// Bytes of one element of recurrent state. Runtimes keep it at 32 bits.
pub const STATE_BYTES: f64 = 4.0;

/// Elements that each position of context adds in layers without a window, those that share a cache included. Catalogs
/// state this figure.
#[must_use]
pub fn growing_elements(shape: &Shape) -> u64 {
    shape.cache.iter().filter(|group| group.window.is_none()).map(|group| group.layers() * group.elements).sum()
}

/// Elements that a step reads per position of context, over all attention layers, while no window is full.
#[must_use]
pub fn all_elements(shape: &Shape) -> u64 {
    shape.cache.iter().map(|group| group.reading * group.elements).sum()
}

/// Bytes of cache that one step of one sequence reads at `depth` tokens: Σ over layers of elements per position ×
/// min(depth, window) × bytes per element.
#[must_use]
pub fn read_bytes(shape: &Shape, kind: KvType, depth: f64) -> f64 {
    let of_group = |group: &CacheGroup| count(group.reading) * count(group.elements) * group.positions(depth);
    shape.cache.iter().map(of_group).sum::<f64>() * kind.bytes()
}

/// Bytes of cache that one sequence of `context` tokens stores. Local layers store no more than their window.
#[must_use]
pub fn stored_bytes(shape: &Shape, kind: KvType, context: f64) -> f64 {
    let of_group = |group: &CacheGroup| count(group.storing) * count(group.elements) * group.positions(context);
    shape.cache.iter().map(of_group).sum::<f64>() * kind.bytes()
}

/// Bytes of recurrent state that one sequence keeps, whatever the context.
#[must_use]
pub fn state_bytes(shape: &Shape) -> f64 {
    count(shape.state_elements) * STATE_BYTES
}

/// Bytes of recurrent state that one step of one sequence moves: read once and written once.
#[must_use]
pub fn state_traffic(shape: &Shape) -> f64 {
    2.0 * state_bytes(shape)
}

/// Bytes that the next token after `context` adds to one sequence's cache. Layers whose window is full add nothing.
#[must_use]
pub fn next_bytes(shape: &Shape, kind: KvType, context: f64) -> f64 {
    stored_bytes(shape, kind, context + 1.0) - stored_bytes(shape, kind, context)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Window;

    #[test]
    fn a_full_window_grows_no_more() {
        let mut shape = Shape::default();
        shape.replace([32, 8, 128]);
        let bytes = stored_bytes(&shape, KvType::F16, 1.0);
        assert!((bytes - 131_072.0).abs() < 1e-9, "Llama 3.1 8B: 2 × 32 × 8 × 128 × 2 B");
        let local = CacheGroup { window: Some(Window { size: 128, chunked: false }), ..shape.cache[0] };
        shape.cache.push(local);
        assert!((next_bytes(&shape, KvType::F16, 100.0) - 2.0 * bytes).abs() < 1e-6);
        assert!((next_bytes(&shape, KvType::F16, 128.0) - bytes).abs() < 1e-6);
    }
}
