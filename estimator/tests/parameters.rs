//! The tensors of each published model sum to its published parameters, and its cache grows as published.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::float_cmp)]

mod common;

use common::{model, published};
use rooflight_estimator::{kv, tensors};
use rooflight_primitives::units::BILLION;

/// Returns a printed figure, and half a unit of its last digit as a share of it.
fn printed(figure: &str) -> (f64, f64) {
    let value: f64 = figure.parse().unwrap();
    let decimals = figure.split_once('.').map_or(0, |(_, digits)| digits.len());
    let unit = (0..decimals).fold(1.0, |unit, _| unit / 10.0);
    (value, 0.5 * unit / value)
}

#[test]
fn tensors_sum_to_the_published_parameters() {
    let mut seen = 0;
    for line in published() {
        // Its published total includes a vision tower of about 0.45 billion.
        if line.id == "kimi-k3" {
            continue;
        }
        let (wanted, rounding) = printed(&line.parameters);
        let found = tensors::parameters(&model(&line.id)) / BILLION;
        let error = (found / wanted - 1.0).abs();
        assert!(error <= rounding.max(1e-6) || error < 2e-5, "{}: {found} for {wanted}", line.id);
        seen += 1;
    }
    assert!(seen > 40);
}

#[test]
fn what_is_left_of_kimi_k3_is_a_vision_tower() {
    let left = 2779.932 - tensors::parameters(&model("kimi-k3")) / BILLION;
    assert!((0.4..0.5).contains(&left), "{left}");
}

#[test]
fn caches_grow_as_published() {
    // Catalogs count the layers whose cache grows without limit; for models in which every layer, or every other one,
    // has a window, they count all.
    let counted_over_all = ["mistral-7b-v0.1", "gemma-2-9b"];
    for line in published() {
        let model = model(&line.id);
        let found = if counted_over_all.contains(&line.id.as_str()) {
            kv::all_elements(model.shape())
        } else {
            kv::growing_elements(model.shape())
        };
        assert_eq!(found, line.cache, "{}", line.id);
    }
}

#[test]
fn an_index_adds_what_published_totals_differ_by() {
    // GLM-5 and GLM-5.2 differ in the indexes alone, which 57 layers of GLM-5.2 lack: totals of the Hugging Face API.
    let parameters = |id: &str| tensors::parameters(&model(id)) / BILLION;
    let published: f64 = 753.864_139 - 753.329_94;
    assert!((parameters("glm-5") - parameters("glm-5.2") - published).abs() < 1e-6);
    // DeepSeek-V3.2-Exp has the tensors of V3 and 62 indexes, one of them in the prediction layer.
    let added = parameters("deepseek-v3.2") - parameters("deepseek-v3");
    assert!((added * 62.0 / 61.0 - (685.397 - 684.531)).abs() < 1e-3);
    // Apart from the text model, both sizes of Gemma 3n have the same two encoders.
    assert!((5.439 - parameters("gemma-3n-e2b") - (7.850 - parameters("gemma-3n-e4b"))).abs() < 1e-3);
}

#[test]
fn sparse_attention_stores_every_entry_and_reads_the_chosen_ones() {
    let read = |id: &str, depth: f64| kv::read_bytes(model(id).shape(), kv::KvType::F16, depth) / 2.0;
    let stored = |id: &str, depth: f64| kv::stored_bytes(model(id).shape(), kv::KvType::F16, depth) / 2.0;
    assert_eq!(stored("deepseek-v3.2", 65_536.0), 61.0 * (576.0 + 128.0) * 65_536.0);
    assert_eq!(read("deepseek-v3.2", 65_536.0), 61.0 * (576.0 * 2048.0 + 128.0 * 65_536.0));
    assert_eq!(read("deepseek-v3.2", 1024.0), stored("deepseek-v3.2", 1024.0), "all are chosen");
    // DeepSeek-V4-Flash: every layer has a window of 128; 21 keep an entry and an index key for 4 positions, 20 one for
    // 128.
    let window = 43.0 * 128.0 * 512.0;
    assert_eq!(stored("deepseek-v4-flash", 65_536.0), window + 3440.0 * 65_536.0);
    let chosen = 21.0 * (512.0 * 512.0 + 32.0 * 65_536.0) + 20.0 * 4.0 * 65_536.0;
    assert_eq!(read("deepseek-v4-flash", 65_536.0), window + chosen);
    // Falcon-H1 7B: every layer keeps a cache and a state.
    assert_eq!(stored("falcon-h1-7b", 1000.0), 44.0 * 512.0 * 1000.0);
    let state = 44.0 * (24.0 * 128.0 * 256.0 + 3.0 * 3584.0) * 4.0;
    assert_eq!(kv::state_bytes(model("falcon-h1-7b").shape()), state);
}

#[test]
fn known_caches_and_states_in_bytes() {
    let at = |id: &str, depth: f64| kv::read_bytes(model(id).shape(), kv::KvType::F16, depth);
    assert_eq!(at("llama-2-7b", 1.0), 524_288.0);
    assert_eq!(at("llama-3.1-8b", 1.0), 131_072.0);
    assert_eq!(at("llama-3.1-70b", 1.0), 327_680.0);
    assert_eq!(at("qwen3-30b-a3b", 1.0), 98_304.0);
    assert_eq!(at("deepseek-v3", 1.0), 70_272.0);
    // gpt-oss: every other layer stops at 128 tokens.
    let elements = 2.0 * 8.0 * 64.0 * 2.0;
    assert_eq!(at("gpt-oss-20b", 4096.0), elements * (12.0 * 4096.0 + 12.0 * 128.0));
    // Qwen3-Next: 36 layers of 32 matrices of 128 × 128, and three inputs of a convolution over 8,192 channels, at 32
    // bits.
    let state = 36.0 * (32.0 * 128.0 * 128.0 + 3.0 * 8192.0) * 4.0;
    assert_eq!(kv::state_bytes(model("qwen3-next-80b-a3b").shape()), state);
    assert_eq!(kv::state_bytes(model("llama-3.1-8b").shape()), 0.0);
    // Gemma 4 E4B: 42 layers read a cache, 24 store one.
    let gemma = model("gemma-4-e4b");
    let (reading, storing) =
        gemma.shape().cache.iter().fold((0, 0), |sum, group| (sum.0 + group.reading, sum.1 + group.storing));
    assert_eq!((reading, storing), (42, 24));
}

#[test]
fn kv_types_take_their_published_bytes() {
    let bytes = |name: &str| kv::KvType::from_name(name).unwrap().bytes();
    assert_eq!([bytes("f16"), bytes("fp8"), bytes("q8_0")], [2.0, 1.0, 1.0625]);
    assert_eq!([bytes("q4_0"), bytes("q5_0"), bytes("f32")], [0.5625, 0.6875, 4.0]);
    // Names that measurements shorten: 8 and 3 bits with a 16-bit scale for 32 values.
    assert_eq!([bytes("q8"), bytes("q3")], [34.0 / 32.0, 14.0 / 32.0]);
    assert!(kv::KvType::from_name("q7").is_none() && kv::KvType::from_name("").is_none());
}
