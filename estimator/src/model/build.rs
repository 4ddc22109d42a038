//! Builds a model from its facts: the sizes, the layers one by one, the layout, and at last the counts that must agree.
//!
//! Step by step: `parts` checks the shapes of which layers are made, and the pattern says which layer has which. A
//! layer whose part the facts do not describe is an error, and so is a stated count of layers that differs from the
//! pattern.

use alloc::string::String;
use alloc::vec::Vec;

use super::facts::{LayoutFacts, ModelFacts, MoeFacts};
use super::parts::{MAX_FFN_WIDTH, Parts, parts};
use super::pattern::{FeedForwardKind, MixerKind, Slot, expand};
use super::{Attention, AttentionBias, FeedForward, Layer, Layout, Mixer, Model, QkNorm, Recurrent};
use crate::error::{FactError, Problem, positive, required};
use crate::model::shape::Shape;

const MAX_LAYERS: u64 = 1024;
const MAX_WIDTH: u64 = 1 << 20;
const MAX_ROWS: u64 = 1 << 24;

pub(super) fn model(id: &str, name: &str, facts: &ModelFacts) -> Result<Model, FactError> {
    let layers = required("n_layers", facts.n_layers, MAX_LAYERS)?;
    let parts = parts(facts)?;
    let slots = expand(facts.layout.layer_pattern.as_deref().unwrap_or(usual_pattern(facts)?), layers)?;
    let per_layer_embedding = match facts.layout.per_layer_embedding_size {
        Some(size) => {
            let rows = facts.layout.per_layer_vocab_size.or(facts.vocab_size);
            let rows = required("layout.per_layer_vocab_size", rows, MAX_ROWS)?;
            Some((rows, positive("layout.per_layer_embedding_size", size, MAX_WIDTH)?))
        }
        None => None,
    };
    let hidden = required("hidden_size", facts.hidden_size, MAX_WIDTH)?;
    let vocabulary = required("vocab_size", facts.vocab_size, MAX_ROWS)?;
    let tied = facts.tied_embeddings.ok_or(FactError::new("tied_embeddings", Problem::Missing))?;
    let layers = layers_of(facts, &slots, &parts)?;
    let model = Model {
        id: String::from(id),
        name: String::from(name),
        hidden,
        vocabulary,
        tied,
        shape: Shape::of(&layers, hidden, vocabulary),
        layers,
        layout: layout(&facts.layout)?,
        per_layer_embedding,
    };
    agree(facts, &model)?;
    Ok(model)
}

/// Default pattern of a model that states none. Local or recurrent layers need one: their order cannot be guessed.
fn usual_pattern(facts: &ModelFacts) -> Result<&'static str, FactError> {
    if facts.sliding_window.is_some() || facts.attention.linear_attention.is_some() {
        let stated = facts.layout.layer_pattern.is_some();
        return if stated { Ok("F") } else { Err(FactError::new("layout.layer_pattern", Problem::Missing)) };
    }
    Ok("F")
}

fn layers_of(facts: &ModelFacts, slots: &[Slot], parts: &Parts) -> Result<Vec<Layer>, FactError> {
    let shared = facts.layout.kv_shared_layers.unwrap_or(0);
    if shared >= slots.len() as u64 {
        return Err(FactError::new("layout.kv_shared_layers", Problem::Contradicts("n_layers")));
    }
    let mut layers = Vec::with_capacity(slots.len());
    for (index, slot) in slots.iter().enumerate() {
        let index = index as u64;
        let reuses_cache = index >= slots.len() as u64 - shared;
        let mixer = match slot.mixer {
            Some(kind) => Some(mixer(kind, parts, reuses_cache)?),
            None => None,
        };
        let feed_forward = match slot.feed_forward {
            Some(kind) => Some(feed_forward(kind, index, facts, parts, reuses_cache)?),
            None => None,
        };
        layers.push(Layer { mixer, feed_forward });
    }
    Ok(layers)
}

fn mixer(kind: MixerKind, parts: &Parts, reuses_cache: bool) -> Result<Mixer, FactError> {
    match kind {
        MixerKind::Full => Ok(Mixer::Attention { shape: parts.full, window: None, reuses_cache }),
        MixerKind::Sliding => match parts.local {
            Some((shape, window)) => Ok(Mixer::Attention { shape, window: Some(window), reuses_cache }),
            None => Err(FactError::new("sliding_window", Problem::Missing)),
        },
        MixerKind::Recurrent => Ok(Mixer::Recurrent(recurrent(parts)?)),
        MixerKind::Parallel => Ok(Mixer::Parallel(parts.full, recurrent(parts)?)),
        MixerKind::Chosen => match parts.full {
            Attention::Latent { index: Some(index), .. } => {
                let mut shape = parts.full;
                if let Attention::Latent { index: own, chosen, .. } = &mut shape {
                    (*own, *chosen) = (None, Some(index.top_k));
                }
                Ok(Mixer::Attention { shape, window: None, reuses_cache })
            }
            _ => Err(FactError::new("attention.index", Problem::Missing)),
        },
        MixerKind::Compressed | MixerKind::Heavy => compressed(kind, parts),
    }
}

fn recurrent(parts: &Parts) -> Result<Recurrent, FactError> {
    parts.recurrent.ok_or(FactError::new("attention.linear_attention", Problem::Missing))
}

