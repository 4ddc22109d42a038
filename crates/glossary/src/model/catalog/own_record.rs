//! Writes the catalog record of a model that was read from its files, as YAML.
//!
//! 1. The facts are in the order of models.yaml, and only those that the headers state; counts are computed from them,
//!    and the record says so.
//! 2. The source is the page that the files come from.
//!
//! Does not check the record: the catalog's own reader does.

use rooflight_estimator::kv;
use rooflight_estimator::model::Model;
use rooflight_estimator::model::facts::{AttentionFacts, LayoutFacts, LinearFacts, ModelFacts, MoeFacts};
use rooflight_estimator::tensors;
use rooflight_ingest::header::{Inspection, ModelPart};
use std::fmt::Write;

/// The part of the record that the person who adds the model states.
#[derive(Debug, Clone, Copy)]
pub struct ModelLabels<'a> {
    /// Its id in the catalog.
    pub id: &'a str,
    /// The name that readers see.
    pub name: &'a str,
    /// The page that the files come from.
    pub source: &'a str,
    /// The licence.
    pub license: Option<&'a str>,
}

/// YAML written line by line; each level of `depth` indents by two spaces.
#[derive(Debug, Default)]
struct RecordYaml(String);

impl RecordYaml {
    fn key(&mut self, depth: usize, key: &str, value: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{:1$}{key}: {value}", "", 2 * depth);
    }

    fn open(&mut self, depth: usize, key: &str) {
        let _ = writeln!(self.0, "{:1$}{key}:", "", 2 * depth);
    }

    fn maybe(&mut self, depth: usize, key: &str, value: Option<u64>) {
        if let Some(value) = value {
            self.key(depth, key, value);
        }
    }

    fn flag(&mut self, depth: usize, key: &str, value: bool) {
        if value {
            self.key(depth, key, true);
        }
    }

    fn text(&mut self, depth: usize, key: &str, value: &str) {
        self.key(depth, key, quoted(value));
    }
}

/// Quotes a text for YAML, on one line.
fn quoted(text: &str) -> String {
    let line: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    serde_json::Value::from(line).to_string()
}

/// Returns the record; `None` if the files do not describe the architecture.
#[must_use]
pub fn yaml(inspection: &Inspection, labels: ModelLabels<'_>) -> Option<String> {
    let (model, described) = (inspection.model.as_ref()?, inspection.description.as_ref()?);
    let mut lines = RecordYaml::default();
    lines.text(0, "- id", labels.id);
    let mut body = RecordYaml::default();
    body.text(1, "name", labels.name);
    if let Some(repository) = repository(labels.source) {
        body.text(1, "hf_repo", repository);
    }
    counts(&mut body, inspection, model);
    sizes(&mut body, &described.facts);
    if let Some(moe) = &described.facts.moe {
        experts(&mut body, moe);
    }
    attention(&mut body, &described.facts.attention);
    if let Some(window) = &described.facts.sliding_window {
        body.open(1, "sliding_window");
        body.text(2, "type", &window.kind);
        body.key(2, "size", window.size);
    }
    layout(&mut body, &described.facts.layout);
    body.key(1, "kv_elements_per_token", kv::growing_elements(model.shape()));
    body.maybe(1, "vocab_size", described.facts.vocab_size);
    body.key(1, "tied_embeddings", described.facts.tied_embeddings == Some(true));
    body.maybe(1, "max_context", described.max_context.filter(|tokens| u32::try_from(*tokens).is_ok()));
    if let Some(license) = labels.license {
        body.text(1, "license", license);
    }
    if let Some(precision) = &described.precision {
        body.text(1, "native_precision", precision);
    }
    if !inspection.notes.is_empty() {
        body.text(1, "notes", &inspection.notes.join(" "));
    }
    let files: Vec<&str> = inspection.files.iter().map(|file| file.name.as_str()).take(8).collect();
    body.open(1, "sources");
    body.text(2, "- title", &format!("Header of {}", files.join(", ")));
    body.text(3, "url", labels.source);
    Some(lines.0 + &body.0)
}

/// Returns the repository of a page on Hugging Face.
fn repository(source: &str) -> Option<&str> {
    let path = source.strip_prefix("https://huggingface.co/")?;
    let end = path.match_indices('/').nth(1).map_or(path.len(), |(at, _)| at);
    let repository = path[..end].trim_end_matches('/');
    repository.contains('/').then_some(repository)
}

fn billions(parameters: f64) -> String {
    format!("{:.6}", parameters / 1e9)
}

