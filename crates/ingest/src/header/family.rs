//! Families of architectures: facts of the layers that a header does not state.
//!
//! 1. The architecture's name, reduced to letters and digits, selects a row: norms of queries and keys, biases, norms
//!    per layer, the order of local and full attention.
//! 2. A name without a row is treated as a Llama-like decoder, and the caller adds a note.
//!
//! The rows match the catalog's records, whose sources are the published definitions. Never guesses a size.

use alloc::string::String;
use rooflight_estimator::model::ModelFacts;

/// Facts of a family beyond the sizes.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Family {
    /// Norms of queries and keys: `head` or `full`.
    qk_norm: &'static str,
    /// Biases of the projections: `qkv` or `all`.
    bias: &'static str,
    /// Norms per layer; 0 for the usual two.
    norms: u64,
    /// Order of layers with a window (`S`), a state (`R`) or full attention (`F`), used if the header lists none.
    pub pattern: &'static str,
    fused_qkv: bool,
    gate: bool,
    sinks: bool,
    router_bias: bool,
    expert_bias: bool,
    shared_gate: bool,
    /// The feed-forward part has two matrices, without a gate, instead of three.
    two_matrices: bool,
    norm_bias: bool,
    sub_norms: bool,
}

const LLAMA: Family = Family {
    qk_norm: "",
    bias: "",
    norms: 0,
    pattern: "",
    fused_qkv: false,
    gate: false,
    sinks: false,
    router_bias: false,
    expert_bias: false,
    shared_gate: false,
    two_matrices: false,
    norm_bias: false,
    sub_norms: false,
};

/// Reduces a name to lower-case letters and digits, without the suffix `text`: `Qwen3_Moe` becomes `qwen3moe`.
pub(super) fn folded(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase());
    let name: String = letters.collect();
    String::from(name.strip_suffix("text").unwrap_or(&name))
}

/// Returns the family of a folded architecture name; `None` if it is not known.
pub(super) fn family(name: &str) -> Option<Family> {
    let qk = Family { qk_norm: "head", ..LLAMA };
    let qk_full = Family { qk_norm: "full", ..LLAMA };
    Some(match name {
        "llama" | "llama4" | "mistral" | "mistral3" | "mistral4" | "ministral" | "ministral3" | "mixtral"
        | "granite" | "granitemoe" | "granitehybrid" | "granitemoehybrid" | "smollm3" | "internlm2" | "internlm3"
        | "minicpm" | "ernie45" | "solaropen" | "yi" | "baichuan" | "gemma" | "deepseek" | "deepseekv2" | "falcon3"
        | "seedcoder" => LLAMA,
        "deepseek2" | "deepseekv3" | "deepseekv32" | "kimik2" | "glmmoedsa" | "glm4moelite" | "ernie45moe"
        | "longcatflash" => Family { router_bias: true, ..LLAMA },
        "qwen2" | "qwen2vl" | "qwen25vl" | "mimo" | "seedoss" => Family { bias: "qkv", ..LLAMA },
        "qwen2moe" => Family { bias: "qkv", shared_gate: true, ..LLAMA },
        "qwen3" | "qwen3vl" | "qwen3moe" | "qwen3vlmoe" | "hunyuanv1dense" | "hunyuandense" | "hunyuanv1moe"
        | "hunyuanmoe" | "lfm2" => qk,
        "qwen3next" | "qwen35" | "qwen35moe" => Family { gate: true, shared_gate: true, pattern: "RRRF", ..qk },
        "gemma2" => Family { norms: 4, pattern: "SF", ..LLAMA },
        "gemma3" => Family { norms: 4, pattern: "SSSSSF", ..qk },
        "phi3" => Family { fused_qkv: true, ..LLAMA },
        "gptoss" => Family { bias: "all", sinks: true, router_bias: true, expert_bias: true, pattern: "SF", ..LLAMA },
        "glm4moe" => Family { bias: "qkv", router_bias: true, ..LLAMA },
        "glm4" => Family { norms: 4, ..LLAMA },
        "cohere" | "commandr" => Family { norms: 1, ..LLAMA },
        "cohere2" => Family { norms: 1, pattern: "SSSF", ..LLAMA },
        "olmo2" | "olmoe" => qk_full,
        "olmo3" => Family { pattern: "SSSF", ..qk_full },
        "minimaxm2" => Family { router_bias: true, ..qk_full },
        "nemotronh" | "nemotronhmoe" => Family { two_matrices: true, router_bias: true, ..LLAMA },
        "lfm2moe" | "dots1" | "bailingmoe2" | "bailingmoev2" => Family { router_bias: true, ..qk },
        "exaone4" => Family { pattern: "SSSF", ..qk },
        "exaonemoe" => Family { pattern: "SSSF", router_bias: true, ..qk },
        "apertus" => Family { two_matrices: true, ..qk },
        "arcee" => Family { two_matrices: true, ..LLAMA },
        "falcon" => Family { norms: 1, norm_bias: true, two_matrices: true, fused_qkv: true, ..LLAMA },
        "bitnet" | "bitnetb158" | "bitnet25" => Family { sub_norms: true, ..LLAMA },
        _ => return None,
    })
}

impl Family {
    /// Adds the family's facts; the sizes must be filled in already.
    pub(super) fn complete(&self, facts: &mut ModelFacts) {
        let some = |text: &'static str| (!text.is_empty()).then(|| String::from(text));
        let layout = &mut facts.layout;
        layout.qk_norm = layout.qk_norm.take().or_else(|| some(self.qk_norm));
        layout.attention_bias = layout.attention_bias.take().or_else(|| some(self.bias));
        layout.norms_per_layer = (self.norms > 0).then_some(self.norms);
        layout.fused_qkv = self.fused_qkv;
        layout.attention_gate = self.gate;
        layout.attention_sinks = self.sinks;
        layout.norm_bias = self.norm_bias;
        layout.sub_norms = self.sub_norms;
        layout.ffn_matrices = (self.two_matrices && facts.ffn_size.is_some()).then_some(2);
        if let Some(moe) = &mut facts.moe {
            moe.router_bias = self.router_bias;
            moe.expert_bias = self.expert_bias;
            moe.shared_expert_gate = self.shared_gate && moe.n_shared_experts > 0;
            moe.expert_matrices = self.two_matrices.then_some(2);
        }
    }
}
