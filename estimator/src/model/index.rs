//! The index branch of sparse attention: small queries and one cached key choose the entries of the cache that a step
//! reads.
//!
//! Facts in, checked numbers out. What the branch adds to the tensors stands in `tensors::attention`, and to the cache
//! in `shape`.
//!
//! Source: DeepSeek-V3.2, arXiv 2512.02556, section 2.1 (lightning indexer and token selection).

use super::facts::IndexFacts;
use crate::error::{FactError, positive};

const LIMIT: u64 = 1 << 20;

/// An index branch. All counts are above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// Heads of its queries.
    pub heads: u64,
    /// Width of a head and of the cached key.
    pub dim: u64,
    /// Entries of the cache that a step reads at most.
    pub top_k: u64,
}

impl Index {
    /// An index branch from the catalog's facts.
    ///
    /// # Errors
    /// A size that is zero or beyond reason.
    pub fn from_facts(facts: &IndexFacts) -> Result<Self, FactError> {
        Ok(Self {
            heads: positive("attention.index.heads", facts.heads, LIMIT)?,
            dim: positive("attention.index.head_dim", facts.head_dim, LIMIT)?,
            top_k: positive("attention.index.top_k", facts.top_k, LIMIT)?,
        })
    }
}
