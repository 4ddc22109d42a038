//! Engines that a reader may choose instead of the usual one: the files that each is estimated for, and the devices
//! that it runs on.
//!
//! 1. An option is a program with the interface through which it reaches a device; programs with a single interface
//!    have one option.
//! 2. The build computes each option's conditions on each device. If an option cannot run there, the device's record
//!    holds the reason in words.
//!
//! Only programs of the fitted table are here, and only for files that they were measured with; a test compares. The
//! usual engine ([`Conditions::usual`]) is not one of the options.

use alloc::string::String;

use super::conditions::{Conditions, FileFormat, NEWEST};
use super::engines::{Backend, Engine};
use crate::hardware::{Device, Family};

/// An engine that a reader may choose.
#[derive(Clone, Copy, Debug)]
pub struct EngineOption {
    /// Permanent value in URLs.
    pub id: &'static str,
    /// The name to print.
    pub name: &'static str,
    /// The program.
    pub engine: Engine,
    /// Files that it is estimated for.
    pub formats: &'static [FileFormat],
    /// Devices that it runs on, in words.
    pub runs_on: &'static str,
    backend: fn(&Device) -> Option<Backend>,
}

/// All options, in the order of the form's list.
pub const ENGINE_OPTIONS: &[EngineOption] = &[
    llama_cpp("llama-cuda", "llama.cpp on CUDA", NVIDIA, |device| only(is_nvidia(device), Backend::Cuda)),
    llama_cpp("llama-rocm", "llama.cpp on ROCm", "AMD's cards and APUs", |device| {
        only(matches!(device.family, Family::AmdGddr | Family::AmdHbm | Family::Apu), Backend::Rocm)
    }),
    llama_cpp("llama-vulkan", "llama.cpp on Vulkan", "cards of AMD, Intel and NVIDIA", |device| {
        let cards = matches!(device.family, Family::AmdGddr | Family::Apu | Family::IntelGpu);
        only(cards || matches!(device.family, Family::NvidiaGddr | Family::NvidiaPascal), Backend::Vulkan)
    }),
    llama_cpp("llama-metal", "llama.cpp on Metal", APPLE, |device| only(is_apple(device), Backend::Metal)),
    llama_cpp("llama-sycl", "llama.cpp on SYCL", "Intel's cards", |device| {
        only(device.family == Family::IntelGpu, Backend::Sycl)
    }),
    llama_cpp("llama-cpu", "llama.cpp on the CPU", "processors, APUs and Apple's chips", |device| {
        only(has_processor(device), Backend::Cpu)
    }),
    EngineOption {
        id: "ik-llama",
        name: "ik_llama.cpp",
        engine: Engine::IkLlamaCpp,
        formats: &[FileFormat::Gguf],
        runs_on: "NVIDIA's devices and processors",
        backend: |device| {
            let processor = matches!(device.family, Family::Cpu | Family::Apple);
            only(is_nvidia(device), Backend::Cuda).or(only(processor, Backend::Cpu))
        },
    },
    EngineOption {
        id: "ollama",
        name: "Ollama",
        engine: Engine::Ollama,
        formats: &[FileFormat::Gguf],
        runs_on: "graphics cards, Apple's chips and processors",
        backend: |device| only(device.family != Family::Accelerator, Conditions::native(device)),
    },
    EngineOption {
        id: "vllm",
        name: "vLLM",
        engine: Engine::Vllm,
        formats: &[FileFormat::Safetensors],
        runs_on: "cards of NVIDIA, AMD and Intel, and AMD's APUs",
        backend: |device| match device.family {
            Family::IntelGpu => Some(Backend::Sycl),
            Family::Apu => Some(Backend::Rocm),
            _ => server(device),
        },
    },
    EngineOption {
        id: "sglang",
        name: "SGLang",
        engine: Engine::Sglang,
        formats: &[FileFormat::Safetensors],
        runs_on: "cards of NVIDIA and AMD",
        backend: server,
    },
    on_cuda("transformers", "Transformers", Engine::Transformers, &[FileFormat::Safetensors]),
    on_cuda(
        "mistral-rs",
        "mistral.rs",
        Engine::MistralRs,
        &[FileFormat::Gguf, FileFormat::Safetensors, FileFormat::Isq],
    ),
    EngineOption {
        id: "mlx-lm",
        name: "MLX LM",
        engine: Engine::MlxLm,
        formats: &[FileFormat::Mlx, FileFormat::Safetensors],
        runs_on: APPLE,
        backend: |device| only(is_apple(device), Backend::Mlx),
    },
    on_cuda("exllamav2", "ExLlamaV2", Engine::ExLlamaV2, &[FileFormat::Exl2]),
    on_cuda("exllamav3", "ExLlamaV3", Engine::ExLlamaV3, &[FileFormat::Exl3]),
    EngineOption {
        id: "mlc-llm",
        name: "MLC LLM",
        engine: Engine::MlcLlm,
        formats: &[FileFormat::Mlc],
        runs_on: "cards of NVIDIA and AMD",
        backend: server,
    },
];

