//! The tensors of an attention layer: projections, then biases, norms of queries and keys, sinks.
//!
//! Latent attention is listed in the form that llama.cpp files have had since 2025: the second key-value projection is
//! split into a key part (a matrix per head, stored by compressed column) and a value part. Together they have the
//! elements of the one tensor in the publisher's file.
//!
//! An output gate doubles the query projection of grouped heads, and is a separate projection for a latent cache.

use super::Role;
use super::tensor::List;
use crate::model::{Attention, AttentionBias, Compressed, Model, QkNorm};

pub(super) fn tensors(list: &mut List, model: &Model, shape: &Attention, reuses_cache: bool) {
    match *shape {
        Attention::Grouped { heads, kv_heads, key_dim, value_dim, shared_kv } => {
            let values = if shared_kv { 0 } else { kv_heads * value_dim };
            grouped(list, model, [heads, kv_heads, key_dim, value_dim, values], reuses_cache);
        }
        Attention::Latent { heads, query_rank, kv_rank, nope_dim, rope_dim, value_dim, index, .. } => {
            let hidden = model.hidden();
            match query_rank {
                Some(rank) => {
                    list.matrix(Role::Compression, rank, hidden);
                    list.vector(rank);
                    list.matrix(Role::Compression, heads * (nope_dim + rope_dim), rank);
                }
                None => list.matrix(Role::Query, heads * (nope_dim + rope_dim), hidden),
            }
            list.matrix(Role::Compression, kv_rank + rope_dim, hidden);
            list.vector(kv_rank);
            list.copies(Role::LatentKey, kv_rank, nope_dim, heads);
            list.copies(Role::LatentValue, value_dim, kv_rank, heads);
            if model.layout().attention_gate {
                list.matrix(Role::Compression, heads * value_dim, hidden);
            }
            if let (Some(index), Some(rank)) = (index, query_rank) {
                list.matrix(Role::Compression, index.heads * index.dim, rank);
                list.matrix(Role::Compression, index.dim, hidden);
                list.vector(2 * index.dim);
                list.matrix(Role::Compression, index.heads, hidden);
            }
            list.matrix(Role::AttentionOutput, hidden, heads * value_dim);
        }
        Attention::Compressed(shape) => compressed(list, model.hidden(), &shape),
    }
    if model.layout().head_gate {
        list.matrix(Role::Query, shape.heads(), model.hidden());
    }
}

/// Compressed attention: the query through a low-rank bottleneck, one key that is also the value, an output projection
/// in groups, a sink per head. The compressor weights keys by a gate and by position; with an index both are twice as
/// wide, since entries overlap. Source: Transformers 5.23.0, `models/deepseek_v4/modeling_deepseek_v4.py`.
fn compressed(list: &mut List, hidden: u64, shape: &Compressed) {
    let Compressed { heads, dim, query_rank, ratio, index, output_groups, output_rank } = *shape;
    list.matrix(Role::Compression, query_rank, hidden);
    list.vector(query_rank);
    list.matrix(Role::Compression, heads * dim, query_rank);
    list.matrix(Role::Compression, dim, hidden);
    list.vector(dim);
    list.matrix(Role::AttentionOutput, output_rank, heads * dim);
    list.matrix(Role::AttentionOutput, hidden, output_groups * output_rank);
    list.vector(heads);
    if ratio == 0 {
        return;
    }
    let compressor = |list: &mut List, dim: u64| {
        let width = if index.is_some() { 2 * dim } else { dim };
        list.matrix(Role::Compression, width, hidden);
        list.matrix(Role::Compression, width, hidden);
        list.vector(ratio * width);
        list.vector(dim);
    };
    compressor(list, dim);
    if let Some(index) = index {
        compressor(list, index.dim);
        list.matrix(Role::Compression, index.heads * index.dim, query_rank);
        list.matrix(Role::Compression, index.heads, hidden);
    }
}

fn grouped(list: &mut List, model: &Model, sizes: [u64; 5], reuses_cache: bool) {
    let [heads, kv_heads, key_dim, value_dim, values] = sizes;
    let (hidden, layout) = (model.hidden(), model.layout());
    let queries = heads * key_dim * if layout.attention_gate { 2 } else { 1 };
    let keys = kv_heads * key_dim;
    if layout.fused_qkv {
        list.matrix(Role::Qkv, queries + keys + values, hidden);
    } else {
        list.matrix(Role::Query, queries, hidden);
        let first = list.tensors.len();
        list.matrix(Role::Key, keys, hidden);
        if values > 0 {
            list.matrix(Role::Value, values, hidden);
        }
        for tensor in &mut list.tensors[first..] {
            tensor.idle = reuses_cache;
        }
    }
    list.matrix(Role::AttentionOutput, hidden, heads * value_dim);
    match layout.attention_bias {
        AttentionBias::None => {}
        AttentionBias::Qkv => list.vector(queries + keys + values),
        AttentionBias::All => list.vector(queries + keys + values + hidden),
    }
    match layout.qk_norm {
        QkNorm::None => {}
        QkNorm::Head => list.vector(2 * key_dim),
        QkNorm::Full => list.vector((heads + kv_heads) * key_dim),
    }
    if layout.attention_sinks {
        list.vector(heads);
    }
    if layout.sub_norms {
        list.vector(heads * value_dim);
    }
}
