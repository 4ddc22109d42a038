//! Converts the catalog's records into the estimator's facts. Nothing is computed.

use crate::model::catalog::records::{Hardware, Model};
use rooflight_estimator::hardware::DeviceFacts;
use rooflight_estimator::model::facts::ModelFacts;

/// Returns the facts of a device.
#[must_use]
pub fn device(record: &Hardware) -> DeviceFacts {
    DeviceFacts {
        vendor: Some(record.vendor.clone()),
        class: Some(record.class.clone()),
        memory_type: Some(record.memory_type.clone()),
        memory_gib: record.memory_gib,
        bandwidth_gb_s: Some(record.bandwidth_gb_s),
        fp16_dense_tflops: record.fp16_dense_tflops,
        bf16_dense_tflops: record.bf16_dense_tflops,
        fp8_dense_tflops: record.fp8_dense_tflops,
        int8_tops: record.int8_tops,
        fp4_dense_tflops: record.fp4_dense_tflops,
        link_gb_s_per_direction: record.interconnect.as_ref().and_then(|link| link.gb_s_per_direction),
        tdp_w: record.tdp_w,
        release_year: record.release_year.map(u64::from),
    }
}

/// Returns the facts of a model.
#[must_use]
pub fn model(record: &Model) -> ModelFacts {
    ModelFacts {
        n_layers: Some(record.n_layers),
        hidden_size: Some(record.hidden_size),
        n_heads: Some(record.n_heads),
        n_kv_heads: Some(record.n_kv_heads),
        head_dim: record.head_dim,
        ffn_size: record.ffn_size,
        vocab_size: Some(record.vocab_size),
        tied_embeddings: Some(record.tied_embeddings),
        moe: record.moe.clone(),
        attention: record.attention.clone(),
        sliding_window: record.sliding_window.clone(),
        layout: record.layout.clone(),
    }
}
