//! `rooflight estimate` with one question: the calculator's answer in the terminal, and as JSON.

use crate::support::repository;
use std::process::{Command, Output};

fn ask(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.arg("estimate").args(arguments).arg("--root").arg(repository());
    command.output().expect("the program runs")
}

fn utf8(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

const QUESTION: [&str; 8] =
    ["--hardware", "rtx-4090", "--model", "llama-3-8b", "--quant", "q4_k_m", "--context", "8192"];

#[test]
fn the_answer_has_its_ledger_and_its_measurements() {
    let output = ask(&[&QUESTION[..], &["--full"]].concat());
    let text = utf8(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(utf8(&output.stderr).contains("There is no model `llama-3-8b`"), "{}", utf8(&output.stderr));
    for part in [
        "GeForce RTX 4090, Llama 3.1 8B in Q4_K_M, 8,192 tokens of context, one request",
        "### The bytes behind it",
        "KV cache  ",
        "Per token",
        "### What was measured",
        "](<https://",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.lines().any(|line| line.starts_with('|')), "tables are set in columns");
}

#[test]
fn json_has_all_numbers() {
    let output = ask(&[&QUESTION[..], &["--json"]].concat());
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((answer["model"]["id"].as_str(), answer["context"].as_u64()), (Some("llama-3.1-8b"), Some(8192)));
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let (ceiling, low, high) =
        (number(&answer["ceiling"]), number(&answer["range"]["low"]), number(&answer["range"]["high"]));
    assert!(low < high && high <= ceiling);
    let parts = answer["ledger"].as_array().expect("a ledger").iter().map(|line| number(&line["bytes"]));
    let (sum, total) = (parts.sum::<f64>(), number(&answer["bytes_per_token"]));
    assert!((sum / total - 1.0).abs() < 1e-12, "{sum} is {total}");
    assert!((1008e9 / total / ceiling - 1.0).abs() < 1e-9, "the ceiling follows from the bytes");
    assert_eq!(answer["memory"]["fits"], true);
    let measured = answer["measurements"].as_array().expect("measurements");
    assert!(
        !measured.is_empty()
            && measured.iter().all(|row| row["url"].as_str().is_some_and(|url| url.starts_with("http")))
    );
}

#[test]
fn a_name_that_is_not_known_gets_the_nearest_one() {
    let with = |model: &'static str| ["--hardware", "rtx-4090", "--model", model, "--quant", "q4_k_m"];
    let output = ask(&with("lama-3.1-8b"));
    assert_eq!((output.status.code(), utf8(&output.stdout)), (Some(1), ""));
    assert!(utf8(&output.stderr).contains("did you mean `llama-3.1-8b`?"), "{}", utf8(&output.stderr));
    let output = ask(&[&with("llama-3.1-8b")[..], &["--context", "9999999"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(utf8(&output.stderr).contains("131,072"), "{}", utf8(&output.stderr));
    assert_eq!(ask(&["--hardware", "rtx-4090"]).status.code(), Some(2), "the model is missing");
}

#[test]
fn a_model_with_a_short_context_is_answered_without_naming_one() {
    let answer = ask(&["--hardware", "rtx-4090", "--model", "tinyllama-1.1b", "--quant", "gguf-q4_0", "--json"]);
    assert!(answer.status.success(), "{}", utf8(&answer.stderr));
    let value: serde_json::Value = serde_json::from_slice(&answer.stdout).expect("JSON");
    assert_eq!(value["context"], 2048);
}

#[test]
fn names_that_people_type_are_found() {
    let with = |hardware: &'static str, model: &'static str| {
        ask(&["--hardware", hardware, "--model", model, "--quant", "q4_k_m"])
    };
    for (hardware, model, note) in [
        ("DGX Spark", "Qwen3 30B-A3B", "`DGX Spark` is `dgx-spark-gb10`"),
        ("EVO-X2", "meta-llama/Llama-3.1-8B", "is `ryzen-ai-max-395`"),
    ] {
        let output = with(hardware, model);
        let notes = utf8(&output.stderr);
        assert!(output.status.success() && notes.contains(note), "{hardware}, {model}: {notes}");
    }
    for (hardware, taken) in [("Strix Halo", "ryzen-ai-max-395"), ("apple-m4-max", "apple-m4-max-40c")] {
        let shared = with(hardware, "qwen3-32b");
        let notes = utf8(&shared.stderr);
        assert!(shared.status.success() && notes.contains(&format!("is taken for `{taken}`")), "{hardware}: {notes}");
        assert!(notes.contains("could also be `"), "{hardware}: {notes}");
    }
    let unclear = with("rtx", "qwen3-32b");
    assert_eq!(unclear.status.code(), Some(1));
    assert!(utf8(&unclear.stderr).contains("did you mean `"), "{}", utf8(&unclear.stderr));
}
