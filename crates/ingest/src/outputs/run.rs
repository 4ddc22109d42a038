//! A run as a benchmark tool prints it, the lines that give none, and the programs that print them.

use alloc::string::String;
use alloc::vec::Vec;

/// The program that printed a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Tool {
    LlamaBench,
    LlamaBatchedBench,
    Vllm,
    VllmLatency,
    VllmThroughput,
    Sglang,
    Mlx,
    Ollama,
    /// A person: the speed stands in a sentence.
    Stated,
}

impl Tool {
    /// Its name as its makers write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LlamaBench => "llama-bench",
            Self::LlamaBatchedBench => "llama-batched-bench",
            Self::Vllm => "vllm bench serve",
            Self::VllmLatency => "vllm bench latency",
            Self::VllmThroughput => "vllm bench throughput",
            Self::Sglang => "sglang.bench_serving",
            Self::Mlx => "mlx_lm.benchmark",
            Self::Ollama => "ollama --verbose",
            Self::Stated => "a stated speed",
        }
    }

    /// The id of its engine in the catalog; empty where it says nothing of the engine.
    #[must_use]
    pub const fn runtime(self) -> &'static str {
        match self {
            Self::LlamaBench | Self::LlamaBatchedBench => "llama.cpp",
            Self::Vllm | Self::VllmLatency | Self::VllmThroughput => "vllm",
            Self::Sglang => "sglang",
            Self::Mlx => "mlx-lm",
            Self::Ollama => "ollama",
            Self::Stated => "",
        }
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

/// A measured speed, with everything as printed; empty or absent where the output does not say.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The program that printed it.
    pub tool: Tool,
    /// The line of its last field, from 1.
    pub line: usize,
    /// Whether the speed is that of the prompt or of the answer.
    pub phase: Phase,
    /// The catalog's id of the engine; empty where neither tool nor text names it.
    pub engine: &'static str,
    /// The name of the model, as the tool has it.
    pub model: String,
    /// The name of its file.
    pub file: String,
    /// The weight format, as the tool prints it.
    pub format: String,
    /// Parameters of the model.
    pub parameters: Option<f64>,
    /// The size that the tool prints for the file, bytes.
    pub file_bytes: Option<f64>,
    /// The devices, one name each.
    pub devices: Vec<String>,
    /// How many devices ran, where a command line says so without their names.
    pub devices_used: Option<u32>,
    /// The interface to the processor, as the tool names it.
    pub backend: String,
    /// Tokens of the prompt.
    pub prompt: Option<u32>,
    /// Generated tokens.
    pub generated: Option<u32>,
    /// Tokens in the context before the run.
    pub depth: Option<u32>,
    /// Requests at once; one where the tool has no other.
    pub requests: Option<u32>,
    /// Several requests ran at once, and the output does not say how many.
    pub requests_unknown: bool,
    /// Tokens a second, of all requests together.
    pub speed: f64,
    /// Standard deviation of the speed, tokens a second.
    pub spread: Option<f64>,
    /// Whether the speed was taken over a time that includes reading the prompt.
    pub includes_prompts: bool,
    /// The build of the engine.
    pub build: String,
    /// The day, as year, month and day.
    pub date: String,
    /// Whether flash attention was on.
    pub flash_attention: Option<bool>,
    /// Tokens of a prompt that one pass took.
    pub ubatch: Option<u32>,
    /// The type of the KV cache where it is not 16 bits.
    pub cache_type: Option<String>,
    /// Layers that the engine was told to put on the GPU.
    pub gpu_layers: Option<f64>,
    /// The words of a sentence beside its speed, in whose place one is empty.
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
    /// The line, from 1.
    pub line: usize,
    /// Why it gives no run.
    pub message: String,
}

/// Everything that a text gives.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outputs {
    /// The runs in their order.
    pub runs: Vec<Run>,
    /// The rows that give no run.
    pub problems: Vec<Problem>,
}

impl Outputs {
    /// The tools whose runs these are, each once.
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

/// The start of a text of any length, without control characters.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(40).map(|character| if character.is_control() { ' ' } else { character }).collect()
}
