//! The tensors of an attention layer: projections, then biases, norms of queries and keys, sinks.
//!
//! Latent attention is listed in the form that files of llama.cpp hold since 2025: the second key-value projection split into a
//! key part (a matrix per head, stored by compressed column) and a value part. Both together have the elements of the one
//! tensor of the publisher's file.
//!
//! An output gate doubles the query projection of grouped heads, and is a projection of its own beside a latent cache.

use super::{List, Role};
use crate::model::{Attention, AttentionBias, Model, QkNorm};

pub(super) fn tensors(list: &mut List, model: &Model, shape: &Attention, reuses_cache: bool) {
    match *shape {
        Attention::Grouped { heads, kv_heads, key_dim, value_dim, shared_kv } => {
            let values = if shared_kv { 0 } else { kv_heads * value_dim };
            grouped(list, model, [heads, kv_heads, key_dim, value_dim, values], reuses_cache);
        }
        Attention::Latent { heads, query_rank, kv_rank, nope_dim, rope_dim, value_dim } => {
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
            list.matrix(Role::AttentionOutput, hidden, heads * value_dim);
        }
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
