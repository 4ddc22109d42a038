//! The conditions of a speed: the engine, its backend, and when its build was current.
//!
//! Engines get faster, so the year matters. A reader who names no engine gets the usual one: the engine that most
//! people run files of this format with on such a device, at the newest era of the data.

use alloc::string::String;

use super::engines::{Backend, Engine};
use rooflight_estimator::hardware::{Device, DeviceClass, Family};
use rooflight_estimator::prefill::Prompt;

/// The newest era of the measurements, as a decimal year. Later years are taken as this one: nothing is extrapolated
/// in time.
pub const NEWEST: f64 = 2026.6;

/// The oldest era of the measurements, as a decimal year. Earlier years are taken as this one.
pub const OLDEST: f64 = 2023.5;

rooflight_primitives::variants! {
    /// Formats that people run with the same engines, and the files in words.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the names are those of formats and engines")]
    pub enum FileFormat: &'static str {
        #[default]
        Gguf = "GGUF",
        Safetensors = "safetensors (16 bits, FP8, AWQ, GPTQ)",
        Mlx = "MLX",
        Exl2 = "EXL2",
        Exl3 = "EXL3",
        Calm = "calm",
        Isq = "quantized while loading (ISQ)",
        Mlc = "MLC",
        TMac = "T-MAC and BitNet",
        GptFast = "gpt-fast",
    }
}

impl FileFormat {
    /// The name to print: `GGUF`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        self.row()
    }

    /// The files of a format, by its catalog id.
    #[must_use]
    pub fn of(quantization_id: &str) -> Self {
        match quantization_id {
            id if id.starts_with("gguf-") => Self::Gguf,
            id if id.starts_with("mlx-") => Self::Mlx,
            id if id.starts_with("exl2") => Self::Exl2,
            id if id.starts_with("exl3") => Self::Exl3,
            id if id.starts_with("calm-") => Self::Calm,
            id if id.starts_with("isq-") => Self::Isq,
            id if id.starts_with("mlc-") => Self::Mlc,
            id if id.starts_with("tmac-") || id.starts_with("bitnet") => Self::TMac,
            "int8-weight-only" | "int4-g32" => Self::GptFast,
            _ => Self::Safetensors,
        }
    }
}

rooflight_primitives::variants! {
    /// The link over which devices that share each layer agree.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Link: (&'static str, f64) {
        /// PCI Express, assumed for cards whose link is not stated.
        #[default]
        Pcie = ("PCIe", 25e9),
        /// `NVLink`, xGMI and their like.
        Fabric = ("NVLink or xGMI", 450e9),
        /// Thunderbolt, between machines.
        Thunderbolt = ("Thunderbolt", 8e9),
        /// A network between machines.
        Network = ("a network", 20e9),
    }
}

impl Link {
    /// The link in words, as a sentence names it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        self.row().0
    }

    /// The rate in one direction, bytes a second: a reference, to which the fit is relative. `NVLink` 4 has 450 GB a
    /// second, a `PCIe` 4.0 slot reaches about 25, Thunderbolt 5 has 80 Gbit, and a network adapter of 200 Gbit reaches
    /// about 20 GB.
    #[must_use]
    pub const fn bandwidth(self) -> f64 {
        self.row().1
    }

    /// The link that devices of a kind usually have: datacenter cards that are not sold for slots have a fabric of
    /// their own, other cards sit in slots, and machines with shared memory are linked from outside.
    #[must_use]
    pub fn usual(device: &Device) -> Self {
        match device.family {
            Family::Apple => Self::Thunderbolt,
            Family::NvidiaHbm | Family::AmdHbm if !device.id.contains("pcie") => Self::Fabric,
            Family::Apu | Family::PhoneEdge => Self::Network,
            _ if matches!(device.class, DeviceClass::Edge) => Self::Network,
            _ => Self::Pcie,
        }
    }
}

