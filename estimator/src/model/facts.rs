//! Facts of a model in the catalog's form: plain optional numbers and words, field by field.
//!
//! Nothing is checked here. `Model::new` turns facts into a `Model`, or says which field is wrong. Names and nesting
//! are those of the catalog: with the feature `serde` a loader decodes the blocks as they are, and an unknown or
//! missing key is an error. An absent field means the usual layout of a Llama-like decoder where one exists (three
//! feed-forward matrices, two norms per layer, no biases). Nothing that decides sizes has a default.

use alloc::string::String;

/// A model's architecture as far as a catalog describes it. Sizes count elements, not bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelFacts {
    /// Layers (decoder blocks) of the text model, without multi-token-prediction layers.
    pub n_layers: Option<u64>,
    /// Width of the residual stream.
    pub hidden_size: Option<u64>,
    /// Query heads of an attention layer.
    pub n_heads: Option<u64>,
    /// Key and value heads of an attention layer.
    pub n_kv_heads: Option<u64>,
    /// Width of a query, key (and usually value) head.
    pub head_dim: Option<u64>,
    /// Inner width of the dense feed-forward part; absent where every layer has experts.
    pub ffn_size: Option<u64>,
    /// Rows of the embedding table.
    pub vocab_size: Option<u64>,
    /// True where the output head is the embedding table.
    pub tied_embeddings: Option<bool>,
    /// Mixture of experts, if any.
    pub moe: Option<MoeFacts>,
    /// How attention works.
    pub attention: AttentionFacts,
    /// Local attention, if any.
    pub sliding_window: Option<WindowFacts>,
    /// Which layer is of which kind, and the small tensors.
    pub layout: LayoutFacts,
}

/// The `moe` block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", serde(deny_unknown_fields))]
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own; no two of them make a state.
pub struct MoeFacts {
    /// Routed experts of a layer.
    pub n_experts: u64,
    /// Routed experts that one token uses.
    pub n_experts_active: u64,
    /// Experts that every token uses.
    pub n_shared_experts: u64,
    /// Inner width of a routed expert.
    pub expert_ffn_size: u64,
    /// Inner width of a shared expert; the routed experts' width where absent.
    pub shared_expert_ffn_size: Option<u64>,
    /// Layers whose feed-forward part is dense.
    pub n_dense_layers: u64,
    /// Layers that have experts.
    pub n_moe_layers: Option<u64>,
    /// Every how many layers one has experts (2: layers 1, 3, 5 … counted from 0). Absent: the dense layers come first.
    pub interleave: Option<u64>,
    /// Matrices of an expert: 3 with a gate (the usual case), 2 without.
    pub expert_matrices: Option<u64>,
    /// Width the routed experts work in, where it is not the hidden size (a latent mixture of experts).
    pub expert_input_size: Option<u64>,
    /// A dense feed-forward part runs parallel to the experts in every layer.
    #[cfg_attr(feature = "schemars", serde(default))]
    pub parallel_dense: bool,
    /// First layers that choose experts by a hash of the token, and so have no router bias.
    #[cfg_attr(feature = "schemars", serde(default))]
    pub n_hash_layers: u64,
    /// The router adds a bias per expert.
    #[cfg_attr(feature = "schemars", serde(default))]
    pub router_bias: bool,
    /// The experts' matrices have biases.
    #[cfg_attr(feature = "schemars", serde(default))]
    pub expert_bias: bool,
    /// The shared expert is scaled by a gate of one row.
    #[cfg_attr(feature = "schemars", serde(default))]
    pub shared_expert_gate: bool,
}

/// The `attention` block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", serde(deny_unknown_fields))]
pub struct AttentionFacts {
    /// `mha`, `gqa`, `mqa`, `mla`, `hybrid`, `compressed`, or `other` where the estimator has no formula.
    pub kind: String,
    /// Layers whose cache grows with the context.
    pub full_attention_layers: Option<u64>,
    /// MLA: width of the compressed key-value vector.
    pub kv_lora_rank: Option<u64>,
    /// MLA: width of the part of a key that carries positions; 0 where no part does.
    pub qk_rope_head_dim: Option<u64>,
    /// MLA: width of the part of a key without positions.
    pub qk_nope_head_dim: Option<u64>,
    /// Width of a value head where it is not the key's.
    pub v_head_dim: Option<u64>,
    /// MLA: width of the compressed query; absent where queries are not compressed.
    pub q_lora_rank: Option<u64>,
    /// Sparse attention: the branch that chooses the positions a step reads.
    pub index: Option<IndexFacts>,
    /// Compressed attention: how entries of the cache are made, and the output projection.
    pub compressed: Option<CompressedFacts>,
    /// Layers that keep a state instead of a cache.
    pub linear_attention: Option<LinearFacts>,
}

/// The `attention.index` block. Source: DeepSeek-V3.2, arXiv 2512.02556, section 2.1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", serde(deny_unknown_fields))]
pub struct IndexFacts {
    /// Heads of the index's queries, which share one key.
    pub heads: u64,
    /// Width of a head and of the cached key.
    pub head_dim: u64,
    /// Entries of the cache that a step reads at most.
    pub top_k: u64,
}

