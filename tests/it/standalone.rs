//! The program in an empty folder, with an empty home and no environment: it answers from the embedded catalog as it
//! does in the repository.

use crate::support::repository;
use rooflight_compiler::calibrate::carried;
use serde_json::Value;
use std::process::{Command, Output};

/// The program in an empty folder that is also its home.
fn isolated(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(arguments).current_dir(folder.path()).env_clear().env("HOME", folder.path());
    let output = command.output().expect("the program runs");
    let left = std::fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(left, 0, "nothing is written by {arguments:?}");
    output
}

fn text(arguments: &[&str]) -> String {
    let output = isolated(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(arguments)).expect("JSON")
}

#[test]
fn the_carried_files_are_those_of_the_repository() {
    for file in &carried::sources().content {
        let here = std::fs::read_to_string(repository().join(&file.path)).expect("a file");
        assert!(*file.text == *here, "{}", file.path);
    }
}

#[test]
fn the_program_alone_answers_as_it_does_in_the_repository() {
    let arguments = ["estimate", "RTX 4090", "Qwen3 32B", "--json"];
    let mut here = json(&arguments);
    let mut there = json(&[&arguments[..], &["--root", repository().to_str().expect("UTF-8")]].concat());
    assert_eq!(here["data"]["origin"], "program");
    assert_eq!(there["data"]["origin"], "folder");
    assert!(here["data"]["date"].as_str().is_some_and(|day| day.starts_with("20")), "{}", here["data"]);
    for answer in [&mut here, &mut there] {
        answer["data"] = Value::Null;
    }
    assert_eq!(here, there);
    assert!(here["range"]["typical"].as_f64().is_some_and(|speed| speed > 1.0));
}

#[test]
fn machines_are_named_in_peoples_words() {
    for (machine, device, number) in [
        ("RTX 4090", "rtx-4090", 1),
        ("2x 3090", "rtx-3090", 2),
        ("two 3090s", "rtx-3090", 2),
        ("16 GB 5060 Ti", "rtx-5060-ti-16gb", 1),
        ("5060 Ti 16GB", "rtx-5060-ti-16gb", 1),
        ("DGX Spark", "dgx-spark-gb10", 1),
        ("Strix Halo 128", "ryzen-ai-max-395", 1),
        ("M4 Max 128", "apple-m4-max-40c", 1),
    ] {
        let answer = json(&["estimate", machine, "Llama 3.1 8B", "--json"]);
        let found = answer["hardware"]["id"].as_str().expect("an id");
        assert_eq!((found.split("-gib").next(), answer["devices"].as_u64()), (Some(device), Some(number)), "{machine}");
    }
    let own = json(&["estimate", "M4 Max 48", "Llama 3.1 8B", "--json"]);
    let usable = own["memory"]["usable"].as_f64().expect("memory");
    assert!((usable / (36.0 * 1024.0_f64.powi(3)) - 1.0).abs() < 1e-9, "three quarters of 48 GiB: {usable}");
}

#[test]
fn several_devices_and_requests_are_answered() {
    let answer = json(&["estimate", "2x 3090", "gpt-oss 120b", "--context", "32k", "--for", "8", "--json"]);
    assert_eq!((answer["context"].as_u64(), answer["requests"].as_u64()), (Some(32_768), Some(8)));
    // The usual file is llama.cpp's, which gives each card some of the layers.
    assert_eq!((answer["split"].as_str(), answer["memory"]["fits"].as_bool()), (Some("layers"), Some(false)));
    let short = text(&["estimate", "2x 3090", "gpt-oss 120b", "--context", "32k", "--for", "8"]);
    assert!(short.contains("does not fit: ") && short.contains("would fit"), "{short}");
    let together = text(&["estimate", "H100", "Llama 3.1 8B", "--quant", "bf16", "--for", "16"]);
    assert!(together.contains("tokens/s each, ") && together.contains(" together"), "{together}");
    assert!(together.contains("vllm serve meta-llama/") && together.contains("--max-num-seqs 16"), "{together}");
}

