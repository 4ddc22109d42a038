//! The catalog's records as their YAML files say them: closed schemas, nothing checked beyond shape.
//!
//! `catalog` turns them into the estimator's types, which cannot hold an impossible fact. Every record names where its figures were
//! read; a record that names nothing does not load.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Where a figure was read.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The title.
    pub title: String,
    /// Its address.
    pub url: Option<String>,
    /// Where in it the figure stands.
    pub locator: Option<String>,
    /// The package that carries it.
    pub package: Option<String>,
    /// True where it was not read at its origin.
    #[serde(default)]
    pub unverified: bool,
}

impl Source {
    /// True if a reader could follow it.
    #[must_use]
    pub fn can_be_followed(&self) -> bool {
        self.url.is_some() || self.locator.is_some() || self.package.is_some()
    }
}

/// A device: content/catalog/hardware.yaml.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct Hardware {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    pub vendor: String,
    pub class: String,
    pub memory_type: String,
    pub memory_gib: Option<f64>,
    pub memory_note: Option<String>,
    pub memory_channels: Option<u32>,
    pub bandwidth_gb_s: f64,
    pub fp16_dense_tflops: Option<f64>,
    pub bf16_dense_tflops: Option<f64>,
    pub fp8_dense_tflops: Option<f64>,
    pub fp4_dense_tflops: Option<f64>,
    pub int8_tops: Option<f64>,
    pub fp32_tflops: Option<f64>,
    pub interconnect: Option<Interconnect>,
    pub tdp_w: Option<f64>,
    pub release_year: Option<u16>,
    #[serde(default)]
    pub status: BTreeMap<String, String>,
    pub notes: Option<String>,
    #[serde(default)]
    pub sources: Vec<Source>,
}

/// The link between devices.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct Interconnect {
    pub name: String,
    pub gb_s_per_direction: Option<f64>,
    pub gb_s_bidirectional: Option<f64>,
    pub scope: Option<String>,
}

/// A model: content/catalog/models.yaml.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct Model {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    pub hf_repo: Option<String>,
    pub total_params_b: Option<f64>,
    pub total_params_basis: Option<String>,
    pub active_params_b: Option<f64>,
    pub hf_safetensors_params_b: Option<f64>,
    pub computed_params_b: Option<f64>,
    pub computed_active_params_b: Option<f64>,
    pub text_model_params_b: Option<f64>,
    pub n_layers: u32,
    pub hidden_size: u32,
    pub n_heads: u32,
    pub n_kv_heads: u32,
    pub head_dim: Option<u32>,
    pub ffn_size: Option<u32>,
    pub moe: Option<Moe>,
    pub attention: Attention,
    pub sliding_window: Option<SlidingWindow>,
    #[serde(default)]
    pub layout: Layout,
    pub kv_elements_per_token: Option<f64>,
    pub kv_elements_note: Option<String>,
    pub vocab_size: u32,
    pub tied_embeddings: bool,
    pub per_layer_embedding_params_b: Option<f64>,
    pub not_streamed_params_b: Option<f64>,
    pub max_context: Option<u32>,
    pub license: Option<String>,
    pub native_precision: Option<String>,
    pub release_date: Option<Date>,
    pub release_date_basis: Option<String>,
    pub notes: Option<String>,
    #[serde(default)]
    pub unverified: Vec<String>,
    #[serde(default)]
    pub sources: Vec<Source>,
}

/// The experts of a mixture.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Moe {
    pub n_experts: u32,
    pub n_experts_active: u32,
    pub n_shared_experts: u32,
    pub expert_ffn_size: u32,
    pub shared_expert_ffn_size: Option<u32>,
    pub n_dense_layers: u32,
    pub dense_layers_note: Option<String>,
    pub n_moe_layers: Option<u32>,
    pub expert_matrices: Option<u32>,
    pub expert_input_size: Option<u32>,
    pub interleave: Option<u32>,
    #[serde(default)]
    pub parallel_dense: bool,
    #[serde(default)]
    pub router_bias: bool,
    #[serde(default)]
    pub expert_bias: bool,
    #[serde(default)]
    pub shared_expert_gate: bool,
}

/// How a model attends.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct Attention {
    pub kind: String,
    pub full_attention_layers: Option<u32>,
    pub linear_attention: Option<LinearAttention>,
    pub kv_lora_rank: Option<u32>,
    pub q_lora_rank: Option<u32>,
    pub qk_rope_head_dim: Option<u32>,
    pub qk_nope_head_dim: Option<u32>,
    pub v_head_dim: Option<u32>,
}

/// The layers with a constant state.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct LinearAttention {
    pub kind: String,
    pub n_layers: u32,
    pub key_heads: Option<u32>,
    pub key_head_dim: Option<u32>,
    pub value_heads: Option<u32>,
    pub value_head_dim: Option<u32>,
    pub conv_kernel: Option<u32>,
    pub heads: Option<u32>,
    pub head_dim: Option<u32>,
    pub state: Option<u32>,
    pub groups: Option<u32>,
    pub moe_layers: Option<u32>,
    pub pattern: Option<String>,
}

/// The layers that look back only so far.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct SlidingWindow {
    #[serde(rename = "type")]
    pub kind: String,
    pub size: u32,
    pub n_kv_heads: Option<u32>,
    pub head_dim: Option<u32>,
    pub pattern: Option<String>,
}

/// The order of the layers, and the tensors that the main sizes do not tell.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Layout {
    pub layer_pattern: Option<String>,
    pub qk_norm: Option<String>,
    pub attention_bias: Option<String>,
    pub attention_gate: bool,
    pub attention_sinks: bool,
    pub fused_qkv: bool,
    pub norms_per_layer: Option<u32>,
    pub extra_vectors: Option<u32>,
    pub norm_bias: bool,
    pub ffn_matrices: Option<u32>,
    pub full_n_kv_heads: Option<u32>,
    pub full_head_dim: Option<u32>,
    pub full_shared_kv: bool,
    pub kv_shared_layers: Option<u32>,
    pub kv_shared_ffn_size: Option<u32>,
    pub per_layer_embedding_size: Option<u32>,
    pub sub_norms: bool,
}

/// A weight format: content/catalog/quantizations.yaml.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct Quantization {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    pub family: String,
    pub bits_per_weight: Option<f64>,
    pub basis: Option<String>,
    pub block: Option<Block>,
    pub pure: Option<bool>,
    pub measured_bits_per_weight: Option<MeasuredBits>,
    #[serde(default)]
    pub quality: Vec<Quality>,
    pub notes: Option<String>,
    #[serde(default)]
    pub sources: Vec<Source>,
}

/// How weights are packed.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct Block {
    pub weights: Option<f64>,
    pub bytes: Option<f64>,
    pub layout: String,
}

/// Bits per weight of a whole file.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct MeasuredBits {
    pub value: f64,
    pub model: String,
    pub basis: String,
}

/// The loss of quality in a format.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct Quality {
    pub metric: String,
    pub value: f64,
    pub model: String,
    pub basis: String,
    /// The title of that source of the record which prints it.
    pub source: String,
    pub f16_perplexity: Option<f64>,
}

/// An inference engine: content/catalog/runtimes.yaml.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct Runtime {
    pub id: String,
    pub name: String,
    pub kind: Option<String>,
    pub url: Option<String>,
    #[serde(default)]
    pub sources: Vec<Source>,
}

/// A backend that engines run on: content/catalog/backends.yaml.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described at the head of the YAML file")]
pub struct Backend {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub sources: Vec<Source>,
}
