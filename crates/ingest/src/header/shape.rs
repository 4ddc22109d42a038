//! Derives the cache of a model whose facts are incomplete from the shapes of its projections.
//!
//! A layer's key and value projections have a row for each element that a position caches; a latent cache has a single
//! projection. Layers without either keep a state, whose size does not follow from shapes. Windows are not known, so
//! every layer counts as caching all positions.

use super::description::Description;
use super::names;
use super::tensor::RawTensor;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_estimator::model::shape::{CacheGroup, Shape};

/// Maximum number of layers; tensors of later ones are ignored.
const MAX_LAYERS: usize = 1024;

/// Rows of a layer's projections (columns of the output projection); 0 if the layer lacks one.
#[derive(Clone, Copy, Default)]
struct Widths {
    keys: u64,
    values: u64,
    latent: u64,
    queries: u64,
    fused: u64,
    output: u64,
    has_experts: bool,
}

/// Derives the model's shape from the names and sizes of its tensors, and adds the assumptions to `notes`.
pub(super) fn shape_from_tensors(
    tensors: &[RawTensor],
    described: Option<&Description>,
    notes: &mut Vec<String>,
) -> Shape {
    let mut layers: Vec<Widths> = Vec::new();
    let mut shape = Shape { kv_divisions: 1, ..Shape::default() };
    for tensor in tensors.iter().filter(|tensor| !tensor.stored.is_scale && tensor.rows > 1) {
        let place = names::place(&tensor.name, false, |_| false);
        if place.part != names::ModelPart::Text {
            continue;
        }
        if place.group == rooflight_estimator::tensors::Group::Embedding {
            (shape.hidden, shape.vocabulary) = (tensor.columns, tensor.rows);
        }
        let Some(layer) = place.layer.and_then(|layer| usize::try_from(layer).ok()).filter(|layer| *layer < MAX_LAYERS)
        else {
            continue;
        };
        if layers.len() <= layer {
            layers.resize(layer + 1, Widths::default());
        }
        let Some(widths) = layers.get_mut(layer) else { continue };
        let rows = tensor.rows;
        let has = |parts: [&str; 2]| names::has(&tensor.name, &parts);
        match () {
            () if has(["attn_kv_a_mqa", "kv_a_proj"]) => widths.latent = rows,
            () if has(["attn_k.", "k_proj."]) => widths.keys = rows,
            () if has(["attn_v.", "v_proj."]) => widths.values = rows,
            () if has(["attn_q.", "q_proj."]) => widths.queries = rows,
            () if has(["attn_qkv.", "qkv_proj."]) => widths.fused = rows,
            () if has(["attn_output.", "o_proj."]) => widths.output = tensor.columns,
            () if place.group == rooflight_estimator::tensors::Group::Experts => widths.has_experts = true,
            () => {}
        }
    }
    if layers.is_empty() {
        notes.push(String::from("Without the layers' shapes the cache is not known: it is counted as none."));
    } else {
        notes.push(String::from("The cache is read off the shapes of the projections: every layer is taken to cache all positions, in 16 bits."));
    }
    shape.layers = described.and_then(|described| described.facts.n_layers).unwrap_or(layers.len() as u64);
    for widths in &layers {
        shape.moe_layers += u64::from(widths.has_experts);
        let fused = widths.fused.saturating_sub(widths.output);
        let elements =
            if widths.latent > 0 { widths.latent } else { widths.keys.saturating_add(widths.values).max(fused) };
        if elements == 0 || elements > 1 << 32 {
            continue;
        }
        let kv_heads = u64::from(widths.latent == 0);
        let multiply_adds = widths.queries.saturating_add(widths.output);
        let group = CacheGroup { reading: 1, storing: 1, elements, kv_heads, multiply_adds, window: None };
        let alike = |known: &&mut CacheGroup| (known.elements, known.multiply_adds) == (elements, multiply_adds);
        match shape.cache.iter_mut().find(alike) {
            Some(known) => (known.reading, known.storing) = (known.reading + 1, known.storing + 1),
            None => shape.cache.push(group),
        }
    }
    shape
}
