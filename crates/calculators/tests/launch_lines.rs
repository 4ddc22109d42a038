//! Commands for set-ups of four engines: every option is one that the engine has in the version stated.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use rooflight_calculators::launch::command::{CHECKED, Placement, ServerSetup, checked, command};
use rooflight_calculators::launch::defaults::{ContextRule, default_context};
use rooflight_estimator::hardware::{Device, DeviceClass};
use rooflight_estimator::kv::KvType;
use rooflight_estimator::model::shape::{CacheGroup, Shape};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_estimator::weights::Weights;
use rooflight_primitives::units::GIB;
use std::collections::BTreeMap;

const SERVED: ServerSetup<'static> = ServerSetup {
    engine: "llama.cpp",
    repository: None,
    context: 8192,
    requests: 1,
    devices: Devices::One,
    processor: false,
    kv: KvType::F16,
    host: None,
};

/// Maps each option to true if a value follows it.
fn options(text: &'static str) -> BTreeMap<&'static str, bool> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).map(|(name, kind)| (name, kind == "value")).collect()
}

/// Parses a command as the engine would: each word is a known option, the value of one, or one of `positional`
/// arguments.
fn parse(command: &str, program: &str, positional: usize, known: &BTreeMap<&str, bool>) {
    let rest = command.strip_prefix(program).unwrap_or_else(|| panic!("{command} does not begin with {program}"));
    let mut words = rest.split_whitespace();
    let mut others = 0;
    while let Some(word) = words.next() {
        if word.starts_with('-') {
            let takes = known.get(word).unwrap_or_else(|| panic!("{program} has no option {word}: {command}"));
            assert!(
                !takes || words.next().is_some_and(|value| !value.starts_with('-')),
                "{word} has no value: {command}"
            );
        } else {
            others += 1;
        }
    }
    assert_eq!(others, positional, "{command}");
}

