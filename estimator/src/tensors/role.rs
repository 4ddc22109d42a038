//! Roles of tensors, and the groups in which their bytes are shown.
//!
//! Mixing rules of formats depend on roles; tables and ledgers show groups.

use serde::{Deserialize, Serialize};

/// Role of a tensor, on which the mixing rules of formats depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Query projection (with the output gate, where there is one).
    Query,
    /// Key projection.
    Key,
    /// Value projection.
    Value,
    /// Query, key and value projections as one tensor.
    Qkv,
    /// Output projection of attention.
    AttentionOutput,
    /// MLA: hidden state to compressed query, compressed query to heads, hidden state to compressed keys and values.
    Compression,
    /// MLA: compressed vector to keys without positions; a matrix per head, stored by compressed column.
    LatentKey,
    /// MLA: compressed vector to values; a matrix per head.
    LatentValue,
    /// Recurrent layer: the projection that corresponds to query, key and value.
    StateQkv,
    /// Recurrent layer: any other projection.
    StateProjection,
    /// Recurrent layer: the convolution, which stays at full precision in GGUF files and at 16 bits in others.
    Convolution,
    /// Feed-forward gate.
    Gate,
    /// Feed-forward up-projection.
    Up,
    /// Feed-forward down-projection.
    Down,
    /// Gate of the routed experts.
    ExpertGate,
    /// Up-projection of the routed experts.
    ExpertUp,
    /// Down-projection of the routed experts.
    ExpertDown,
    /// Gate of the shared expert.
    SharedGate,
    /// Up-projection of the shared expert.
    SharedUp,
    /// Down-projection of the shared expert.
    SharedDown,
    /// Projection into and out of the width that latent experts work in.
    LatentProjection,
    /// Router, which assigns tokens to experts.
    Router,
    /// Biases of the routed experts; only those of active ones are read.
    ExpertBias,
    /// Norms, biases, sinks, scales: vectors.
    Vector,
    /// Input embedding table.
    Embedding,
    /// Output head, where it is not the embedding table.
    Head,
    /// Per-layer embedding table.
    PerLayerEmbedding,
    /// Projection of the embedding into the per-layer widths, and the matrices of `AltUp` and `LAuReL`, which GGUF
    /// files leave at 16 bits.
    PerLayerModelProjection,
    /// A layer's gate and projection for its per-layer embedding.
    PerLayerProjection,
}

rooflight_primitives::variants! {
    /// Groups in which bytes are shown, with the names to print.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Group [
        /// Name to print, such as `routed experts`.
        pub name: &'static str,
    ] {
        /// Projections of attention.
        #[default]
        Attention = "attention",
        /// Projections of recurrent layers.
        State = "recurrent layers",
        /// Dense feed-forward parts.
        FeedForward = "feed-forward",
        /// Routed experts.
        Experts = "routed experts",
        /// Experts that every token passes through.
        SharedExperts = "shared experts",
        /// Routers, which assign tokens to experts.
        Router = "routers",
        /// Norms, biases and other vectors.
        Small = "norms and biases",
        /// Output head (the embedding table, where it is tied).
        Head = "output head",
        /// Input embedding table that is not the head.
        Embedding = "input embedding",
        /// Per-layer embedding tables.
        PerLayerEmbedding = "per-layer embeddings",
    }
}

impl Role {
    /// Returns the group in which a tensor of this role is shown. `tied`: the embedding table is the output head.
    #[must_use]
    pub const fn group(self, tied: bool) -> Group {
        match self {
            Self::Query
            | Self::Key
            | Self::Value
            | Self::Qkv
            | Self::AttentionOutput
            | Self::Compression
            | Self::LatentKey
            | Self::LatentValue => Group::Attention,
            Self::StateQkv | Self::StateProjection | Self::Convolution => Group::State,
            Self::Gate | Self::Up | Self::Down | Self::PerLayerModelProjection | Self::PerLayerProjection => {
                Group::FeedForward
            }
            Self::ExpertGate | Self::ExpertUp | Self::ExpertDown | Self::ExpertBias => Group::Experts,
            Self::SharedGate | Self::SharedUp | Self::SharedDown | Self::LatentProjection => Group::SharedExperts,
            Self::Router => Group::Router,
            Self::Vector => Group::Small,
            Self::Head => Group::Head,
            Self::Embedding if tied => Group::Head,
            Self::Embedding => Group::Embedding,
            Self::PerLayerEmbedding => Group::PerLayerEmbedding,
        }
    }
}
