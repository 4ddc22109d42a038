//! From the catalog's records to the estimator's facts: field by field, nothing computed.

use crate::model::catalog::records::{Attention, Hardware, LinearAttention, Model, Moe, SlidingWindow};
use rooflight_estimator::hardware::DeviceFacts;
use rooflight_estimator::model::facts::{AttentionFacts, Facts, LayoutFacts, LinearFacts, MoeFacts, WindowFacts};

fn wide(value: Option<u32>) -> Option<u64> {
    value.map(u64::from)
}

/// The facts of a device.
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

/// The facts of a model.
#[must_use]
pub fn model(record: &Model) -> Facts {
    Facts {
        n_layers: Some(record.n_layers.into()),
        hidden_size: Some(record.hidden_size.into()),
        n_heads: Some(record.n_heads.into()),
        n_kv_heads: Some(record.n_kv_heads.into()),
        head_dim: wide(record.head_dim),
        ffn_size: wide(record.ffn_size),
        vocab_size: Some(record.vocab_size.into()),
        tied_embeddings: Some(record.tied_embeddings),
        moe: record.moe.as_ref().map(moe),
        attention: attention(&record.attention),
        sliding_window: record.sliding_window.as_ref().map(window),
        layout: layout(record),
    }
}

fn moe(record: &Moe) -> MoeFacts {
    MoeFacts {
        n_experts: Some(record.n_experts.into()),
        n_experts_active: Some(record.n_experts_active.into()),
        n_shared_experts: Some(record.n_shared_experts.into()),
        expert_ffn_size: Some(record.expert_ffn_size.into()),
        shared_expert_ffn_size: wide(record.shared_expert_ffn_size),
        n_dense_layers: Some(record.n_dense_layers.into()),
        interleave: wide(record.interleave),
        expert_matrices: wide(record.expert_matrices),
        expert_input_size: wide(record.expert_input_size),
        parallel_dense: record.parallel_dense,
        router_bias: record.router_bias,
        expert_bias: record.expert_bias,
        shared_expert_gate: record.shared_expert_gate,
    }
}

fn attention(record: &Attention) -> AttentionFacts {
    AttentionFacts {
        kind: Some(record.kind.clone()),
        full_attention_layers: wide(record.full_attention_layers),
        kv_lora_rank: wide(record.kv_lora_rank),
        qk_rope_head_dim: wide(record.qk_rope_head_dim),
        qk_nope_head_dim: wide(record.qk_nope_head_dim),
        v_head_dim: wide(record.v_head_dim),
        q_lora_rank: wide(record.q_lora_rank),
        linear_attention: record.linear_attention.as_ref().map(linear),
    }
}

fn linear(record: &LinearAttention) -> LinearFacts {
    LinearFacts {
        kind: Some(record.kind.clone()),
        n_layers: Some(record.n_layers.into()),
        key_heads: wide(record.key_heads),
        key_head_dim: wide(record.key_head_dim),
        value_heads: wide(record.value_heads),
        value_head_dim: wide(record.value_head_dim),
        conv_kernel: wide(record.conv_kernel),
        heads: wide(record.heads),
        head_dim: wide(record.head_dim),
        state: wide(record.state),
        groups: wide(record.groups),
    }
}

fn window(record: &SlidingWindow) -> WindowFacts {
    WindowFacts {
        kind: Some(record.kind.clone()),
        size: Some(record.size.into()),
        n_kv_heads: wide(record.n_kv_heads),
        head_dim: wide(record.head_dim),
    }
}

fn layout(record: &Model) -> LayoutFacts {
    let layout = &record.layout;
    LayoutFacts {
        layer_pattern: layout.layer_pattern.clone(),
        qk_norm: layout.qk_norm.clone(),
        attention_bias: layout.attention_bias.clone(),
        attention_gate: layout.attention_gate,
        attention_sinks: layout.attention_sinks,
        fused_qkv: layout.fused_qkv,
        norms_per_layer: wide(layout.norms_per_layer),
        extra_vectors: wide(layout.extra_vectors),
        norm_bias: layout.norm_bias,
        ffn_matrices: wide(layout.ffn_matrices),
        full_n_kv_heads: wide(layout.full_n_kv_heads),
        full_head_dim: wide(layout.full_head_dim),
        full_shared_kv: layout.full_shared_kv,
        kv_shared_layers: wide(layout.kv_shared_layers),
        kv_shared_ffn_size: wide(layout.kv_shared_ffn_size),
        per_layer_embedding_size: wide(layout.per_layer_embedding_size),
        sub_norms: layout.sub_norms,
    }
}
