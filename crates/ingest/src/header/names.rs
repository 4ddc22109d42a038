//! Finds the part, the group and the layer of a tensor by its name.
//!
//! 1. GGUF files name tensors by llama.cpp's scheme (`blk.3.attn_q.weight`), safetensors files by Transformers' modules
//!    (`model.layers.3.self_attn.q_proj.weight`). The words between the dots decide in both.
//! 2. Prediction heads are the layers after the text model's last one, and those that hold a prediction head's
//!    projection. Towers and projectors are recognised by the first word.
//! 3. A name with all numbers replaced by `N` is common to the same tensor of every layer and expert.
//!
//! A tensor with an unknown name counts with the feed-forward part if it is a matrix and with the norms if it is a
//! vector, and is reported.

use alloc::string::String;
use rooflight_estimator::tensors::Group;

rooflight_primitives::variants! {
    /// The part of a model that a tensor belongs to. Every part but the text model can be left out.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub enum ModelPart [
        /// The name to print.
        pub name: &'static str,
    ] {
        /// The text model, which every token passes through.
        #[default]
        Text = "text model",
        /// Multi-token prediction: heads that draft the tokens after the next one.
        Prediction = "multi-token prediction",
        /// Vision or sound: the tower and the projector into the text model's width.
        Vision = "vision or sound",
    }
}

/// Where a tensor belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TensorPlace {
    pub part: ModelPart,
    pub group: Group,
    pub layer: Option<u64>,
    /// Whether the group follows from the name; always true in a tower.
    pub is_known: bool,
}

/// First words of the names of towers and projectors, without `model.` or `language_model.`.
const TOWERS: [&str; 18] = [
    "v",
    "mm",
    "a",
    "visual",
    "vision_tower",
    "vision_model",
    "vision_encoder",
    "vision",
    "vit",
    "multi_modal_projector",
    "mm_projector",
    "embed_vision",
    "embed_audio",
    "audio_tower",
    "audio_model",
    "image_newline",
    "mlp1",
    "patch_merger",
];

/// Returns true if a name contains one of these substrings.
pub(super) fn has(name: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| name.contains(part))
}

/// Returns the layer's number: the word after `blk`, `layers`, `h`, `block` or `blocks`.
pub(super) fn layer(name: &str) -> Option<u64> {
    let mut before = "";
    for word in name.split('.') {
        if matches!(before, "blk" | "layers" | "h" | "block" | "blocks") {
            return word.parse().ok();
        }
        before = word;
    }
    None
}

/// Returns true for tensors that only prediction heads have, such as the projection of hidden state and embedding
/// (`eh_proj`).
pub(super) fn is_prediction(name: &str) -> bool {
    has(name, &["eh_proj", ".nextn.", ".mtp"]) || name.starts_with("mtp.")
}

/// Returns the name with each word that is a number replaced by `N`.
pub(super) fn pattern(name: &str) -> String {
    let mut out = String::new();
    for (at, word) in name.split('.').enumerate() {
        out.push_str(if at > 0 { "." } else { "" });
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        out.push_str(if is_number { "N" } else { word });
    }
    out
}

/// Finds where a tensor belongs. `is_head` is true for layers that are prediction heads.
pub(super) fn place(name: &str, is_vector: bool, is_head: impl Fn(u64) -> bool) -> TensorPlace {
    let layer = layer(name);
    let words = || name.split('.').skip_while(|word| matches!(*word, "model" | "language_model"));
    let is_tower = words().next().is_some_and(|first| TOWERS.contains(&first));
    let part = if is_tower {
        ModelPart::Vision
    } else if layer.is_some_and(is_head) || is_prediction(name) {
        ModelPart::Prediction
    } else {
        ModelPart::Text
    };
    let group = group(name, is_vector);
    let usual = if is_vector { Group::Small } else { Group::FeedForward };
    TensorPlace { part, group: group.unwrap_or(usual), layer, is_known: group.is_some() || part == ModelPart::Vision }
}

