//! Reads `vllm bench serve` and `SGLang`'s `bench_serving` (report, JSON), `mlx_lm.benchmark`, and Ollama's `--verbose`
//! (text, JSON).
//!
//! Source of names and units: `vllm/benchmarks/serve.py`, `python/sglang/bench_serving.py`, `mlx_lm/benchmark.py`, and
//! `api/types.go` of Ollama.

use super::fields::{count, number, value};
use super::offline::{rounded, whole};
use super::run::{Phase, Run, Tool};
use alloc::string::String;
use alloc::vec::Vec;

/// Reads the run of a server's report.
///
/// For one request at a time, the speed is the inverse of the mean time per output token; for several, the throughput,
/// which includes the time of prompts.
///
/// # Errors
/// Why the report has no speed that can be judged.
pub(super) fn serving(pairs: &[(String, String)]) -> Result<Run, String> {
    let of = |names: &[&str]| value(pairs, names).and_then(number);
    let sglang = value(pairs, &["Backend", "backend"]).is_some_and(|name| name.starts_with("sglang"))
        || value(pairs, &["Total generated tokens (retokenized)", "total_output_tokens_retokenized"]).is_some();
    let done = of(&["Successful requests", "completed"]).unwrap_or(0.0);
    if done < 1.0 {
        return Err("no request succeeded".into());
    }
    let most = value(pairs, &["Maximum request concurrency", "Max request concurrency", "max_concurrency"]);
    let mean = of(&["Concurrency", "concurrency"]);
    let requests = most.and_then(count).or_else(|| mean.and_then(whole)).or_else(|| (done < 1.5).then_some(1));
    let each = |names: &[&str]| of(names).and_then(|all| whole(all / done));
    let throughput = of(&["Output token throughput (tok/s)", "output_throughput"]);
    let step = of(&["Mean TPOT (ms)", "mean_tpot_ms", "Mean ITL (ms)", "mean_itl_ms"]).filter(|step| *step > 0.0);
    let alone = step.filter(|_| requests == Some(1)).map(|step| rounded(1000.0 / step));
    let prompt = each(&["Total input tokens", "total_input_tokens", "total_input"]);
    Ok(Run {
        model: String::from(value(pairs, &["model_id", "model"]).unwrap_or_default()),
        prompt,
        depth: prompt,
        generated: each(&["Total generated tokens", "total_output_tokens", "total_output"]),
        requests: Some(requests.unwrap_or(0)).filter(|requests| *requests > 0),
        requests_unknown: requests.is_none(),
        speed: alone.or(throughput).ok_or("the report has no output token throughput")?,
        includes_prompts: alone.is_none(),
        ..Run::new(if sglang { Tool::Sglang } else { Tool::Vllm }, Phase::Decode)
    })
}

/// Returns the number after `name=` in a line such as `prompt_tps=2902.166, generation_tps=205.099`.
fn assigned(line: &str, name: &str) -> Option<f64> {
    let at = line.find(name)?;
    number(line.get(at + name.len()..)?.strip_prefix('=')?.trim_end_matches('.'))
}

/// The last settings that `mlx_lm.benchmark` printed, and the speeds of its trials.
#[derive(Default)]
pub(super) struct Mlx {
    prompt: Option<u32>,
    generated: Option<u32>,
    requests: Option<u32>,
    trials: Vec<[f64; 2]>,
}

impl Mlx {
    /// Reads a line; returns the runs if it is the line of averages.
    pub(super) fn line(&mut self, line: &str) -> Vec<Run> {
        if line.starts_with("Timing with ") {
            let tokens = |name| assigned(line, name).and_then(whole);
            let requests = tokens("batch_size");
            *self = Self {
                prompt: tokens("prompt_tokens"),
                generated: tokens("generation_tokens"),
                requests,
                trials: Vec::new(),
            };
        }
        let speeds = assigned(line, "prompt_tps").zip(assigned(line, "generation_tps"));
        let Some((prompt, decode)) = speeds else { return Vec::new() };
        if line.starts_with("Trial ") {
            self.trials.push([prompt, decode]);
            return Vec::new();
        }
        let requests = self.requests.unwrap_or(1);
        let run = |phase, speed, at: usize| Run {
            prompt: self.prompt,
            generated: self.generated.filter(|_| phase == Phase::Decode),
            depth: if phase == Phase::Prompt { Some(0) } else { self.prompt },
            requests: Some(requests),
            speed,
            spread: spread(self.trials.iter().filter_map(|trial| trial.get(at).copied())),
            backend: "mlx".into(),
            ..Run::new(Tool::Mlx, phase)
        };
        let mut runs = Vec::new();
        if requests == 1 && self.prompt.is_some() {
            runs.push(run(Phase::Prompt, prompt, 0));
        }
        runs.push(run(Phase::Decode, decode, 1));
        self.trials.clear();
        runs
    }

    /// Reads the settings on a command line.
    pub(super) fn command(&mut self, line: &str) {
        let tokens = |names: &[&str]| super::fields::argument(line, names).and_then(count);
        self.prompt = tokens(&["--prompt-tokens", "-p"]).or(self.prompt);
        self.generated = tokens(&["--generation-tokens", "-g"]).or(self.generated);
        self.requests = tokens(&["--batch-size", "-b"]).or(self.requests);
    }
}

/// Returns the sample standard deviation; `None` for fewer than two values. Source: its definition.
fn spread(values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let number = rooflight_primitives::units::count(values.clone().count() as u64);
    let mean = values.clone().sum::<f64>() / number;
    (number > 1.0)
        .then(|| libm::sqrt(values.map(|value| (value - mean) * (value - mean)).sum::<f64>() / (number - 1.0)))
}

/// Reads the runs of an Ollama answer, from the fields that `--verbose` prints or the API returns.
pub(super) fn ollama(pairs: &[(String, String)]) -> Vec<Run> {
    let of = |names: &[&str]| value(pairs, names).and_then(number);
    let tokens = |names: &[&str]| value(pairs, names).and_then(count);
    // The API returns counts and nanoseconds.
    let rate = |printed: &str, count: &str, time: &str| {
        of(&[printed]).or_else(|| Some(rounded(of(&[count])? / (of(&[time]).filter(|time| *time > 0.0)? / 1e9))))
    };
    let prompt = tokens(&["prompt eval count", "prompt_eval_count"]);
    let run = |phase, speed| Run {
        model: String::from(value(pairs, &["model"]).unwrap_or_default()),
        prompt,
        generated: tokens(&["eval count", "eval_count"]).filter(|_| phase == Phase::Decode),
        depth: if phase == Phase::Prompt { Some(0) } else { prompt },
        speed,
        ..Run::new(Tool::Ollama, phase)
    };
    let prompt_speed =
        rate("prompt eval rate", "prompt_eval_count", "prompt_eval_duration").filter(|_| prompt.is_some());
    let speed = rate("eval rate", "eval_count", "eval_duration");
    let prompt_run = prompt_speed.map(|speed| run(Phase::Prompt, speed));
    prompt_run.into_iter().chain(speed.map(|speed| run(Phase::Decode, speed))).collect()
}
