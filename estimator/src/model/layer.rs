//! One layer of a model: how it mixes tokens, and its feed-forward part.
//!
//! Holds types only; `build` makes them from checked facts.

use super::attention::Attention;
use super::feed_forward::FeedForward;
use super::recurrent::Recurrent;
use serde::{Deserialize, Serialize};

/// How far a local attention layer looks back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// Number of tokens that it spans.
    pub size: u64,
    /// True where the context is cut into chunks of this size, false where the window slides.
    pub chunked: bool,
}

/// How a layer mixes tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mixer {
    /// Attention over a cache, within a window or over all positions.
    Attention {
        /// Heads, and the widths of keys and values.
        shape: Attention,
        /// Window of a local layer; `None` for full attention.
        window: Option<Window>,
        /// True if the layer reads the cache of an earlier one and stores none itself.
        reuses_cache: bool,
    },
    /// A state of fixed size.
    Recurrent(Recurrent),
    /// Full attention and a state in parallel, both on every token. Source: Falcon-H1, arXiv 2507.22448, section 2.1.
    Parallel(Attention, Recurrent),
}

/// One layer, with at least one of its two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Attention or state.
    pub mixer: Option<Mixer>,
    /// Dense part or experts.
    pub feed_forward: Option<FeedForward>,
}
