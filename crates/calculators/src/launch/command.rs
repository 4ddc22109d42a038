//! The command that starts an engine for a set-up, and the engine's own defaults.
//!
//! 1. [`command`](fn@command) writes the command for an engine whose options were read in a known version; each option
//!    follows from the set-up.
//! 2. [`defaults`](mod@super::defaults) tells the context length that the engine chooses if the command states none.
//!
//! Options, files and repositories are never invented: where the catalog has no value, a word in capitals is left for
//! the reader to replace. There is no command for engines whose options were not read.

use alloc::string::String;
use rooflight_document::markup::{joined, put};
use rooflight_document::number::plain_count;
use rooflight_estimator::kv::KvType;
use rooflight_estimator::setup::Devices;

/// How a model is divided between device and system memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Some layers are on the device, the others in system memory.
    Layers {
        /// Number of layers on the device.
        on_device: u64,
    },
    /// The routed experts of some layers are in system memory.
    Experts {
        /// Number of layers whose experts are in system memory.
        layers: u64,
    },
}

/// A server to start: engine, load and devices.
#[derive(Clone, Copy, Debug)]
pub struct ServerSetup<'a> {
    /// Catalog id of the engine.
    pub engine: &'a str,
    /// Repository of the model's files; `None` if they are not its publisher's.
    pub repository: Option<&'a str>,
    /// Context length of each request, tokens.
    pub context: u64,
    /// Number of requests that are decoded concurrently.
    pub requests: u64,
    /// Number of devices, and how they share the model.
    pub devices: Devices,
    /// True if the device is a CPU without graphics.
    pub processor: bool,
    /// Format of the KV cache.
    pub kv: KvType,
    /// The placement of layers; `None` if all are on the devices.
    pub host: Option<Placement>,
}

/// The engines that have a command, each with the version in which its options were read.
pub const CHECKED: [(&str, &str); 4] = [
    ("llama.cpp", "llama.cpp in llama-cpp-sys-2 0.1.161"),
    ("vllm", "vLLM 0.33.0"),
    ("mlx-lm", "mlx-lm 0.32.2"),
    ("ollama", "Ollama 0.32.15"),
];

/// The version in which an engine's options were read; `None` for an engine without a command.
#[must_use]
pub fn checked(engine: &str) -> Option<&'static str> {
    CHECKED.iter().find(|(id, _)| *id == engine).map(|(_, version)| *version)
}

/// The command that starts the engine; `None` if its options were not read, or none of them sets the cache format.
#[must_use]
pub fn command(setup: &ServerSetup<'_>) -> Option<String> {
    match setup.engine {
        "llama.cpp" => llama_server(setup),
        "vllm" => vllm_serve(setup),
        "mlx-lm" => mlx_server(setup),
        "ollama" => ollama(setup),
        _ => None,
    }
}

/// llama-server divides its context among the requests. A cache with fewer bits needs flash attention.
fn llama_server(setup: &ServerSetup<'_>) -> Option<String> {
    let ServerSetup { context, requests, devices, .. } = *setup;
    let mut command = String::from("llama-server -m FILE.gguf");
    option(&mut command, " -c ", context.saturating_mul(requests.max(1)));
    if requests > 1 {
        option(&mut command, " -np ", requests);
    }
    match setup.host {
        Some(Placement::Layers { on_device }) => option(&mut command, " -ngl ", on_device),
        Some(Placement::Experts { layers }) => option(&mut command, " -ngl all --n-cpu-moe ", layers),
        None => command.push_str(if setup.processor { " -ngl 0" } else { " -ngl all" }),
    }
    if devices.number() > 1 {
        command.push_str(if devices.at_once() > 1 { " -sm tensor" } else { " -sm layer" });
    }
    let name = setup.kv.name();
    match setup.kv {
        KvType::F16 => {}
        KvType::Fp8 | KvType::Turbo3 => return None,
        KvType::F32 | KvType::Bf16 => put(&mut command, &[" -ctk ", name, " -ctv ", name]),
        _ => put(&mut command, &[" -fa on -ctk ", name, " -ctv ", name]),
    }
    Some(command)
}

/// vLLM's cache has 16 bits by default.
fn vllm_serve(setup: &ServerSetup<'_>) -> Option<String> {
    let ServerSetup { context, requests, devices, .. } = *setup;
    let mut command = joined(&["vllm serve ", setup.repository.unwrap_or("REPOSITORY")]);
    option(&mut command, " --max-model-len ", context);
    if requests > 1 {
        option(&mut command, " --max-num-seqs ", requests);
    }
    if devices.number() > 1 {
        let name = if devices.at_once() > 1 { " --tensor-parallel-size " } else { " --pipeline-parallel-size " };
        option(&mut command, name, devices.number());
    }
    match setup.kv {
        KvType::F16 | KvType::Bf16 => {}
        KvType::Fp8 => command.push_str(" --kv-cache-dtype fp8"),
        _ => return None,
    }
    Some(command)
}

/// MLX LM's server has no option for the context length, and its own formats for a cache with fewer bits.
fn mlx_server(setup: &ServerSetup<'_>) -> Option<String> {
    let mut command = joined(&["mlx_lm.server --model ", setup.repository.unwrap_or("REPOSITORY")]);
    if setup.requests > 1 {
        option(&mut command, " --decode-concurrency ", setup.requests);
    }
    matches!(setup.kv, KvType::F16 | KvType::Bf16).then_some(command)
}

/// Ollama reads context, number of requests and cache format from its server's environment.
fn ollama(setup: &ServerSetup<'_>) -> Option<String> {
    let mut command = String::new();
    option(&mut command, "OLLAMA_CONTEXT_LENGTH=", setup.context);
    if setup.requests > 1 {
        option(&mut command, " OLLAMA_NUM_PARALLEL=", setup.requests);
    }
    match setup.kv {
        KvType::F16 => {}
        kv @ (KvType::Q8_0 | KvType::Q4_0) => {
            put(&mut command, &[" OLLAMA_FLASH_ATTENTION=1 OLLAMA_KV_CACHE_TYPE=", kv.name()]);
        }
        _ => return None,
    }
    command.push_str(" ollama serve & ollama run NAME");
    Some(command)
}

/// Appends an option and its number.
fn option(command: &mut String, name: &str, number: u64) {
    put(command, &[name, &plain_count(number)]);
}
