//! The facts of a device or a model as rows: label, value and notes on the value. The sources are named once for all
//! rows.
//!
//! A figure that the catalog leaves blank is omitted, unless its record says why. How figures were found is explained
//! in a collapsed section.

use crate::site::catalog::figure_notes::{badge, in_words, is_raw, spelt_out};
use crate::site::catalog::sources;
use rooflight_calculators::usable;
use rooflight_document::date::date;
use rooflight_document::number::{self, NONE, count};
use rooflight_estimator::fit::usable_memory;
use rooflight_estimator::hardware::Device;
use rooflight_estimator::records::ModelRecord;
use rooflight_glossary::model::catalog::records::{Hardware, Model};
use serde::Serialize;

/// The facts of a page.
#[derive(Debug, Default, Serialize)]
pub(crate) struct FactsView {
    pub(crate) rows: Vec<FactView>,
    /// The text of the link to the sources, such as their numbers in the list; `None` without sources.
    pub(crate) sources: Option<String>,
    /// Longer notes on how figures were found: the label of the fact, empty for the whole record, and the note.
    pub(crate) notes: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
pub(crate) struct FactView {
    pub(crate) label: String,
    pub(crate) value: String,
    /// Short notes next to the value.
    pub(crate) notes: Vec<String>,
}

impl FactsView {
    /// Adds a fact with short notes.
    pub(super) fn add(&mut self, label: &str, value: String, notes: Vec<String>) {
        let notes = notes.into_iter().filter(|note| !note.is_empty()).collect();
        self.rows.push(FactView { label: label.to_owned(), value, notes });
    }

    fn maybe(&mut self, label: &str, value: Option<String>, note: Option<&str>) {
        if let Some(value) = value {
            self.add(label, value, vec![note.unwrap_or_default().to_owned()]);
        }
    }

    /// Returns the short word for a record's note on a figure; a longer note is added to the collapsed section.
    fn brief_note(&mut self, label: &str, note: Option<&str>) -> String {
        let note = note.unwrap_or_default();
        let (short, has_more) = badge(note);
        if has_more {
            self.notes.push((label.to_owned(), in_words(note)));
        }
        short.to_owned()
    }

    /// Returns a note on the order of layers if it is in words; a note written for programs is added to the collapsed
    /// section.
    fn pattern(&mut self, label: &str, note: Option<&str>) -> String {
        let note = note.unwrap_or_default();
        if is_raw(note) {
            self.notes.push((label.to_owned(), in_words(note)));
            return String::new();
        }
        note.to_owned()
    }

