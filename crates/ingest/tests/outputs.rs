//! Outputs of benchmark tools: the runs read from real ones; and no pasted text makes the reader panic.

use proptest::prelude::*;
use rooflight_ingest::outputs::{Outputs, Phase, Run, Tool, read};

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!("../../../tests/fixtures/outputs/", $name))
    };
}

const ALL: [&str; 12] = [
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
    fixture!("vllm-latency.txt"),
    fixture!("vllm-throughput.txt"),
];

const OLLAMA: &str = fixture!("ollama.txt");

/// Returns the runs of a text, which must have no problems.
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
    assert_eq!(csv.ubatch, Some(512));
}

#[test]
fn other_tools_have_their_speeds() {
    let alone = Some(1);
    assert_eq!(speeds(ALL[1]), [(Phase::Prompt, 597.06, None), (Phase::Decode, 20.21, None)]);
    assert_eq!(speeds(ALL[4]), [(Phase::Decode, 60.984_063, None)]);
    let batched = speeds(ALL[6]);
    assert_eq!(batched[..2], [(Phase::Prompt, 1518.9, alone), (Phase::Decode, 79.04, alone)]);
    assert_eq!(batched[2..], [(Phase::Decode, 136.37, Some(2)), (Phase::Decode, 224.52, Some(4))]);
    // One request at a time: 4.61 ms per token.
    assert_eq!(speeds(ALL[7]), [(Phase::Decode, 216.92, alone)]);
    assert_eq!(speeds(ALL[8]), [(Phase::Decode, 62.86, Some(4))]);
    assert_eq!(runs(ALL[8])[0].tool, Tool::Sglang);
    assert_eq!(speeds(ALL[9]), [(Phase::Prompt, 2902.166, alone), (Phase::Decode, 205.099, alone)]);
    assert_eq!(speeds(OLLAMA), [(Phase::Prompt, 53.77, None), (Phase::Decode, 24.61, None)]);
    assert_eq!(runs(OLLAMA)[0].model, "mistral");
}

#[test]
fn a_latency_is_the_tokens_of_its_batch_over_its_time() {
    let [run] = <[Run; 1]>::try_from(runs(ALL[10])).expect("one run");
    // 8 answers of 128 tokens in 1.1023727 s, prompts included.
    assert_eq!((run.tool, run.phase, run.speed, run.requests), (Tool::VllmLatency, Phase::Decode, 928.91, Some(8)));
    assert!(run.includes_prompts && !run.requests_unknown);
    assert_eq!((run.model.as_str(), run.depth, run.generated, run.line), ("Qwen/Qwen3-1.7B", Some(1024), Some(128), 2));
    // The tool's defaults, a command on several lines, devices, and the deviation that newer versions print.
    let several =
        "vllm bench latency \\\n  --model m \\\n  -tp 2\nAvg latency: 0.5 seconds\nStd latency: 0.01 seconds\n";
    let run = &runs(several)[0];
    assert_eq!((run.speed, run.spread, run.devices_used, run.depth), (2048.0, Some(40.96), Some(2), Some(32)));
    let printed = "Namespace(model='m', input_len=512, output_len=1, batch_size=1, n=1)\nAvg latency: 0.064 seconds\n";
    let run = &runs(printed)[0];
    assert_eq!((run.phase, run.speed, run.prompt, run.depth), (Phase::Prompt, 8000.0, Some(512), Some(0)));
    let saved = "vllm bench latency --batch-size 1 --input-len 100 --output-len 50\n{\"avg_latency\": 0.5, \"std_latency\": 0.01, \"latencies\": [0.5], \"percentiles\": {\"10\": 0.5}}";
    assert_eq!((runs(saved)[0].speed, runs(saved)[0].spread), (100.0, Some(2.0)));
}

#[test]
fn a_latency_that_tells_no_speed_says_why() {
    let why = |text: &str| read(text).problems[0].message.clone();
    assert!(why("Avg latency: 1.1 seconds").contains("command line"));
    assert!(why("{\"avg_latency\": 0.5, \"percentiles\": {}}").contains("command line"));
    let command = |rest: &str, time: &str| format!("vllm bench latency {rest}\nAvg latency: {time} seconds\n");
    assert!(why(&command("--output-len 1", "1.0")).contains("share a pass"));
    for time in ["0.0", "-1.0", "nan", "1e-300"] {
        assert!(why(&command("", time)).contains("cannot be"), "{time}");
    }
}

#[test]
fn a_throughput_is_that_of_the_answers() {
    let found = runs(ALL[11]);
    assert_eq!(found.iter().map(|run| run.speed).collect::<Vec<_>>(), [6225.92, 6172.16, 6218.24]);
    assert!(found.iter().all(|run| run.requests_unknown && run.includes_prompts && run.generated == Some(256)));
    let new = "vllm bench throughput --model m --max-num-seqs 64\nThroughput: 89.27 requests/s, 22853.37 total tokens/s, 11426.69 output tokens/s\nTotal num prompt tokens:  128000\nTotal num output tokens:  128000\n";
    let run = &runs(new)[0];
    assert_eq!((run.speed, run.requests, run.prompt, run.generated), (11_426.69, Some(64), Some(128), Some(128)));
    let saved = "{\"elapsed_time\": 10.0, \"num_requests\": 100, \"total_num_tokens\": 51200, \"requests_per_second\": 10.0, \"tokens_per_second\": 5120.0}";
    assert!(read(saved).problems[0].message.contains("one figure"));
    assert_eq!(speeds(&format!("vllm bench throughput --output-len 256\n{saved}")), [(Phase::Decode, 2560.0, None)]);
}

#[test]
fn a_sentence_has_one_speed() {
    for (text, engine, speed) in [
        ("My llama-bench says 71 tok/s, is that good?", "llama.cpp", 71.0),
        ("ollama: ~35.2 tokens per second", "ollama", 35.2),
        ("71t/s", "", 71.0),
        ("it generates (12 tokens/sec).", "", 12.0),
    ] {
        let run = &runs(text)[0];
        assert_eq!((run.tool, run.engine, run.speed, run.requests), (Tool::Stated, engine, speed, Some(1)), "{text}");
    }
    for text in ["71 tok/s or 80 tok/s", "0 tok/s", "-5 tok/s", "1e30 tok/s"] {
        assert_eq!((read(text).runs.len(), read(text).problems.len()), (0, 1), "{text}");
    }
    for text in ["is 71 good?", "NaN tok/s", "tok/s", "71 requests/s", "I have 71 tokens", &"71 tok/s ".repeat(60)] {
        assert_eq!(read(text), Outputs::default(), "{text}");
    }
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
    assert!(mixed.runs[2].devices.len() == 1 && mixed.runs[3].devices.is_empty(), "the card of one is not the other's");
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
    fn mutated_outputs_never_panic(which in 0..12_usize, at in 0..4000_usize, length in 0..40_usize, put in "[|{}\\[\\]\",:±0-9e.\\-a-z\n]{0,6}") {
        let text: Vec<char> = ALL[which].chars().collect();
        let start = at % text.len();
        let end = (start + length).min(text.len());
        let changed: String = text[..start].iter().chain(put.chars().collect::<Vec<_>>().iter()).chain(&text[end..]).collect();
        for run in read(&changed).runs {
            prop_assert!(run.speed > 0.0 && run.speed.is_finite());
        }
    }
}
