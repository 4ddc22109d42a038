//! The engines that a reader may choose: who is among them, where they differ, what they refuse, and how their profiles
//! reach a page.

use crate::calibration::fitted;
use crate::support::{estimator, repository, specs};
use rooflight_calculators::input::{Choice, ENGINE};
use rooflight_calculators::{Answer, Estimator, Spec, capacity, decode_speed, measured};
use rooflight_document::{html, markdown};
use rooflight_estimator::calibration::key::{Cost, Effect, Key};
use rooflight_estimator::calibration::{ENGINE_OPTIONS, FileFormat};
use rooflight_estimator::records::{DeviceRecord, PromptRecord, Record, RunsRecord};
use rooflight_estimator::setup::{Devices, Setup};
use std::process::Command;

fn device(id: &str) -> &'static DeviceRecord {
    estimator().devices.iter().find(|record| record.device.id == id).expect("the device")
}

fn prompts(id: &str) -> &'static PromptRecord {
    estimator().prompts.iter().find(|record| record.device == id).expect("the device")
}

/// The calculators that depend on the engine.
fn depending() -> impl Iterator<Item = &'static Spec> {
    specs().filter(|spec| spec.inputs.iter().any(|input| input.choice == Choice::Engine))
}

fn answered(spec: &Spec, query: &str) -> Result<(Answer, String), String> {
    let answer = spec.answer(estimator(), query).map_err(|error| format!("{}: {}", error.field, error.message))?;
    let text = markdown::document(&answer.report);
    Ok((answer, text))
}

/// Low, typical, high.
fn range(spec: &Spec, query: &str) -> [f64; 3] {
    let (answer, _) = answered(spec, query).unwrap_or_else(|error| panic!("{query}: {error}"));
    ["low", "typical", "high"].map(|name| answer.numbers.iter().find(|(known, _)| *known == name).expect(name).1)
}

/// Numbers that are equal to the last bit.
fn bits(range: [f64; 3]) -> [u64; 3] {
    range.map(f64::to_bits)
}

#[test]
fn every_engine_of_the_list_was_measured() {
    let table = &fitted().calibration.decode;
    for option in ENGINE_OPTIONS {
        let evidence = table.evidence(Key::new(Cost::Weights, Effect::Engine, option.engine as u32));
        assert!(evidence.devices > 0, "{} is in the list, and no run that counts is of it", option.id);
        assert!(!option.formats.is_empty());
        let somewhere = estimator().devices.iter().any(|record| option.conditions(&record.device).is_some());
        assert!(somewhere, "{} runs on no device", option.id);
    }
}

#[test]
fn only_runs_of_the_chosen_engine_are_of_the_readers_question() {
    let mut own = 0;
    for record in &estimator().devices {
        for option in ENGINE_OPTIONS {
            let row = record.row(option.id).expect("every engine has a row");
            for run in record.rows.iter().filter(|run| !run.open) {
                let model = estimator().models.iter().find(|model| model.id == record.text(run.model));
                let format = model.and_then(|model| model.formats.iter().find(|one| one.id == record.text(run.format)));
                let (Some(model), Some(format)) = (model, format) else { continue };
                let at = record.position(row, format.files).filter(|at| *at < record.profiles.len());
                let Some(at) = at else { continue };
                for shown in measured::rows(record, model, format, at, run.depth).iter().filter(|shown| shown.matches) {
                    let ran = record.text(shown.row.engine);
                    let (program, backend) = option.name.split_once(" on ").unwrap_or((option.name, ""));
                    let backend = backend.trim_start_matches("the ");
                    assert!(
                        ran.starts_with(program) && ran.contains(backend),
                        "{} on {}: {ran}",
                        option.id,
                        record.device.id
                    );
                    own += 1;
                }
            }
        }
    }
    assert_ne!(own, 0, "no run has an engine of its own");
}