fn counts(lines: &mut RecordYaml, inspection: &Inspection, model: &Model) {
    let computed = tensors::parameters(model);
    #[allow(clippy::cast_precision_loss, reason = "far below 2^53")]
    let held: f64 = inspection.lines.iter().map(|line| line.parameters as f64).sum();
    let has_others = inspection.lines.iter().any(|line| line.part != ModelPart::Text);
    let (total, basis) = match held {
        0.0 => (computed, "computed from the architecture"),
        held if has_others => (held, "every tensor of the files, prediction heads and towers among them"),
        held => (held, "every tensor of the files"),
    };
    lines.key(1, "total_params_b", billions(total));
    lines.text(1, "total_params_basis", basis);
    lines.key(1, "active_params_b", billions(tensors::active_parameters(model)));
    lines.key(1, "computed_params_b", billions(computed));
    lines.key(1, "text_model_params_b", billions(computed));
}

fn sizes(lines: &mut RecordYaml, facts: &ModelFacts) {
    for (key, value) in [
        ("n_layers", facts.n_layers),
        ("hidden_size", facts.hidden_size),
        ("n_heads", facts.n_heads),
        ("n_kv_heads", facts.n_kv_heads),
        ("head_dim", facts.head_dim),
        ("ffn_size", facts.ffn_size),
    ] {
        lines.maybe(1, key, value);
    }
}

fn experts(lines: &mut RecordYaml, moe: &MoeFacts) {
    lines.open(1, "moe");
    lines.key(2, "n_experts", moe.n_experts);
    lines.key(2, "n_experts_active", moe.n_experts_active);
    lines.key(2, "n_shared_experts", moe.n_shared_experts);
    lines.key(2, "expert_ffn_size", moe.expert_ffn_size);
    lines.maybe(2, "shared_expert_ffn_size", moe.shared_expert_ffn_size);
    lines.key(2, "n_dense_layers", moe.n_dense_layers);
    lines.maybe(2, "interleave", moe.interleave);
    lines.maybe(2, "expert_matrices", moe.expert_matrices);
    lines.maybe(2, "expert_input_size", moe.expert_input_size);
    lines.flag(2, "router_bias", moe.router_bias);
    lines.flag(2, "expert_bias", moe.expert_bias);
    lines.flag(2, "shared_expert_gate", moe.shared_expert_gate);
}

fn attention(lines: &mut RecordYaml, facts: &AttentionFacts) {
    lines.open(1, "attention");
    lines.text(2, "kind", &facts.kind);
    lines.maybe(2, "kv_lora_rank", facts.kv_lora_rank);
    lines.maybe(2, "q_lora_rank", facts.q_lora_rank);
    lines.maybe(2, "qk_rope_head_dim", facts.qk_rope_head_dim);
    lines.maybe(2, "qk_nope_head_dim", facts.qk_nope_head_dim);
    lines.maybe(2, "v_head_dim", facts.v_head_dim);
    if let Some(linear) = &facts.linear_attention {
        states(lines, linear);
    }
}

fn states(lines: &mut RecordYaml, linear: &LinearFacts) {
    lines.open(2, "linear_attention");
    lines.text(3, "kind", &linear.kind);
    lines.key(3, "n_layers", linear.n_layers);
    for (key, value) in [
        ("key_heads", linear.key_heads),
        ("key_head_dim", linear.key_head_dim),
        ("value_heads", linear.value_heads),
        ("value_head_dim", linear.value_head_dim),
        ("conv_kernel", linear.conv_kernel),
        ("heads", linear.heads),
        ("head_dim", linear.head_dim),
        ("state", linear.state),
        ("groups", linear.groups),
    ] {
        lines.maybe(3, key, value);
    }
}

fn layout(lines: &mut RecordYaml, facts: &LayoutFacts) {
    if *facts == LayoutFacts::default() {
        return;
    }
    lines.open(1, "layout");
    for (key, value) in [
        ("layer_pattern", &facts.layer_pattern),
        ("qk_norm", &facts.qk_norm),
        ("attention_bias", &facts.attention_bias),
    ] {
        if let Some(value) = value {
            lines.text(2, key, value);
        }
    }
    for (key, value) in [
        ("norms_per_layer", facts.norms_per_layer),
        ("ffn_matrices", facts.ffn_matrices),
        ("kv_shared_layers", facts.kv_shared_layers),
        ("per_layer_embedding_size", facts.per_layer_embedding_size),
    ] {
        lines.maybe(2, key, value);
    }
    for (key, value) in [
        ("attention_gate", facts.attention_gate),
        ("attention_sinks", facts.attention_sinks),
        ("fused_qkv", facts.fused_qkv),
        ("norm_bias", facts.norm_bias),
        ("sub_norms", facts.sub_norms),
    ] {
        lines.flag(2, key, value);
    }
}