    /// Adds a note on the whole record.
    fn whole(&mut self, note: Option<&str>) {
        self.notes.extend(note.map(|note| (String::new(), in_words(note))));
    }
}

/// Formats a number and its unit with a no-break space between them.
fn with(value: f64, unit: &str) -> String {
    format!("{}\u{a0}{unit}", number::plain(value, 2))
}

/// Collects the facts of a device.
pub(super) fn device(record: &Hardware, device: &Device) -> FactsView {
    let mut facts = FactsView { sources: sources::numbers(&record.sources), ..FactsView::default() };
    let status = |key: &str| record.status.get(key).map(String::as_str);
    let kind = record.memory_channels.map_or_else(
        || record.memory_type.clone(),
        |channels| format!("{}, {} channels", record.memory_type, count(channels.into())),
    );
    let size = facts.brief_note("Memory", status("memory_gib"));
    let of_kind = facts.brief_note("Kind of memory", status("memory_type"));
    let notes = vec![kind, record.memory_note.clone().unwrap_or_default(), size, of_kind];
    facts.add("Memory", record.memory_gib.map_or_else(|| "as installed".to_owned(), |gib| with(gib, "GiB")), notes);
    if let Some(usable) = usable_memory(device) {
        let note = format!("estimated: {}", usable::of_one(device));
        facts.add("Usable for models", with(libm::round(usable / 1e8) / 10.0, "GB"), vec![note]);
    }
    let bandwidth = facts.brief_note("Memory bandwidth", status("bandwidth_gb_s"));
    facts.add("Memory bandwidth", with(record.bandwidth_gb_s, "GB/s"), vec![bandwidth]);
    rates(&mut facts, record);
    if let Some(link) = &record.interconnect {
        let each = link.gb_s_per_direction.map(|rate| format!("{} each way", with(rate, "GB/s")));
        let both =
            link.gb_s_bidirectional.filter(|_| each.is_none()).map(|rate| format!("{} both ways", with(rate, "GB/s")));
        let rate = each.or(both).unwrap_or_default();
        let brief_note = facts.brief_note("Link", status("interconnect"));
        facts.add("Link", link.name.clone(), vec![rate, link.scope.clone().unwrap_or_default(), brief_note]);
    }
    if let Some(watts) = record.tdp_w {
        let brief_note = facts.brief_note("Power limit", status("tdp_w"));
        facts.add("Power limit", with(watts, "W"), vec![brief_note]);
    }
    if let Some(year) = record.release_year {
        let brief_note = facts.brief_note("Released", status("release_year"));
        facts.add("Released", year.to_string(), vec![brief_note]);
    }
    facts.whole(record.notes.as_deref());
    facts
}

/// Adds the dense arithmetic rates; equal 16-bit rates are one fact.
fn rates(facts: &mut FactsView, record: &Hardware) {
    let same = record.fp16_dense_tflops.is_some() && record.fp16_dense_tflops == record.bf16_dense_tflops;
    let rates = [
        (
            if same { "FP16 and BF16, dense" } else { "FP16, dense" },
            "fp16_dense_tflops",
            record.fp16_dense_tflops,
            "TFLOPS",
        ),
        ("BF16, dense", "bf16_dense_tflops", record.bf16_dense_tflops.filter(|_| !same), "TFLOPS"),
        ("FP8, dense", "fp8_dense_tflops", record.fp8_dense_tflops, "TFLOPS"),
        ("FP4, dense", "fp4_dense_tflops", record.fp4_dense_tflops, "TFLOPS"),
        ("INT8, dense", "int8_tops", record.int8_tops, "TOPS"),
        ("FP32", "fp32_tflops", record.fp32_tflops, "TFLOPS"),
    ];
    for (label, key, value, unit) in rates {
        let status = record.status.get(key).map(String::as_str);
        match (value, status) {
            (Some(value), _) => {
                let brief_note = facts.brief_note(label, status);
                facts.add(label, with(value, unit), vec![brief_note]);
            }
            // Shows the record's reason for a missing figure, once where both 16-bit rates share it.
            (None, Some(why)) if !(same && key == "bf16_dense_tflops") => {
                let brief_note = facts.brief_note(label, Some(why));
                facts.add(label, NONE.to_owned(), vec![brief_note]);
            }
            (None, _) => {}
        }
    }
}

/// Collects the facts of a model; `counted` adds figures that the estimator derives.
pub(super) fn model(record: &Model, counted: Option<&ModelRecord>) -> FactsView {
    let mut facts = FactsView { sources: sources::numbers(&record.sources), ..FactsView::default() };
    let billions = |value: f64| with(value, "B");
    facts.maybe(
        "Parameters",
        record.total_params_b.map(billions),
        basis(record.total_params_basis.as_deref()).as_deref(),
    );
    facts.maybe("Active for a token", record.active_params_b.filter(|_| record.moe.is_some()).map(billions), None);
    if let Some(format) = counted.and_then(|model| model.formats.first()) {
        let counted = format!("{}\u{a0}B", number::speed(format.weights.parameters() / 1e9));
        let active = format!("{} B of them read for a token", number::speed(format.weights.active_parameters() / 1e9));
        facts.add("Counted here", counted, vec![format!("the text model, tensor by tensor; {active}")]);
    }
    facts.add("Layers", count(record.n_layers), vec![layers(record)]);
    let heads = format!("{} query heads, {} KV heads", count(record.n_heads), count(record.n_kv_heads));
    let width = record.head_dim.map(|width| format!("of {} elements", count(width))).unwrap_or_default();
    facts.add("Attention heads", heads, vec![width, attention(&record.attention.kind).to_owned()]);
    facts.add("Hidden size", count(record.hidden_size), vec![]);
    facts.maybe("Feed-forward size", record.ffn_size.map(count), None);
    experts(&mut facts, record);
    if let Some(window) = &record.sliding_window {
        let pattern = facts.pattern("Local attention", window.pattern.as_deref());
        facts.add("Local attention", format!("{} tokens", count(window.size)), vec![window.kind.clone(), pattern]);
    }
    if let Some(linear) = &record.attention.linear_attention {
        let pattern = facts.pattern("Recurrent layers", linear.pattern.as_deref());
        facts.add("Recurrent layers", count(linear.n_layers), vec![linear.kind.replace('_', " "), pattern]);
    }
    let tied = if record.tied_embeddings { "one table for input and output" } else { "input and output apart" };
    facts.add("Vocabulary", count(record.vocab_size), vec![tied.to_owned()]);
    facts.maybe("Longest context", record.max_context.map(|tokens| format!("{} tokens", count(tokens.into()))), None);
    let heads = counted.filter(|model| model.has_heads).map(|_| "yes".to_owned());
    facts.maybe("Multi-token prediction", heads, Some("a layer of its own drafts the tokens after the next"));
    facts.maybe("Published in", record.native_precision.clone(), None);
    let released = record.release_date.map(|day| date(&day.to_string()));
    facts.maybe("Released", released, basis(record.release_date_basis.as_deref()).as_deref());
    facts.maybe("Licence", record.license.clone(), None);
    facts.maybe("Repository", record.hf_repo.clone(), Some("on Hugging Face"));
    facts.whole(record.notes.as_deref());
    facts
}

/// Returns the note on the basis of a figure, as a short note.
fn basis(note: Option<&str>) -> Option<String> {
    note.map(spelt_out)
}

fn layers(record: &Model) -> String {
    let full = record.attention.full_attention_layers.filter(|full| *full < record.n_layers);
    full.map(|full| format!("{} with full attention", count(full))).unwrap_or_default()
}

fn experts(facts: &mut FactsView, record: &Model) {
    let Some(moe) = &record.moe else { return };
    let shared = match moe.n_shared_experts {
        0 => String::new(),
        shared => format!("and {} shared", count(shared)),
    };
    let dense = match moe.n_dense_layers {
        0 => String::new(),
        dense => format!("{} layers without experts", count(dense)),
    };
    let value = format!("{} of {} for a token", count(moe.n_experts_active), count(moe.n_experts));
    facts.add("Experts", value, vec![shared, format!("of size {}", count(moe.expert_ffn_size)), dense]);
}

/// Returns the name of a kind of attention.
pub(super) fn attention(kind: &str) -> &str {
    match kind {
        "mha" => "multi-head attention",
        "gqa" => "grouped-query attention",
        "mqa" => "multi-query attention",
        "mla" => "multi-head latent attention",
        "hybrid" => "attention in some layers, a recurrent state in the others",
        other => other,
    }
}
