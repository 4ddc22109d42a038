//! A header's description of a model: name, architecture, and the facts that calculators need.
//!
//! `config` and `metadata` fill in the sizes, each from its own keys; `finish` adds the family's facts and settles the
//! order of layers and the kind of attention. Each assumption becomes a sentence in `assumed`.

use super::family::{self, Family};
use super::packing::Packing;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_estimator::model::ModelFacts;
use rooflight_estimator::model::facts::{AttentionFacts, LinearFacts, WindowFacts};

/// A model, as its header describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The architecture as the file spells it: `qwen3moe` in GGUF, `qwen3_moe` in `config.json`.
    pub architecture: String,
    /// The model's name; `None` if the file has none.
    pub name: Option<String>,
    /// Sizes and layout; `None` where the header lacks them.
    pub facts: ModelFacts,
    /// The longest context, tokens.
    pub max_context: Option<u64>,
    /// Number of multi-token prediction layers, which `n_layers` does not count.
    pub prediction_layers: u64,
    /// Whether the model has a tower for images or sound.
    pub has_vision: bool,
    /// How the weights are packed; `None` if they are not quantized, or in GGUF.
    pub packing: Option<Packing>,
    /// The weights' number format as the file spells it: `bfloat16`, `Q4_K_M`.
    pub precision: Option<String>,
    /// Assumptions, a sentence each.
    pub assumed: Vec<String>,
}

/// Windowed or chunked attention as a header states it.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalAttention {
    /// Size of the window or chunk, tokens.
    pub size: Option<u64>,
    /// Whether the size is that of chunks (Llama 4) rather than of a sliding window.
    pub is_chunked: bool,
    /// One letter per layer, if the header lists the kinds of layers: `S` local, `F` full, `R` recurrent.
    pub letters: Option<String>,
    /// Period of full-attention layers: 6 if every sixth layer is full.
    pub every: Option<u64>,
}

impl Description {
    /// Fills in what the sizes leave open: the family's facts, the pattern of layers and the kind of attention.
    pub(super) fn finish(&mut self, local: &LocalAttention, linear: Option<LinearFacts>) {
        let name = family::folded(&self.architecture);
        let family = family::family(&name).unwrap_or_else(|| {
            self.assumed.push(joined(&[
                "“",
                &self.architecture,
                "” is no architecture that is known here: its layers are taken to be those of Llama, with full attention where no window is stated.",
            ]));
            Family::default()
        });
        let facts = &mut self.facts;
        if facts.n_kv_heads.is_none() {
            facts.n_kv_heads = facts.n_heads;
        }
        if facts.head_dim.is_none() && facts.attention.kv_lora_rank.is_none() {
            let size = facts.hidden_size.zip(facts.n_heads).and_then(|(hidden, heads)| hidden.checked_div(heads));
            facts.head_dim = size;
        }
        family.complete(facts);
        let pattern = pattern(&family, local, linear.is_some());
        let layers = facts.n_layers.unwrap_or(0).min(1024);
        let pattern = pattern.map(|letters| shortest(&letters));
        if let (Some(size), true) = (local.size, pattern.as_ref().is_some_and(|letters| letters.contains('S'))) {
            let kind = String::from(if local.is_chunked { "chunked" } else { "sliding" });
            facts.sliding_window = Some(WindowFacts { kind, size, ..WindowFacts::default() });
        }
        let counted = |wanted: &[char]| {
            let letters = pattern.as_deref().unwrap_or("F").chars().cycle();
            letters.take(usize::try_from(layers).unwrap_or(0)).filter(|letter| wanted.contains(letter)).count() as u64
        };
        let states = counted(&['R', 'M']);
        let is_hybrid = linear.is_some() && states > 0;
        facts.attention.linear_attention =
            linear.filter(|_| states > 0).map(|linear| LinearFacts { n_layers: states, ..linear });
        facts.attention.kind = String::from(kind(&facts.attention, is_hybrid, facts.n_heads, facts.n_kv_heads));
        facts.layout.layer_pattern = pattern.filter(|letters| letters != "F");
        // A dense part that no layer has would contradict the layers.
        if facts.moe.as_ref().is_some_and(|moe| moe.n_dense_layers == 0 && !moe.parallel_dense) {
            facts.ffn_size = None;
            facts.layout.ffn_matrices = None;
        }
    }
}

/// Returns the letters of the layers from the header, otherwise from the family; `None` if all have full attention.
fn pattern(family: &Family, local: &LocalAttention, has_state: bool) -> Option<String> {
    let is_local = |letters: &str| letters.contains('S');
    if let Some(letters) = &local.letters {
        // A window without a size cannot be computed, so the layer counts as full.
        return Some(if local.size.is_none() { letters.replace('S', "F") } else { letters.clone() });
    }
    if has_state && !is_local(family.pattern) && !family.pattern.is_empty() {
        return Some(local.every.map_or_else(|| String::from(family.pattern), |every| repeated('R', every)));
    }
    local.size?;
    Some(match local.every {
        Some(every) => repeated('S', every),
        None if is_local(family.pattern) => String::from(family.pattern),
        None => String::from("S"),
    })
}

/// Returns a period of `every` layers, the last of them with full attention.
fn repeated(letter: char, every: u64) -> String {
    let mut letters = String::new();
    for _ in 1..every.clamp(1, 64) {
        letters.push(letter);
    }
    letters.push('F');
    letters
}

/// Returns the shortest pattern whose repetition gives these letters.
fn shortest(letters: &str) -> String {
    let all: Vec<char> = letters.chars().take(1024).collect();
    let length = (1..=all.len()).find(|length| all.iter().enumerate().all(|(at, letter)| *letter == all[at % length]));
    all.iter().take(length.unwrap_or(0)).collect()
}

/// Returns the kind of attention as the catalog spells it.
fn kind(facts: &AttentionFacts, is_hybrid: bool, heads: Option<u64>, kv_heads: Option<u64>) -> &'static str {
    match (facts.kv_lora_rank, heads, kv_heads) {
        _ if is_hybrid => "hybrid",
        (Some(_), _, _) => "mla",
        (_, heads, kv_heads) if heads == kv_heads => "mha",
        (_, _, Some(1)) => "mqa",
        _ => "gqa",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_shortened() {
        assert_eq!(shortest("SSSSSFSSSSSFSS"), "SSSSSF");
        assert_eq!(shortest("FFFF"), "F");
        assert_eq!(shortest("RRFRF"), "RRFRF");
        assert_eq!(shortest(""), "");
    }
}
