//! The golden files: the numbers of many queries, bit for bit, a file for each calculator.
//!
//! Natively they are checked here, through WebAssembly by `tests/wasm-equality.test.mjs`, on the page by the browser
//! suite: all three read the same files. A case joins as a line with its query; `UPDATE_GOLDEN=1 cargo test golden`
//! then writes its numbers, and all others again, after a change that is meant to move them. `worked` says what the
//! numbers should be.

use crate::support::{ask, repository, specs};
use serde_json::{Value, json};
use std::fs;

#[test]
fn numbers_are_those_of_the_golden_files() {
    for spec in specs() {
        let path = repository().join(format!("tests/golden/{}.json", spec.kind));
        let old = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} has no golden file", spec.kind));
        let cases: Vec<Value> = serde_json::from_str(&old).expect("a list of cases");
        assert!(cases.len() >= 10, "{} has {} golden cases", spec.kind, cases.len());
        let lines = cases.iter().map(|case| {
            let query = case["query"].as_str().expect("a query");
            let answer = ask(spec, query);
            let answer = answer.unwrap_or_else(|error| panic!("{} {query}: {}", spec.kind, error.message));
            let numbers: Vec<f64> = answer.numbers.iter().map(|(_, number)| *number).collect();
            format!("  {}", json!({ "query": query, "numbers": numbers }))
        });
        let text = format!("[\n{}\n]\n", lines.collect::<Vec<_>>().join(",\n"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, text).expect("the golden file is written");
        } else {
            assert_eq!(text, old, "{}", spec.kind);
        }
    }
}
