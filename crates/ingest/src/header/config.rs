//! Reads a model's facts from the `config.json` of a Hugging Face repository.
//!
//! 1. A model with a tower has the text model's keys in `text_config`; keys that are absent there are looked up
//!    outside.
//! 2. Publishers name the same size differently; each list below has the spellings in use, the most specific first.
//! 3. The order of layers comes from `layer_types` or a similar key, otherwise from the family.
//!
//! Keys: the configuration classes of huggingface/transformers. The number of dense layers is computed, everything
//! else is copied.

use super::description::{Description, LocalAttention};
use super::fault::{Fault, Head, Outcome};
use super::packing::Packing;
use super::safetensors::broken;
use crate::json::{Json, Value};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_estimator::model::facts::{LinearFacts, MoeFacts};

/// Maximum size of a configuration, bytes. Real ones have a few thousand.
pub(super) const MAX_BYTES: u64 = 1 << 20;

/// A configuration in which the text model's keys take precedence over the outer ones.
struct Keys<'a> {
    inner: Option<&'a Value>,
    outer: &'a Value,
}

impl<'a> Keys<'a> {
    fn get(&self, key: &str) -> Option<&'a Value> {
        let is_there = |value: &&Value| **value != Value::Other;
        self.inner.and_then(|inner| inner.get(key)).filter(is_there).or_else(|| self.outer.get(key)).filter(is_there)
    }

    /// Returns the whole number of the first of these keys that has one.
    fn whole(&self, keys: &[&str]) -> Option<u64> {
        keys.iter().find_map(|key| self.get(key)?.whole())
    }

    /// Returns the positive whole number of the first of these keys that has one.
    fn some(&self, keys: &[&str]) -> Option<u64> {
        keys.iter().find_map(|key| self.get(key)?.whole().filter(|value| *value > 0))
    }

    fn flag(&self, key: &str) -> Option<bool> {
        if let Value::Flag(flag) = self.get(key)? { Some(*flag) } else { None }
    }

    fn text(&self, key: &str) -> Option<String> {
        self.get(key)?.text().map(String::from)
    }
}

/// Reads a configuration.
///
/// # Errors
/// Bytes that are not a JSON object, or an object that does not describe a language model.
pub(super) fn read(head: &Head<'_>) -> Outcome<Description> {
    let outer = Json::new(head.bytes).value().map_err(broken)?;
    let inner =
        ["text_config", "language_config", "llm_config", "thinker_config"].iter().find_map(|key| outer.get(key));
    let inner = inner.map(|inner| inner.get("text_config").unwrap_or(inner));
    let keys = Keys { inner, outer: &outer };
    let is_one = keys.some(&["hidden_size", "n_embd", "d_model"]).is_some() && keys.some(&LAYERS).is_some();
    if !is_one {
        return Err(Fault::wrong("it states no hidden size and layers: this is no config.json of a language model"));
    }
    let mut described = Description {
        architecture: keys.text("model_type").unwrap_or_else(|| String::from("unknown")),
        name: outer
            .get("_name_or_path")
            .and_then(Value::text)
            .and_then(|path| path.rsplit('/').next())
            .filter(|name| !name.is_empty())
            .map(String::from),
        max_context: keys.some(&["max_position_embeddings", "n_positions", "max_seq_len", "seq_length"]),
        prediction_layers: keys
            .whole(&["num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules"])
            .unwrap_or(0),
        has_vision: ["vision_config", "audio_config", "vision_tower_config"].iter().any(|key| outer.get(key).is_some()),
        packing: packing(&keys),
        precision: keys.text("torch_dtype").or_else(|| keys.text("dtype")),
        ..Description::default()
    };
    sizes(&keys, &mut described);
    let local = local(&keys, described.max_context);
    described.finish(&local, linear(&keys));
    Ok(described)
}

const LAYERS: [&str; 3] = ["num_hidden_layers", "n_layer", "num_layers"];

