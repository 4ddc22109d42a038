//! Reads a model's facts from the metadata of a GGUF file.
//!
//! 1. `general.architecture` is the prefix of the keys that describe the architecture.
//! 2. Values that differ from layer to layer are lists; a layer without key-value heads keeps a state.
//! 3. The tensors show whether the output head is a separate tensor, and how many rows the embedding table has.
//!
//! Keys: `gguf-py/gguf/constants.py` of ggml-org/llama.cpp.

use super::description::{Description, LocalAttention};
use super::gguf::Gguf;
use super::tensor::RawTensor;
use alloc::string::String;
use rooflight_document::markup::joined;
use rooflight_estimator::model::facts::{LinearFacts, MoeFacts};

/// The metadata keys that begin with the architecture's name.
struct Keys<'a> {
    gguf: &'a Gguf,
    architecture: &'a str,
}

impl<'a> Keys<'a> {
    fn key(&self, key: &str) -> String {
        joined(&[self.architecture, ".", key])
    }

    fn whole(&self, key: &str) -> Option<u64> {
        self.gguf.whole(&self.key(key))
    }

    fn some(&self, key: &str) -> Option<u64> {
        self.largest(key).filter(|value| *value > 0)
    }

    fn list(&self, key: &str) -> Option<&'a [u64]> {
        self.gguf.list(&self.key(key))
    }

    /// Returns the number, or the largest of a list, in which layers without the part have a zero.
    fn largest(&self, key: &str) -> Option<u64> {
        self.list(key).and_then(|list| list.iter().max().copied()).or_else(|| self.whole(key))
    }
}

/// The architecture of files that hold only a tower and its projector.
pub(super) const PROJECTOR: &str = "clip";

/// Reads the description of a model.
pub(super) fn read(gguf: &Gguf) -> Description {
    let architecture = gguf.text("general.architecture").unwrap_or("unknown");
    let keys = Keys { gguf, architecture };
    let prediction_layers = keys.whole("nextn_predict_layers").unwrap_or(0);
    let mut described = Description {
        architecture: String::from(architecture),
        name: gguf.text("general.name").filter(|name| !name.is_empty()).map(String::from),
        max_context: keys.some("context_length"),
        precision: gguf.whole("general.file_type").and_then(file_type).map(String::from),
        prediction_layers,
        ..Description::default()
    };
    // `block_count` includes the prediction heads.
    let layers = keys.some("block_count").map(|layers| layers.saturating_sub(prediction_layers));
    sizes(&keys, layers, &mut described);
    let linear = linear(&keys);
    let local = local(&keys, linear.as_ref(), described.facts.moe.is_some());
    described.finish(&local, linear);
    described
}

/// Returns the name of a file type by its number. Source: `LlamaFileType` in `gguf-py/gguf/constants.py`.
const fn file_type(number: u64) -> Option<&'static str> {
    Some(match number {
        0 => "F32",
        1 => "F16",
        2 => "Q4_0",
        3 => "Q4_1",
        7 => "Q8_0",
        8 => "Q5_0",
        9 => "Q5_1",
        10 => "Q2_K",
        11 => "Q3_K_S",
        12 => "Q3_K_M",
        13 => "Q3_K_L",
        14 => "Q4_K_S",
        15 => "Q4_K_M",
        16 => "Q5_K_S",
        17 => "Q5_K_M",
        18 => "Q6_K",
        19 => "IQ2_XXS",
        20 => "IQ2_XS",
        21 => "Q2_K_S",
        22 => "IQ3_XS",
        23 => "IQ3_XXS",
        24 => "IQ1_S",
        25 => "IQ4_NL",
        26 => "IQ3_S",
        27 => "IQ3_M",
        28 => "IQ2_S",
        29 => "IQ2_M",
        30 => "IQ4_XS",
        31 => "IQ1_M",
        32 => "BF16",
        36 => "TQ1_0",
        37 => "TQ2_0",
        38 => "MXFP4_MOE",
        _ => return None,
    })
}

fn tensor<'a>(gguf: &'a Gguf, name: &str) -> Option<&'a RawTensor> {
    gguf.tensors.iter().find(|tensor| tensor.name == name)
}