/// Returns the group of a tensor by its name; `None` if the name is not known.
fn group(name: &str, is_vector: bool) -> Option<Group> {
    let has = |parts: &[&str]| has(name, parts);
    if has(&["per_layer_token_embd", "embed_tokens_per_layer"]) {
        return Some(Group::PerLayerEmbedding);
    }
    if has(&["token_embd.", "embed_tokens.", "wte.", "word_embeddings.", "tok_embeddings.", "embedding."]) {
        return Some(Group::Embedding);
    }
    if has(&["lm_head.", "embed_out."]) || name == "output.weight" || name == "output.bias" {
        return Some(Group::Head);
    }
    if has(&["_exps.", ".experts."]) {
        return Some(Group::Experts);
    }
    if is_vector
        || has(&["norm.", "norm1.", "norm2.", "exp_probs_b", "rope_freqs", "ffn_gate_inp_shexp", "shared_expert_gate"])
    {
        return Some(Group::Small);
    }
    if has(&["_shexp.", "shared_expert", "ffn_latent", "fc1_latent", "fc2_latent"]) {
        return Some(Group::SharedExperts);
    }
    if has(&[
        "ffn_gate_inp.",
        ".router.",
        ".mlp.gate.",
        ".moe.gate.",
        "_moe.gate.",
        "mixer.gate.",
        "feed_forward.gate.",
    ]) {
        return Some(Group::Router);
    }
    if has(&[
        "ssm_",
        "shortconv",
        ".linear_attn.",
        ".mamba.",
        ".mixer.in_proj",
        ".mixer.out_proj",
        ".conv.",
        "time_mix",
        ".mixer.conv1d",
    ]) {
        return Some(Group::State);
    }
    if has(&["attn", "attention", ".mixer.q_proj", ".mixer.k_proj", ".mixer.v_proj", ".mixer.o_proj", "indexer"]) {
        return Some(Group::Attention);
    }
    let dense = [
        "ffn_",
        ".mlp.",
        "feed_forward",
        "per_layer_",
        "inp_gate",
        ".proj.",
        ".mixer.",
        "eh_proj",
        "block_sparse_moe",
        ".fc",
    ];
    has(&dense).then_some(Group::FeedForward)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> (ModelPart, Group, Option<u64>) {
        let place = place(name, name.ends_with("norm.weight") || name.ends_with("bias"), |layer| layer >= 61);
        assert!(place.is_known, "{name}");
        (place.part, place.group, place.layer)
    }

    #[test]
    fn names_of_both_schemes_are_told() {
        use ModelPart::{Prediction, Text, Vision};
        for (name, part, group, layer) in [
            ("token_embd.weight", Text, Group::Embedding, None),
            ("blk.3.attn_q.weight", Text, Group::Attention, Some(3)),
            ("blk.3.attn_q_norm.weight", Text, Group::Small, Some(3)),
            ("blk.3.ffn_gate_inp.weight", Text, Group::Router, Some(3)),
            ("blk.3.ffn_gate_exps.weight", Text, Group::Experts, Some(3)),
            ("blk.3.ffn_down_shexp.weight", Text, Group::SharedExperts, Some(3)),
            ("blk.61.nextn.eh_proj.weight", Prediction, Group::FeedForward, Some(61)),
            ("blk.61.attn_q_a.weight", Prediction, Group::Attention, Some(61)),
            ("blk.3.ssm_in.weight", Text, Group::State, Some(3)),
            ("output.weight", Text, Group::Head, None),
            ("v.blk.3.attn_q.weight", Vision, Group::Attention, Some(3)),
            ("mm.0.weight", Vision, Group::FeedForward, None),
            ("model.embed_tokens.weight", Text, Group::Embedding, None),
            ("model.language_model.layers.7.self_attn.q_proj.weight", Text, Group::Attention, Some(7)),
            ("model.layers.7.input_layernorm.weight", Text, Group::Small, Some(7)),
            ("model.layers.7.mlp.gate.weight", Text, Group::Router, Some(7)),
            ("model.layers.7.mlp.gate_proj.weight", Text, Group::FeedForward, Some(7)),
            ("model.layers.7.mlp.experts.12.up_proj.weight", Text, Group::Experts, Some(7)),
            ("model.layers.7.mlp.shared_experts.up_proj.weight", Text, Group::SharedExperts, Some(7)),
            ("model.layers.7.linear_attn.in_proj_qkvz.weight", Text, Group::State, Some(7)),
            ("model.visual.blocks.1.attn.qkv.weight", Vision, Group::Attention, Some(1)),
            ("mtp.fc.weight", Prediction, Group::FeedForward, None),
            ("lm_head.weight", Text, Group::Head, None),
        ] {
            let found = super::place(name, name.ends_with("norm.weight"), |layer| layer >= 61);
            assert_eq!((found.part, found.group, found.layer), (part, group, layer), "{name}");
            assert!(found.is_known || part == Vision, "{name}");
        }
        assert_eq!(of("blk.0.attn_q.bias").1, Group::Small);
        assert_eq!(
            pattern("model.layers.7.mlp.experts.12.up_proj.weight"),
            "model.layers.N.mlp.experts.N.up_proj.weight"
        );
    }
}
