//! A model as a type that is always consistent: every layer with its attention or state and its feed-forward part.
//!
//! Step by step: `Model::new` checks the catalog's `ModelFacts` against each other and returns a `Model` whose tensors
//! (`tensors`), cache (`kv`) and bytes (`weights`, `ledger`) can be computed without a further check. A fact that is
//! missing or impossible is an error that names its field.
//!
//! A model knows nothing of formats or machines, and holds no measured number.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::FactError;
use crate::model::shape::Shape;

pub mod attention;
mod build;
pub mod facts;
pub mod feed_forward;
mod index;
pub mod layer;
mod parts;
pub mod pattern;
pub mod recurrent;
pub mod shape;

pub use attention::{Attention, Compressed};
pub use facts::ModelFacts;
pub use feed_forward::{Dense, FeedForward, Mixture};
pub use index::Index;
pub use layer::{Layer, Mixer, Window};
pub use recurrent::Recurrent;

/// How queries and keys are normalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QkNorm {
    /// Queries and keys are not normalised.
    None,
    /// One vector of head width for all heads.
    Head,
    /// One value for each element of all heads.
    Full,
}

/// Which attention projections have biases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttentionBias {
    /// No projection has a bias.
    None,
    /// Query, key and value.
    Qkv,
    /// Query, key, value and output.
    All,
}

/// The layout that all layers share: mostly small tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own; no two of them make a state.
pub struct Layout {
    /// Norms of queries and keys.
    pub qk_norm: QkNorm,
    /// Biases of the attention projections.
    pub attention_bias: AttentionBias,
    /// Attention has an output gate of full width.
    pub attention_gate: bool,
    /// Attention has an output gate of one value per head.
    pub head_gate: bool,
    /// Each head has a learned sink.
    pub attention_sinks: bool,
    /// GGUF files hold query, key and value as one tensor.
    pub fused_qkv: bool,
    /// Vectors of hidden width per layer, norms and others.
    pub vectors: u64,
    /// Each norm has a bias vector in addition to its weights.
    pub norm_bias: bool,
    /// Norms before the output projections (`BitNet`).
    pub sub_norms: bool,
    /// Streams of `AltUp`, where the model has them.
    pub altup_streams: Option<u64>,
    /// Rank of `LAuReL`, where the model has it.
    pub laurel_rank: Option<u64>,
    /// Streams of hyper-connections, where the model has them.
    pub hyper_streams: Option<u64>,
}

/// A model whose facts agree with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    id: String,
    name: String,
    hidden: u64,
    vocabulary: u64,
    tied: bool,
    layers: Vec<Layer>,
    layout: Layout,
    per_layer_embedding: Option<(u64, u64)>,
    shape: Shape,
}

impl Model {
    /// Checks the facts of a model and builds its layers.
    ///
    /// # Errors
    /// The first fact that is missing, impossible or contradicts another, by the key of its field.
    pub fn new(id: &str, name: &str, facts: &ModelFacts) -> Result<Self, FactError> {
        build::model(id, name, facts)
    }

    /// The catalog id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name to print.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Width of the residual stream, in elements.
    #[must_use]
    pub const fn hidden(&self) -> u64 {
        self.hidden
    }

    /// Rows of the embedding table.
    #[must_use]
    pub const fn vocabulary(&self) -> u64 {
        self.vocabulary
    }

    /// True where the output head is the embedding table.
    #[must_use]
    pub const fn tied(&self) -> bool {
        self.tied
    }

    /// The layers, first to last.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The layout that all layers share.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Rows of the per-layer embedding table and their width in one layer; `None` if the model has none.
    #[must_use]
    pub const fn per_layer_embedding(&self) -> Option<(u64, u64)> {
        self.per_layer_embedding
    }

    /// The experts of the first layer that has any; all such layers of a model have the same.
    #[must_use]
    pub fn mixture(&self) -> Option<&Mixture> {
        self.layers.iter().find_map(|layer| layer.feed_forward.as_ref()?.mixture())
    }

    /// Sizes and caches that a decode step depends on.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Attention layers, first to last: shape, window, and whether the layer reads another one's cache.
    pub fn attention_layers(&self) -> impl Iterator<Item = (&Attention, Option<Window>, bool)> {
        self.layers.iter().filter_map(|layer| match &layer.mixer {
            Some(Mixer::Attention { shape, window, reuses_cache }) => Some((shape, *window, *reuses_cache)),
            Some(Mixer::Parallel(shape, _)) => Some((shape, None, false)),
            Some(Mixer::Recurrent(_)) | None => None,
        })
    }
}
