//! Attention as a type: grouped heads (multi-head, grouped-query and multi-query attention have the same shape), a
//! latent cache, or a window with a compressed cache.
//!
//! Step by step: each number is checked (heads must divide into key-value heads, no size may be zero), and a shape
//! comes out. Every shape that exists can be computed; no function here fails later.
//!
//! Shapes: Vaswani et al. arXiv 1706.03762, Ainslie et al. arXiv 2305.13245 (grouped queries), DeepSeek-V2 arXiv
//! 2405.04434 (latent attention), DeepSeek-V4 as Transformers 5.23.0 builds it (compressed attention).

use super::Index;
use super::facts::{AttentionFacts, CompressedFacts};
use crate::error::{FactError, Problem, positive, required};

const MAX_HEADS: u64 = 4096;
const MAX_WIDTH: u64 = 1 << 20;

/// The shape of one attention layer. All counts are above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attention {
    /// Every key-value head serves the same number of query heads.
    Grouped {
        /// Query heads.
        heads: u64,
        /// Key-value heads; divides `heads`.
        kv_heads: u64,
        /// Width of a query or key head.
        key_dim: u64,
        /// Width of a value head.
        value_dim: u64,
        /// The keys serve as values: there is no value projection, though both are cached.
        shared_kv: bool,
    },
    /// Keys and values of all heads are compressed to one vector, which is cached.
    Latent {
        /// Query heads; keys and values share one vector.
        heads: u64,
        /// Width of the compressed query, if queries are compressed.
        query_rank: Option<u64>,
        /// Width of the compressed key-value vector.
        kv_rank: u64,
        /// Width of a key's part without positions.
        nope_dim: u64,
        /// Width of a key's part with positions, shared by the heads.
        rope_dim: u64,
        /// Width of a value head.
        value_dim: u64,
        /// Branch that chooses the positions a step reads; `None` where it reads all.
        index: Option<Index>,
        /// Number of positions that the layer reads, chosen by an earlier layer's index; `None` where it does not reuse
        /// one.
        chosen: Option<u64>,
    },
    /// One key-value head whose keys are also the values, over a window and over entries that each cover several
    /// positions.
    Compressed(Compressed),
}

/// Attention of `DeepSeek-V4`. All counts but the ratio are above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compressed {
    /// Query heads.
    pub heads: u64,
    /// Width of a head, and of an entry.
    pub dim: u64,
    /// Width of the compressed query.
    pub query_rank: u64,
    /// Positions that one entry covers; 0 in a layer that has only a window.
    pub ratio: u64,
    /// Branch that chooses the entries a step reads; `None` where it reads all.
    pub index: Option<Index>,
    /// Groups of the output projection's first part.
    pub output_groups: u64,
    /// Width of each group between the two parts.
    pub output_rank: u64,
}

impl Attention {
    /// Checks the counts of grouped heads.
    ///
    /// # Errors
    /// A count of zero or beyond reason, or heads that do not divide into key-value heads.
    pub fn grouped(
        heads: Option<u64>,
        kv_heads: Option<u64>,
        key_dim: Option<u64>,
        value_dim: Option<u64>,
        shared_kv: bool,
    ) -> Result<Self, FactError> {
        let heads = required("n_heads", heads, MAX_HEADS)?;
        let kv_heads = required("n_kv_heads", kv_heads, MAX_HEADS)?;
        let key_dim = required("head_dim", key_dim, MAX_WIDTH)?;
        let value_dim = positive("attention.v_head_dim", value_dim.unwrap_or(key_dim), MAX_WIDTH)?;
        if heads % kv_heads != 0 {
            return Err(FactError::new("n_heads", Problem::NotMultipleOf("n_kv_heads")));
        }
        Ok(Self::Grouped { heads, kv_heads, key_dim, value_dim, shared_kv })
    }

    /// Checks the ranks and widths of a latent cache.
    ///
    /// # Errors
    /// A field that is missing, zero or beyond reason.
    pub fn latent(heads: Option<u64>, facts: &AttentionFacts) -> Result<Self, FactError> {
        let query_rank = match facts.q_lora_rank {
            Some(rank) => Some(positive("attention.q_lora_rank", rank, MAX_WIDTH)?),
            None => None,
        };
        Ok(Self::Latent {
            heads: required("n_heads", heads, MAX_HEADS)?,
            query_rank,
            kv_rank: required("attention.kv_lora_rank", facts.kv_lora_rank, MAX_WIDTH)?,
            nope_dim: required("attention.qk_nope_head_dim", facts.qk_nope_head_dim, MAX_WIDTH)?,
            rope_dim: match facts.qk_rope_head_dim {
                Some(0) => 0,
                width => required("attention.qk_rope_head_dim", width, MAX_WIDTH)?,
            },
            value_dim: required("attention.v_head_dim", facts.v_head_dim, MAX_WIDTH)?,
            index: match &facts.index {
                Some(index) if query_rank.is_some() => Some(Index::from_facts(index)?),
                Some(_) => return Err(FactError::new("attention.q_lora_rank", Problem::Missing)),
                None => None,
            },
            chosen: None,
        })
    }

