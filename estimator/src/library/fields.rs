//! The order of the fields of devices, models and formats on the wire. Each function serves both directions.

use super::{DeviceItem, FormatItem, ModelItem};
use crate::hardware::DeviceFacts;
use crate::model::facts::{AttentionFacts, Facts, LayoutFacts, LinearFacts, MoeFacts, WindowFacts};
use crate::wire::Codec;

pub(super) fn device(codec: &mut dyn Codec, item: &mut DeviceItem) {
    codec.text(&mut item.id);
    codec.text(&mut item.name);
    codec.text(&mut item.anchors);
    let DeviceFacts {
        vendor,
        class,
        memory_type,
        memory_gib,
        bandwidth_gb_s,
        fp16_dense_tflops,
        bf16_dense_tflops,
        fp8_dense_tflops,
        int8_tops,
        fp4_dense_tflops,
        link_gb_s_per_direction,
        tdp_w,
        release_year,
    } = &mut item.facts;
    for text in [vendor, class, memory_type] {
        codec.maybe_text(text);
    }
    let reals = [
        memory_gib,
        bandwidth_gb_s,
        fp16_dense_tflops,
        bf16_dense_tflops,
        fp8_dense_tflops,
        int8_tops,
        fp4_dense_tflops,
        link_gb_s_per_direction,
        tdp_w,
    ];
    for real in reals {
        codec.maybe_real(real);
    }
    codec.maybe_whole(release_year);
}

pub(super) fn format(codec: &mut dyn Codec, item: &mut FormatItem) {
    codec.text(&mut item.id);
    codec.text(&mut item.name);
    codec.text(&mut item.family);
    codec.maybe_real(&mut item.bits);
}

pub(super) fn model(codec: &mut dyn Codec, item: &mut ModelItem) {
    codec.text(&mut item.id);
    codec.text(&mut item.name);
    codec.maybe_whole(&mut item.max_context);
    facts(codec, &mut item.facts);
}

fn facts(codec: &mut dyn Codec, facts: &mut Facts) {
    let Facts {
        n_layers,
        hidden_size,
        n_heads,
        n_kv_heads,
        head_dim,
        ffn_size,
        vocab_size,
        tied_embeddings,
        moe,
        attention,
        sliding_window,
        layout,
    } = facts;
    for whole in [n_layers, hidden_size, n_heads, n_kv_heads, head_dim, ffn_size, vocab_size] {
        codec.maybe_whole(whole);
    }
    let mut tied = tied_embeddings.map(u64::from);
    codec.maybe_whole(&mut tied);
    *tied_embeddings = tied.map(|tied| tied == 1);
    maybe(codec, moe, self::moe);
    self::attention(codec, attention);
    maybe(codec, sliding_window, window);
    self::layout(codec, layout);
}

fn maybe<T: Default>(codec: &mut dyn Codec, value: &mut Option<T>, fields: fn(&mut dyn Codec, &mut T)) {
    let mut there = value.is_some();
    codec.flag(&mut there);
    if there {
        fields(codec, value.get_or_insert_with(T::default));
    }
}

fn moe(codec: &mut dyn Codec, facts: &mut MoeFacts) {
    let MoeFacts {
        n_experts,
        n_experts_active,
        n_shared_experts,
        expert_ffn_size,
        shared_expert_ffn_size,
        n_dense_layers,
        interleave,
        expert_matrices,
        expert_input_size,
        parallel_dense,
        router_bias,
        expert_bias,
        shared_expert_gate,
    } = facts;
    let wholes = [
        n_experts,
        n_experts_active,
        n_shared_experts,
        expert_ffn_size,
        shared_expert_ffn_size,
        n_dense_layers,
        interleave,
        expert_matrices,
        expert_input_size,
    ];
    for whole in wholes {
        codec.maybe_whole(whole);
    }
    for flag in [parallel_dense, router_bias, expert_bias, shared_expert_gate] {
        codec.flag(flag);
    }
}

fn attention(codec: &mut dyn Codec, facts: &mut AttentionFacts) {
    let AttentionFacts {
        kind,
        full_attention_layers,
        kv_lora_rank,
        qk_rope_head_dim,
        qk_nope_head_dim,
        v_head_dim,
        q_lora_rank,
        linear_attention,
    } = facts;
    codec.maybe_text(kind);
    for whole in [full_attention_layers, kv_lora_rank, qk_rope_head_dim, qk_nope_head_dim, v_head_dim, q_lora_rank] {
        codec.maybe_whole(whole);
    }
    maybe(codec, linear_attention, linear);
}

fn linear(codec: &mut dyn Codec, facts: &mut LinearFacts) {
    let LinearFacts {
        kind,
        n_layers,
        key_heads,
        key_head_dim,
        value_heads,
        value_head_dim,
        conv_kernel,
        heads,
        head_dim,
        state,
        groups,
    } = facts;
    codec.maybe_text(kind);
    for whole in
        [n_layers, key_heads, key_head_dim, value_heads, value_head_dim, conv_kernel, heads, head_dim, state, groups]
    {
        codec.maybe_whole(whole);
    }
}

fn window(codec: &mut dyn Codec, facts: &mut WindowFacts) {
    let WindowFacts { kind, size, n_kv_heads, head_dim } = facts;
    codec.maybe_text(kind);
    for whole in [size, n_kv_heads, head_dim] {
        codec.maybe_whole(whole);
    }
}

fn layout(codec: &mut dyn Codec, facts: &mut LayoutFacts) {
    let LayoutFacts {
        layer_pattern,
        qk_norm,
        attention_bias,
        attention_gate,
        attention_sinks,
        fused_qkv,
        norms_per_layer,
        extra_vectors,
        norm_bias,
        ffn_matrices,
        full_n_kv_heads,
        full_head_dim,
        full_shared_kv,
        kv_shared_layers,
        kv_shared_ffn_size,
        per_layer_embedding_size,
        sub_norms,
    } = facts;
    for text in [layer_pattern, qk_norm, attention_bias] {
        codec.maybe_text(text);
    }
    for flag in [attention_gate, attention_sinks, fused_qkv, norm_bias, full_shared_kv, sub_norms] {
        codec.flag(flag);
    }
    let wholes = [
        norms_per_layer,
        extra_vectors,
        ffn_matrices,
        full_n_kv_heads,
        full_head_dim,
        kv_shared_layers,
        kv_shared_ffn_size,
        per_layer_embedding_size,
    ];
    for whole in wholes {
        codec.maybe_whole(whole);
    }
}
