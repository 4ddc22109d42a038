//! The sizes of a model that a step depends on: the number of layers of each kind, their caches, their widths.
//!
//! A shape is taken from a model once; everything that computes bytes, times and memory uses the shape. It is small
//! enough to be sent to the browser, where models themselves are never built. The only formulas here are sums over
//! layers.

use alloc::vec::Vec;

use super::layer::{Layer, Mixer, Window};
use super::{Attention, Compressed, Index, Recurrent};
use rooflight_primitives::units::count;
use serde::{Deserialize, Serialize};

/// Attention layers of the same width and window. Layers that store every position and read the few that an index chose
/// are two groups: one that stores, and one that reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CacheGroup {
    /// Layers that read the cache.
    pub reading: u64,
    /// Layers that store; fewer where layers share a cache, zero where another group stores for them.
    pub storing: u64,
    /// Elements per position, in one layer.
    pub elements: u64,
    /// Key-value heads of one layer; 0 where all heads share one latent vector.
    pub kv_heads: u64,
    /// Multiply-adds that one prompt position takes against one position before it, in one layer.
    pub multiply_adds: u64,
    /// Window of local layers; for layers with an index, the positions that a step reads.
    pub window: Option<Window>,
}

/// How the heads of an attention layer share what they cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Every head has its own keys and values.
    MultiHead,
    /// Each group of this many query heads shares one key-value head.
    Grouped(u64),
    /// All query heads share one.
    MultiQuery,
    /// All heads read one latent vector.
    Latent,
    /// The number of query heads is not known.
    Unstated,
}

impl CacheGroup {
    /// Derives how the group's heads share. Sources: Shazeer 2019, arXiv 1911.02150 (multi-query); Ainslie et al. 2023,
    /// arXiv 2305.13245 (grouped); `DeepSeek-V2`, arXiv 2405.04434 (latent).
    #[must_use]
    pub const fn sharing(&self) -> Sharing {
        // Multiply-adds per pair of positions over cached elements: query heads per key-value head.
        match (self.kv_heads, self.multiply_adds.checked_div(self.elements)) {
            (0, _) => Sharing::Latent,
            (_, Some(0) | None) => Sharing::Unstated,
            (_, Some(1)) => Sharing::MultiHead,
            (1, _) => Sharing::MultiQuery,
            (_, Some(queries)) => Sharing::Grouped(queries),
        }
    }

    /// Layers of the group: those that read, or those that store if another group reads for them.
    #[must_use]
    pub const fn layers(&self) -> u64 {
        if self.reading > 0 { self.reading } else { self.storing }
    }

    /// Positions that one layer of the group keeps and reads at `depth`: all, or those within its window. A chunked
    /// layer is taken at a full chunk, the most it reads. Source: sliding windows as in Mistral 7B, arXiv 2310.06825,
    /// section 2.
    #[must_use]
    pub fn positions(&self, depth: f64) -> f64 {
        let depth = depth.max(0.0);
        self.window.map_or(depth, |window| depth.min(count(window.size)))
    }
}

/// Sizes and caches of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// Layers of all kinds.
    pub layers: u64,
    /// Layers with experts.
    pub moe_layers: u64,
    /// Layers that keep a state.
    pub recurrent_layers: u64,
    /// The attention layers by width and window, in order of first appearance.
    pub cache: Vec<CacheGroup>,
    /// Maximum number of devices among which every layer's cache can be divided by heads.
    pub kv_divisions: u64,
    /// Elements of recurrent state that one sequence keeps over all layers.
    pub state_elements: u64,
    /// Width of the residual stream, in elements.
    pub hidden: u64,
    /// Rows of the embedding table.
    pub vocabulary: u64,
}

impl Shape {
    /// Sums `layers` up.
    #[must_use]
    pub fn of(layers: &[Layer], hidden: u64, vocabulary: u64) -> Self {
        let mut shape =
            Self { layers: layers.len() as u64, kv_divisions: u64::MAX, hidden, vocabulary, ..Self::default() };
        for layer in layers {
            let experts = layer.feed_forward.as_ref().is_some_and(|part| part.mixture().is_some());
            shape.moe_layers += u64::from(experts);
            match &layer.mixer {
                Some(Mixer::Recurrent(recurrent)) => shape.add_state(recurrent),
                Some(Mixer::Attention { shape: heads, window, reuses_cache }) => {
                    shape.add_attention(heads, *window, *reuses_cache);
                }
                Some(Mixer::Parallel(heads, recurrent)) => {
                    shape.add_attention(heads, None, false);
                    shape.add_state(recurrent);
                }
                None => {}
            }
        }
        shape.kv_divisions = if shape.cache.is_empty() { 1 } else { shape.kv_divisions.max(1) };
        shape
    }