/// The `attention.compressed` block of `DeepSeek-V4`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", serde(deny_unknown_fields))]
pub struct CompressedFacts {
    /// Positions that one entry covers, in layers with an index.
    pub ratio: u64,
    /// Positions that one entry covers, in layers without an index, which read every entry.
    pub heavy_ratio: u64,
    /// Groups of the output projection's first part.
    pub output_groups: u64,
    /// Width of each group between the two parts.
    pub output_rank: u64,
}

/// The `attention.linear_attention` block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", serde(deny_unknown_fields))]
pub struct LinearFacts {
    /// `gated_delta_net`, `kimi_delta_attention`, `mamba2` or `short_conv`.
    pub kind: String,
    /// How many layers are of this kind.
    pub n_layers: u64,
    /// Delta rule: key heads.
    pub key_heads: Option<u64>,
    /// Delta rule: width of a key head.
    pub key_head_dim: Option<u64>,
    /// Delta rule: value heads.
    pub value_heads: Option<u64>,
    /// Delta rule: width of a value head.
    pub value_head_dim: Option<u64>,
    /// Length of the causal convolution.
    pub conv_kernel: Option<u64>,
    /// Mamba-2 or Kimi: heads.
    pub heads: Option<u64>,
    /// Mamba-2 or Kimi: width of a head.
    pub head_dim: Option<u64>,
    /// Mamba-2: state size of a channel.
    pub state: Option<u64>,
    /// Mamba-2: groups that share the input and output maps.
    pub groups: Option<u64>,
    /// Position of these layers, in the words of the source: for readers. `layout.layer_pattern` decides.
    pub pattern: Option<String>,
}

/// The `sliding_window` block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", serde(deny_unknown_fields))]
pub struct WindowFacts {
    /// `sliding` or `chunked`.
    #[cfg_attr(feature = "schemars", serde(rename = "type"))]
    pub kind: String,
    /// Tokens a local layer looks back.
    pub size: u64,
    /// Query heads of the local layers, where they differ.
    pub n_heads: Option<u64>,
    /// Key and value heads of the local layers, where they differ.
    pub n_kv_heads: Option<u64>,
    /// Head width of the local layers, where it differs.
    pub head_dim: Option<u64>,
    /// Position of these layers, in the words of the source: for readers. `layout.layer_pattern` decides.
    pub pattern: Option<String>,
}

/// The `layout` block: the order of the layers, and tensors that the main sizes do not determine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", serde(default, deny_unknown_fields))]
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own; no two of them make a state.
pub struct LayoutFacts {
    /// One letter per layer, repeated to the end: see `model::pattern`. Absent: every layer has full attention.
    pub layer_pattern: Option<String>,
    /// Norms of queries and keys: `head` (one vector for all heads), `full` (one value for each element). Absent: none.
    pub qk_norm: Option<String>,
    /// Biases of the attention projections: `qkv` or `all` (also the output). Absent: none.
    pub attention_bias: Option<String>,
    /// Attention has an output gate of full width: it doubles the rows of the query projection; in latent attention and
    /// in Kimi's recurrent layers it is a separate projection.
    pub attention_gate: bool,
    /// Attention has an output gate of one value per head.
    pub head_gate: bool,
    /// Each head has a learned sink.
    pub attention_sinks: bool,
    /// GGUF files hold query, key and value projections as one tensor, which has its own mixing rule.
    pub fused_qkv: bool,
    /// Norm vectors per layer: 1, 2 (usual) or 4.
    pub norms_per_layer: Option<u64>,
    /// Extra vectors of hidden width per layer (scales, further norms).
    pub extra_vectors: Option<u64>,
    /// Norms have a bias in addition to the weight.
    pub norm_bias: bool,
    /// Matrices of a dense feed-forward part: 3 with a gate (usual), 2 without.
    pub ffn_matrices: Option<u64>,
    /// Key and value heads of the full-attention layers, where `n_kv_heads` describes the local ones.
    pub full_n_kv_heads: Option<u64>,
    /// Head width of the full-attention layers, where `head_dim` describes the local ones.
    pub full_head_dim: Option<u64>,
    /// The full-attention layers use their keys as values: one projection for both.
    pub full_shared_kv: bool,
    /// Last layers that read the cache of an earlier layer instead of their own.
    pub kv_shared_layers: Option<u64>,
    /// Inner feed-forward width of those layers, where it differs.
    pub kv_shared_ffn_size: Option<u64>,
    /// Width of the per-layer embeddings, which are looked up and not streamed.
    pub per_layer_embedding_size: Option<u64>,
    /// Rows of the per-layer embedding table, where they are not those of the embedding table.
    pub per_layer_vocab_size: Option<u64>,
    /// Streams of hidden width that alternate through the layers (`AltUp`).
    pub altup_streams: Option<u64>,
    /// Inner width of the low-rank branch parallel to attention (`LAuReL`).
    pub laurel_rank: Option<u64>,
    /// Streams of hidden width that hyper-connections mix before and after each part of a layer.
    pub hyper_streams: Option<u64>,
    /// Small norms before the output projections of attention and feed-forward (`BitNet`).
    pub sub_norms: bool,
}
