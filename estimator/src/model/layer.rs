//! One layer of a model: how it mixes tokens, and its feed-forward part.
//!
//! Types alone; `build` makes them from checked facts.

use super::attention::Attention;
use super::feed_forward::FeedForward;
use super::recurrent::Recurrent;

/// How far a local attention layer looks back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The number of tokens that it spans.
    pub size: u64,
    /// True where the context is cut into chunks of this size, false where the window slides.
    pub chunked: bool,
}

/// How a layer mixes tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mixer {
    /// Attention over a cache, within a window or over everything.
    Attention {
        /// Its heads, and the widths of keys and values.
        shape: Attention,
        /// The window of a local layer.
        window: Option<Window>,
        /// The layer reads the cache of an earlier one and stores none of its own.
        reuses_cache: bool,
    },
    /// A state of fixed size.
    Recurrent(Recurrent),
    /// Full attention and a state side by side, both on every token. Source: Falcon-H1, arXiv 2507.22448, section 2.1.
    Parallel(Attention, Recurrent),
}

/// One layer. At least one of its two parts is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Attention or state.
    pub mixer: Option<Mixer>,
    /// Dense part or experts.
    pub feed_forward: Option<FeedForward>,
}