    /// Replaces the layers by others of which only the number, the key-value heads and the head size are known. Each
    /// caches keys and values of every head at every position, 2 · layers · heads · size elements. Source: Pope et al.
    /// arXiv 2211.05102, 3.3.
    pub fn replace(&mut self, [layers, kv_heads, head_size]: [u64; 3]) {
        let elements = kv_heads.saturating_mul(head_size).saturating_mul(2);
        self.cache.clear();
        self.cache.push(CacheGroup { reading: layers, storing: layers, elements, kv_heads, ..CacheGroup::default() });
        self.kv_divisions = kv_heads.max(1);
        self.layers = layers;
        self.moe_layers = self.moe_layers.min(layers);
        (self.recurrent_layers, self.state_elements) = (0, 0);
    }

    fn add_state(&mut self, recurrent: &Recurrent) {
        self.recurrent_layers += 1;
        self.state_elements += recurrent.state_elements(self.hidden);
    }

    fn add_attention(&mut self, heads: &Attention, window: Option<Window>, reuses_cache: bool) {
        self.kv_divisions = self.kv_divisions.min(heads.kv_divisions());
        let whole = CacheGroup {
            reading: 1,
            storing: u64::from(!reuses_cache),
            elements: heads.cached_elements(),
            kv_heads: heads.kv_heads(),
            multiply_adds: heads.prompt_multiply_adds(),
            window,
        };
        match *heads {
            Attention::Grouped { .. } => self.add(whole),
            Attention::Latent { index, chosen, .. } => {
                self.add_chosen(whole, index.map(|index| index.top_k).or(chosen), 1);
                self.add_index(index, 1);
            }
            Attention::Compressed(Compressed { ratio, index, .. }) => {
                self.add(whole);
                let parts = (whole.elements.checked_div(ratio), whole.multiply_adds.checked_div(ratio));
                if let (Some(elements), Some(multiply_adds)) = parts {
                    let entries = CacheGroup { elements, multiply_adds, window: None, ..whole };
                    self.add_chosen(entries, index.map(|index| index.top_k), ratio);
                    self.add_index(index, ratio);
                }
            }
        }
    }

    /// Adds entries that each cover `ratio` positions; a step reads at most `top_k` of them, or all.
    fn add_chosen(&mut self, layer: CacheGroup, top_k: Option<u64>, ratio: u64) {
        let Some(top_k) = top_k else { return self.add(layer) };
        self.add(CacheGroup { reading: 0, ..layer });
        self.add(CacheGroup { storing: 0, window: Some(Window { size: top_k * ratio, chunked: false }), ..layer });
    }

    /// Adds the keys of an index, one per entry, all of which every step reads.
    fn add_index(&mut self, index: Option<Index>, ratio: u64) {
        let Some(Index { heads, dim, .. }) = index else { return };
        let (elements, multiply_adds) = (dim / ratio, heads * dim / ratio);
        self.add(CacheGroup { reading: 1, storing: 1, elements, kv_heads: 1, multiply_adds, window: None });
    }

    fn add(&mut self, layer: CacheGroup) {
        let alike = |group: &&mut CacheGroup| {
            group.elements == layer.elements
                && group.kv_heads == layer.kv_heads
                && group.multiply_adds == layer.multiply_adds
                && group.window == layer.window
                // A group that only stores and one that reads stay apart.
                && (group.reading == 0) == (layer.reading == 0)
        };
        match self.cache.iter_mut().find(alike) {
            Some(group) => {
                group.reading += layer.reading;
                group.storing += layer.storing;
            }
            None => self.cache.push(layer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_share_in_four_ways() {
        let of = |kv_heads, elements, multiply_adds| {
            CacheGroup { elements, kv_heads, multiply_adds, ..CacheGroup::default() }.sharing()
        };
        assert_eq!(of(32, 32 * 256, 32 * 256), Sharing::MultiHead);
        assert_eq!(of(8, 8 * 256, 32 * 256), Sharing::Grouped(4));
        assert_eq!(of(1, 256, 32 * 256), Sharing::MultiQuery);
        assert_eq!(of(0, 576, 128 * 320), Sharing::Latent);
        assert_eq!(of(1, 0, 0), Sharing::Unstated, "no width, no quotient");
        assert_eq!(of(8, 8 * 256, 0), Sharing::Unstated);
    }
}
