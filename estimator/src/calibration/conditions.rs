//! The conditions of a speed: the engine, its backend, and when its build was current.
//!
//! Engines get faster, so the year matters. A reader who names no engine gets the usual one: the engine with which most
//! people run files of this format on such a device, at the newest era of the data.

use alloc::string::String;

use super::engines::{Backend, Engine};
use crate::hardware::{Device, DeviceClass, Family};
use crate::prefill::Prompt;
use crate::setup::Devices;
use serde::{Deserialize, Serialize};

/// Newest era of the measurements, as a decimal year. Later years are clamped to it: nothing is extrapolated in time.
pub const NEWEST: f64 = 2026.6;

/// Oldest era of the measurements, as a decimal year. Earlier years are clamped to it.
pub const OLDEST: f64 = 2023.5;

rooflight_primitives::variants! {
    /// File formats, grouped by the engines that run them, with their words.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[allow(missing_docs, reason = "the names are those of formats and engines")]
    pub enum FileFormat [
        /// Its name in data.
        pub id: &'static str,
        /// Name to print: `GGUF`.
        pub words: &'static str,
    ] {
        #[default]
        Gguf = ("gguf", "GGUF"),
        Safetensors = ("safetensors", "safetensors (16 bits, FP8, AWQ, GPTQ)"),
        Mlx = ("mlx", "MLX"),
        Exl2 = ("exl2", "EXL2"),
        Exl3 = ("exl3", "EXL3"),
        Calm = ("calm", "calm"),
        Isq = ("isq", "quantized while loading (ISQ)"),
        Mlc = ("mlc", "MLC"),
        TMac = ("tmac", "T-MAC and BitNet"),
        GptFast = ("gpt-fast", "gpt-fast"),
    }
}

impl FileFormat {
    /// Returns the file format of a catalog id.
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

    /// Returns how the usual engine of such files divides a model among devices: whole layers, or every layer.
    #[must_use]
    pub fn usual_share(self) -> fn(u64) -> Devices {
        match self {
            Self::Gguf | Self::Exl2 | Self::Exl3 => Devices::LayerSplit,
            _ => Devices::TensorParallel,
        }
    }
}

rooflight_primitives::variants! {
    /// Link of devices that share each layer, which carries their all-reduces.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum DeviceLink [
        /// Name within a sentence.
        pub words: &'static str,
        /// Bandwidth in one direction, bytes per second: a reference, to which the fit is relative. `NVLink` 4 has 450
        /// GB/s, a `PCIe` 4.0 slot reaches about 25 GB/s, Thunderbolt 5 carries 64 of its 80 Gbit/s as PCI Express, and
        /// a 200 Gbit/s network adapter reaches about 20 GB/s.
        pub bandwidth: f64,
    ] {
        /// PCI Express, assumed for cards in slots whose link is not stated.
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

impl DeviceLink {
    /// Usual link of such devices: datacenter cards that are not sold for slots have a fabric, other cards sit in
    /// slots, and machines with shared memory are connected from outside.
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

/// The software with which a speed was measured, or for which it is estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// Program that runs the model.
    pub engine: Engine,
    /// Interface through which it reaches the device.
    pub backend: Backend,
    /// Era of its build, as a decimal year: 2025.5 is the middle of 2025.
    pub year: f64,
    /// Whether attention runs in one fused kernel; `None` for the engine's default.
    pub flash_attention: Option<bool>,
    /// Link of devices that share each layer; `None` for the usual one.
    pub link: Option<DeviceLink>,
    /// Tokens of a prompt that the engine takes in one pass; `None` for the engine's default.
    pub ubatch: Option<u32>,
}

impl Conditions {
    /// Makes a prompt of `tokens` after `cached` others, in the engine's chunks.
    #[must_use]
    pub fn prompt(&self, tokens: f64, cached: f64) -> Prompt {
        let usual = self.engine.stack().chunk();
        Prompt { tokens, cached, chunk: self.ubatch.unwrap_or(usual).into(), usual: usual.into() }
    }

    /// Conditions assumed if the reader chooses no engine: by the format first (MLX files run on MLX, EXL files on
    /// `ExLlama`; GPTQ, AWQ, `FP8` and 16-bit safetensors on vLLM; most others are GGUF and run on llama.cpp), then by
    /// the device.
    #[must_use]
    pub fn usual(device: &Device, files: FileFormat) -> Self {
        let (engine, backend) = Self::engine_of(files, Self::native(device));
        Self { engine, backend, year: NEWEST, flash_attention: None, link: None, ubatch: None }
    }

    /// Engine with which most people run such files on devices of a backend, and the backend that it then uses.
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

    /// Backend that most people use on a device.
    pub(super) const fn native(device: &Device) -> Backend {
        match device.family {
            Family::NvidiaGddr | Family::NvidiaHbm | Family::NvidiaPascal => Backend::Cuda,
            Family::Apple => Backend::Metal,
            Family::AmdGddr | Family::AmdHbm => Backend::Rocm,
            Family::Apu | Family::IntelGpu => Backend::Vulkan,
            Family::Cpu | Family::PhoneEdge | Family::Accelerator => Backend::Cpu,
        }
    }

    /// Describes the conditions in words: "llama.cpp on CUDA, 2026".
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
