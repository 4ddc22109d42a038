//! A run as a benchmark tool prints it, the lines that give none, and the tools that print them.

use alloc::string::String;
use alloc::vec::Vec;

rooflight_primitives::variants! {
    /// The program that printed a run.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Tool [
        /// The name as the tool's makers write it.
        pub name: &'static str,
        /// The catalog id of the tool's engine; empty for [`Tool::Stated`].
        pub runtime: &'static str,
    ] {
        LlamaBench = ("llama-bench", "llama.cpp"),
        LlamaBatchedBench = ("llama-batched-bench", "llama.cpp"),
        Vllm = ("vllm bench serve", "vllm"),
        VllmLatency = ("vllm bench latency", "vllm"),
        VllmThroughput = ("vllm bench throughput", "vllm"),
        Sglang = ("sglang.bench_serving", "sglang"),
        Mlx = ("mlx_lm.benchmark", "mlx-lm"),
        Ollama = ("ollama --verbose", "ollama"),
        /// A person, in a sentence.
        Stated = ("a stated speed", ""),
    }
}

/// The phase of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Reading the prompt.
    Prompt,
    /// Writing the answer.
    Decode,
}

/// A measured speed and its conditions as printed; empty or `None` if the output lacks them.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The tool that printed it.
    pub tool: Tool,
    /// The line of the output, from 1: the last one of a report, the first one of a JSON object.
    pub line: usize,
    /// Whether the speed is that of the prompt or of the answer.
    pub phase: Phase,
    /// The engine's catalog id; empty if neither tool nor text names the engine.
    pub engine: &'static str,
    /// The model's name.
    pub model: String,
    /// The name of the model's file, without folders and `.gguf`.
    pub file: String,
    /// The weight format: `Q4_K - Medium`.
    pub format: String,
    /// The model's parameters.
    pub parameters: Option<f64>,
    /// Size of the model's file, bytes.
    pub file_bytes: Option<f64>,
    /// The devices' names, one per device.
    pub devices: Vec<String>,
    /// Number of devices on a command line that does not name them.
    pub devices_used: Option<u32>,
    /// The backend as the tool spells it: `CUDA`, `Metal,BLAS`.
    pub backend: String,
    /// Prompt tokens.
    pub prompt: Option<u32>,
    /// Generated tokens.
    pub generated: Option<u32>,
    /// Tokens in the context before the run.
    pub depth: Option<u32>,
    /// Concurrent requests; `None` means one, unless `requests_unknown`.
    pub requests: Option<u32>,
    /// Whether several requests ran at once without the output stating how many.
    pub requests_unknown: bool,
    /// Tokens per second over all requests.
    pub speed: f64,
    /// Standard deviation of the speed, tokens per second.
    pub spread: Option<f64>,
    /// Whether the measured time includes reading the prompt.
    pub includes_prompts: bool,
    /// The engine's build.
    pub build: String,
    /// The date as `YYYY-MM-DD`.
    pub date: String,
    /// Whether flash attention was on.
    pub flash_attention: Option<bool>,
    /// Prompt tokens per pass (llama.cpp's `-ub`).
    pub ubatch: Option<u32>,
    /// The type of the KV cache; `None` for 16 bits.
    pub cache_type: Option<String>,
    /// Layers to be put on the GPU (llama.cpp's `-ngl`).
    pub gpu_layers: Option<f64>,
    /// The other words of a sentence, with empty strings in place of speed and context.
    pub words: Vec<String>,
}

impl Run {
    pub(super) const fn new(tool: Tool, phase: Phase) -> Self {
        Self {
            tool,
            line: 0,
            phase,
            engine: tool.runtime(),
            model: String::new(),
            file: String::new(),
            format: String::new(),
            parameters: None,
            file_bytes: None,
            devices: Vec::new(),
            devices_used: None,
            backend: String::new(),
            prompt: None,
            generated: None,
            depth: None,
            requests: None,
            requests_unknown: false,
            speed: 0.0,
            spread: None,
            includes_prompts: false,
            build: String::new(),
            date: String::new(),
            flash_attention: None,
            ubatch: None,
            cache_type: None,
            gpu_layers: None,
            words: Vec::new(),
        }
    }
}

/// A line that gives no run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line of the output, from 1.
    pub line: usize,
    /// Why it gives no run, without a full stop.
    pub message: String,
}

/// The result of reading an output.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outputs {
    /// The runs in the order printed.
    pub runs: Vec<Run>,
    /// The rows that give no run, and why.
    pub problems: Vec<Problem>,
}

impl Outputs {
    /// Returns the tools that printed the runs, each once.
    #[must_use]
    pub fn tools(&self) -> Vec<Tool> {
        let mut tools = Vec::new();
        for run in &self.runs {
            if !tools.contains(&run.tool) {
                tools.push(run.tool);
            }
        }
        tools
    }
}

/// Returns the first 40 characters of a text, with control characters replaced by spaces.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(40).map(|character| if character.is_control() { ' ' } else { character }).collect()
}