    /// Checks a window with a compressed cache and returns the layer that has an index, from which the other layers
    /// follow.
    ///
    /// # Errors
    /// A field that is missing, zero or beyond reason; widths that the ratios do not divide.
    pub fn compressed(
        heads: Option<u64>,
        head_dim: Option<u64>,
        facts: &AttentionFacts,
        how: &CompressedFacts,
    ) -> Result<Compressed, FactError> {
        let missing = FactError::new("attention.index", Problem::Missing);
        let index = Index::from_facts(facts.index.as_ref().ok_or(missing)?)?;
        let dim = required("head_dim", head_dim, MAX_WIDTH)?;
        let ratio = positive("attention.compressed.ratio", how.ratio, MAX_WIDTH)?;
        let heavy = positive("attention.compressed.heavy_ratio", how.heavy_ratio, MAX_WIDTH)?;
        if dim % ratio != 0 || dim % heavy != 0 || index.dim % ratio != 0 {
            return Err(FactError::new("head_dim", Problem::NotMultipleOf("attention.compressed.ratio")));
        }
        Ok(Compressed {
            heads: required("n_heads", heads, MAX_HEADS)?,
            dim,
            query_rank: required("attention.q_lora_rank", facts.q_lora_rank, MAX_WIDTH)?,
            ratio,
            index: Some(index),
            output_groups: positive("attention.compressed.output_groups", how.output_groups, MAX_HEADS)?,
            output_rank: positive("attention.compressed.output_rank", how.output_rank, MAX_WIDTH)?,
        })
    }

    /// Elements that one position adds to the cache of one layer: keys and values, or the latent vector with its
    /// positions. In compressed attention, the keys within the window; the compressed entries are counted separately.
    #[must_use]
    pub const fn cached_elements(&self) -> u64 {
        match *self {
            Self::Grouped { kv_heads, key_dim, value_dim, .. } => kv_heads * (key_dim + value_dim),
            Self::Latent { kv_rank, rope_dim, .. } => kv_rank + rope_dim,
            Self::Compressed(Compressed { dim, .. }) => dim,
        }
    }

    /// Number of query heads.
    #[must_use]
    pub const fn heads(&self) -> u64 {
        match *self {
            Self::Grouped { heads, .. } | Self::Latent { heads, .. } | Self::Compressed(Compressed { heads, .. }) => {
                heads
            }
        }
    }

    /// Number of key-value heads; 0 for a latent cache.
    #[must_use]
    pub const fn kv_heads(&self) -> u64 {
        match *self {
            Self::Grouped { kv_heads, .. } => kv_heads,
            Self::Latent { .. } => 0,
            Self::Compressed(_) => 1,
        }
    }

    /// Query heads per key-value head. A latent cache counts as one head for all.
    #[must_use]
    pub const fn heads_per_kv(&self) -> u64 {
        match *self {
            Self::Grouped { heads, kv_heads, .. } => heads / kv_heads,
            Self::Latent { heads, .. } | Self::Compressed(Compressed { heads, .. }) => heads,
        }
    }

    /// Maximum number of devices among which the cache can be divided by heads.
    #[must_use]
    pub const fn kv_divisions(&self) -> u64 {
        match *self {
            Self::Grouped { kv_heads, .. } => kv_heads,
            Self::Latent { .. } | Self::Compressed(_) => 1,
        }
    }

    /// Multiply-adds of scores and weighted values for one prompt position against one position before it. For a prompt
    /// a latent cache is expanded to heads, which takes fewer.
    #[must_use]
    pub const fn prompt_multiply_adds(&self) -> u64 {
        match *self {
            Self::Grouped { heads, key_dim, value_dim, .. } => heads * (key_dim + value_dim),
            Self::Latent { heads, nope_dim, rope_dim, value_dim, .. } => heads * (nope_dim + rope_dim + value_dim),
            Self::Compressed(Compressed { heads, dim, .. }) => 2 * heads * dim,
        }
    }

    /// Multiply-adds of scores and weighted values for one decoded position against one cached position.
    /// A latent cache is read in its compressed width (the absorbed form, arXiv 2405.04434).
    #[must_use]
    pub const fn multiply_adds(&self) -> u64 {
        match *self {
            Self::Grouped { heads, key_dim, value_dim, .. } => heads * (key_dim + value_dim),
            Self::Latent { heads, kv_rank, rope_dim, .. } => heads * (2 * kv_rank + rope_dim),
            Self::Compressed(Compressed { heads, dim, .. }) => 2 * heads * dim,
        }
    }
}
