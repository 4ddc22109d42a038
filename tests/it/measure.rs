//! `rooflight measure`: real outputs in, verdicts out, and what is saved passes `check`.

use crate::support::repository;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn rooflight(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn measure(name: &str, flags: &[&str]) -> (serde_json::Value, Option<i32>) {
    let root = repository();
    let file = root.join("tests/fixtures/outputs").join(name);
    let paths = [root.to_str().expect("UTF-8"), file.to_str().expect("UTF-8")];
    let output = rooflight(&[&["measure", paths[1], "--root", paths[0], "--json"], flags].concat(), "");
    (serde_json::from_slice(&output.stdout).expect("JSON"), output.status.code())
}

#[test]
fn a_table_of_llama_bench_gets_its_verdicts() {
    let (answer, code) = measure("llama-bench.md", &[]);
    assert_eq!(code, Some(0), "{answer}");
    let runs = answer["runs"].as_array().expect("runs");
    assert_eq!(runs.len(), 3);
    for run in runs {
        assert_eq!((run["hardware"].as_str(), run["model"].as_str()), (Some("rtx-4090"), Some("qwen3-8b")));
        assert_eq!(run["verdict"], "inside the 80 % range");
        assert!(run["share_of_ceiling"].as_f64().is_some_and(|share| share > 0.0 && share < 1.0));
    }
}

#[test]
fn outputs_that_name_no_device_get_their_verdicts_with_flags() {
    let inside = ["--hw", "apple-m5"];
    let (answer, code) = measure("llama-bench-m5.md", &inside);
    assert_eq!(code, Some(0), "{answer}");
    let of = |at: usize| (&answer["runs"][at]["verdict"], answer["runs"][at]["causes"].to_string());
    assert_eq!(of(0).0, "above the 80 % range");
    assert!(of(0).1.contains("cache") && !of(0).1.contains("speculative"), "a prompt is not drafted: {}", of(0).1);
    assert_eq!(of(1).0, "inside the 80 % range");
    let (answer, _) = measure("ollama.txt", &["--hw", "rtx-4090", "--model", "llama-2-7b", "--quant", "q4_0"]);
    assert!(answer["runs"][1]["causes"].to_string().contains("system memory"), "{answer}");
    let (answer, _) = measure("vllm.txt", &["--hw", "h100-sxm-80gb", "--model", "llama-3.1-8b", "--quant", "bf16"]);
    assert!(answer["runs"][0]["share_of_ceiling"].as_f64().is_some_and(|share| share > 0.9), "{answer}");
}

#[test]
fn a_speed_above_the_ceiling_names_drafts_caches_and_typing_errors() {
    let flags = ["--hw", "rtx-3090", "--model", "llama-3.1-70b", "--quant", "q4_k_m", "--count", "2"];
    let (answer, _) = measure("mlx.txt", &flags);
    let decode = &answer["runs"].as_array().and_then(|runs| runs.last().cloned()).expect("a run");
    assert_eq!(decode["verdict"], "above the ceiling");
    let causes = decode["causes"].to_string();
    assert!(
        ["speculative decoding", "a cache", "a typing error"].iter().all(|cause| causes.contains(cause)),
        "{causes}"
    );
    assert!(decode["record"].as_str().is_some_and(|record| record.contains("flags: [above-ceiling]")));
}

#[test]
fn unknown_devices_and_noise_get_messages() {
    let (answer, code) = measure("llama-bench.json", &[]);
    assert_eq!(code, Some(1));
    assert!(answer["problems"][0]["message"].as_str().is_some_and(|text| text.contains("`Ascend910B3`")), "{answer}");
    let root = repository();
    let noise = rooflight(&["measure", "-", "--root", root.to_str().expect("UTF-8")], "Hello, is 71 good?\n");
    assert_eq!(noise.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&noise.stderr).contains("no output of a benchmark tool"));
}