#[test]
fn a_profile_is_what_the_fitted_table_says_of_the_engine() {
    let table = &fitted().calibration.decode;
    let model = estimator().models.iter().find(|record| record.id == "llama-3.1-8b").expect("the model");
    let mut compared = 0;
    for record in estimator().devices.iter().step_by(9) {
        for option in ENGINE_OPTIONS {
            let row = record.row(option.id).expect("every engine has a row");
            for files in FileFormat::ALL {
                let profile = record.position(row, files).and_then(|at| record.profiles.get(at));
                let wanted = option.conditions(&record.device).filter(|_| option.formats.contains(&files));
                assert_eq!(
                    profile.is_some(),
                    wanted.is_some(),
                    "{} for {} on {}",
                    option.id,
                    files.words(),
                    record.device.id
                );
                let (Some(profile), Some(wanted)) = (profile, wanted) else { continue };
                let Some(format) = model.formats.iter().find(|format| format.files == files) else { continue };
                let setup = Setup::single(&model.shape, &format.weights, &record.device, 2048.0);
                let own = table.profile(&record.device, Devices::One, &wanted).estimate(&setup);
                assert_eq!(profile.estimate(&setup), own, "{} on {}", option.id, record.device.id);
                compared += 1;
            }
        }
    }
    assert_ne!(compared, 0, "nothing was compared");
}

#[test]
fn engines_differ_where_the_table_says_so() {
    let spec = &decode_speed::SPEC;
    let gguf = |engine: &str| range(spec, &format!("hw=rtx-4090&m=llama-3.1-8b&q=gguf-q4_k_m&en={engine}"));
    let (usual, cuda, vulkan) = (gguf("usual"), gguf("llama-cuda"), gguf("llama-vulkan"));
    assert_eq!(bits(usual), bits(cuda), "the usual engine of GGUF on this card");
    assert!(vulkan[1] < cuda[1] && vulkan[2] / vulkan[0] > cuda[2] / cuda[0], "{vulkan:?} {cuda:?}");
    // No format is read by both, so that the same setup is put to the profile of each.
    let (record, table) = (device("rtx-4090"), &fitted().calibration.decode);
    let model = estimator().models.iter().find(|record| record.id == "llama-3.1-8b").expect("the model");
    let format = model.formats.iter().find(|format| format.files == FileFormat::Safetensors).expect("a format of vLLM");
    let setup = Setup::single(&model.shape, &format.weights, &record.device, 2048.0);
    let of = |id: &str| {
        let option = ENGINE_OPTIONS.iter().find(|option| option.id == id).expect("the engine");
        let profile =
            table.profile(&record.device, Devices::One, &option.conditions(&record.device).expect("it runs there"));
        profile.speed(&setup).1.expect("a range").0
    };
    let (llama, vllm) = (of("llama-cuda"), of("vllm"));
    assert!((llama.typical / vllm.typical - 1.0).abs() > 0.01, "{llama:?} {vllm:?}");
    let row = record.row("vllm").expect("a row");
    let known = &record.profiles[record.position(row, FileFormat::Safetensors).expect("a position")];
    assert_eq!(known.speed(&setup).1.expect("a range").0, vllm);
    let estimate_with =
        |engine: &str| range(spec, &format!("hw=rtx-4090&m=llama-3.1-8b&q={}&c=2048&en={engine}", format.id));
    assert_eq!(bits(estimate_with("vllm")), bits([vllm.low, vllm.typical, vllm.high]));
    assert_ne!(bits(estimate_with("sglang")), bits(estimate_with("vllm")));
}

#[test]
fn what_cannot_run_is_refused_at_its_field() {
    for (query, words) in [
        ("hw=rtx-4090&en=mlx-lm", "MLX LM runs on Apple's chips, and not on GeForce RTX 4090."),
        ("hw=rx-7900-xtx&en=llama-cuda", "llama.cpp on CUDA runs on NVIDIA's devices, and not on Radeon RX 7900 XTX."),
        ("hw=rtx-4090&q=gguf-q4_k_m&en=sglang", "SGLang is estimated for these files: safetensors"),
        ("hw=rtx-4090&en=nothing", "There is no such engine here"),
    ] {
        for spec in depending() {
            let error = answered(spec, query).expect_err(query);
            assert!(error.starts_with(&format!("{}: {words}", ENGINE.key)), "{} {query}: {error}", spec.kind);
        }
    }
}

