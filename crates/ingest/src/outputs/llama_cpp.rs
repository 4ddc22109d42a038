//! Reads rows of llama-bench (table, CSV, JSON, JSON lines, SQL) and llama-batched-bench (table, JSON lines).
//!
//! A row of llama-bench has one speed; a row of llama-batched-bench has two, of prompt and answer. Source of names and
//! units: `tools/llama-bench/llama-bench.cpp` and `tools/batched-bench/batched-bench.cpp` of llama.cpp.

use super::fields::{bytes, count, number, parameters, value};
use super::run::{Phase, Run, Tool};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads a row of llama-bench.
///
/// # Errors
/// Why the row has no speed that can be judged.
pub(super) fn bench(pairs: &[(String, String)]) -> Result<Run, String> {
    let of = |names: &[&str]| value(pairs, names);
    let text = |names: &[&str]| String::from(of(names).unwrap_or_default());
    let (model, format) = named(of(&["model_type", "model"]).unwrap_or_default());
    let speed = of(&["avg_ts", "t/s"]).unwrap_or_default();
    let (average, spread) = speed.split_once('±').unwrap_or((speed, of(&["stddev_ts"]).unwrap_or_default()));
    let (prompt, generated, depth) = test(pairs)?;
    let phase = match (prompt, generated) {
        (1.., 0) => Phase::Prompt,
        (0, 1..) => Phase::Decode,
        (0, 0) => return Err("the row names no test of prompt or generation".into()),
        _ => return Err("prompt and generation are timed together here, which is no speed of either".into()),
    };
    let devices = of(&["gpu_info"]).or_else(|| of(&["cpu_info"])).unwrap_or_default();
    let flag = |names: &[&str]| of(names).and_then(switched);
    Ok(Run {
        model,
        file: file_name(of(&["model_filename"]).unwrap_or_default()),
        format,
        parameters: of(&["model_n_params", "params"]).and_then(parameters),
        file_bytes: of(&["model_size", "size"]).and_then(bytes),
        devices: devices.split([',', '/']).map(str::trim).filter(|name| !name.is_empty()).map(String::from).collect(),
        backend: text(&["backends", "backend"]),
        prompt: (prompt > 0).then_some(prompt),
        generated: (generated > 0).then_some(generated),
        depth: Some(depth),
        speed: number(average).ok_or_else(|| format!("`{}` is no speed", super::run::shortened(speed)))?,
        spread: number(spread),
        build: build(of(&["build_commit"]).unwrap_or_default(), of(&["build_number"]).unwrap_or_default()),
        date: text(&["test_time"]).chars().take(10).collect(),
        flash_attention: flag(&["flash_attn", "fa"]),
        ubatch: of(&["n_ubatch"]).and_then(count),
        cache_type: of(&["type_k"]).filter(|kind| *kind != "f16").map(String::from),
        gpu_layers: of(&["n_gpu_layers", "ngl"]).and_then(number),
        ..Run::new(Tool::LlamaBench, phase)
    })
}

/// Formats a build as `b9430 (d48a56eff)`, or as much of it as is known.
pub(super) fn build(commit: &str, number: &str) -> String {
    match (commit, number) {
        ("", "") => String::new(),
        (commit, "") => commit.into(),
        ("", number) => format!("b{number}"),
        _ => format!("b{number} ({commit})"),
    }
}

fn switched(value: &str) -> Option<bool> {
    match value {
        "1" | "true" | "on" => Some(true),
        "0" | "false" | "off" => Some(false),
        _ => None,
    }
}

