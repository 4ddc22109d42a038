//! The outputs of benchmark tools: what is read from real ones, and that nothing which people paste makes the reader panic.

use proptest::prelude::*;
use rooflight_estimator::outputs::{Outputs, Phase, Run, Tool, read};

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!("../../tests/fixtures/outputs/", $name))
    };
}

const ALL: [&str; 10] = [
    fixture!("llama-bench.md"),
    fixture!("llama-bench-m5.md"),
    fixture!("llama-bench.csv"),
    fixture!("llama-bench.sql"),
    fixture!("llama-bench.json"),
    fixture!("llama-bench.jsonl"),
    fixture!("llama-batched-bench.md"),
    fixture!("vllm.txt"),
    fixture!("sglang.txt"),
    fixture!("mlx.txt"),
];

const OLLAMA: &str = fixture!("ollama.txt");

/// The runs of a text without a problem.
fn runs(text: &str) -> Vec<Run> {
    let Outputs { runs, problems } = read(text);
    assert_eq!(problems, []);
    runs
}

fn speeds(text: &str) -> Vec<(Phase, f64, Option<u32>)> {
    runs(text).iter().map(|run| (run.phase, run.speed, run.requests)).collect()
}

#[test]
fn a_table_has_its_device_its_build_and_its_depth() {
    let runs = runs(ALL[0]);
    let [prompt, _, deep] = runs.as_slice() else { panic!("three runs") };
    assert_eq!(
        (prompt.phase, prompt.prompt, prompt.speed, prompt.spread),
        (Phase::Prompt, Some(512), 10_000.0, Some(50.0))
    );
    assert_eq!((deep.generated, deep.depth, deep.line), (Some(128), Some(4096), 7));
    assert_eq!((deep.model.as_str(), deep.format.as_str()), ("qwen3 8B", "Q4_K - Medium"));
    assert_eq!(deep.devices, ["NVIDIA GeForce RTX 4090"]);
    assert_eq!((deep.build.as_str(), deep.gpu_layers), ("b9430 (d48a56eff)", Some(99.0)));
    assert!(deep.parameters.is_some_and(|parameters| (parameters / 8.19e9 - 1.0).abs() < 1e-9));
}

#[test]
fn every_form_of_llama_bench_gives_the_same_run() {
    let [csv, sql, lines] = [ALL[2], ALL[3], ALL[5]].map(|text| Run { line: 0, ..runs(text).swap_remove(0) });
    assert_eq!(csv, sql);
    assert_eq!(csv, lines);
    assert_eq!((csv.file.as_str(), csv.speed, csv.flash_attention), ("Qwen3-8B-Q4_K_M", 118.5, Some(true)));
}

#[test]
fn other_tools_have_their_speeds() {
    let alone = Some(1);
    assert_eq!(speeds(ALL[1]), [(Phase::Prompt, 597.06, None), (Phase::Decode, 20.21, None)]);
    assert_eq!(speeds(ALL[4]), [(Phase::Decode, 60.984_063, None)]);
    let batched = speeds(ALL[6]);
    assert_eq!(batched[..2], [(Phase::Prompt, 1518.9, alone), (Phase::Decode, 79.04, alone)]);
    assert_eq!(batched[2..], [(Phase::Decode, 136.37, Some(2)), (Phase::Decode, 224.52, Some(4))]);
    // One request at a time: 4.61 ms a token.
    assert_eq!(speeds(ALL[7]), [(Phase::Decode, 1000.0 / 4.61, alone)]);
    assert_eq!(speeds(ALL[8]), [(Phase::Decode, 62.86, Some(4))]);
    assert_eq!(runs(ALL[8])[0].tool, Tool::Sglang);
    assert_eq!(speeds(ALL[9]), [(Phase::Prompt, 2902.166, alone), (Phase::Decode, 205.099, alone)]);
    assert_eq!(speeds(OLLAMA), [(Phase::Prompt, 53.77, None), (Phase::Decode, 24.61, None)]);
    assert_eq!(runs(OLLAMA)[0].model, "mistral");
}

#[test]
fn what_is_good_is_kept() {
    let table = ALL[0].replace("140.00 ± 0.50", "-140.00").replace("10000.00 ± 50.00", "1e30");
    let found = read(&table);
    assert_eq!((found.runs.len(), found.problems.len()), (1, 2), "{:?}", found.problems);
    let cut = ALL[5].trim_end().strip_suffix('}').expect("an object");
    assert_eq!((read(cut).runs.len(), read(cut).problems.len()), (1, 1));
    let mixed = read(&format!("{}{OLLAMA}", ALL[0]));
    assert_eq!((mixed.runs.len(), mixed.tools()), (5, vec![Tool::LlamaBench, Tool::Ollama]));
}

#[test]
fn hostile_nesting_takes_one_pass() {
    let deep = "{\"a\":[".repeat(300_000);
    assert_eq!(read(&deep).runs, []);
    let lines = "{\"a\":[\n".repeat(300_000);
    assert_eq!(read(&lines).runs, []);
}

proptest! {
    #[test]
    fn noise_never_panics(text in "(?s).{0,400}") {
        let _ = read(&text);
    }

    #[test]
    fn mutated_outputs_never_panic(which in 0..10_usize, at in 0..4000_usize, length in 0..40_usize, put in "[|{}\\[\\]\",:±0-9e.\\-a-z\n]{0,6}") {
        let text: Vec<char> = ALL[which].chars().collect();
        let start = at % text.len();
        let end = (start + length).min(text.len());
        let changed: String = text[..start].iter().chain(put.chars().collect::<Vec<_>>().iter()).chain(&text[end..]).collect();
        for run in read(&changed).runs {
            prop_assert!(run.speed > 0.0 && run.speed.is_finite());
        }
    }
}