#[test]
fn every_calculator_that_depends_on_the_engine_names_it() {
    let kinds: Vec<&str> = depending().map(|spec| spec.kind).collect();
    assert_eq!(kinds.len(), 18, "{kinds:?}");
    for spec in depending() {
        for (query, words) in [("", "llama.cpp on CUDA, 2026"), ("en=llama-vulkan", "llama.cpp on Vulkan, 2026")] {
            let (answer, text) = answered(spec, query).unwrap_or_else(|error| panic!("{} {query}: {error}", spec.kind));
            let conditions = text.lines().filter(|line| !line.is_empty()).nth(1).unwrap_or_default();
            assert!(conditions.contains(words), "{} {query}: {conditions}", spec.kind);
            let hint = answer.hints.iter().find(|(key, _)| *key == ENGINE.key).map(|(_, text)| text.as_str());
            assert_eq!(hint, Some(words), "{} {query}", spec.kind);
        }
    }
}

#[test]
fn the_engines_arrive_when_a_question_needs_them() {
    let (record, reader) = (device("rtx-4090"), prompts("rtx-4090"));
    let model = estimator().models.iter().find(|record| record.id == "llama-3.1-8b").expect("the model");
    let small = record.usual_profile().to_bytes();
    assert!(small.len() * 2 < record.without_runs().to_bytes().len(), "most of it is for few readers");
    let runs = RunsRecord::of("rtx-4090", (&record.texts, &record.rows), "llama-3.1-8b").to_bytes();
    let query = "hw=rtx-4090&m=llama-3.1-8b&q=gguf-q4_k_m&en=llama-vulkan";
    let spec = &decode_speed::SPEC;
    let mut sent = Estimator::default();
    assert!(spec.add(&mut sent, &[small.clone(), model.to_bytes(), runs].concat()));
    assert_eq!(spec.needs(&sent, query), "");
    let answer = |spec: &Spec, sent: &Estimator, query: &str| {
        let answer = spec.answer(sent, query).map_err(|error| (error.field, error.message))?;
        Ok((format!("{:?}", answer.numbers), html::parts(&answer.report, "../../").figure))
    };
    assert_eq!(answer(spec, &sent, query), Err(("", "engines/rtx-4090.txt\n".to_owned())), "it says what is missing");
    assert!(answer(spec, &sent, "hw=rtx-4090&m=llama-3.1-8b").is_ok(), "the usual engine needs nothing more");
    assert!(spec.add(&mut sent, &record.without_runs().to_bytes()));
    assert_eq!(sent.devices.len(), 1);
    assert_eq!(answer(spec, &sent, query), answer(spec, estimator(), query), "measurements stay");
    // The file of prompts has all engines.
    for spec in [crate::support::spec("prefill"), &capacity::SPEC] {
        let mut sent = Estimator::default();
        let first = [small.clone(), model.to_bytes(), reader.to_bytes(), record.without_runs().to_bytes()].concat();
        assert!(spec.add(&mut sent, &first));
        let [here, whole] = [&sent, estimator()].map(|known| answer(spec, known, query).expect("an answer").0);
        assert_eq!(here, whole, "{}", spec.kind);
    }
    // The usual engine of files that few people have.
    let rare = model.formats.iter().find(|format| format.files == FileFormat::Exl3).or_else(|| {
        model.formats.iter().find(|format| !matches!(format.files, FileFormat::Gguf | FileFormat::Safetensors))
    });
    let rare = rare.expect("a format of other files");
    let mut sent = Estimator::default();
    assert!(spec.add(&mut sent, &[small, model.to_bytes()].concat()));
    let query = format!("hw=rtx-4090&m=llama-3.1-8b&q={}", rare.id);
    assert_eq!(answer(spec, &sent, &query), Err(("", "engines/rtx-4090.txt\n".to_owned())));
}

#[test]
fn the_command_line_takes_the_engine() {
    let ask = |engine: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
        command.args([
            "estimate",
            "--hardware",
            "rtx-4090",
            "--model",
            "llama-3.1-8b",
            "--engine",
            engine,
            "--full",
            "--root",
        ]);
        let output = command.arg(repository()).output().expect("the program runs");
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(text).expect("UTF-8"))
    };
    let (done, text) = ask("llama-vulkan");
    assert!(done && text.contains("one request; llama.cpp on Vulkan, 2026"), "{text}");
    let (done, text) = ask("mlx-lm");
    assert!(!done && text.contains("MLX LM runs on Apple's chips, and not on GeForce RTX 4090."), "{text}");
    let (done, text) = ask("lama-vulkan");
    assert!(!done && text.contains("did you mean `llama-vulkan`?"), "{text}");
}
