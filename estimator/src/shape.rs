//! What a step has to know of a model: how many layers of each kind, what they cache, how wide they are.
//!
//! A shape is drawn from a model once; everything that computes bytes, times and room takes the shape. It is small enough to travel to
//! the browser, where models themselves are never built. No formula is here but sums over layers.

use alloc::vec::Vec;

use crate::model::{Layer, Mixer, Window};
use crate::units::count;
use crate::wire::{Codec, list};

/// Attention layers of the same width and window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheGroup {
    /// Layers that read.
    pub reading: u64,
    /// Layers that store; fewer where layers share a cache.
    pub storing: u64,
    /// Elements a position, in one layer.
    pub elements: u64,
    /// Multiply-adds that one prompt position takes against one position before it, in one layer.
    pub multiply_adds: u64,
    /// The window, for local layers.
    pub window: Option<Window>,
}

impl CacheGroup {
    /// Positions that one layer of the group keeps and reads at `depth`: all, or those within its window. A chunked layer is
    /// taken at a full chunk, which is the most it reads. Source: sliding windows as in Mistral 7B, arXiv 2310.06825, section 2.
    #[must_use]
    pub fn positions(&self, depth: f64) -> f64 {
        let depth = depth.max(0.0);
        self.window.map_or(depth, |window| depth.min(count(window.size)))
    }
}

/// The outline of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// All layers.
    pub layers: u64,
    /// Layers with experts.
    pub moe_layers: u64,
    /// Layers that keep a state.
    pub recurrent_layers: u64,
    /// The attention layers by width and window, in order of first appearance.
    pub cache: Vec<CacheGroup>,
    /// Devices among which every layer's cache can be divided by heads.
    pub kv_divisions: u64,
    /// Elements of recurrent state that one sequence keeps over all layers.
    pub state_elements: u64,
    /// Width of the residual stream, in elements.
    pub hidden: u64,
    /// Rows of the embedding table.
    pub vocabulary: u64,
}

impl Shape {
    /// The shape of layers.
    #[must_use]
    pub fn of(layers: &[Layer], hidden: u64, vocabulary: u64) -> Self {
        let mut shape =
            Self { layers: layers.len() as u64, kv_divisions: u64::MAX, hidden, vocabulary, ..Self::default() };
        for layer in layers {
            let experts = layer.feed_forward.as_ref().is_some_and(|part| part.mixture().is_some());
            shape.moe_layers += u64::from(experts);
            match &layer.mixer {
                Some(Mixer::Recurrent(recurrent)) => {
                    shape.recurrent_layers += 1;
                    shape.state_elements += recurrent.state_elements(hidden);
                }
                Some(Mixer::Attention { shape: heads, window, reuses_cache }) => {
                    shape.kv_divisions = shape.kv_divisions.min(heads.kv_divisions());
                    shape.add(CacheGroup {
                        reading: 1,
                        storing: u64::from(!reuses_cache),
                        elements: heads.cached_elements(),
                        multiply_adds: heads.prompt_multiply_adds(),
                        window: *window,
                    });
                }
                None => {}
            }
        }
        shape.kv_divisions = if shape.cache.is_empty() { 1 } else { shape.kv_divisions.max(1) };
        shape
    }

    fn add(&mut self, layer: CacheGroup) {
        let alike = |group: &&mut CacheGroup| {
            group.elements == layer.elements
                && group.multiply_adds == layer.multiply_adds
                && group.window == layer.window
        };
        match self.cache.iter_mut().find(alike) {
            Some(group) => {
                group.reading += 1;
                group.storing += layer.storing;
            }
            None => self.cache.push(layer),
        }
    }

    /// The layout on the way to the browser.
    pub fn wire(&mut self, codec: &mut dyn Codec) {
        let Self { layers, moe_layers, recurrent_layers, cache, kv_divisions, state_elements, hidden, vocabulary } =
            self;
        for whole in [layers, moe_layers, recurrent_layers, kv_divisions, state_elements, hidden, vocabulary] {
            codec.whole(whole);
        }
        list(codec, cache, |codec, group| {
            let CacheGroup { reading, storing, elements, multiply_adds, window } = group;
            let mut size = window.map_or(0, |window| window.size);
            let mut chunked = window.is_some_and(|window| window.chunked);
            for whole in [reading, storing, elements, multiply_adds, &mut size] {
                codec.whole(whole);
            }
            codec.flag(&mut chunked);
            *window = (size > 0).then_some(Window { size, chunked });
        });
    }
}
