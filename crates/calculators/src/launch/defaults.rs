//! The context length that an engine chooses when it is started without one.
//!
//! 1. llama.cpp starts from the model's own context. If memory less a margin cannot hold it, the context shrinks in
//!    steps of 256 tokens down to 4,096; if that is not enough, layers move to system memory.
//! 2. vLLM takes the model's own context, and does not start if its share of the memory cannot hold one such request.
//! 3. MLX LM's server sets no limit.
//! 4. Ollama takes one of three contexts, by the total memory of its devices, and never more than the model's own.
//!
//! The rules were read in the versions in [`CHECKED`](super::command::CHECKED): `common/fit.cpp` and
//! `common/common.h` of llama.cpp, `vllm/config/model.py` and `vllm/config/cache.py` of vLLM, `mlx_lm/server.py`,
//! `server/routes.go` and `llm/server.go` of Ollama. Engines measure free memory; here it is the estimator's usable
//! memory.

use rooflight_estimator::fit::{self, Fit};
use rooflight_estimator::hardware::DeviceClass;
use rooflight_estimator::kv::KvType;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::{GIB, MIB, count};

/// Memory that llama.cpp leaves free on each device, bytes (`fit_params_target`).
const MARGIN: f64 = 1024.0 * MIB;

/// Context below which llama.cpp does not shrink, tokens (`fit_params_min_ctx`); also Ollama's smallest default.
const MIN_CONTEXT: f64 = 4096.0;

/// Step by which llama.cpp shrinks a context, tokens.
const STEP: f64 = 256.0;

/// Share of the memory that vLLM uses (`gpu_memory_utilization`).
const SHARE: f64 = 0.92;

/// Ollama's default contexts (minimum memory in GiB, tokens). With less memory than the last it is [`MIN_CONTEXT`].
const TIERS: [(f64, f64); 2] = [(47.0, 262_144.0), (23.0, 32_768.0)];

/// The context that an engine chooses, and the rule that leads to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ContextRule {
    /// The model's own context, in tokens.
    Whole(f64),
    /// A context that was reduced to this many tokens.
    Shrunk(f64),
    /// This many tokens, with part of the model moved to system memory.
    Partly(f64),
    /// This many tokens, whether they fit or not.
    Tiered(f64),
    /// The engine does not start.
    Refused,
    /// The model's own context, which is unknown.
    Unstated,
    /// No limit.
    Unlimited,
    /// Unknown: the engine's rule was not read, or the memory is not known.
    Unknown,
}

/// Returns the context that an engine chooses for one request with a 16-bit cache, whatever the set-up asks for.
/// `longest` is the model's own context in tokens, infinite if unknown.
#[must_use]
pub fn default_context(engine: &str, setup: &Setup<'_>, longest: f64) -> ContextRule {
    let at = |depth: f64| fit::fit(&Setup { depth, batch: 1.0, kv: KvType::F16, ..*setup });
    match engine {
        "llama.cpp" | "vllm" | "ollama" if !longest.is_finite() => ContextRule::Unstated,
        "llama.cpp" => at(0.0).map_or(ContextRule::Unknown, |_| llama_cpp(setup, longest, &at)),
        "vllm" => match at(longest) {
            Some(fit) if fit.needed() <= fit.usable * SHARE => ContextRule::Whole(longest),
            Some(_) => ContextRule::Refused,
            None => ContextRule::Unknown,
        },
        "mlx-lm" => ContextRule::Unlimited,
        "ollama" => ollama(setup, longest),
        _ => ContextRule::Unknown,
    }
}

/// Graphics cards report all of their memory; for memory shared with the system, it is the part that the system grants.
fn ollama(setup: &Setup<'_>, longest: f64) -> ContextRule {
    let device = setup.device;
    let each = match device.class {
        DeviceClass::Cpu => Some(0.0),
        class if class.is_discrete() => device.memory,
        _ => fit::usable_memory(device),
    };
    let Some(each) = each else { return ContextRule::Unknown };
    let all = each * count(setup.devices.number());
    let tier = TIERS.iter().find(|(gib, _)| all >= gib * GIB).map_or(MIN_CONTEXT, |(_, tokens)| *tokens);
    if tier < longest { ContextRule::Tiered(tier) } else { ContextRule::Whole(longest) }
}

fn llama_cpp(setup: &Setup<'_>, longest: f64, at: &dyn Fn(f64) -> Option<Fit>) -> ContextRule {
    let devices = count(setup.devices.number());
    let layers = count(setup.model.layers.max(1));
    // With several devices, whole layers or whole expert tensors do not fit at the end of each.
    let parts = if setup.model.moe_layers > 0 { 6.0 } else { 2.0 };
    let waste = if devices > 1.0 { (devices + 1.0) * setup.weights.file_bytes() / layers / parts } else { 0.0 };
    let holds =
        |depth: f64, waste: f64| at(depth).is_some_and(|fit| fit.needed() + devices * MARGIN + waste <= fit.usable);
    if holds(longest, 0.0) {
        return ContextRule::Whole(longest);
    }
    if !holds(MIN_CONTEXT.min(longest), waste) {
        return ContextRule::Partly(MIN_CONTEXT.min(longest));
    }
    let (mut low, mut high) = (MIN_CONTEXT.min(longest), longest);
    while high - low > STEP {
        let middle = f64::midpoint(low, high);
        if holds(middle, waste) {
            low = middle;
        } else {
            high = middle;
        }
    }
    let steps = rooflight_primitives::math::floor(low / STEP);
    ContextRule::Shrunk((steps * STEP).max(MIN_CONTEXT.min(longest)))
}
