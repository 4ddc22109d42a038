//! The line that starts an engine for a set-up, and what the engine keeps by its own defaults.
//!
//! 1. [`command`](fn@command) writes the command of an engine whose options were read in a named version; each option
//!    follows from the set-up.
//! 2. [`defaults`](mod@defaults) says which context that engine uses when the command states none.
//!
//! Never invents an option, a file or a repository: what the catalog does not know stays a word in capitals for the
//! reader to replace. An engine whose options were not read has no line.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

use alloc::string::String;
use rooflight_document::markup::{joined, put};
use rooflight_document::number::plain_count;
use rooflight_estimator::kv::KvType;
use rooflight_estimator::setup::Devices;

pub mod defaults;

/// Where the layers of a model lie that is divided between device and system memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Some layers are on the device, the rest in system memory.
    Layers {
        /// Layers on the device.
        on_device: u64,
    },
    /// The routed experts of some layers are in system memory.
    Experts {
        /// Layers whose experts are there.
        layers: u64,
    },
}

/// A server to start: its engine, the load and the devices.
#[derive(Clone, Copy, Debug)]
pub struct ServerSetup<'a> {
    /// The program, by its id in the catalog.
    pub engine: &'a str,
    /// The repository of the model's files, where they are those of its publisher.
    pub repository: Option<&'a str>,
    /// Tokens of context of each request.
    pub context: u64,
    /// Requests that are decoded together.
    pub requests: u64,
    /// How many devices there are, and how they share the model.
    pub devices: Devices,
    /// Whether the device is a processor without graphics.
    pub processor: bool,
    /// The format of the cache.
    pub kv: KvType,
    /// Where the layers lie, if not all are on the devices.
    pub host: Option<Placement>,
}

/// The engines that have a line, each with the version whose options were read.
pub const CHECKED: [(&str, &str); 4] = [
    ("llama.cpp", "llama.cpp in llama-cpp-sys-2 0.1.161"),
    ("vllm", "vLLM 0.33.0"),
    ("mlx-lm", "mlx-lm 0.32.2"),
    ("ollama", "Ollama 0.32.15"),
];

/// The version whose options were read; `None` for an engine without a line.
#[must_use]
pub fn checked(engine: &str) -> Option<&'static str> {
    CHECKED.iter().find(|(id, _)| *id == engine).map(|(_, version)| *version)
}

/// The command that starts the engine; `None` where its options were not read, or where none of them asks for the
/// format of the cache.
#[must_use]
pub fn command(served: &ServerSetup<'_>) -> Option<String> {
    match served.engine {
        "llama.cpp" => llama_server(served),
        "vllm" => vllm_serve(served),
        "mlx-lm" => mlx_server(served),
        "ollama" => ollama(served),
        _ => None,
    }
}

/// llama-server shares its context between the requests. A cache of fewer bits needs flash attention.
fn llama_server(served: &ServerSetup<'_>) -> Option<String> {
    let ServerSetup { context, requests, devices, .. } = *served;
    let mut command = String::from("llama-server -m FILE.gguf");
    option(&mut command, " -c ", context.saturating_mul(requests.max(1)));
    if requests > 1 {
        option(&mut command, " -np ", requests);
    }
    match served.host {
        Some(Placement::Layers { on_device }) => option(&mut command, " -ngl ", on_device),
        Some(Placement::Experts { layers }) => option(&mut command, " -ngl all --n-cpu-moe ", layers),
        None => command.push_str(if served.processor { " -ngl 0" } else { " -ngl all" }),
    }
    if devices.number() > 1 {
        command.push_str(if devices.at_once() > 1 { " -sm tensor" } else { " -sm layer" });
    }
    let name = served.kv.name();
    match served.kv {
        KvType::F16 => {}
        KvType::Fp8 | KvType::Turbo3 => return None,
        KvType::F32 | KvType::Bf16 => put(&mut command, &[" -ctk ", name, " -ctv ", name]),
        _ => put(&mut command, &[" -fa on -ctk ", name, " -ctv ", name]),
    }
    Some(command)
}

/// The cache of vLLM has 16 bits unless told otherwise.
fn vllm_serve(served: &ServerSetup<'_>) -> Option<String> {
    let ServerSetup { context, requests, devices, .. } = *served;
    let mut command = joined(&["vllm serve ", served.repository.unwrap_or("REPOSITORY")]);
    option(&mut command, " --max-model-len ", context);
    if requests > 1 {
        option(&mut command, " --max-num-seqs ", requests);
    }
    if devices.number() > 1 {
        let name = if devices.at_once() > 1 { " --tensor-parallel-size " } else { " --pipeline-parallel-size " };
        option(&mut command, name, devices.number());
    }
    match served.kv {
        KvType::F16 | KvType::Bf16 => {}
        KvType::Fp8 => command.push_str(" --kv-cache-dtype fp8"),
        _ => return None,
    }
    Some(command)
}

/// The server of MLX LM has no option for the context, and formats of its own for a cache of fewer bits.
fn mlx_server(served: &ServerSetup<'_>) -> Option<String> {
    let mut command = joined(&["mlx_lm.server --model ", served.repository.unwrap_or("REPOSITORY")]);
    if served.requests > 1 {
        option(&mut command, " --decode-concurrency ", served.requests);
    }
    matches!(served.kv, KvType::F16 | KvType::Bf16).then_some(command)
}

/// Ollama takes context, requests and the format of the cache from the environment of its server.
fn ollama(served: &ServerSetup<'_>) -> Option<String> {
    let mut command = String::new();
    option(&mut command, "OLLAMA_CONTEXT_LENGTH=", served.context);
    if served.requests > 1 {
        option(&mut command, " OLLAMA_NUM_PARALLEL=", served.requests);
    }
    match served.kv {
        KvType::F16 => {}
        kv @ (KvType::Q8_0 | KvType::Q4_0) => {
            put(&mut command, &[" OLLAMA_FLASH_ATTENTION=1 OLLAMA_KV_CACHE_TYPE=", kv.name()]);
        }
        _ => return None,
    }
    command.push_str(" ollama serve & ollama run NAME");
    Some(command)
}

/// Writes an option with its number.
fn option(command: &mut String, name: &str, number: u64) {
    put(command, &[name, &plain_count(number)]);
}
