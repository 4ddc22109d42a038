//! The programs that run models and the interfaces they reach the processor through, as measurements name them.
//!
//! Ids are those of the catalog. An engine belongs to a stack: programs that share their kernels share what is
//! measured of them.

/// A program that runs models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[allow(missing_docs)] // The names are the programs' own.
pub enum Engine {
    #[default]
    LlamaCpp,
    IkLlamaCpp,
    Ollama,
    LmStudio,
    UnslothStudio,
    MlxLm,
    MlxVlm,
    MlxSwift,
    Omlx,
    RapidMlx,
    VllmMlx,
    Mlxcel,
    Vllm,
    Sglang,
    TensorRtLlm,
    Atom,
    Transformers,
    AutoAwq,
    ExLlama,
    ExLlamaV2,
    ExLlamaV3,
    MistralRs,
    MlcLlm,
    GptFast,
    Calm,
    TMac,
    KTransformers,
    CoreMlLlm,
    /// The source names no program.
    Unknown,
}

/// Programs that share their kernels, or are built alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stack {
    /// ggml and what is built on it.
    Ggml,
    /// MLX and what is built on it.
    Mlx,
    /// Servers for many requests, on PyTorch.
    Server,
    /// PyTorch without a compiler: every kernel is launched from Python.
    Eager,
    /// Kernels written or compiled for one model at a time.
    Compiled,
    /// The `ExLlama` family.
    ExLlama,
    /// mistral.rs.
    Mistral,
    /// Core ML, on the neural engine.
    CoreMl,
}

impl Engine {
    /// Every engine, in the order of the catalog's families.
    pub const ALL: [Self; 29] = [
        Self::LlamaCpp,
        Self::IkLlamaCpp,
        Self::Ollama,
        Self::LmStudio,
        Self::UnslothStudio,
        Self::MlxLm,
        Self::MlxVlm,
        Self::MlxSwift,
        Self::Omlx,
        Self::RapidMlx,
        Self::VllmMlx,
        Self::Mlxcel,
        Self::Vllm,
        Self::Sglang,
        Self::TensorRtLlm,
        Self::Atom,
        Self::Transformers,
        Self::AutoAwq,
        Self::ExLlama,
        Self::ExLlamaV2,
        Self::ExLlamaV3,
        Self::MistralRs,
        Self::MlcLlm,
        Self::GptFast,
        Self::Calm,
        Self::TMac,
        Self::KTransformers,
        Self::CoreMlLlm,
        Self::Unknown,
    ];

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::LlamaCpp => ("llama.cpp", "llama.cpp"),
            Self::IkLlamaCpp => ("ik_llama.cpp", "ik_llama.cpp"),
            Self::Ollama => ("ollama", "Ollama"),
            Self::LmStudio => ("lm-studio", "LM Studio"),
            Self::UnslothStudio => ("unsloth-studio", "Unsloth Studio"),
            Self::MlxLm => ("mlx-lm", "MLX LM"),
            Self::MlxVlm => ("mlx-vlm", "MLX-VLM"),
            Self::MlxSwift => ("mlx-swift", "MLX Swift"),
            Self::Omlx => ("omlx", "oMLX"),
            Self::RapidMlx => ("rapid-mlx", "Rapid-MLX"),
            Self::VllmMlx => ("vllm-mlx", "vllm-mlx"),
            Self::Mlxcel => ("mlxcel", "mlxcel"),
            Self::Vllm => ("vllm", "vLLM"),
            Self::Sglang => ("sglang", "SGLang"),
            Self::TensorRtLlm => ("tensorrt-llm", "TensorRT-LLM"),
            Self::Atom => ("atom", "ATOM"),
            Self::Transformers => ("transformers", "Transformers"),
            Self::AutoAwq => ("autoawq", "AutoAWQ"),
            Self::ExLlama => ("exllama", "ExLlama"),
            Self::ExLlamaV2 => ("exllamav2", "ExLlamaV2"),
            Self::ExLlamaV3 => ("exllamav3", "ExLlamaV3"),
            Self::MistralRs => ("mistral.rs", "mistral.rs"),
            Self::MlcLlm => ("mlc-llm", "MLC LLM"),
            Self::GptFast => ("gpt-fast", "gpt-fast"),
            Self::Calm => ("calm", "calm"),
            Self::TMac => ("t-mac", "T-MAC"),
            Self::KTransformers => ("ktransformers", "KTransformers"),
            Self::CoreMlLlm => ("coreml-llm", "CoreML-LLM"),
            Self::Unknown => ("unknown", "a program not named"),
        }
    }

    /// The catalog's id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.names().0
    }

    /// The name to print.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.names().1
    }

    /// The engine of a catalog id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.id() == id)
    }

    /// Whether the program carries llama.cpp inside and reads prompts as it does, whatever its own effect.
    #[must_use]
    pub const fn wraps_llama_cpp(self) -> bool {
        matches!(self, Self::Ollama | Self::LmStudio | Self::UnslothStudio | Self::Unknown)
    }

    /// The stack that the engine belongs to.
    #[must_use]
    pub const fn stack(self) -> Stack {
        match self {
            Self::LlamaCpp | Self::IkLlamaCpp | Self::Ollama | Self::LmStudio | Self::UnslothStudio | Self::Unknown => {
                Stack::Ggml
            }
            Self::MlxLm
            | Self::MlxVlm
            | Self::MlxSwift
            | Self::Omlx
            | Self::RapidMlx
            | Self::VllmMlx
            | Self::Mlxcel => Stack::Mlx,
            Self::Vllm | Self::Sglang | Self::TensorRtLlm | Self::Atom | Self::KTransformers => Stack::Server,
            Self::CoreMlLlm => Stack::CoreMl,
            Self::Transformers | Self::AutoAwq => Stack::Eager,
            Self::ExLlama | Self::ExLlamaV2 | Self::ExLlamaV3 => Stack::ExLlama,
            Self::MistralRs => Stack::Mistral,
            Self::MlcLlm | Self::GptFast | Self::Calm | Self::TMac => Stack::Compiled,
        }
    }
}

/// The interface through which an engine reaches the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[allow(missing_docs)] // The names are the interfaces' own.
pub enum Backend {
    #[default]
    Cuda,
    Rocm,
    Vulkan,
    Metal,
    Mlx,
    Sycl,
    Cpu,
    Npu,
    /// The source names none.
    Unknown,
}

impl Backend {
    /// Every backend.
    pub const ALL: [Self; 9] =
        [Self::Cuda, Self::Rocm, Self::Vulkan, Self::Metal, Self::Mlx, Self::Sycl, Self::Cpu, Self::Npu, Self::Unknown];

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Cuda => ("cuda", "CUDA"),
            Self::Rocm => ("rocm", "ROCm"),
            Self::Vulkan => ("vulkan", "Vulkan"),
            Self::Metal => ("metal", "Metal"),
            Self::Mlx => ("mlx", "MLX"),
            Self::Sycl => ("sycl", "SYCL"),
            Self::Cpu => ("cpu", "the CPU"),
            Self::Npu => ("npu", "the neural engine"),
            Self::Unknown => ("unknown", "an interface not named"),
        }
    }

    /// The catalog's id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.names().0
    }

    /// The name to print.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.names().1
    }

    /// The backend of a catalog id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|backend| backend.id() == id)
    }
}