#[test]
fn lines_have_options_of_the_engines_alone() {
    let llama = options(include_str!("flags/llama-server.txt"));
    let vllm = options(include_str!("flags/vllm-serve.txt"));
    let mlx = options(include_str!("flags/mlx_lm.server.txt"));
    let served = |change: fn(&mut ServerSetup<'static>)| {
        let mut served = SERVED;
        change(&mut served);
        command(&served).expect("a line")
    };
    for (change, expected) in [
        ((|_| {}) as fn(&mut ServerSetup<'static>), "llama-server -m FILE.gguf -c 8192 -ngl all"),
        (|s| s.requests = 4, "llama-server -m FILE.gguf -c 32768 -np 4 -ngl all"),
        (|s| s.processor = true, "llama-server -m FILE.gguf -c 8192 -ngl 0"),
        (|s| s.host = Some(Placement::Layers { on_device: 40 }), "llama-server -m FILE.gguf -c 8192 -ngl 40"),
        (
            |s| s.host = Some(Placement::Experts { layers: 12 }),
            "llama-server -m FILE.gguf -c 8192 -ngl all --n-cpu-moe 12",
        ),
        (|s| s.devices = Devices::LayerSplit(2), "llama-server -m FILE.gguf -c 8192 -ngl all -sm layer"),
        (|s| s.kv = KvType::Q8_0, "llama-server -m FILE.gguf -c 8192 -ngl all -fa on -ctk q8_0 -ctv q8_0"),
    ] {
        let command = served(change);
        assert_eq!(command, expected);
        parse(&command, "llama-server", 0, &llama);
    }
    for (change, expected) in [
        ((|s| s.engine = "vllm") as fn(&mut ServerSetup<'static>), "vllm serve REPOSITORY --max-model-len 8192"),
        (
            |s| {
                *s = ServerSetup {
                    engine: "vllm",
                    repository: Some("Qwen/Qwen3-32B"),
                    devices: Devices::TensorParallel(2),
                    ..*s
                };
            },
            "vllm serve Qwen/Qwen3-32B --max-model-len 8192 --tensor-parallel-size 2",
        ),
        (
            |s| *s = ServerSetup { engine: "vllm", requests: 16, devices: Devices::LayerSplit(4), ..*s },
            "vllm serve REPOSITORY --max-model-len 8192 --max-num-seqs 16 --pipeline-parallel-size 4",
        ),
        (
            |s| *s = ServerSetup { engine: "vllm", kv: KvType::Fp8, ..*s },
            "vllm serve REPOSITORY --max-model-len 8192 --kv-cache-dtype fp8",
        ),
    ] {
        let command = served(change);
        assert_eq!(command, expected);
        parse(&command, "vllm serve", 1, &vllm);
    }
    let command = served(|s| s.engine = "mlx-lm");
    assert_eq!(command, "mlx_lm.server --model REPOSITORY");
    parse(&command, "mlx_lm.server", 0, &mlx);
    let command = served(|s| *s = ServerSetup { engine: "mlx-lm", requests: 8, ..*s });
    assert_eq!(command, "mlx_lm.server --model REPOSITORY --decode-concurrency 8");
    parse(&command, "mlx_lm.server", 0, &mlx);
    let command = served(|s| *s = ServerSetup { engine: "ollama", requests: 2, ..*s });
    assert_eq!(command, "OLLAMA_CONTEXT_LENGTH=8192 OLLAMA_NUM_PARALLEL=2 ollama serve & ollama run NAME");
}

#[test]
fn an_engine_whose_options_were_not_read_has_no_line() {
    assert_eq!(command(&ServerSetup { engine: "exllamav3", ..SERVED }), None);
    assert_eq!(command(&ServerSetup { kv: KvType::Fp8, ..SERVED }), None, "llama.cpp has no such cache");
    assert_eq!(
        command(&ServerSetup { engine: "mlx-lm", kv: KvType::Q8_0, ..SERVED }),
        None,
        "MLX has formats of its own"
    );
    assert_eq!(checked("exllamav3"), None);
    for (engine, version) in CHECKED {
        assert!(command(&ServerSetup { engine, ..SERVED }).is_some() && checked(engine) == Some(version), "{engine}");
    }
}

#[test]
fn a_context_shrinks_before_layers_move() {
    let group = CacheGroup { reading: 32, storing: 32, elements: 1024, ..CacheGroup::default() };
    let model = Shape { layers: 32, hidden: 4096, vocabulary: 32_000, cache: vec![group], ..Shape::default() };
    let weights = Weights::default();
    let device = |gib: f64| Device { memory: Some(gib * GIB), class: DeviceClass::default(), ..Device::default() };
    let kept_with = |engine: &str, gib: f64| {
        let device = device(gib);
        default_context(engine, &Setup::single(&model, &weights, &device, 0.0), 131_072.0)
    };
    // 64 KiB per token: 8 GiB for the whole context.
    assert_eq!(kept_with("llama.cpp", 24.0), ContextRule::Whole(131_072.0));
    let ContextRule::Shrunk(tokens) = kept_with("llama.cpp", 8.0) else { panic!("{:?}", kept_with("llama.cpp", 8.0)) };
    assert!(tokens % 256.0 == 0.0 && (4096.0..131_072.0).contains(&tokens), "{tokens}");
    assert_eq!(kept_with("llama.cpp", 1.5), ContextRule::Partly(4096.0));
    assert_eq!(kept_with("vllm", 24.0), ContextRule::Whole(131_072.0));
    assert_eq!(kept_with("vllm", 8.0), ContextRule::Refused);
    assert_eq!(kept_with("mlx-lm", 8.0), ContextRule::Unlimited);
    assert_eq!(kept_with("ollama", 8.0), ContextRule::Tiered(4096.0));
    assert_eq!(kept_with("ollama", 24.0), ContextRule::Tiered(32_768.0));
    assert_eq!(
        kept_with("ollama", 48.0),
        ContextRule::Whole(131_072.0),
        "262,144 tokens are more than the model's own"
    );
    let device = device(8.0);
    let setup = Setup::single(&model, &weights, &device, 0.0);
    assert_eq!(default_context("llama.cpp", &setup, f64::INFINITY), ContextRule::Unstated);
}