fn sizes(keys: &Keys<'_>, layers: Option<u64>, described: &mut Description) {
    let facts = &mut described.facts;
    let table = tensor(keys.gguf, "token_embd.weight");
    facts.n_layers = layers;
    facts.hidden_size = keys.some("embedding_length");
    facts.n_heads = keys.some("attention.head_count");
    facts.n_kv_heads = keys.some("attention.head_count_kv");
    facts.vocab_size = table
        .map(|table| table.rows)
        .or_else(|| keys.some("vocab_size"))
        .or_else(|| keys.gguf.count("tokenizer.ggml.tokens"));
    facts.tied_embeddings = Some(tensor(keys.gguf, "output.weight").is_none());
    facts.ffn_size = keys.some("feed_forward_length");
    if let Some(rank) = keys.some("attention.kv_lora_rank") {
        // Older files state the heads' widths in `key_length`, newer ones in `key_length_mla`.
        let key = keys.some("attention.key_length_mla").or_else(|| keys.some("attention.key_length"));
        let rope = keys.some("rope.dimension_count");
        facts.attention.kv_lora_rank = Some(rank);
        facts.attention.q_lora_rank = keys.some("attention.q_lora_rank");
        facts.attention.qk_rope_head_dim = rope;
        facts.attention.qk_nope_head_dim = key.zip(rope).and_then(|(key, rope)| key.checked_sub(rope));
        facts.attention.v_head_dim =
            keys.some("attention.value_length_mla").or_else(|| keys.some("attention.value_length"));
        // All heads read one vector: the file counts one key-value head.
        facts.n_kv_heads = facts.n_heads;
    } else {
        facts.head_dim = keys.some("attention.key_length");
        let value = keys.some("attention.value_length");
        facts.attention.v_head_dim = value.filter(|value| facts.head_dim.is_some_and(|key| key != *value));
    }
    facts.layout.kv_shared_layers = keys.some("attention.shared_kv_layers");
    facts.layout.per_layer_embedding_size = keys.some("embedding_length_per_layer_input");
    facts.moe = experts(keys, layers.unwrap_or(0));
    if tensor(keys.gguf, "blk.0.attn_q_norm.weight").is_some() && described.architecture == "glm4moe" {
        facts.layout.qk_norm = Some(String::from("head"));
    }
}

fn experts(keys: &Keys<'_>, layers: u64) -> Option<MoeFacts> {
    let shared_width = keys.some("expert_shared_feed_forward_length");
    let n_shared_experts = keys.whole("expert_shared_count").unwrap_or(u64::from(shared_width.is_some()));
    let interleave = keys.some("interleave_moe_layer_step").filter(|every| *every > 1);
    Some(MoeFacts {
        n_experts: keys.some("expert_count")?,
        n_experts_active: keys.some("expert_used_count")?,
        n_shared_experts,
        expert_ffn_size: keys.some("expert_feed_forward_length").or_else(|| keys.some("feed_forward_length"))?,
        shared_expert_ffn_size: shared_width.filter(|_| n_shared_experts > 0),
        n_dense_layers: match interleave {
            Some(every) => layers - layers / every,
            None => keys.whole("leading_dense_block_count").unwrap_or(0).min(layers),
        },
        interleave,
        ..MoeFacts::default()
    })
}

fn linear(keys: &Keys<'_>) -> Option<LinearFacts> {
    let of = |kind: &str| LinearFacts { kind: String::from(kind), ..LinearFacts::default() };
    if let Some(kernel) = keys.some("shortconv.l_cache") {
        return Some(LinearFacts { conv_kernel: Some(kernel), ..of("short_conv") });
    }
    let (state, heads) = (keys.some("ssm.state_size")?, keys.some("ssm.time_step_rank"));
    let width = keys.some("ssm.inner_size").zip(heads).and_then(|(inner, heads)| inner.checked_div(heads));
    let (groups, conv_kernel) = (keys.some("ssm.group_count"), keys.some("ssm.conv_kernel"));
    if keys.architecture.starts_with("qwen3") {
        return Some(LinearFacts {
            key_heads: groups,
            key_head_dim: Some(state),
            value_heads: heads,
            value_head_dim: width,
            conv_kernel,
            ..of("gated_delta_net")
        });
    }
    Some(LinearFacts { heads, head_dim: width, state: Some(state), groups, conv_kernel, ..of("mamba2") })
}

fn local(keys: &Keys<'_>, linear: Option<&LinearFacts>, has_experts: bool) -> LocalAttention {
    let chunk = keys.some("attention.chunk_size");
    let size = keys.some("attention.sliding_window");
    let flags = keys.list("attention.sliding_window_pattern").filter(|list| list.len() > 1);
    let letters = flags.map(|list| list.iter().map(|local| if *local > 0 { 'S' } else { 'F' }).collect());
    let every = if flags.is_some() { None } else { keys.some("attention.sliding_window_pattern") };
    LocalAttention {
        size: size.or(chunk),
        is_chunked: size.is_none() && chunk.is_some(),
        letters: letters.or_else(|| linear.and_then(|_| by_heads(keys, has_experts))),
        every: every
            .or_else(|| keys.some("full_attention_interval"))
            .or_else(|| (size.is_none() && chunk.is_some()).then_some(4)),
    }
}

/// Returns the letters of a hybrid model, whose layers without key-value heads keep a state. If feed-forward widths are
/// listed too, each layer is either attention, a state or a feed-forward part.
fn by_heads(keys: &Keys<'_>, has_experts: bool) -> Option<String> {
    let heads = keys.list("attention.head_count_kv")?;
    let widths = keys.list("feed_forward_length");
    let letters = heads.iter().enumerate().map(|(at, heads)| match (widths, *heads) {
        (None, 0) => 'R',
        (None, _) => 'F',
        (Some(_), 1..) => '*',
        (Some(widths), 0) => match widths.get(at) {
            Some(0) | None => 'M',
            Some(_) => {
                if has_experts {
                    'E'
                } else {
                    '-'
                }
            }
        },
    });
    Some(letters.collect())
}
