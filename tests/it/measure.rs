//! `rooflight measure`: real outputs in, verdicts out, and what is saved passes `check`.

use crate::support::{calibrated, repository};
use rooflight_compiler::calibrate::measure;
use rooflight_estimator::records::{BenchmarksRecord, Record};
use rooflight_glossary::model::catalog::measurements::{AnchorFile, Row};
use rooflight_ingest::outputs::read;
use rooflight_ingest::verdict::row::row;
use rooflight_ingest::verdict::{Choice, Judge, RefusedLine, UserInput};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

fn rooflight(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn printed(name: &str, flags: &[&str]) -> (serde_json::Value, Option<i32>) {
    let root = repository();
    let file = root.join("tests/fixtures/outputs").join(name);
    let paths = [root.to_str().expect("UTF-8"), file.to_str().expect("UTF-8")];
    let output = rooflight(&[&["measure", paths[1], "--root", paths[0], "--json"], flags].concat(), "");
    (serde_json::from_slice(&output.stdout).expect("JSON"), output.status.code())
}

#[test]
fn a_table_of_llama_bench_gets_its_verdicts() {
    let (answer, code) = printed("llama-bench.md", &[]);
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
    let (answer, code) = printed("llama-bench-m5.md", &inside);
    assert_eq!(code, Some(0), "{answer}");
    assert!((0..2).all(|at| answer["runs"][at]["verdict"] == "inside the 80 % range"), "{answer}");
    let fast = fixture("llama-bench-m5.md").replace("597.06", "797.06");
    let (runs, _) = judged(&fast, &user_input("apple-m5", "", ""));
    let causes = runs[0]["causes"].to_string();
    assert_eq!(runs[0]["verdict"], "above the 80 % range");
    assert!(causes.contains("cache") && !causes.contains("speculative"), "a prompt is not drafted: {causes}");
    let (answer, _) = printed("ollama.txt", &["--hw", "rtx-4090", "--model", "llama-2-7b", "--quant", "q4_0"]);
    assert!(answer["runs"][1]["causes"].to_string().contains("system memory"), "{answer}");
    let (answer, _) = printed("vllm.txt", &["--hw", "h100-sxm-80gb", "--model", "llama-3.1-8b", "--quant", "bf16"]);
    assert!(answer["runs"][0]["share_of_ceiling"].as_f64().is_some_and(|share| share > 0.9), "{answer}");
}

#[test]
fn a_speed_above_the_ceiling_names_drafts_caches_and_typing_errors() {
    let flags = ["--hw", "rtx-3090", "--model", "llama-3.1-70b", "--quant", "q4_k_m", "--count", "2"];
    let (answer, _) = printed("mlx.txt", &flags);
    let decode = &answer["runs"].as_array().and_then(|runs| runs.last().cloned()).expect("a run");
    assert_eq!(decode["verdict"], "above the ceiling");
    let causes = decode["causes"].to_string();
    assert!(
        ["speculative decoding", "a cache", "a typing error"].iter().all(|cause| causes.contains(cause)),
        "{causes}"
    );
    assert!(decode["record"].as_str().is_some_and(|record| record.contains("flags: [above-ceiling]")));
}

/// The verdicts on a text, as `measure --json` prints them, and why other runs have no verdict: the line, the flag, the
/// message.
fn judged(text: &str, input: &UserInput) -> (Vec<Value>, Vec<(usize, &'static str, String)>) {
    static RECORD: LazyLock<BenchmarksRecord> = LazyLock::new(|| {
        let file = calibrated().files.iter().find(|(name, _)| name == "measure/all.txt").expect("the record");
        BenchmarksRecord::from_bytes(&file.1).expect("a record")
    });
    let outputs = read(text);
    let mut judge = Judge::new(&RECORD.names, &*RECORD, input);
    let (verdicts, refused) = judge.all(&outputs, usize::MAX);
    let runs = verdicts.iter().map(|verdict| {
        let mut run = measure::json(verdict);
        run["record"] = json!(row(verdict, 1));
        run
    });
    let refused = refused
        .into_iter()
        .map(|RefusedLine { line, refusal }| (line, refusal.about.map_or("", Choice::flag), refusal.message));
    (runs.collect(), refused.collect())
}

fn user_input(hardware: &str, model: &str, format: &str) -> UserInput {
    let given = |id: &str| Some(id.to_owned()).filter(|id| !id.is_empty());
    UserInput { hardware: given(hardware), model: given(model), format: given(format), ..UserInput::default() }
}

fn fixture(name: &str) -> String {
    std::fs::read_to_string(repository().join("tests/fixtures/outputs").join(name)).expect("a fixture")
}

/// A row of llama-bench with this speed.
fn table(speed: &str) -> String {
    fixture("llama-bench.md").replace("140.00 ± 0.50", speed)
}

#[test]
fn runs_without_a_server_are_judged_with_their_command() {
    let (answer, code) = printed("vllm-latency.txt", &["--hw", "h20-96gb"]);
    assert_eq!(code, Some(0), "{answer}");
    let run = &answer["runs"][0];
    assert_eq!((&run["tool"], &run["model"]), (&json!("vllm bench latency"), &json!("qwen3-1.7b")));
    assert!(run["share_of_ceiling"].as_f64().is_some_and(|share| share > 0.0 && share < 1.0), "{run}");
    let record = run["record"].as_str().expect("a record");
    for fact in ["phase: batched_decode", "concurrency: 8", "depth: 1024", "generated: 128", "includes-prompt-time"] {
        assert!(record.contains(fact), "{fact}: {record}");
    }
    let h100 = user_input("h100-sxm-80gb", "llama-3.1-8b", "");
    let (runs, refused) = judged(&fixture("vllm-throughput.txt"), &h100);
    assert!(runs.is_empty() && matches!(refused.as_slice(), [(2, "--requests", _)]), "said once: {refused:?}");
    let (runs, refused) = judged(&fixture("vllm-throughput.txt"), &UserInput { requests: Some(256), ..h100 });
    assert_eq!((runs.len(), refused.len()), (3, 0));
    assert!(runs.iter().all(|run| run["share_of_ceiling"].as_f64().is_some_and(|share| share < 1.0)), "{runs:?}");
}

#[test]
fn the_runs_of_two_tools_are_each_judged_by_their_own_names() {
    let ollama = fixture("ollama.txt").replace("mistral", "my-own-tune");
    let mixed = format!("{}{ollama}", fixture("llama-bench.md"));
    let (runs, refused) = judged(&mixed, &user_input("rtx-3060-12gb", "llama-2-7b", "q4_0"));
    let of = |key: &str| runs.iter().map(|run| run[key].clone()).collect::<Vec<_>>();
    assert_eq!(refused, []);
    assert_eq!(of("tool")[2..4], ["llama-bench", "ollama --verbose"]);
    let [table, answers] = ["rtx-4090", "rtx-3060-12gb"];
    assert_eq!(of("hardware"), [table, table, table, answers, answers]);
    // Ollama ran no model of the catalog: there the reader's counts.
    assert_eq!(of("model"), ["qwen3-8b", "qwen3-8b", "qwen3-8b", "llama-2-7b", "llama-2-7b"]);
    let (corrected, _) = judged(&fixture("llama-bench.md"), &user_input("rtx-3060-12gb", "", ""));
    assert!(corrected.len() == 3 && corrected.iter().all(|run| run["hardware"] == "rtx-3060-12gb"));
}

#[test]
fn the_engine_and_a_speed_in_a_sentence_are_the_readers_to_say() {
    let engine = |id: &str| UserInput { engine: Some(id.to_owned()), ..UserInput::default() };
    let (runs, _) = judged(&fixture("llama-bench.md"), &engine("ik_llama.cpp"));
    assert!(runs[1]["record"].as_str().is_some_and(|row| row.contains("runtime: ik_llama.cpp")), "{}", runs[1]);
    let (_, unknown) = judged(&fixture("llama-bench.md"), &engine("lama.cpp"));
    let [(_, "--engine", why)] = unknown.as_slice() else { panic!("said once: {unknown:?}") };
    assert!(why.contains("did you mean `llama.cpp`"), "{why}");
    let (runs, _) =
        judged("My llama-bench says 71 tok/s, is that good?", &user_input("rtx-4090", "qwen3-8b", "q4_k_m"));
    assert_eq!((&runs[0]["verdict"], &runs[0]["engine"]), (&json!("below the 80 % range"), &json!("llama.cpp")));
    assert!(runs[0]["record"].as_str().is_some_and(|row| row.contains("depth-unknown")), "{}", runs[0]);
    let (_, missing) = judged("71 tok/s", &UserInput::default());
    let flags: Vec<&str> = missing.iter().map(|(_, flag, _)| *flag).collect();
    assert_eq!(flags, ["--hw", "--model"], "all at once; engine and format are assumed");
}

#[test]
fn a_sentence_names_the_set_up_and_what_it_does_not_is_asked_for() {
    let first_row = |text: &str| {
        let (runs, refused) = judged(text, &UserInput::default());
        (runs.first().map(|run| run["record"].to_string()).unwrap_or_default(), refused)
    };
    let (row, _) = first_row("My llama-bench on a 4090 says 71 tok/s for Qwen3 8B in Q4_K_M, is that good?");
    assert!(row.contains("hardware: rtx-4090, count: 1") && row.contains("model: qwen3-8b, quantization: gguf-q4_k_m"));
    for two in ["2x 3090", "two 3090", "3090 x2", "a 3090 and another 3090"] {
        let (row, refused) = first_row(&format!("llama.cpp, {two}: 15 t/s with Llama 3.1 70B Q4_K_M"));
        assert!(row.contains("hardware: rtx-3090, count: 2"), "{two}: {row} {refused:?}");
    }
    let unsaid = stated("I get 40 tok/s with Qwen3 30B A3B on a 4090");
    assert!(unsaid["record"].as_str().is_some_and(|row| row.contains("quantization: gguf-q4_k_m")), "{unsaid}");
    assert!(unsaid["notes"].to_string().contains("`Q4_K_M` is assumed"), "{unsaid}");
    for (text, flag, why) in [
        ("llama.cpp, a 3090 and a 5090: 15 t/s with Qwen3 8B Q4_K_M", "--hw", "unlike devices ran together"),
        ("llama.cpp on an m4 max: 70 t/s with Qwen3 8B Q4_K_M", "--hw", "“m4 max” could be Apple M4 Max ("),
        ("llama.cpp, 4090, Q4_K_M, Qwen3 8B or Qwen3 14B: 70 t/s", "--model", "several are named"),
        ("llama.cpp: 4090 t/s with Qwen3 8B Q4_K_M", "--hw", "does not name the device"),
        ("llama.cpp, minimax m1 on a 4090: 7 t/s in Q4_K_M", "--model", "“minimax-m1” is not covered yet: "),
        ("Llama 3.1 70B on a 4090: 7 t/s", "--quant", "`Q4_K_M` is assumed, in which the model needs "),
        ("llama.cpp, rtx 71 tok/s 4090, Qwen3 8B Q8_0", "", ""),
    ] {
        let (row, refused) = first_row(text);
        match refused.as_slice() {
            [(_, about, message)] if !flag.is_empty() => {
                assert!(*about == flag && message.contains(why), "{text}: {message}");
            }
            other => assert!(flag.is_empty() && other.is_empty() && row.contains("rtx-4090"), "{text}: {other:?}"),
        }
    }
}

#[test]
fn a_sentence_states_a_machine_as_on_every_page() {
    for (machine, record) in [
        ("M3 Ultra 512GB", "hardware: apple-m3-ultra, count: 1"),
        ("my strix halo", "hardware: ryzen-ai-max-395, count: 1"),
        ("M4 Max 40-core GPU", "hardware: apple-m4-max-40c, count: 1"),
        ("4090 in a box with 64 GB RAM", "hardware: rtx-4090, count: 1"),
        ("zwei 3090", "hardware: rtx-3090, count: 2"),
    ] {
        let row = stated(&format!("{machine}: 40 tok/s with Qwen3 8B Q4_K_M"))["record"].to_string();
        assert!(row.contains(record), "{machine}: {row}");
    }
    let (_, refused) = judged("minimax m1: 7 tok/s", &UserInput::default());
    let said: Vec<&str> = refused.iter().map(|(_, flag, _)| *flag).collect();
    assert_eq!(said, ["--hw", "--model"], "a MiniMax M1 is no Apple M1");
}

/// The first run of a sentence without further input.
fn stated(text: &str) -> Value {
    let (runs, refused) = judged(text, &UserInput::default());
    runs.first().cloned().unwrap_or_else(|| panic!("{text}: {refused:?}"))
}

#[test]
fn the_answer_is_a_sentence() {
    let answer = |speed: &str| {
        let run = stated(&format!("llama.cpp, 4090: {speed} tok/s with Qwen3 8B Q4_K_M"));
        let text = run["answer"].as_str().expect("a sentence").to_owned();
        (text, run["range"]["typical"].as_f64().expect("a range"))
    };
    let typical = answer("71").1;
    for (share, words) in [
        (0.01, "No: less than a tenth of the usual "),
        (0.25, "No: about a quarter of the usual "),
        (0.5, "No: about half of the usual "),
        (0.6, "No: 60 % of the usual "),
        (1.0, "Yes: about the usual "),
        (1.45, "Yes, and more: 145 % of the usual "),
        (9.0, "Too good: "),
    ] {
        let (text, _) = answer(&format!("{:.2}", typical * share));
        assert!(text.starts_with(words) && text.contains(" tokens per second"), "{share}: {text}");
    }
}

#[test]
fn a_context_in_a_sentence_or_said_counts() {
    let row = |text: &str| stated(&format!("{text}: 71 tok/s with Qwen3 8B Q4_K_M"))["record"].to_string();
    for words in [
        "a 4090 at 32k",
        "a 4090 at 32k context",
        "4090, context of 32768",
        "4090 context 32,768",
        "4090, 32768 tokens of context",
        "a 4090 with 32k tokens",
        "4090 @32k",
        "4090, ctx 32K",
        "4090, 32768 context",
    ] {
        assert!(row(words).contains("hardware: rtx-4090") && row(words).contains("depth: 32768"), "{words}");
    }
    for words in ["a 4090", "a 4090 at home", "a 4090, any context"] {
        assert!(row(words).contains("depth-unknown"), "{words}");
    }
    let table = table("71.00 ± 0.50");
    let one_depth: Vec<&str> = table.lines().filter(|line| !line.contains("d4096")).collect();
    let one_depth = one_depth.join("\n");
    let with_context = |context: Option<u32>| UserInput { context, ..UserInput::default() };
    let typical = |text: &str, context| judged(text, &with_context(context)).0[1]["range"]["typical"].as_f64();
    assert!(typical(&one_depth, Some(32_768)) < typical(&one_depth, None), "the reader's context corrects the output");
    assert_eq!(typical(&table, Some(32_768)), typical(&table, None), "runs that differ say more than one field");
    let (_, refused) = judged(&one_depth, &with_context(Some(1 << 24)));
    assert!(refused.iter().any(|(_, flag, why)| *flag == "--context" && why.contains("context ends")), "{refused:?}");
}

#[test]
fn an_engine_that_no_text_names_is_guessed_from_the_format() {
    for (text, engine) in [
        ("4090: 71 tok/s with Qwen3 8B Q4_K_M", "llama.cpp"),
        ("h100-sxm-80gb: 71 tok/s with Qwen3 8B bf16", "vllm"),
        ("Apple M4 Max 40-core: 71 tok/s with Qwen3 8B mlx-4bit-g64", "mlx-lm"),
    ] {
        let text = text.replace("Apple M4 Max 40-core", "apple-m4-max-40c");
        let run = stated(&text);
        assert_eq!(run["engine"], engine, "{text}");
        assert!(run["notes"].to_string().contains("is a guess from the format"), "{run}");
    }
}

#[test]
fn causes_are_those_of_the_device() {
    let causes = |device: &str| stated(&format!("{device}: 1 tok/s with Qwen3 8B Q4_K_M"))["causes"].to_string();
    assert!(!causes("4090").contains("battery") && causes("4090").contains("a power limit or heat"));
    assert!(causes("apple-m4-max-40c").contains("battery"));
    assert!(!causes("h100-sxm-80gb").contains("display"));
    assert!(causes("epyc-9654").contains("fewer channels"));
}

#[test]
fn absurd_figures_get_messages_and_keep_the_others() {
    for bad in ["0.00", "-5.00", "1e30", "NaN", "inf", "", "9".repeat(400).as_str()] {
        let (runs, refused) = judged(&table(bad), &UserInput::default());
        assert!(runs.len() == 2 && matches!(refused.as_slice(), [(6, "", _)]), "{bad}: {refused:?}");
    }
    let first = |speed: &str| {
        let (runs, _) = judged(&table(speed), &UserInput::default());
        assert_eq!(runs[1]["verdict"], "above the ceiling");
        runs[1]["causes"][0].as_str().expect("a cause").to_owned()
    };
    assert!(first("9000.00").starts_with("a typing error"));
    assert!(first("400.00").starts_with("speculative decoding"));
    let (_, refused) = judged(&fixture("llama-bench.md"), &user_input("rtx-3060-12gb", "llama-3.1-70b", ""));
    assert!(refused.iter().all(|(_, flag, why)| *flag == "--hw" && why.contains("GiB for weights")), "{refused:?}");
    for (flag, value) in [("--count", "0"), ("--count", "2000"), ("--requests", "-1"), ("--requests", "many")] {
        let refused = rooflight(&["measure", "-", &format!("{flag}={value}")], "");
        assert_eq!(refused.status.code(), Some(2), "{flag} {value}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(flag));
    }
}

#[test]
fn what_is_saved_is_what_is_offered_and_passes_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("site");
    let root = root.to_str().expect("UTF-8");
    assert!(rooflight(&["init", "--calculator", root], "").status.success());
    let table = fixture("llama-bench.md")
        .replace("qwen3 8B", "llama 8B")
        .replace("4.68 GiB", "4.58 GiB")
        .replace("8.19 B", "8.03 B");
    let source = ["--source", "https://example.com/my-bench"];
    let save = || rooflight(&[&["measure", "-", "--root", root, "--json", "--save"], &source[..]].concat(), &table);
    let saved = save();
    let note = String::from_utf8_lossy(&saved.stderr).into_owned();
    assert_eq!(saved.status.code(), Some(0), "{note}");
    let answer: Value = serde_json::from_slice(&saved.stdout).expect("JSON");
    let path = note.lines().find_map(|line| line.strip_prefix("wrote ")).expect("a file");
    let written = std::fs::read_to_string(std::path::Path::new(root).join(path)).expect("the file");
    let rows: Vec<&str> = written.lines().filter_map(|line| line.strip_prefix("  - ")).collect();
    let offered: Vec<&str> =
        answer["runs"].as_array().expect("runs").iter().filter_map(|run| run["record"].as_str()).collect();
    assert_eq!((rows.len(), &rows), (3, &offered), "{written}");
    let checked = rooflight(&["check", "--root", root], "");
    assert_eq!(checked.status.code(), Some(0), "{}", String::from_utf8_lossy(&checked.stderr));
    let again = save();
    assert_eq!(again.status.code(), Some(2), "nothing is overwritten");
    assert!(String::from_utf8_lossy(&again.stderr).contains("exists already"));
}

#[test]
fn every_field_of_the_form_is_a_field_of_the_record() {
    let form = std::fs::read_to_string(repository().join(".github/ISSUE_TEMPLATE/measurement.yml")).expect("the form");
    let fields: BTreeSet<&str> = form.lines().filter_map(|line| line.trim().strip_prefix("id: ")).collect();
    assert!(fields.len() > 15, "{fields:?}");
    let keys = |schema: schemars::Schema| -> BTreeSet<String> {
        schema.get("properties").and_then(Value::as_object).expect("properties").keys().cloned().collect()
    };
    let file = schemars::schema_for!(AnchorFile);
    let source = &file.get("$defs").expect("definitions")["Publication"]["properties"];
    let mut known = keys(schemars::schema_for!(Row));
    known.extend(source.as_object().expect("properties").keys().cloned());
    known.extend(keys(file));
    let strange: Vec<&&str> = fields.iter().filter(|field| !known.contains(**field)).collect();
    assert!(strange.is_empty(), "no fields of a record: {strange:?}");
}

#[test]
fn unknown_devices_and_noise_get_messages() {
    let (answer, code) = printed("llama-bench.json", &[]);
    assert_eq!(code, Some(1));
    let problem = &answer["problems"][0];
    assert!(problem["message"].as_str().is_some_and(|text| text.contains("`Ascend910B3`")), "{answer}");
    assert_eq!(problem["flag"], "--hw");
    let root = repository();
    let noise = rooflight(&["measure", "-", "--root", root.to_str().expect("UTF-8")], "Hello, is 71 good?\n");
    assert_eq!(noise.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&noise.stderr).contains("no output of a benchmark tool"));
}
