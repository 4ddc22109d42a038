//! Impossible facts are errors that name the field; nothing panics.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{facts, published};
use proptest::prelude::*;
use rooflight_estimator::error::{FactError, Problem};
use rooflight_estimator::hardware::{Device, DeviceFacts, Family};
use rooflight_estimator::model::{Model, ModelFacts};

fn field(change: impl FnOnce(&mut ModelFacts), id: &str) -> &'static str {
    let mut facts = facts(id);
    change(&mut facts);
    Model::new("x", "x", &facts).expect_err("an error").field
}

#[test]
fn each_impossible_fact_is_named() {
    let llama = "llama-3.1-8b";
    assert_eq!(field(|facts| facts.n_layers = None, llama), "n_layers");
    assert_eq!(field(|facts| facts.hidden_size = Some(0), llama), "hidden_size");
    assert_eq!(field(|facts| facts.n_kv_heads = Some(7), llama), "n_heads");
    assert_eq!(field(|facts| facts.tied_embeddings = None, llama), "tied_embeddings");
    assert_eq!(field(|facts| facts.vocab_size = Some(u64::MAX), llama), "vocab_size");
    assert_eq!(field(|facts| facts.attention.kind = "mha".into(), llama), "attention.kind");
    assert_eq!(field(|facts| facts.attention.kind = "new".into(), llama), "attention.kind");
    assert_eq!(field(|facts| facts.layout.qk_norm = Some("each".into()), llama), "layout.qk_norm");
    assert_eq!(field(|facts| facts.layout.layer_pattern = Some("FX".into()), llama), "layout.layer_pattern");
    assert_eq!(field(|facts| facts.layout.layer_pattern = Some("SF".into()), llama), "sliding_window");
    assert_eq!(field(|facts| facts.layout.layer_pattern = Some("R".into()), llama), "attention.linear_attention");
    assert_eq!(field(|facts| facts.ffn_size = None, llama), "ffn_size");
    let qwen = "qwen3-30b-a3b";
    assert_eq!(field(|facts| facts.moe.as_mut().unwrap().n_experts_active = 129, qwen), "moe.n_experts_active");
    assert_eq!(field(|facts| facts.moe.as_mut().unwrap().n_experts = 0, qwen), "moe.n_experts");
    assert_eq!(field(|facts| facts.moe.as_mut().unwrap().n_dense_layers = 3, qwen), "ffn_size");
    assert_eq!(field(|facts| facts.moe.as_mut().unwrap().n_moe_layers = Some(47), qwen), "moe.n_moe_layers");
    let hybrid = "qwen3.5-27b";
    assert_eq!(field(|facts| facts.layout.layer_pattern = None, hybrid), "layout.layer_pattern");
    assert_eq!(
        field(|facts| facts.attention.full_attention_layers = Some(15), hybrid),
        "attention.full_attention_layers"
    );
    assert_eq!(field(|facts| facts.attention.kv_lora_rank = None, "deepseek-v3"), "attention.kv_lora_rank");
}

#[test]
fn messages_are_sentences() {
    let error = FactError::new("moe.n_experts_active", Problem::Contradicts("moe.n_experts"));
    assert_eq!(error.to_string(), "`moe.n_experts_active` contradicts `moe.n_experts`");
}

#[test]
fn devices_need_a_bandwidth_above_zero() {
    let good = DeviceFacts {
        vendor: Some("AMD".into()),
        class: Some("consumer-gpu".into()),
        memory_type: Some("GDDR6".into()),
        bandwidth_gb_s: Some(640.0),
        ..DeviceFacts::default()
    };
    assert_eq!(Device::new("x", "x", &good).unwrap().family, Family::AmdGddr);
    for bandwidth in [None, Some(0.0), Some(-1.0), Some(f64::NAN), Some(f64::INFINITY)] {
        let bad = DeviceFacts { bandwidth_gb_s: bandwidth, ..good.clone() };
        assert_eq!(Device::new("x", "x", &bad).expect_err("an error").field, "bandwidth_gb_s");
    }
    let bad = DeviceFacts { class: Some("gpu".into()), ..good };
    assert_eq!(Device::new("x", "x", &bad).expect_err("an error").field, "class");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any number in any field gives a model or an error, and never a panic.
    #[test]
    fn no_number_makes_it_panic(which in 0_usize..40, place in 0_usize..12, number in prop_oneof![0_u64..64, any::<u64>()]) {
        let line = &published()[which];
        let mut facts = line.facts.clone();
        let number = Some(number);
        match place {
            0 => facts.n_layers = number,
            1 => facts.hidden_size = number,
            2 => facts.n_heads = number,
            3 => facts.n_kv_heads = number,
            4 => facts.head_dim = number,
            5 => facts.ffn_size = number,
            6 => facts.vocab_size = number,
            7 => facts.attention.v_head_dim = number,
            8 => facts.layout.kv_shared_layers = number,
            9 => facts.layout.per_layer_embedding_size = number,
            10 => facts.layout.extra_vectors = number,
            _ => {
                if let (Some(moe), Some(number)) = (&mut facts.moe, number) {
                    moe.n_shared_experts = number;
                    moe.expert_ffn_size = number;
                }
            }
        }
        if let Ok(model) = Model::new("x", "x", &facts) {
            let found = rooflight_estimator::tensors::parameters(&model);
            prop_assert!(found.is_finite() && found > 0.0);
        }
    }
}
