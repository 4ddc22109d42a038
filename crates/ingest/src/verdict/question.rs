//! Parses the fields of a row into the conditions of an estimate.

use crate::decimal;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use rooflight_estimator::calibration::{Backend, Conditions, Engine, NEWEST};
use rooflight_estimator::kv::KvType;
use rooflight_estimator::setup::Devices;

/// The conditions of an estimate other than device and model.
pub(super) struct Question {
    pub(super) devices: Devices,
    pub(super) concurrency: f64,
    /// Tokens in the cache: the mean over a decode run, or those before a prompt.
    pub(super) depth: f64,
    /// Tokens in the cache at the end of the run.
    pub(super) longest: f64,
    /// Tokens of the prompt; `None` for a decode run.
    pub(super) prompt: Option<f64>,
    /// Prompt tokens of other requests read in each step; 0 unless the row states prompt and answer lengths.
    pub(super) reading: f64,
}

impl Question {
    pub(super) fn read<'r>(row: &dyn Fn(&str) -> &'r str) -> Result<Self, String> {
        let count = whole(row, "hardware_count")?;
        let devices = match (row("parallel"), count) {
            ("" | "single" | "layer" | "unclear" | "tensor", 1) => Devices::One,
            ("" | "single" | "layer" | "unclear", _) => Devices::LayerSplit(count),
            ("tensor", _) => Devices::TensorParallel(count),
            (other, _) => return Err(unknown("parallel", other)),
        };
        #[allow(clippy::cast_precision_loss, reason = "a number of sequences")]
        let concurrency = whole(row, "concurrency")? as f64;
        let (depth, prompt) = (number(row, "depth_tokens")?, number(row, "n_prompt")?);
        let generated = number(row, "n_gen")?.unwrap_or(0.0);
        match row("phase") {
            "prefill" => {
                let tokens = prompt.filter(|tokens| *tokens > 0.0).ok_or("n_prompt: a prompt has a length")?;
                let depth = depth.unwrap_or(0.0);
                Ok(Self { devices, concurrency, depth, longest: depth + tokens, prompt: Some(tokens), reading: 0.0 })
            }
            "" | "decode" | "batched_decode" => {
                let before = depth.or(prompt).unwrap_or(0.0);
                let depth = before + generated / 2.0;
                let reading = reading(concurrency, prompt, generated);
                Ok(Self { devices, concurrency, depth, longest: before + generated, prompt: None, reading })
            }
            "spec_decode" => Err("phase: speculative decoding has no estimate here".to_owned()),
            other => Err(unknown("phase", other)),
        }
    }
}

/// Returns the prompt tokens read in each step of continuous batching: whenever one of `requests` ends, the next prompt
/// is read while the others generate. Zero without a prompt or an answer length.
#[must_use]
pub fn reading(requests: f64, prompt: Option<f64>, generated: f64) -> f64 {
    match prompt {
        Some(prompt) if generated >= 1.0 => (requests - 1.0).max(0.0) * prompt / generated,
        _ => 0.0,
    }
}

/// Parses the conditions of a row; absent fields are as in `usual`.
pub(super) fn conditions<'r>(row: &dyn Fn(&str) -> &'r str, usual: &Conditions) -> Result<Conditions, String> {
    let engine = match row("runtime_id") {
        "" => usual.engine,
        id => Engine::from_id(id).ok_or_else(|| unknown("runtime_id", id))?,
    };
    let backend = match row("backend_id") {
        "" if row("runtime_id").is_empty() => usual.backend,
        "" => Backend::Unknown,
        id => Backend::from_id(id).ok_or_else(|| unknown("backend_id", id))?,
    };
    let flash_attention = match row("flash_attn") {
        "" => None,
        "1" | "true" | "on" => Some(true),
        "0" | "false" | "off" => Some(false),
        other => return Err(unknown("flash_attn", other)),
    };
    let year = match row("measured_date") {
        "" => NEWEST,
        date => decimal_year(date).ok_or_else(|| unknown("measured_date", date))?,
    };
    let ubatch = match row("n_ubatch") {
        "" => None,
        tokens => Some(tokens.parse().ok().filter(|tokens| *tokens > 0).ok_or_else(|| unknown("n_ubatch", tokens))?),
    };
    Ok(Conditions { engine, backend, year, flash_attention, link: None, ubatch })
}

/// Returns the message for a missing or unknown value.
#[must_use]
pub fn unknown(column: &str, value: &str) -> String {
    if value.is_empty() {
        format!("{column}: is missing")
    } else {
        format!("{column}: `{}` is not known", shortened(value))
    }
}

/// Returns the first 60 characters of a text on one line, with an ellipsis if it is longer.
#[must_use]
pub fn shortened(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    let clean = |character: char| if character.is_control() { ' ' } else { character };
    let mut short: String = text.chars().take(MAX_LENGTH).map(clean).collect();
    if text.chars().nth(MAX_LENGTH).is_some() {
        short.push('…');
    }
    short
}

/// Parses a number of zero or more; `None` if the field is empty.
///
/// # Errors
/// Any other field, with its text.
pub fn number<'r>(row: &dyn Fn(&str) -> &'r str, column: &str) -> Result<Option<f64>, String> {
    let text = row(column);
    if text.is_empty() {
        return Ok(None);
    }
    let value = decimal::parse(text).filter(|value| *value >= 0.0);
    value.map(Some).ok_or_else(|| format!("{column}: `{}` is not a number of zero or more", shortened(text)))
}

/// Parses a whole number from 1 to 1,000,000; 1 if the field is empty.
fn whole<'r>(row: &dyn Fn(&str) -> &'r str, column: &str) -> Result<u64, String> {
    let text = row(column);
    if text.is_empty() {
        return Ok(1);
    }
    let value = text.parse().ok().filter(|value| (1..=1_000_000).contains(value));
    value.ok_or_else(|| format!("{column}: `{}` is not a whole number from 1 to 1,000,000", shortened(text)))
}

/// Returns the type of a KV cache by its name in measurements; 16 bits for an empty name.
#[must_use]
pub fn kv_type(name: &str) -> Option<KvType> {
    if name.is_empty() { Some(KvType::F16) } else { KvType::from_name(name) }
}

/// Converts a date into a decimal year: `2024-05` is 2024.375, the middle of May. Days are ignored. Source: a
/// convention, the middle of a month.
#[must_use]
pub fn decimal_year(date: &str) -> Option<f64> {
    let mut parts = date.split('-');
    let year = decimal::parse(parts.next()?.trim())?;
    let month = parts.next().and_then(|month| decimal::parse(month.trim()));
    Some(year + month.map_or(0.5, |month| (month - 0.5) / 12.0))
}