#[test]
fn the_launch_line_follows_from_the_answer() {
    let fits = json(&["estimate", "RTX 4090", "Qwen3 32B", "--context", "8k", "--json"]);
    assert_eq!(fits["launch"]["command"], "llama-server -m FILE.gguf -c 8192 -ngl all");
    assert!(fits["launch"]["checked_against"].as_str().is_some_and(|version| version.contains("llama-cpp-sys-2")));
    let isolated = fits["launch"]["left_alone"].as_str().expect("words");
    assert!(isolated.starts_with("Left alone, it keeps ") && isolated.contains("of the model's"), "{isolated}");
    let split = json(&["estimate", "RTX 4090", "Llama 3.3 70B", "--json"]);
    let command = split["launch"]["command"].as_str().expect("a command");
    let layers = command.strip_prefix("llama-server -m FILE.gguf -c 4096 -ngl ").expect("layers on the card");
    assert!((1..80).contains(&layers.parse::<u64>().expect("a number")), "{command}");
    assert!(
        split["launch"]["left_alone"].as_str().is_some_and(|words| words.contains("layers into system RAM: about"))
    );
    let other = json(&["estimate", "RTX 4090", "Llama 3.1 8B", "--quant", "exl2-4.0", "--json"]);
    assert_eq!(other["launch"], Value::Null, "ExLlama's options were not read");
}

#[test]
fn tables_fit_80_columns_and_programs_get_their_formats() {
    let columns = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    for arguments in [
        &["estimate", "RTX 4090", "Qwen3 32B"][..],
        &["explore", "RTX 3090", "--all"],
        &["explore", "--model", "gpt-oss 120b"],
        &["compare", "M4 Max 128", "Strix Halo 128", "DGX Spark", "--model", "gpt-oss-120b"],
    ] {
        let answer = text(arguments);
        let wide: Vec<&str> = answer.lines().filter(|line| columns(line) > 80 && !line.contains("https://")).collect();
        assert!(wide.is_empty(), "{arguments:?}: {wide:#?}");
        assert!(answer.contains("Data of ") && answer.contains("carried by rooflight"), "{answer}");
    }
    let explored = ["explore", "RTX 3090", "--least", "30", "--licence", "apache", "--task", "science"];
    let with = |format: &'static str| text(&[&explored[..], &["--format", format]].concat());
    let values: Value = serde_json::from_str(&with("json")).expect("JSON");
    let groups = values["groups"].as_array().expect("groups");
    let rows: usize = groups.iter().map(|group| group["models"].as_array().expect("rows").len()).sum();
    assert!(rows > 5 && values["least"] == 30.0, "{values}");
    let mut reader = csv::Reader::from_reader(std::io::Cursor::new(with("csv")));
    assert_eq!(reader.records().count(), rows);
    assert!(with("markdown").lines().filter(|line| line.starts_with("| ")).count() > rows);
    let measured = json(&["explore", "RTX 3090", "--all", "--measured", "--sort", "speed", "--json"]);
    let groups = measured["groups"].as_array().expect("groups");
    let measured = || groups.iter().map(|group| group["models"].as_array().expect("rows"));
    assert!(measured().flatten().all(|row| row["measured"].is_number()) && measured().flatten().count() > 1);
    for rows in measured() {
        let speeds: Vec<f64> = rows.iter().filter_map(|row| row["range"]["typical"].as_f64()).collect();
        assert!(speeds.is_sorted_by(|a, b| a >= b), "{speeds:?}");
    }
}

#[test]
fn a_calculator_needs_no_copy_of_the_catalog() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("site");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    let output = command.args(["init", "--calculator"]).arg(&root).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files =
        walkdir::WalkDir::new(&root).into_iter().filter(|entry| entry.as_ref().expect("an entry").path().is_file());
    let count = files.count();
    assert!(count <= 15, "{count} files");
    assert!(!root.join("content/catalog").exists(), "the program carries the catalog");
    let build = Command::new(env!("CARGO_BIN_EXE_rooflight")).arg("build").current_dir(&root).output();
    assert!(build.expect("the program runs").status.success());
    let has = |path: &str| root.join("dist").join(path).is_file();
    assert!(has("calculators/decode-speed/index.html"));
    assert!(!has("hardware/index.html") && !has("explore/index.html"), "a carried catalog has no pages");
}
