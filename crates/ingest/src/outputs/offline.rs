//! Reads `vllm bench latency` and `vllm bench throughput` (text, JSON), which run vLLM without a server.
//!
//! 1. Neither prints its settings. Lengths, batch and devices come from the command line above, or from the
//!    `Namespace(…)` that vLLM prints.
//! 2. A latency is the time of a whole batch, prompts and answers. Answer tokens divided by it are a speed that
//!    includes prompts. If an answer is a single token, the latency is the time of the prompt.
//! 3. A throughput covers all requests; the engine chooses how many run at once, unless a limit is given.
//!
//! Source of names, units and defaults: `vllm/benchmarks/latency.py` and `vllm/benchmarks/throughput.py`.

use super::fields::{count, number, value};
use super::run::{Phase, Run, Tool};
use alloc::format;
use alloc::string::String;

/// Minimum rate, requests per second, at which the two printed decimals suffice to derive tokens per request.
const MIN_REQUEST_RATE: f64 = 10.0;

/// Settings from a command line, which hold for the runs after it.
#[derive(Default)]
pub(super) struct Command {
    prompt: Option<u32>,
    generated: Option<u32>,
    batch: Option<u32>,
    /// Answers per prompt.
    answers: Option<u32>,
    prompts: Option<u32>,
    /// Limit on concurrent requests.
    most: Option<u32>,
    devices: Option<u32>,
}

impl Command {
    /// Reads the arguments; `of` takes a name with underscores. Without arguments, `latency` has defaults and
    /// `throughput` has none.
    pub(super) fn read<'a>(of: impl Fn(&str) -> Option<&'a str>, is_latency: bool) -> Self {
        let tokens = |name: &str| of(name).and_then(count).filter(|tokens| *tokens > 0);
        let usual = |tokens: u32| is_latency.then_some(tokens);
        Self {
            prompt: tokens("input_len").or_else(|| tokens("random_input_len")).or(usual(32)),
            generated: tokens("output_len").or_else(|| tokens("random_output_len")).or(usual(128)),
            batch: tokens("batch_size").or(usual(8)),
            answers: tokens("n"),
            prompts: tokens("num_prompts"),
            most: tokens("max_num_seqs"),
            devices: tokens("tensor_parallel_size").or_else(|| tokens("tp")),
        }
    }

    /// Reads a latency and its standard deviation, both in seconds as printed.
    ///
    /// # Errors
    /// Why it gives no speed that can be judged.
    pub(super) fn latency(&self, seconds: &str, deviation: Option<&str>) -> Result<Run, String> {
        let time = number(seconds).filter(|time| *time > 0.0);
        let time =
            time.ok_or_else(|| format!("a latency of `{}` seconds cannot be", super::run::shortened(seconds)))?;
        let (Some(prompt), Some(generated), Some(batch)) = (self.prompt, self.generated, self.batch) else {
            return Err("the output does not say batch and lengths: put the command line above it".into());
        };
        let requests = batch.saturating_mul(self.answers.unwrap_or(1));
        let spread = |speed: f64| Some(rounded(speed * number(deviation?)? / time));
        let whole =
            Run { devices_used: self.devices, prompt: Some(prompt), ..Run::new(Tool::VllmLatency, Phase::Decode) };
        match (generated, requests) {
            (1, 1) => {
                let speed = f64::from(prompt) / time;
                Ok(Run { phase: Phase::Prompt, depth: Some(0), speed: rounded(speed), spread: spread(speed), ..whole })
            }
            (1, _) => Err("prompts of several requests share a pass here, which is no speed of one prompt".into()),
            _ => {
                let speed = f64::from(generated) * f64::from(requests) / time;
                Ok(Run {
                    depth: Some(prompt),
                    generated: Some(generated),
                    requests: Some(requests),
                    speed: rounded(speed),
                    spread: spread(speed),
                    includes_prompts: true,
                    ..whole
                })
            }
        }
    }

    /// Reads a printed throughput: `89.27 requests/s, 22853.37 total tokens/s, 11426.69 output tokens/s`. Older
    /// versions omit the output tokens.
    ///
    /// # Errors
    /// Why it gives no speed that can be judged.
    pub(super) fn throughput(&self, printed: &str) -> Result<Run, String> {
        let of = |unit: &str| printed.split(", ").find_map(|part| number(part.trim().strip_suffix(unit)?));
        let requests = of(" requests/s").ok_or("the line has no requests a second")?;
        self.served(requests, of(" total tokens/s"), of(" output tokens/s"))
    }

    /// Reads a throughput as JSON, which has no figure for output tokens.
    ///
    /// # Errors
    /// Why it gives no speed that can be judged.
    pub(super) fn throughput_object(&self, pairs: &[(String, String)]) -> Result<Run, String> {
        let of = |name: &str| value(pairs, &[name]).and_then(number);
        self.served(
            of("requests_per_second").ok_or("the result has no requests a second")?,
            of("tokens_per_second"),
            None,
        )
    }

    fn served(&self, requests: f64, total: Option<f64>, answers: Option<f64>) -> Result<Run, String> {
        let known = self.generated.map(|tokens| requests * f64::from(tokens) * f64::from(self.answers.unwrap_or(1)));
        let speed = answers
            .or(known)
            .ok_or("tokens of prompts and answers stand in one figure: put the command line above it")?;
        let each = |all: f64| Some(all / requests).filter(|_| requests >= MIN_REQUEST_RATE).and_then(whole);
        let at_once = match (self.prompts, self.most) {
            (Some(1), _) => Some(1),
            (prompts, Some(most)) => Some(prompts.map_or(most, |prompts| prompts.min(most))),
            _ => None,
        };
        let prompt = self.prompt.or_else(|| each(total? - answers?));
        Ok(Run {
            prompt,
            depth: prompt,
            generated: self.generated.or_else(|| each(speed)),
            requests: at_once,
            requests_unknown: at_once.is_none(),
            devices_used: self.devices,
            speed: rounded(speed),
            includes_prompts: true,
            ..Run::new(Tool::VllmThroughput, Phase::Decode)
        })
    }
}

/// Rounds a computed speed to two decimals, as tools print.
pub(super) fn rounded(speed: f64) -> f64 {
    libm::round(speed * 100.0) / 100.0
}

/// Rounds to the nearest count; `None` below one or above ten million.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the range that is checked")]
pub(super) fn whole(value: f64) -> Option<u32> {
    (0.5..1e7).contains(&value).then_some((value + 0.5) as u32)
}
