//! The published facts of `models.txt` as models, and a device. Shared by the tests; never part of the crate.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use rooflight_estimator::hardware::{Device, DeviceFacts};
use rooflight_estimator::model::Model;
use rooflight_estimator::model::facts::{CompressedFacts, IndexFacts, LinearFacts, ModelFacts, MoeFacts, WindowFacts};
use rooflight_estimator::quantization::from_catalog;
use rooflight_estimator::weights::Weights;

/// One line of `models.txt`.
pub struct Published {
    pub id: String,
    /// Parameters in billions, as printed.
    pub parameters: String,
    /// Elements of cache per token.
    pub cache: u64,
    pub facts: ModelFacts,
}

pub fn published() -> Vec<Published> {
    include_str!("../models.txt").lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

fn line(text: &str) -> Published {
    let mut words = text.split_whitespace();
    let mut next = || words.next().expect("a word");
    let (id, parameters, cache) = (next().to_owned(), next().to_owned(), next().parse().expect("a count"));
    let mut facts = ModelFacts::default();
    for word in words {
        let (key, value) = word.split_once('=').expect("key=value");
        set(&mut facts, key, value);
    }
    Published { id, parameters, cache, facts }
}

fn set(facts: &mut ModelFacts, key: &str, value: &str) {
    let number = value.parse::<u64>().ok();
    let text = Some(value.to_owned());
    let yes = value == "true";
    if let Some(key) = key.strip_prefix("moe.") {
        return set_moe(facts.moe.get_or_insert_with(MoeFacts::default), key, number, yes);
    }
    if let Some(key) = key.strip_prefix("attention.linear_attention.") {
        let linear = facts.attention.linear_attention.get_or_insert_with(LinearFacts::default);
        return set_linear(linear, key, number, text);
    }
    if let Some(key) = key.strip_prefix("sliding_window.") {
        let window = facts.sliding_window.get_or_insert_with(WindowFacts::default);
        match key {
            "type" => window.kind = value.into(),
            "size" => window.size = value.parse().expect("a size"),
            "n_heads" => window.n_heads = number,
            "n_kv_heads" => window.n_kv_heads = number,
            "head_dim" => window.head_dim = number,
            _ => panic!("{key}"),
        }
        return;
    }
    if let Some(key) = key.strip_prefix("attention.index.") {
        let index = facts.attention.index.get_or_insert_with(IndexFacts::default);
        match key {
            "heads" => index.heads = value.parse().expect("a count"),
            "head_dim" => index.head_dim = value.parse().expect("a width"),
            "top_k" => index.top_k = value.parse().expect("a count"),
            _ => panic!("{key}"),
        }
        return;
    }
    if let Some(key) = key.strip_prefix("attention.compressed.") {
        let compressed = facts.attention.compressed.get_or_insert_with(CompressedFacts::default);
        match key {
            "ratio" => compressed.ratio = value.parse().expect("a ratio"),
            "heavy_ratio" => compressed.heavy_ratio = value.parse().expect("a ratio"),
            "output_groups" => compressed.output_groups = value.parse().expect("a count"),
            "output_rank" => compressed.output_rank = value.parse().expect("a width"),
            _ => panic!("{key}"),
        }
        return;
    }
    match key {
        "n_layers" => facts.n_layers = number,
        "hidden_size" => facts.hidden_size = number,
        "n_heads" => facts.n_heads = number,
        "n_kv_heads" => facts.n_kv_heads = number,
        "head_dim" => facts.head_dim = number,
        "ffn_size" => facts.ffn_size = number,
        "vocab_size" => facts.vocab_size = number,
        "tied_embeddings" => facts.tied_embeddings = Some(yes),
        "attention.kind" => facts.attention.kind = value.into(),
        "attention.full_attention_layers" => facts.attention.full_attention_layers = number,
        "attention.kv_lora_rank" => facts.attention.kv_lora_rank = number,
        "attention.qk_rope_head_dim" => facts.attention.qk_rope_head_dim = number,
        "attention.qk_nope_head_dim" => facts.attention.qk_nope_head_dim = number,
        "attention.v_head_dim" => facts.attention.v_head_dim = number,
        "attention.q_lora_rank" => facts.attention.q_lora_rank = number,
        "layout.layer_pattern" => facts.layout.layer_pattern = text,
        "layout.qk_norm" => facts.layout.qk_norm = text,
        "layout.attention_bias" => facts.layout.attention_bias = text,
        "layout.attention_gate" => facts.layout.attention_gate = yes,
        "layout.attention_sinks" => facts.layout.attention_sinks = yes,
        "layout.fused_qkv" => facts.layout.fused_qkv = yes,
        "layout.norms_per_layer" => facts.layout.norms_per_layer = number,
        "layout.extra_vectors" => facts.layout.extra_vectors = number,
        "layout.norm_bias" => facts.layout.norm_bias = yes,
        "layout.ffn_matrices" => facts.layout.ffn_matrices = number,
        "layout.full_n_kv_heads" => facts.layout.full_n_kv_heads = number,
        "layout.full_head_dim" => facts.layout.full_head_dim = number,
        "layout.full_shared_kv" => facts.layout.full_shared_kv = yes,
        "layout.kv_shared_layers" => facts.layout.kv_shared_layers = number,
        "layout.kv_shared_ffn_size" => facts.layout.kv_shared_ffn_size = number,
        "layout.per_layer_embedding_size" => facts.layout.per_layer_embedding_size = number,
        "layout.per_layer_vocab_size" => facts.layout.per_layer_vocab_size = number,
        "layout.altup_streams" => facts.layout.altup_streams = number,
        "layout.laurel_rank" => facts.layout.laurel_rank = number,
        "layout.hyper_streams" => facts.layout.hyper_streams = number,
        "layout.head_gate" => facts.layout.head_gate = yes,
        "layout.sub_norms" => facts.layout.sub_norms = yes,
        _ => panic!("{key}"),
    }
}

fn set_moe(moe: &mut MoeFacts, key: &str, number: Option<u64>, yes: bool) {
    match key {
        "n_experts" => moe.n_experts = number.expect("a count"),
        "n_experts_active" => moe.n_experts_active = number.expect("a count"),
        "n_shared_experts" => moe.n_shared_experts = number.expect("a count"),
        "expert_ffn_size" => moe.expert_ffn_size = number.expect("a count"),
        "shared_expert_ffn_size" => moe.shared_expert_ffn_size = number,
        "n_dense_layers" => moe.n_dense_layers = number.expect("a count"),
        "interleave" => moe.interleave = number,
        "expert_matrices" => moe.expert_matrices = number,
        "expert_input_size" => moe.expert_input_size = number,
        "parallel_dense" => moe.parallel_dense = yes,
        "n_hash_layers" => moe.n_hash_layers = number.expect("a count"),
        "router_bias" => moe.router_bias = yes,
        "expert_bias" => moe.expert_bias = yes,
        "shared_expert_gate" => moe.shared_expert_gate = yes,
        _ => panic!("{key}"),
    }
}

fn set_linear(linear: &mut LinearFacts, key: &str, number: Option<u64>, text: Option<String>) {
    match key {
        "kind" => linear.kind = text.expect("a word"),
        "n_layers" => linear.n_layers = number.expect("a count"),
        "key_heads" => linear.key_heads = number,
        "key_head_dim" => linear.key_head_dim = number,
        "value_heads" => linear.value_heads = number,
        "value_head_dim" => linear.value_head_dim = number,
        "conv_kernel" => linear.conv_kernel = number,
        "heads" => linear.heads = number,
        "head_dim" => linear.head_dim = number,
        "state" => linear.state = number,
        "groups" => linear.groups = number,
        _ => panic!("{key}"),
    }
}

/// Returns the facts of one model.
pub fn facts(id: &str) -> ModelFacts {
    published().into_iter().find(|line| line.id == id).unwrap_or_else(|| panic!("{id}")).facts
}

/// Builds the model with this catalog id.
pub fn model(id: &str) -> Model {
    Model::new(id, id, &facts(id)).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// Computes a model's weights in a format of the catalog.
pub fn weights(model: &Model, quantization: &str) -> Weights {
    let rule = from_catalog(quantization, None).unwrap_or_else(|error| panic!("{quantization}: {error}"));
    Weights::new(model, rule, None).expect("a rule")
}

/// A `GeForce` RTX 3090: 936.2 GB/s, 24 GiB, 71.2 TFLOPS.
pub fn rtx_3090() -> Device {
    let facts = DeviceFacts {
        vendor: Some("NVIDIA".into()),
        class: Some("consumer-gpu".into()),
        memory_type: Some("GDDR6X".into()),
        memory_gib: Some(24.0),
        bandwidth_gb_s: Some(936.2),
        fp16_dense_tflops: Some(71.2),
        release_year: Some(2020),
        ..DeviceFacts::default()
    };
    Device::new("rtx-3090", "RTX 3090", &facts).expect("a device")
}
