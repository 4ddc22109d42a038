//! The golden file: the numbers of many queries, bit for bit.
//!
//! Natively they are checked here, through WebAssembly by `tests/wasm-equality.test.mjs`, on the page by the browser suite: all three
//! read the same file. After a change that is meant to move numbers, `UPDATE_GOLDEN=1 cargo test golden` writes it anew.

use crate::support::repository;
use rooflight::{calibrate, catalog, edge::load};
use rooflight_estimator::calculators::Estimator;
use rooflight_estimator::view::sheet::{Mode, Sheet};
use serde_json::{Value, json};
use std::fs;

const KIND: &str = "decode-speed";

/// Devices, formats and contexts that together visit every branch: plain and mixed experts, windows, states, latent attention, and
/// what does not fit.
const QUERIES: &[&str] = &[
    "hw=rtx-4090&m=llama-3.1-8b&q=gguf-q4_k_m&c=4096",
    "hw=rtx-3090&m=llama-3.1-8b&q=gguf-q4_k_m&c=4096",
    "hw=rtx-4090&m=llama-3.1-8b&q=gguf-q4_k_m&c=1",
    "hw=rtx-4090&m=llama-3.1-8b&q=gguf-q4_k_m&c=131072",
    "hw=rtx-4090&m=llama-3.1-8b&q=gguf-f16&c=512",
    "hw=rtx-4090&m=llama-3.1-70b&q=gguf-q4_k_m&c=2048",
    "hw=apple-m3-max-40c&m=llama-3.1-8b&q=mlx-4bit-g64&c=8192",
    "hw=apple-m2-ultra&m=llama-3.1-70b&q=gguf-q4_k_m&c=2048",
    "hw=dgx-spark-gb10&m=gpt-oss-120b&q=gguf-mxfp4-moe&c=32768",
    "hw=ryzen-ai-max-395&m=qwen3-30b-a3b&q=gguf-q4_k_m&c=1024",
    "hw=rtx-3090&m=gemma-3-27b&q=gguf-q4_0&c=16384",
    "hw=h100-sxm-80gb&m=qwen2.5-72b&q=awq-4bit-g128&c=4096",
    "hw=h200-sxm&m=deepseek-v3&q=fp8-block-128&c=4096",
    "hw=rtx-4090&m=qwen3.5-27b&q=gguf-ud-q4_k_xl&c=4096",
    "hw=raspberry-pi-5&m=llama-3.2-1b&q=gguf-q4_0&c=512",
];

fn estimator() -> Estimator {
    let mut problems = Vec::new();
    let catalog = catalog::read(&load::load(repository()), &mut problems).expect("a catalog");
    calibrate::estimator(&catalog).estimator
}

#[test]
fn numbers_are_those_of_the_golden_file() {
    let estimator = estimator();
    let rows: Vec<Value> = QUERIES
        .iter()
        .map(|query| {
            let mut sheet = Sheet::new(Mode::Html, "");
            let facts = estimator.evaluate(KIND, query, &mut sheet);
            let facts = facts.unwrap_or_else(|error| panic!("{query}: {}", error.message));
            json!({ "query": query, "numbers": facts.numbers })
        })
        .collect();
    let path = repository().join(format!("tests/golden/{KIND}.json"));
    let lines: Vec<String> = rows.iter().map(|row| format!("  {row}")).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, text).expect("the golden file is written");
        return;
    }
    assert_eq!(text, fs::read_to_string(&path).expect("the golden file"));
}
