//! A header's description of a model: name, architecture, the facts that calculators need.
//!
//! `config` and `metadata` fill the sizes in, each from its own keys; `finish` adds what the family says, settles the
//! order of layers and the kind of attention. Everything that was taken for granted is said in `assumed`.

use super::family::{self, Family};
use super::packing::Packing;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_estimator::model::Facts;
use rooflight_estimator::model::facts::{AttentionFacts, LinearFacts, WindowFacts};

/// A model, as its header describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The architecture as the file names it.
    pub architecture: String,
    /// The model's name, where the file has one.
    pub name: Option<String>,
    /// The facts; those that the header lacks are absent.
    pub facts: Facts,
    /// The longest context, tokens.
    pub max_context: Option<u64>,
    /// Layers of multi-token prediction.
    pub prediction_layers: u64,
    /// A tower for images or sound belongs to it.
    pub has_vision: bool,
    /// How its weights are packed.
    pub packing: Option<Packing>,
    /// The number format of the weights, as the file names it.
    pub precision: Option<String>,
    /// Assumptions, a sentence each.
    pub assumed: Vec<String>,
}

/// A window as headers tell it.
#[derive(Clone, Debug, Default)]
pub(super) struct Local {
    /// Tokens.
    pub size: Option<u64>,
    /// Cut into chunks.
    pub is_chunked: bool,
    /// One letter a layer, where the header lists the kinds of layers.
    pub letters: Option<String>,
    /// Every how many layers one is full, where it says so.
    pub every: Option<u64>,
}

impl Description {
    /// Settles what the sizes alone leave open.
    pub(super) fn finish(&mut self, local: &Local, linear: Option<LinearFacts>) {
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

/// The letters of the layers, as many as the header tells, or the family's.
fn pattern(family: &Family, local: &Local, has_state: bool) -> Option<String> {
    let is_local = |letters: &str| letters.contains('S');
    if let Some(letters) = &local.letters {
        // Without a size, a window cannot be computed: the layer is taken whole.
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

/// This many layers, the last of them with full attention.
fn repeated(letter: char, every: u64) -> String {
    let mut letters = String::new();
    for _ in 1..every.clamp(1, 64) {
        letters.push(letter);
    }
    letters.push('F');
    letters
}

/// The shortest run of letters that gives these when it is repeated.
fn shortest(letters: &str) -> String {
    let all: Vec<char> = letters.chars().take(1024).collect();
    let length = (1..=all.len()).find(|length| all.iter().enumerate().all(|(at, letter)| *letter == all[at % length]));
    all.iter().take(length.unwrap_or(0)).collect()
}

/// The kind of attention, in the catalog's words.
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
