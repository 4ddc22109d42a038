//! The index branch of sparse attention: small queries and one cached key choose the entries of the cache that a step
//! reads.
//!
//! Checks the facts. `tensors::attention` lists the tensors that the branch adds, and `shape` what it adds to the
//! cache.
//!
//! Source: DeepSeek-V3.2, arXiv 2512.02556, section 2.1 (lightning indexer and token selection).

use super::facts::IndexFacts;
use crate::error::{FactError, positive};

const MAX_SIZE: u64 = 1 << 20;

/// An index branch. All counts are above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// Heads of its queries.
    pub heads: u64,
    /// Width of a head and of the cached key.
    pub dim: u64,
    /// Maximum number of cache entries that a step reads.
    pub top_k: u64,
}

impl Index {
    /// Checks the catalog's facts of an index branch.
    ///
    /// # Errors
    /// A size that is zero or beyond reason.
    pub fn from_facts(facts: &IndexFacts) -> Result<Self, FactError> {
        Ok(Self {
            heads: positive("attention.index.heads", facts.heads, MAX_SIZE)?,
            dim: positive("attention.index.head_dim", facts.head_dim, MAX_SIZE)?,
            top_k: positive("attention.index.top_k", facts.top_k, MAX_SIZE)?,
        })
    }
}
