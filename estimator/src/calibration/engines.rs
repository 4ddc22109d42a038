//! Programs that run models and the interfaces through which they reach the device, as measurements name them.
//!
//! Ids are those of the catalog. An engine belongs to a stack: measurements of one program also inform estimates of
//! others with the same kernels.

rooflight_primitives::variants! {
    /// A program that runs models: its catalog id, the name to print, and its stack.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
    #[allow(missing_docs, reason = "the names are the programs' own")]
    pub enum Engine [
        /// Catalog id.
        pub id: &'static str,
        /// Name to print.
        pub name: &'static str,
        /// Stack of the engine.
        pub stack: Stack,
    ] {
        #[default]
        LlamaCpp = ("llama.cpp", "llama.cpp", Stack::Ggml),
        IkLlamaCpp = ("ik_llama.cpp", "ik_llama.cpp", Stack::Ggml),
        Ollama = ("ollama", "Ollama", Stack::Ggml),
        LmStudio = ("lm-studio", "LM Studio", Stack::Ggml),
        UnslothStudio = ("unsloth-studio", "Unsloth Studio", Stack::Ggml),
        MlxLm = ("mlx-lm", "MLX LM", Stack::Mlx),
        MlxVlm = ("mlx-vlm", "MLX-VLM", Stack::Mlx),
        MlxSwift = ("mlx-swift", "MLX Swift", Stack::Mlx),
        Omlx = ("omlx", "oMLX", Stack::Mlx),
        RapidMlx = ("rapid-mlx", "Rapid-MLX", Stack::Mlx),
        VllmMlx = ("vllm-mlx", "vllm-mlx", Stack::Mlx),
        Mlxcel = ("mlxcel", "mlxcel", Stack::Mlx),
        Vllm = ("vllm", "vLLM", Stack::Server),
        Sglang = ("sglang", "SGLang", Stack::Server),
        TensorRtLlm = ("tensorrt-llm", "TensorRT-LLM", Stack::Server),
        TensorRtEdgeLlm = ("tensorrt-edge-llm", "TensorRT Edge-LLM", Stack::Server),
        Atom = ("atom", "ATOM", Stack::Server),
        Transformers = ("transformers", "Transformers", Stack::Eager),
        AutoAwq = ("autoawq", "AutoAWQ", Stack::Eager),
        ExLlama = ("exllama", "ExLlama", Stack::ExLlama),
        ExLlamaV2 = ("exllamav2", "ExLlamaV2", Stack::ExLlama),
        ExLlamaV3 = ("exllamav3", "ExLlamaV3", Stack::ExLlama),
        MistralRs = ("mistral.rs", "mistral.rs", Stack::Mistral),
        MlcLlm = ("mlc-llm", "MLC LLM", Stack::Compiled),
        GptFast = ("gpt-fast", "gpt-fast", Stack::Compiled),
        Calm = ("calm", "calm", Stack::Compiled),
        TMac = ("t-mac", "T-MAC", Stack::Compiled),
        KTransformers = ("ktransformers", "KTransformers", Stack::Server),
        CoreMlLlm = ("coreml-llm", "CoreML-LLM", Stack::CoreMl),
        /// The source names no program.
        Unknown = ("unknown", "a program not named", Stack::Ggml),
    }
}

rooflight_primitives::variants! {
    /// Programs that share their kernels, or are built alike.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Stack [
        /// Its name in tables.
        pub name: &'static str,
    ] {
        /// ggml and programs built on it.
        Ggml = "ggml",
        /// MLX and programs built on it.
        Mlx = "MLX",
        /// Servers for many requests, on PyTorch.
        Server = "servers",
        /// PyTorch without a compiler: every kernel is launched from Python.
        Eager = "PyTorch without a compiler",
        /// Kernels written or compiled for one model at a time.
        Compiled = "compiled kernels",
        /// The `ExLlama` family.
        ExLlama = "ExLlama",
        /// mistral.rs.
        Mistral = "mistral.rs",
        /// Core ML, on the neural engine.
        CoreMl = "Core ML",
    }
}

impl Engine {
    /// Returns the engine with this catalog id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.id() == id)
    }

    /// True if the program contains llama.cpp and reads prompts as it does, in addition to its own effect. Runs of
    /// unnamed programs count as such.
    #[must_use]
    pub const fn wraps_llama_cpp(self) -> bool {
        matches!(self, Self::Ollama | Self::LmStudio | Self::UnslothStudio | Self::Unknown)
    }
}

impl Stack {
    /// Tokens of a prompt that such programs take in one pass by default. Sources: llama.cpp's `n_ubatch`;
    /// `prefill_step_size` of MLX LM; `max_num_batched_tokens` of vLLM's server on cards of 70 GiB or more.
    #[must_use]
    pub const fn chunk(self) -> u32 {
        match self {
            Self::Mlx => 2048,
            Self::Server => 8192,
            _ => 512,
        }
    }
}

rooflight_primitives::variants! {
    /// The interface through which an engine reaches the device: its catalog id and the name to print.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
    #[allow(missing_docs, reason = "the names are the interfaces' own")]
    pub enum Backend [
        /// Catalog id.
        pub id: &'static str,
        /// Name to print.
        pub name: &'static str,
    ] {
        #[default]
        Cuda = ("cuda", "CUDA"),
        Rocm = ("rocm", "ROCm"),
        Vulkan = ("vulkan", "Vulkan"),
        Metal = ("metal", "Metal"),
        Mlx = ("mlx", "MLX"),
        Sycl = ("sycl", "SYCL"),
        Cpu = ("cpu", "the CPU"),
        Npu = ("npu", "the neural engine"),
        /// The source does not name the interface.
        Unknown = ("unknown", "an interface not named"),
    }
}

impl Backend {
    /// Returns the backend with this catalog id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|backend| backend.id() == id)
    }
}