/// Returns prompt tokens, generated tokens and tokens of context before the run: from the columns, or from the test's
/// name (`tg128 @ d4096`).
fn test(pairs: &[(String, String)]) -> Result<(u32, u32, u32), String> {
    let of = |name: &str| value(pairs, &[name]);
    let Some(test) = of("test") else {
        let tokens = |name: &str| match of(name) {
            None => Ok(0),
            Some(text) => {
                count(text).ok_or_else(|| format!("{name}: `{}` is no number of tokens", super::run::shortened(text)))
            }
        };
        return Ok((tokens("n_prompt")?, tokens("n_gen")?, tokens("n_depth")?));
    };
    let unknown = || format!("test: `{}` is not known", super::run::shortened(test));
    let (what, depth) = test.split_once('@').unwrap_or((test, "d0"));
    let depth = depth.trim().strip_prefix('d').and_then(count).ok_or_else(unknown)?;
    let (mut prompt, mut generated) = (0, 0);
    for part in what.split('+') {
        let part = part.trim();
        let tokens = |rest: &str| count(rest).ok_or_else(unknown);
        match (part.strip_prefix("pp"), part.strip_prefix("tg")) {
            (Some(rest), _) => prompt = tokens(rest)?,
            (_, Some(rest)) => generated = tokens(rest)?,
            _ => return Err(unknown()),
        }
    }
    Ok((prompt, generated, depth))
}

/// Splits `qwen3 8B Q4_K - Medium` into model and format.
fn named(printed: &str) -> (String, String) {
    const FORMATS: [&str; 10] = ["Q", "IQ", "TQ", "F16", "F32", "BF16", "MXFP", "NVFP", "all", "mostly"];
    let is_format = |word: &str| {
        let figure = |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit() || c == '_');
        FORMATS.iter().any(|start| word.strip_prefix(start).is_some_and(figure))
    };
    let words: Vec<&str> = printed.split_whitespace().filter(|word| *word != "(guessed)").collect();
    let at = words.iter().skip(1).position(|word| is_format(word)).map_or(words.len(), |at| at + 1);
    let (model, format) = words.split_at(at);
    let format: Vec<&str> = format.iter().copied().filter(|word| !matches!(*word, "all" | "mostly")).collect();
    (model.join(" "), format.join(" "))
}

/// Returns the name of a file without folders and `.gguf`.
fn file_name(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    String::from(name.strip_suffix(".gguf").unwrap_or(name))
}

/// Reads the runs of a row of llama-batched-bench: prompt and generation, each over all sequences.
///
/// # Errors
/// Why the row has no speed that can be judged.
pub(super) fn batched(pairs: &[(String, String)]) -> Result<Vec<Run>, String> {
    let of = |names: &[&str]| value(pairs, names).and_then(number);
    let tokens = |names: &[&str]| {
        let text = value(pairs, names).unwrap_or_default();
        count(text).ok_or_else(|| format!("`{}` is no number of tokens or sequences", super::run::shortened(text)))
    };
    let (prompt, generated) = (tokens(&["PP", "pp"])?, tokens(&["TG", "tg"])?);
    // ik_llama.cpp's llama-sweep-bench prints these columns for one sequence, plus the context before the run.
    let single = value(pairs, &["B", "pl"]).is_none();
    let (requests, depth) = if single { (1, tokens(&["N_KV"])?) } else { (tokens(&["B", "pl"])?, 0) };
    let flash_attention = value(pairs, &["flash_attn"]).and_then(switched);
    let ubatch = value(pairs, &["n_ubatch"]).and_then(count);
    let gpu_layers = of(&["n_gpu_layers"]).filter(|layers| *layers >= 0.0);
    let run = |phase, depth| Run {
        prompt: Some(prompt),
        generated: (phase == Phase::Decode).then_some(generated),
        depth: Some(depth),
        requests: Some(requests),
        flash_attention,
        ubatch,
        gpu_layers,
        ..Run::new(Tool::LlamaBatchedBench, phase)
    };
    let mut runs = Vec::new();
    // Prompts of several sequences share a pass, which does not measure the speed of a single prompt.
    if prompt > 0 && requests == 1 {
        runs.extend(of(&["S_PP t/s", "speed_pp"]).map(|speed| Run { speed, ..run(Phase::Prompt, depth) }));
    }
    if generated > 0 {
        let before = depth.saturating_add(prompt);
        runs.extend(of(&["S_TG t/s", "speed_tg"]).map(|speed| Run { speed, ..run(Phase::Decode, before) }));
    }
    if runs.is_empty() { Err("the row has no speed".into()) } else { Ok(runs) }
}