fn sizes(keys: &Keys<'_>, described: &mut Description) {
    let facts = &mut described.facts;
    facts.n_layers = keys.some(&LAYERS);
    facts.hidden_size = keys.some(&["hidden_size", "n_embd", "d_model"]);
    facts.n_heads = keys.some(&["num_attention_heads", "n_head"]);
    facts.n_kv_heads = keys.some(&["num_key_value_heads", "num_kv_heads", "multi_query_group_num"]);
    facts.head_dim = keys.some(&["head_dim", "attention_head_dim", "kv_channels"]);
    facts.vocab_size = keys.some(&["vocab_size", "padded_vocab_size"]);
    // Configurations omit the key if Transformers' default applies.
    facts.tied_embeddings =
        Some(keys.flag("tie_word_embeddings").or_else(|| keys.flag("tie_embedding")).unwrap_or_else(|| {
            let usual = described.architecture.starts_with("gemma") || described.architecture.starts_with("cohere");
            let head = if usual { "the embedding table" } else { "a tensor of its own" };
            described.assumed.push(rooflight_document::markup::joined(&[
                "“tie_word_embeddings” is not stated: the output head is taken to be ",
                head,
                ".",
            ]));
            usual
        }));
    facts.ffn_size = keys.some(&["intermediate_size_mlp", "intermediate_size", "ffn_dim", "n_inner", "block_ff_dim"]);
    facts.attention.kv_lora_rank = keys.some(&["kv_lora_rank"]);
    if facts.attention.kv_lora_rank.is_some() {
        facts.attention.q_lora_rank = keys.some(&["q_lora_rank"]);
        facts.attention.qk_rope_head_dim = keys.some(&["qk_rope_head_dim"]);
        facts.attention.qk_nope_head_dim = keys.some(&["qk_nope_head_dim"]);
        facts.attention.v_head_dim = keys.some(&["v_head_dim"]);
        facts.head_dim = None;
    }
    // In these architectures `attention_bias` covers the output projection too.
    if keys.flag("attention_bias") == Some(true) && matches!(described.architecture.as_str(), "llama" | "granite") {
        facts.layout.attention_bias = Some(String::from("all"));
    }
    if described.architecture == "glm4_moe" && keys.flag("use_qk_norm") == Some(true) {
        facts.layout.qk_norm = Some(String::from("head"));
    }
    if described.architecture == "glm4" && keys.flag("attention_bias") == Some(true) {
        facts.layout.attention_bias = Some(String::from("qkv"));
    }
    facts.moe = experts(keys, facts.n_layers.unwrap_or(0), &described.architecture);
}

fn experts(keys: &Keys<'_>, layers: u64, architecture: &str) -> Option<MoeFacts> {
    let n_experts = keys.some(&["num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"])?;
    let n_experts_active =
        keys.some(&["num_experts_per_tok", "num_experts_per_token", "moe_topk", "moe_k", "experts_per_token"])?;
    let expert_ffn_size = keys.some(&["moe_intermediate_size", "expert_intermediate_size", "intermediate_size"])?;
    let shared_width = keys.some(&[
        "shared_expert_intermediate_size",
        "moe_shared_expert_intermediate_size",
        "shared_intermediate_size",
    ]);
    let stated = keys.whole(&["n_shared_experts", "num_shared_experts", "num_shared_expert", "moe_num_shared_experts"]);
    let n_shared_experts =
        stated.unwrap_or_else(|| u64::from(shared_width.is_some() || architecture.starts_with("llama4")));
    let interleave = keys.some(&["interleave_moe_layer_step"]).filter(|every| *every > 1);
    let listed = keys.get("mlp_only_layers").and_then(Value::list).map_or(0, |list| list.len() as u64);
    let first = keys.whole(&["first_k_dense_replace", "num_dense_layers", "moe_layer_start_index"]).unwrap_or(listed);
    let is_hybrid = keys.get("hybrid_override_pattern").is_some();
    Some(MoeFacts {
        n_experts,
        n_experts_active,
        n_shared_experts,
        expert_ffn_size,
        shared_expert_ffn_size: shared_width.filter(|_| n_shared_experts > 0),
        n_dense_layers: match interleave {
            _ if is_hybrid => 0,
            Some(every) => layers - layers / every,
            None => first.min(layers),
        },
        interleave,
        expert_input_size: keys.some(&["moe_latent_size"]),
        ..MoeFacts::default()
    })
}