/// Engine, backend and era.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// The program that runs the model.
    pub engine: Engine,
    /// The interface it reaches the processor through.
    pub backend: Backend,
    /// When its build was current, as a decimal year: 2025.5 is the middle of 2025.
    pub year: f64,
    /// Whether attention runs in one fused kernel; `None` leaves it to the engine.
    pub flash_attention: Option<bool>,
    /// The link of devices that share each layer; `None` for what such devices usually have.
    pub link: Option<Link>,
    /// Tokens of a prompt that the engine takes in one pass; `None` leaves them to the engine.
    pub ubatch: Option<u32>,
}

impl Conditions {
    /// A prompt of `tokens` after `cached` others, as the engine reads it.
    #[must_use]
    pub fn prompt(&self, tokens: f64, cached: f64) -> Prompt {
        let usual = self.engine.stack().chunk();
        Prompt { tokens, cached, chunk: self.ubatch.unwrap_or(usual).into(), usual: usual.into() }
    }

    /// The engine assumed if the reader chooses none: by the format first (MLX files run on MLX, EXL files on
    /// `ExLlama`; GPTQ, AWQ, `FP8` and 16-bit safetensors on vLLM; everything else is GGUF and runs on llama.cpp), then
    /// by the device.
    #[must_use]
    pub fn usual(device: &Device, files: FileFormat) -> Self {
        let (engine, backend) = Self::engine_of(files, Self::native(device));
        Self { engine, backend, year: NEWEST, flash_attention: None, link: None, ubatch: None }
    }

    /// The engine that most people run such files with on devices of a backend, and the backend that it then uses.
    #[must_use]
    pub const fn engine_of(files: FileFormat, native: Backend) -> (Engine, Backend) {
        match files {
            FileFormat::Gguf => (Engine::LlamaCpp, native),
            FileFormat::Mlx => (Engine::MlxLm, Backend::Mlx),
            FileFormat::Exl2 => (Engine::ExLlamaV2, Backend::Cuda),
            FileFormat::Exl3 => (Engine::ExLlamaV3, Backend::Cuda),
            FileFormat::Calm => (Engine::Calm, native),
            FileFormat::Isq => (Engine::MistralRs, native),
            FileFormat::Mlc => (Engine::MlcLlm, native),
            FileFormat::TMac => (Engine::TMac, Backend::Cpu),
            FileFormat::GptFast => (Engine::GptFast, native),
            FileFormat::Safetensors => match native {
                Backend::Metal => (Engine::MlxLm, Backend::Mlx),
                Backend::Cuda | Backend::Rocm => (Engine::Vllm, native),
                _ => (Engine::LlamaCpp, native),
            },
        }
    }

    /// The backend that most people use on a device.
    pub(super) const fn native(device: &Device) -> Backend {
        match device.family {
            Family::NvidiaGddr | Family::NvidiaHbm | Family::NvidiaPascal => Backend::Cuda,
            Family::Apple => Backend::Metal,
            Family::AmdGddr | Family::AmdHbm => Backend::Rocm,
            Family::Apu | Family::IntelGpu => Backend::Vulkan,
            Family::Cpu | Family::PhoneEdge | Family::Accelerator => Backend::Cpu,
        }
    }

    /// In words: "llama.cpp on CUDA, 2026".
    #[must_use]
    pub fn words(&self) -> String {
        let mut text = String::from(self.engine.name());
        if self.engine != Engine::MlxLm && self.backend != Backend::Mlx {
            text.push_str(" on ");
            text.push_str(self.backend.name());
        }
        text.push_str(", ");
        push_year(&mut text, self.year);
        text
    }
}

fn push_year(text: &mut String, year: f64) {
    let mut rest = 1000;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Clamped to four digits.
    let year = year.clamp(1000.0, 9999.0) as u32;
    while rest > 0 {
        text.push(char::from_digit(year / rest % 10, 10).unwrap_or('0'));
        rest /= 10;
    }
}