fn compressed(kind: MixerKind, parts: &Parts) -> Result<Mixer, FactError> {
    let mut layer = parts.compressed.ok_or(FactError::new("attention.compressed", Problem::Missing))?;
    let (_, window) = parts.local.ok_or(FactError::new("sliding_window", Problem::Missing))?;
    if kind == MixerKind::Heavy {
        (layer.ratio, layer.index) = (parts.heavy_ratio, None);
    }
    Ok(Mixer::Attention { shape: Attention::Compressed(layer), window: Some(window), reuses_cache: false })
}

fn feed_forward(
    kind: FeedForwardKind,
    index: u64,
    facts: &ModelFacts,
    parts: &Parts,
    reuses_cache: bool,
) -> Result<FeedForward, FactError> {
    let mut dense = parts.dense.ok_or(FactError::new("ffn_size", Problem::Missing));
    if let (Ok(part), true, Some(width)) = (&mut dense, reuses_cache, facts.layout.kv_shared_ffn_size) {
        part.width = positive("layout.kv_shared_ffn_size", width, MAX_FFN_WIDTH)?;
    }
    let experts = match kind {
        FeedForwardKind::Dense => false,
        FeedForwardKind::Experts => true,
        FeedForwardKind::ByPosition => facts.moe.as_ref().is_some_and(|moe| has_experts(index, moe)),
    };
    if !experts {
        return Ok(FeedForward::Dense(dense?));
    }
    let mut mixture = parts.mixture.ok_or(FactError::new("moe", Problem::Missing))?;
    mixture.router_bias &= facts.moe.as_ref().is_none_or(|moe| index >= moe.n_hash_layers);
    if parts.parallel_dense { Ok(FeedForward::DenseAndMoe(dense?, mixture)) } else { Ok(FeedForward::Moe(mixture)) }
}

/// Dense layers come first, unless experts are interleaved: then every `interleave`-th layer has experts.
fn has_experts(index: u64, moe: &MoeFacts) -> bool {
    match moe.interleave {
        Some(every) if every > 0 => (index + 1).is_multiple_of(every),
        _ => index >= moe.n_dense_layers,
    }
}

fn layout(facts: &LayoutFacts) -> Result<Layout, FactError> {
    let qk_norm = match facts.qk_norm.as_deref() {
        None => QkNorm::None,
        Some("head") => QkNorm::Head,
        Some("full") => QkNorm::Full,
        Some(_) => return Err(FactError::new("layout.qk_norm", Problem::Unknown)),
    };
    let attention_bias = match facts.attention_bias.as_deref() {
        None => AttentionBias::None,
        Some("qkv") => AttentionBias::Qkv,
        Some("all") => AttentionBias::All,
        Some(_) => return Err(FactError::new("layout.attention_bias", Problem::Unknown)),
    };
    let norms = positive("layout.norms_per_layer", facts.norms_per_layer.unwrap_or(2), 64)?;
    let extra = facts.extra_vectors.unwrap_or(0);
    Ok(Layout {
        qk_norm,
        attention_bias,
        attention_gate: facts.attention_gate,
        head_gate: facts.head_gate,
        attention_sinks: facts.attention_sinks,
        fused_qkv: facts.fused_qkv,
        vectors: norms + if extra > 64 { 64 } else { extra },
        norm_bias: facts.norm_bias,
        sub_norms: facts.sub_norms,
        altup_streams: stated("layout.altup_streams", facts.altup_streams)?,
        laurel_rank: stated("layout.laurel_rank", facts.laurel_rank)?,
        hyper_streams: stated("layout.hyper_streams", facts.hyper_streams)?,
    })
}

/// Checks a width that may be absent but not zero.
fn stated(field: &'static str, width: Option<u64>) -> Result<Option<u64>, FactError> {
    width.map(|width| positive(field, width, MAX_WIDTH)).transpose()
}

/// Checks that the counts of layers in the catalog are those of the pattern.
fn agree(facts: &ModelFacts, model: &Model) -> Result<(), FactError> {
    let count = |is_one: fn(&Layer) -> bool| model.layers.iter().filter(|layer| is_one(layer)).count() as u64;
    let (linear, moe) = (facts.attention.linear_attention.as_ref(), facts.moe.as_ref());
    let full = count(|layer| matches!(layer.mixer, Some(Mixer::Attention { window: None, .. } | Mixer::Parallel(..))));
    let recurrent = count(|layer| matches!(layer.mixer, Some(Mixer::Recurrent(_) | Mixer::Parallel(..))));
    let dense = count(|layer| matches!(layer.feed_forward, Some(FeedForward::Dense(_))));
    let experts = count(|layer| layer.feed_forward.is_some_and(|part| part.mixture().is_some()));
    for (field, stated, found) in [
        ("attention.full_attention_layers", facts.attention.full_attention_layers, full),
        ("attention.linear_attention.n_layers", linear.map(|linear| linear.n_layers), recurrent),
        ("moe.n_dense_layers", moe.map(|moe| moe.n_dense_layers), dense),
        ("moe.n_moe_layers", moe.and_then(|moe| moe.n_moe_layers), experts),
    ] {
        if stated.is_some_and(|stated| stated != found) {
            return Err(FactError::new(field, Problem::Contradicts("layout.layer_pattern")));
        }
    }
    Ok(())
}
