//! The cases that the calculators' own pages open with.
//!
//! 1. The usual case is a device and a model with several recent runs, most of them inside the estimated range;
//!    calculators with other inputs have their own cases.
//! 2. If the catalog lacks the device or model of a case, the page opens with the inputs' defaults; if it lacks a
//!    default too, with the catalog's first device or model.
//!
//! A case is not a default: a parameter that a URL omits always has the input's default, so that new cases change no
//! existing link.

use crate::calibrate::CalibratedCatalog;
use rooflight_calculators::Spec;
use rooflight_calculators::input::Choice;

/// The usual case: input key, default to be replaced, and its replacement.
const USUAL: [(&str, &str, &str); 3] =
    [("hw", "rtx-4090", "rtx-3090"), ("m", "llama-3.1-8b", "qwen3.8-27b"), ("m", "llama-3.1-70b", "qwen3.8-27b")];

/// Cases that differ from [`USUAL`], by kind of calculator: measured servers for batches, a GPU that is too small for
/// offload, a measured speed for diagnosis and target.
const OWN: [(&str, &str); 9] = [
    ("batch", "hw=h200-sxm&m=gpt-oss-120b&q=mxfp4"),
    ("cost", "hw=h200-sxm&m=gpt-oss-120b&q=mxfp4&b=32&ph=2"),
    ("diagnosis", "hw=rtx-3090&m=qwen3.8-27b&tps=30"),
    ("experts", "hw=rtx-3090&m=qwen3.6-35b-a3b"),
    ("explore", ""),
    ("offload", "hw=rtx-5070&m=qwen3-30b-a3b-2507"),
    ("parallel", "hw=rtx-3090&m=qwen3.8-27b&q=nvfp4&en=vllm&c=8192"),
    ("prefill", "hw=rtx-3090&m=qwen3.8-27b&pt=4096"),
    ("target", "hw=rtx-3090&m=qwen3.8-27b&tps=30"),
];

/// Returns the query of a calculator's case: the inputs that differ from the defaults.
#[must_use]
pub fn example_query(spec: &Spec) -> String {
    if let Some((_, query)) = OWN.iter().find(|(kind, _)| *kind == spec.kind) {
        return (*query).to_owned();
    }
    let usual = spec.inputs.iter().filter_map(|input| {
        let (key, _, value) = USUAL.iter().find(|(key, default, _)| *key == input.key && *default == input.default)?;
        Some(format!("{key}={value}"))
    });
    usual.collect::<Vec<_>>().join("&")
}

/// Returns the query of the defaults; the catalog's first device or model replaces a default that it lacks.
#[must_use]
pub(crate) fn default_query(catalog: &CalibratedCatalog, spec: &Spec) -> String {
    let (devices, models) = (&catalog.estimator.devices, &catalog.estimator.models);
    let mut pairs = Vec::new();
    for input in spec.inputs {
        let has_default = match input.choice {
            Choice::Hardware => devices.iter().any(|record| record.device.id == input.default),
            Choice::Model => models.iter().any(|record| record.id == input.default),
            _ => true,
        };
        let first = match input.choice {
            _ if has_default => None,
            Choice::Hardware => devices.first().map(|record| &record.device.id),
            Choice::Model => models.first().map(|record| &record.id),
            _ => None,
        };
        pairs.extend(first.map(|id| format!("{}={id}", input.key)));
    }
    pairs.join("&")
}