const NVIDIA: &str = "NVIDIA's devices";
const APPLE: &str = "Apple's chips";

const fn llama_cpp(
    id: &'static str,
    name: &'static str,
    runs_on: &'static str,
    backend: fn(&Device) -> Option<Backend>,
) -> EngineOption {
    EngineOption { id, name, engine: Engine::LlamaCpp, formats: &[FileFormat::Gguf], runs_on, backend }
}

/// An option of a program that was measured on NVIDIA's devices only.
const fn on_cuda(id: &'static str, name: &'static str, engine: Engine, formats: &'static [FileFormat]) -> EngineOption {
    EngineOption {
        id,
        name,
        engine,
        formats,
        runs_on: NVIDIA,
        backend: |device| only(is_nvidia(device), Backend::Cuda),
    }
}

fn only(runs: bool, backend: Backend) -> Option<Backend> {
    runs.then_some(backend)
}

const fn is_nvidia(device: &Device) -> bool {
    matches!(device.family, Family::NvidiaGddr | Family::NvidiaHbm | Family::NvidiaPascal)
}

const fn is_apple(device: &Device) -> bool {
    matches!(device.family, Family::Apple)
}

/// True if the device's memory is also that of a CPU.
fn has_processor(device: &Device) -> bool {
    !device.class.is_discrete() && device.family != Family::Accelerator
}

/// Interface of PyTorch programs on a device.
fn server(device: &Device) -> Option<Backend> {
    let rocm = matches!(device.family, Family::AmdGddr | Family::AmdHbm);
    only(is_nvidia(device), Backend::Cuda).or(only(rocm, Backend::Rocm))
}

impl EngineOption {
    /// Conditions of a reader who chose it, at the newest era of the data; `None` if it does not run on the device.
    #[must_use]
    pub fn conditions(&self, device: &Device) -> Option<Conditions> {
        let backend = (self.backend)(device)?;
        Some(Conditions { engine: self.engine, backend, year: NEWEST, flash_attention: None, link: None, ubatch: None })
    }

    /// Lists the files that it is estimated for, in words.
    #[must_use]
    pub fn files(&self) -> String {
        let mut text = String::new();
        for files in self.formats {
            if !text.is_empty() {
                text.push_str(", ");
            }
            text.push_str(files.words());
        }
        text
    }

    /// Explains to the reader why it is not estimated on this device, or for files other than its own.
    #[must_use]
    pub fn refusal(&self, device: &Device) -> String {
        let mut text = String::from(self.name);
        if self.conditions(device).is_none() {
            for words in [" runs on ", self.runs_on, ", and not on ", &device.name, "."] {
                text.push_str(words);
            }
        } else {
            for words in [" is estimated for these files: ", &self.files(), ". Choose such a quantization."] {
                text.push_str(words);
            }
        }
        text
    }
}
