//! `rooflight estimate --batch`: good rows are answered, bad ones say what is wrong, and neither disturbs the other.

use crate::support::repository;
use std::fs;
use std::process::{Command, Output};

const HEADER: &str = "id,hardware_id,model_id,quant_id,runtime_id,backend_id,hardware_count,parallel,n_prompt,n_gen,\
                      depth_tokens,concurrency,kv_type,phase";

fn answer(table: &[u8]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rows.csv");
    fs::write(&file, table).expect("the table is written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(["estimate", "--batch"]).arg(&file).arg("--root").arg(repository());
    command.output().expect("the program runs")
}

/// The answers to rows under the header, and the exit code.
fn rows(rows: &[&str]) -> (Vec<Vec<String>>, Option<i32>) {
    let output = answer(format!("{HEADER}\n{}\n", rows.join("\n")).as_bytes());
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    assert_eq!(reader.headers().expect("a header"), vec!["id", "ceiling", "typical", "low", "high", "basis"]);
    let all = reader.records().map(|record| record.expect("a row").iter().map(str::to_owned).collect()).collect();
    (all, output.status.code())
}

fn number(field: &str) -> f64 {
    field.parse().unwrap_or_else(|_| panic!("`{field}` is a number"))
}

#[test]
fn good_rows_are_answered_in_order() {
    let (answers, code) = rows(&[
        "a,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,0,1,,decode",
        "b,rtx-4090,llama-3.1-8b,gguf-q4_k_m,,,,,,,,,,",
        "c,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,1,single,512,,0,1,,prefill",
        "d,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,0,8,,batched_decode",
        "e,rtx-4090,llama-3.1-70b,gguf-q4_k_m,llama.cpp,cuda,2,layer,,128,0,1,q8_0,decode",
    ]);
    assert_eq!(code, Some(0));
    assert_eq!(answers.iter().map(|row| row[0].as_str()).collect::<Vec<_>>(), ["a", "b", "c", "d", "e"]);
    for row in &answers {
        let [ceiling, typical, low, high] = [1, 2, 3, 4].map(|at| number(&row[at]));
        assert!(0.0 < low && low <= typical && typical <= high && high <= ceiling, "{row:?}");
    }
    assert_eq!(answers[0][5], "calibrated");
    assert_eq!(answers[3][5], "extrapolated");
    assert!(number(&answers[3][2]) > number(&answers[0][2]), "eight sequences together are faster than one");
}

#[test]
fn bad_rows_say_what_is_wrong_and_where() {
    let good = "good,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,0,1,,decode";
    let bad = [
        ("x,rtx-9999,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,0,1,,decode", "hardware_id"),
        ("x,rtx-4090,llama-9,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,0,1,,decode", "model_id"),
        ("x,rtx-4090,jamba-1.5-mini,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,0,1,,decode", "model_id: “jamba”"),
        ("x,rtx-4090,longcat-flash,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,0,1,,decode", "is not covered yet: "),
        ("x,rtx-4090,llama-3.1-8b,zip,llama.cpp,cuda,1,single,,128,0,1,,decode", "quant_id"),
        ("x,rtx-4090,llama-3.1-8b,gguf-q4_k_m,lamma,cuda,1,single,,128,0,1,,decode", "runtime_id"),
        ("x,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuba,1,single,,128,0,1,,decode", "backend_id"),
        ("x,rtx-4090,llama-3.1-405b,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,0,1,,decode", "GiB"),
        ("x,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,99999999,1,,decode", "depth_tokens"),
        ("x,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,0,0,,decode", "concurrency"),
        ("x,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,0,single,,128,0,1,,decode", "hardware_count"),
        ("x,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,1,single,,-5,0,1,,decode", "n_gen"),
        ("x,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,0,1,q99,decode", "kv_type"),
        ("x,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,1,single,,,0,1,,prefill", "n_prompt"),
        ("x,rtx-4090", "fields"),
    ];
    let table: Vec<&str> = bad.iter().flat_map(|(row, _)| [*row, good]).collect();
    let (answers, code) = rows(&table);
    assert_eq!(code, Some(1));
    assert_eq!(answers.len(), table.len());
    for (at, (row, word)) in bad.iter().enumerate() {
        let problem = &answers[2 * at][5];
        let line = format!("error: line {}: ", 2 * at + 2);
        assert!(problem.starts_with(&line) && problem.contains(word), "{row}: {problem}");
        assert!(answers[2 * at][1..5].iter().all(String::is_empty));
        assert_eq!(answers[2 * at + 1][5], "calibrated", "the row after it is answered");
    }
}

#[test]
fn a_missing_column_a_huge_line_and_bytes_that_are_no_text() {
    let output = answer(b"id,hardware_id,model_id\na,rtx-4090,llama-3.1-8b\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains("no column `quant_id`"));
    let mut table = format!("{HEADER}\nhuge,").into_bytes();
    table.extend(std::iter::repeat_n(b'x', 10_000_000));
    table.extend(b",,,,,,,,,,,,\nbytes,\xff\xfe,,,,,,,,,,,,\n");
    table.extend(b"good,rtx-4090,llama-3.1-8b,gguf-q4_k_m,llama.cpp,cuda,1,single,,128,0,1,,decode\n");
    let output = answer(&table);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.len() < 2_000, "a huge field is not repeated");
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[1].contains("hardware_id") && lines[2].contains("UTF-8") && lines[3].ends_with("calibrated"),
        "{text}"
    );
}

#[test]
fn ten_thousand_rows_are_all_answered() {
    let devices = ["rtx-4090", "apple-m3-max-40c", "a100-sxm-80gb", "dgx-spark-gb10"];
    let models = ["llama-3.1-8b", "qwen3-30b-a3b", "gpt-oss-20b", "gemma-3-27b"];
    let row = |at: usize| {
        format!(
            "{at},{},{},gguf-q4_k_m,llama.cpp,,1,single,,128,{},1,,decode",
            devices[at % 4],
            models[at / 4 % 4],
            at % 4096
        )
    };
    let table = format!("{HEADER}\n{}\n", (0..10_000).map(row).collect::<Vec<_>>().join("\n"));
    let output = answer(table.as_bytes());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text.lines().count(), 10_001);
    assert!(!text.contains("error:"), "{}", text.lines().find(|line| line.contains("error:")).unwrap_or_default());
}