fn local(keys: &Keys<'_>, max_context: Option<u64>) -> LocalAttention {
    let is_off = keys.flag("use_sliding_window") == Some(false);
    let chunk = keys.some(&["attention_chunk_size"]);
    let size = keys
        .some(&["sliding_window", "sliding_window_size"])
        .filter(|size| !is_off && max_context.is_none_or(|most| *size < most));
    let every = keys.some(&[
        "sliding_window_pattern",
        "_sliding_window_pattern",
        "full_attention_interval",
        "no_rope_layer_interval",
    ]);
    LocalAttention {
        size: size.or(chunk),
        is_chunked: size.is_none() && chunk.is_some(),
        letters: letters(keys),
        every: every.or_else(|| (chunk.is_some() && size.is_none()).then_some(4)),
    }
}

/// Returns one letter per layer if the configuration lists their kinds.
fn letters(keys: &Keys<'_>) -> Option<String> {
    if let Some(letters) = keys.get("hybrid_override_pattern").and_then(Value::text) {
        return Some(String::from(letters));
    }
    let kinds = ["layer_types", "layers_block_type"].iter().find_map(|key| keys.get(key)?.list());
    let full: Option<Vec<u64>> =
        keys.get("full_attn_idxs").and_then(Value::list).map(|list| list.iter().filter_map(Value::whole).collect());
    match (kinds, full) {
        (Some(kinds), _) => Some(kinds.iter().map(|kind| letter(kind.text().unwrap_or_default())).collect()),
        (None, Some(full)) => {
            let layers = keys.some(&LAYERS)?.min(1024);
            Some((0..layers).map(|layer| if full.contains(&layer) { 'F' } else { 'R' }).collect())
        }
        (None, None) => None,
    }
}

fn letter(kind: &str) -> char {
    match kind {
        "sliding_attention" | "chunked_attention" => 'S',
        "linear_attention" | "mamba" | "mamba2" | "conv" | "recurrent" => 'R',
        _ => 'F',
    }
}

/// Reads the facts of layers that keep a recurrent state instead of a cache.
fn linear(keys: &Keys<'_>) -> Option<LinearFacts> {
    let of = |kind: &str| LinearFacts { kind: String::from(kind), ..LinearFacts::default() };
    if let Some(key_heads) = keys.some(&["linear_num_key_heads"]) {
        return Some(LinearFacts {
            key_heads: Some(key_heads),
            key_head_dim: keys.some(&["linear_key_head_dim"]),
            value_heads: keys.some(&["linear_num_value_heads"]),
            value_head_dim: keys.some(&["linear_value_head_dim"]),
            conv_kernel: keys.some(&["linear_conv_kernel_dim"]),
            ..of("gated_delta_net")
        });
    }
    if let Some(heads) = keys.some(&["mamba_num_heads", "mamba_n_heads"]) {
        return Some(LinearFacts {
            heads: Some(heads),
            head_dim: keys.some(&["mamba_head_dim", "mamba_d_head"]),
            state: keys.some(&["ssm_state_size", "mamba_d_state"]),
            groups: keys.some(&["n_groups", "mamba_n_groups"]),
            conv_kernel: keys.some(&["conv_kernel", "mamba_d_conv"]),
            ..of("mamba2")
        });
    }
    keys.some(&["conv_L_cache"]).map(|kernel| LinearFacts { conv_kernel: Some(kernel), ..of("short_conv") })
}

fn packing(keys: &Keys<'_>) -> Option<Packing> {
    let stated = keys.get("quantization_config").or_else(|| keys.get("quantization"))?;
    let method = stated.get("quant_method").and_then(Value::text).unwrap_or("mlx");
    let inner = stated.get("config_groups").and_then(|groups| groups.get("group_0")?.get("weights"));
    let number = |keys: &[&str]| {
        let of = |value: &Value| keys.iter().find_map(|key| value.get(key)?.whole());
        of(stated).or_else(|| inner.and_then(of))
    };
    let is_four = stated.get("load_in_4bit") == Some(&Value::Flag(true));
    let bits = number(&["bits", "num_bits", "w_bit"]).or(is_four.then_some(4));
    Some(Packing { method: String::from(method), bits, group: number(&["group_size", "q_group_size"]) })
}
