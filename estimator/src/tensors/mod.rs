//! Every tensor of a model, with its shape: what a file holds and what a decode step streams.
//!
//! Step by step: `tensors_of(model)` lists, for each layer, the matrices and small vectors of its attention or state
//! and of its feed-forward part; then the embedding table, the output head if it is a separate tensor, and per-layer
//! embeddings. The sum of rows × columns × copies over that list is the number of parameters.
//!
//! `columns` is the length of a row in memory, which decides whether a block type fits (ggml cuts rows into blocks).
//! Formats and bytes do not appear here.
//!
//! Source: the published definition of each architecture, as its catalog record cites it; sums are checked against the
//! published counts of parameters.

use alloc::vec::Vec;

use crate::model::{Layer, Layout, Mixer, Model};
use rooflight_primitives::units::count;

mod attention;
mod feed_forward;
mod recurrent;
mod role;
mod tensor;

pub use role::{Group, Role};
use tensor::List;
pub use tensor::Tensor;

/// Lists every tensor of `model`, layer by layer, then embeddings and head.
#[must_use]
pub fn tensors_of(model: &Model) -> Vec<Tensor> {
    listed(model, !model.tied())
}

/// Lists every tensor of `model` in a file that stores the head separately from the embedding table, even where both
/// hold the same numbers.
#[must_use]
pub fn with_head_apart(model: &Model) -> Vec<Tensor> {
    listed(model, true)
}

fn listed(model: &Model, head: bool) -> Vec<Tensor> {
    let mut list = List { tensors: Vec::new(), layer: None };
    for (index, layer) in model.layers().iter().enumerate() {
        list.layer = Some(index as u64);
        layer_tensors(&mut list, model, layer);
    }
    list.layer = None;
    let (hidden, rows) = (model.hidden(), model.vocabulary());
    list.vector(norm(model, hidden));
    list.matrix(Role::Embedding, rows, hidden);
    if head {
        list.matrix(Role::Head, rows, hidden);
    }
    if let Some((rows, width)) = model.per_layer_embedding() {
        let all = width * model.layers().len() as u64;
        list.matrix(Role::PerLayerEmbedding, rows, all);
        list.matrix(Role::PerLayerModelProjection, all, hidden);
        list.vector(norm(model, width));
    }
    // Each stream beyond the first enters and leaves through a projection.
    if let Some(streams) = model.layout().altup_streams {
        list.copies(Role::PerLayerModelProjection, hidden, hidden, 2 * (streams - 1));
    }
    if let Some(streams) = model.layout().hyper_streams {
        list.vector(streams * streams * hidden + streams + 1);
    }
    list.tensors
}

/// Tensors of a layer where the model carries several streams of hidden width, or a low-rank branch parallel to
/// attention.
///
/// `AltUp` (arXiv 2301.13310) predicts and corrects its streams: coefficients, a router, its norm and a scale; `LAuReL`
/// (arXiv 2411.07501) is two matrices and a norm. Both as Transformers 5.23.0 builds Gemma 3n. Hyper-connections (arXiv
/// 2409.19606) mix n streams before and after either part of a layer by (2 + n) · n weights of each stream's element,
/// as many biases, and three scales, as Transformers 5.23.0 builds `DeepSeek-V4`.
fn streams(list: &mut List, layout: &Layout, hidden: u64) {
    if let Some(rank) = layout.laurel_rank {
        list.matrix(Role::PerLayerModelProjection, rank, hidden);
        list.matrix(Role::PerLayerModelProjection, hidden, rank);
        list.vector(hidden);
    }
    if let Some(streams) = layout.altup_streams {
        list.matrix(Role::PerLayerModelProjection, streams, hidden);
        list.vector(2 * hidden + streams * streams * (streams + 1));
    }
    if let Some(streams) = layout.hyper_streams {
        let weights = (2 + streams) * streams;
        for _ in 0..2 {
            list.vector(weights * streams * hidden + weights + 3);
        }
    }
}

fn layer_tensors(list: &mut List, model: &Model, layer: &Layer) {
    let hidden = model.hidden();
    for _ in 0..vectors(model, layer) {
        list.vector(norm(model, hidden));
    }
    match &layer.mixer {
        Some(Mixer::Attention { shape, reuses_cache, .. }) => attention::tensors(list, model, shape, *reuses_cache),
        Some(Mixer::Recurrent(recurrent)) => recurrent::tensors(list, model, recurrent),
        Some(Mixer::Parallel(shape, recurrent)) => {
            attention::tensors(list, model, shape, false);
            recurrent::tensors(list, model, recurrent);
        }
        None => {}
    }
    if let Some(part) = &layer.feed_forward {
        feed_forward::tensors(list, model, part);
    }
    streams(list, model.layout(), hidden);
    if let Some((_, width)) = model.per_layer_embedding() {
        list.matrix(Role::PerLayerProjection, width, hidden);
        list.matrix(Role::PerLayerProjection, hidden, width);
        list.vector(norm(model, hidden));
    }
}

/// Vectors of hidden width in a layer. A layer with only one part has half of them, rounded up.
const fn vectors(model: &Model, layer: &Layer) -> u64 {
    let all = model.layout().vectors;
    if layer.mixer.is_some() && layer.feed_forward.is_some() { all } else { all.div_ceil(2) }
}

/// Elements of a norm over `width`: its weight, and its bias where norms have one.
const fn norm(model: &Model, width: u64) -> u64 {
    if model.layout().norm_bias { 2 * width } else { width }
}

/// Parameters of the text model: every tensor of the file, tied embeddings counted once.
#[must_use]
pub fn parameters(model: &Model) -> f64 {
    tensors_of(model).iter().map(|tensor| count(tensor.parameters())).sum()
}

/// Parameters that one token passes through: all but the routed experts it does not use and the tables it only looks
/// up. The output head counts, the input embedding does not (publishers' "active" figures follow several conventions).
#[must_use]
pub fn active_parameters(model: &Model) -> f64 {
    let share = model.mixture().map_or(0.0, |mixture| count(mixture.active) / count(mixture.experts));
    let of_tensor = |tensor: &Tensor| match tensor.group(model.tied()) {
        _ if tensor.idle => 0.0,
        Group::Embedding | Group::PerLayerEmbedding => 0.0,
        Group::Experts => count(tensor.parameters()) * share,
        _ => count(tensor.parameters()),
    };
    tensors_of(model).iter().map(of_tensor).sum()
}
