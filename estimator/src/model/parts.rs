//! The parts of which layers are made: full and local attention, state, dense part, experts.
//!
//! Each is checked once, before any layer is built. A part that the facts do not describe stays absent; a layer that
//! needs it is an error later.

use super::facts::ModelFacts;
use super::feed_forward::gated;
use super::{Attention, Compressed, Dense, Mixture, Recurrent, Window};
use crate::error::{FactError, Problem, positive};

/// Maximum width of a feed-forward part.
pub(super) const MAX_FFN_WIDTH: u64 = 1 << 24;

/// Checked parts; a part that the facts do not describe is `None`.
pub(super) struct Parts {
    pub(super) full: Attention,
    pub(super) local: Option<(Attention, Window)>,
    pub(super) compressed: Option<Compressed>,
    pub(super) heavy_ratio: u64,
    pub(super) recurrent: Option<Recurrent>,
    pub(super) dense: Option<Dense>,
    pub(super) mixture: Option<Mixture>,
    pub(super) parallel_dense: bool,
}

pub(super) fn parts(facts: &ModelFacts) -> Result<Parts, FactError> {
    let dense = match facts.ffn_size {
        Some(size) => {
            let width = positive("ffn_size", size, MAX_FFN_WIDTH)?;
            Some(Dense { width, gated: gated("layout.ffn_matrices", facts.layout.ffn_matrices)? })
        }
        None => None,
    };
    let (compressed, heavy_ratio) = match (&facts.attention.compressed, facts.attention.kind.as_str()) {
        (Some(how), "compressed") => {
            (Some(Attention::compressed(facts.n_heads, facts.head_dim, &facts.attention, how)?), how.heavy_ratio)
        }
        (None, "compressed") => return Err(FactError::new("attention.compressed", Problem::Missing)),
        (Some(_), _) => return Err(FactError::new("attention.compressed", Problem::Contradicts("attention.kind"))),
        (None, _) => (None, 0),
    };
    let alone = compressed.map(|layer| Attention::Compressed(Compressed { ratio: 0, index: None, ..layer }));
    let local = local_attention(facts)?;
    Ok(Parts {
        full: alone.map_or_else(|| full_attention(facts), Ok)?,
        local: local.map(|(shape, window)| (alone.unwrap_or(shape), window)),
        compressed,
        heavy_ratio,
        recurrent: match &facts.attention.linear_attention {
            Some(linear) => Some(Recurrent::from_facts(linear)?),
            None => None,
        },
        dense,
        mixture: match &facts.moe {
            Some(moe) => Some(Mixture::from_facts(moe)?),
            None => None,
        },
        parallel_dense: facts.moe.as_ref().is_some_and(|moe| moe.parallel_dense),
    })
}

fn full_attention(facts: &ModelFacts) -> Result<Attention, FactError> {
    let stated = |problem| FactError::new("attention.kind", problem);
    let agrees = match facts.attention.kind.as_str() {
        "mla" => return Attention::latent(facts.n_heads, &facts.attention),
        "hybrid" if facts.attention.kv_lora_rank.is_some() => {
            return Attention::latent(facts.n_heads, &facts.attention);
        }
        "hybrid" => true,
        "mha" => facts.n_kv_heads == facts.n_heads,
        "mqa" => facts.n_kv_heads == Some(1),
        "gqa" => facts.n_kv_heads != facts.n_heads,
        "other" => return Err(stated(Problem::NoFormula)),
        _ => return Err(stated(Problem::Unknown)),
    };
    if facts.attention.index.is_some() {
        return Err(stated(Problem::Contradicts("attention.index")));
    }
    if facts.attention.kv_lora_rank.is_some() {
        return Err(stated(Problem::Contradicts("attention.kv_lora_rank")));
    }
    if !agrees {
        return Err(stated(Problem::Contradicts("n_kv_heads")));
    }
    let kv_heads = facts.layout.full_n_kv_heads.or(facts.n_kv_heads);
    let head_dim = facts.layout.full_head_dim.or(facts.head_dim);
    Attention::grouped(facts.n_heads, kv_heads, head_dim, facts.attention.v_head_dim, facts.layout.full_shared_kv)
}

fn local_attention(facts: &ModelFacts) -> Result<Option<(Attention, Window)>, FactError> {
    let Some(window) = &facts.sliding_window else { return Ok(None) };
    let chunked = match window.kind.as_str() {
        "sliding" => false,
        "chunked" => true,
        _ => return Err(FactError::new("sliding_window.type", Problem::Unknown)),
    };
    let size = positive("sliding_window.size", window.size, 1 << 32)?;
    let kv_heads = window.n_kv_heads.or(facts.n_kv_heads);
    let head_dim = window.head_dim.or(facts.head_dim);
    let heads = window.n_heads.or(facts.n_heads);
    let shape = Attention::grouped(heads, kv_heads, head_dim, facts.attention.v_head_dim, false)?;
    Ok(Some((shape, Window { size, chunked })))
}
