//! Models from their own files: the command line, the catalog record, and every calculator's answer.

use crate::support::{estimator, fixture, repository, specs};
use rooflight_calculators::explore;
use rooflight_calculators::input::Choice;
use rooflight_document::markdown;
use rooflight_estimator::tensors;
use rooflight_glossary::model::catalog;
use rooflight_ingest::header::{FORMATS, Head, Inspection, Parts, inspect};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn model(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.arg("model").args(arguments).output().expect("the program runs")
}

fn streams(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

fn file(name: &str) -> String {
    fixture("headers").join(name).to_string_lossy().into_owned()
}

fn read(name: &str) -> Inspection {
    let bytes = fs::read(file(name)).expect("a fixture");
    inspect(&[Head { name, size: bytes.len() as u64, bytes: &bytes }]).expect("a model")
}

#[test]
fn inspecting_prints_the_ledger_of_the_files() {
    let (gguf, projector) = (file("glm4moe-mtp.gguf"), file("mmproj.gguf"));
    let output = model(&["inspect", &gguf, &projector]);
    let (text, errors) = streams(&output);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    for part in [
        "Ledger of Tiny GLM MoE",
        "Multi-token prediction, switched off",
        "blk.N.ffn_gate_exps.weight",
        "Q4_K_M",
        "mmproj.gguf",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let output = model(&["inspect", &gguf, &projector, "--json", "--mtp", "--no-vision"]);
    let ledger: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let sum = |list: &str, key: &str| -> u64 {
        ledger[list].as_array().expect("a list").iter().map(|each| each[key].as_u64().expect("bytes")).sum()
    };
    let size = |name: &String| fs::metadata(name).expect("a file").len();
    let around = sum("files", "header_bytes") + sum("files", "padding_bytes");
    assert_eq!(around + sum("tensors", "bytes"), size(&gguf) + size(&projector));
    assert!(ledger["bytes"].as_u64() < Some(sum("tensors", "bytes")), "the tower is left out");
}

#[test]
fn what_is_no_model_is_an_error_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let noise = folder.path().join("noise.gguf");
    fs::write(&noise, b"GGUF and then noise").expect("a file");
    let output = model(&["inspect", &noise.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(streams(&output).1.starts_with("error: noise.gguf: "), "{}", streams(&output).1);
    let output = model(&["inspect", &folder.path().join("nothing").to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
}

/// A new site with a catalog.
fn site(folder: &Path) -> String {
    let root = folder.join("site");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    let output = command.args(["init", "--calculator"]).arg(&root).output().expect("the program runs");
    assert!(output.status.success(), "{}", streams(&output).1);
    root.to_string_lossy().into_owned()
}

#[test]
fn adding_writes_a_record_that_checks_and_refuses_a_second_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = site(folder.path());
    let source = "https://huggingface.co/example/tiny-moe";
    let add = |name: &str, more: &[&str]| {
        let mut arguments = vec!["add", name, "--root", &root];
        arguments.extend(more);
        model(&arguments)
    };
    for (name, id) in [("glm4moe-mtp.gguf", "tiny-glm-moe"), ("configs/qwen3.5-397b-a17b.json", "own-qwen")] {
        let path = folder.path().join(if id == "own-qwen" { "config.json" } else { "model.gguf" });
        fs::copy(file(name), &path).expect("a copy");
        let output = add(&path.to_string_lossy(), &["--source", source, "--id", id, "--name", id, "--license", "mit"]);
        assert_eq!(output.status.code(), Some(0), "{}", streams(&output).1);
        let again = add(&path.to_string_lossy(), &["--source", source, "--id", id]);
        assert_eq!(again.status.code(), Some(2));
        assert!(streams(&again).1.contains("the catalog has the model already"), "{}", streams(&again).1);
    }
    let checked = Command::new(env!("CARGO_BIN_EXE_rooflight")).args(["check", "--root", &root]).output();
    let checked = checked.expect("the program runs");
    assert_eq!(checked.status.code(), Some(0), "{}", streams(&checked).1);
    let mut problems = Vec::new();
    let sources = rooflight::edge::load::load(Path::new(&root));
    let known = catalog::read(&sources, None, &mut problems).expect("a catalog");
    let added = |id: &str| known.models.iter().find(|known| known.record.id == id).expect("the record");
    let of = |id: &str| tensors::parameters(added(id).model.as_ref().expect("a model"));
    assert!((of("own-qwen") / 1e9 - 396.346_35).abs() < 1e-6);
    assert!(
        (of("tiny-glm-moe") - tensors::parameters(read("glm4moe-mtp.gguf").model.as_ref().expect("a model"))).abs()
            < 0.5
    );
    assert_eq!(added("own-qwen").record.hf_repo.as_deref(), Some("example/tiny-moe"));
    let bad = add(&file("qwen3/config.json"), &["--source", "somewhere"]);
    assert!(streams(&bad).1.contains("no address of a page"), "{}", streams(&bad).1);
    let without = add(&file("gptq.safetensors"), &["--source", source, "--id", "x"]);
    assert!(streams(&without).1.contains("do not describe the architecture"), "{}", streams(&without).1);
}

#[test]
fn formats_have_the_catalogs_names() {
    let sources = rooflight::edge::load::load(repository());
    let known = catalog::read(&sources, None, &mut Vec::new()).expect("a catalog");
    for (id, name) in FORMATS {
        let format = known.formats.iter().find(|format| format.record.id == *id).expect("a format");
        assert_eq!(rooflight_glossary::model::catalog::short(&format.record.name), *name);
    }
}

#[test]
fn every_calculator_answers_for_a_model_from_its_files() {
    for name in ["llama.gguf", "glm4moe-mtp.gguf", "unknown.gguf"] {
        let mut own = estimator().clone();
        own.models.push(read(name).record(Parts { prediction: false, vision: true }));
        let takes_model =
            |inputs: &[rooflight_calculators::input::Input]| inputs.iter().any(|input| input.choice == Choice::Model);
        for spec in specs().filter(|spec| takes_model(spec.inputs)).chain([&explore::SPEC]) {
            // Without experts, or with a short context, one calculator refuses in words, as for any model.
            let format = if spec.kind == "explore" { "gguf-q4_k_m" } else { "own-file" };
            let query = format!("m=own-model&q={format}&c=512&pt=256&in=256&out=128");
            let answer = match spec.answer(&own, &query) {
                Ok(answer) => answer,
                Err(error) => {
                    assert_ne!(error.field, "m", "{name}, {}: {error}", spec.kind);
                    continue;
                }
            };
            let text = markdown::document(&answer.report);
            assert!(!text.contains("NaN"), "{name}, {}: {text}", spec.kind);
        }
    }
}
