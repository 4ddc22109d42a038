//! Computed sizes against published ones: files, bits a weight, bytes streamed by a step.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{facts, model, weights};
use rooflight_estimator::model::Model;
use rooflight_estimator::quantization::{FileType, Rule, from_catalog};
use rooflight_estimator::weights::{Weights, WeightsError};
use rooflight_primitives::units::{GB, GIB};

fn close(found: f64, printed: &str) -> bool {
    let decimals = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    let rounded = format!("{found:.decimals$}");
    rounded == printed || (found - printed.parse::<f64>().unwrap()).abs() < 0.6 * unit(decimals)
}

fn unit(decimals: usize) -> f64 {
    (0..decimals).fold(1.0, |unit, _| unit / 10.0)
}

#[test]
fn files_have_their_published_sizes() {
    let mut errors = Vec::new();
    for line in include_str!("sizes.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [id, quantization, printed] = [words[0], words[1], words[2]];
        let found = weights(&model(id), quantization).file_bytes() / GIB;
        let error = (found / printed.parse::<f64>().unwrap() - 1.0).abs();
        match words.get(4) {
            None => assert!(close(found, printed), "{id} {quantization}: {found} for {printed}"),
            Some(&"file") => assert!(error < 0.005, "{id} {quantization}: {found} for {printed}"),
            Some(&"matrix") => assert!(error < 0.01, "{id} {quantization}: {found} for {printed}"),
            Some(_) => assert!(error < 0.02, "{id} {quantization}: {found} for {printed}"),
        }
        errors.push(error);
    }
    errors.sort_by(f64::total_cmp);
    assert!(errors[errors.len() / 2] < 0.001);
}

/// Bits per weight of Llama 3.1 8B files, as tools/quantize/README.md of ggml-org/llama.cpp prints them.
const BITS: [(&str, &str); 24] = [
    ("gguf-f16", "16.0005"),
    ("gguf-q8_0", "8.5008"),
    ("gguf-q6_k", "6.5633"),
    ("gguf-q5_k_m", "5.7036"),
    ("gguf-q5_k_s", "5.5704"),
    ("gguf-q4_k_m", "4.8944"),
    ("gguf-q4_k_s", "4.6672"),
    ("gguf-q3_k_l", "4.2979"),
    ("gguf-q3_k_s", "3.6429"),
    ("gguf-q2_k-file", "3.1593"),
    ("gguf-q2_k_s", "2.9697"),
    ("gguf-iq4_nl", "4.6818"),
    ("gguf-iq4_xs", "4.4597"),
    ("gguf-iq3_m", "3.7628"),
    ("gguf-iq3_s", "3.6606"),
    ("gguf-iq3_xs", "3.4977"),
    ("gguf-iq3_xxs", "3.2548"),
    ("gguf-iq2_m", "2.9294"),
    ("gguf-iq2_s", "2.7403"),
    ("gguf-iq2_xs", "2.5882"),
    ("gguf-iq2_xxs", "2.3824"),
    ("gguf-iq1_m", "2.1460"),
    ("gguf-iq1_s", "2.0042"),
    ("bf16", "16.0000"),
];

#[test]
fn mixes_of_llama_3_1_8b_take_their_published_bits() {
    let model = model("llama-3.1-8b");
    for (quantization, printed) in BITS {
        let found = weights(&model, quantization).bits_per_weight();
        assert!((found - printed.parse::<f64>().unwrap()).abs() < 1e-4, "{quantization}: {found} for {printed}");
    }
}

#[test]
fn a_step_streams_what_was_counted_by_hand() {
    let cases = [
        ("llama-2-7b", "gguf-q4_0", "3.751"),
        ("llama-2-7b", "gguf-q4_k_m", "4.007"),
        ("llama-3.1-8b", "gguf-q4_k_m", "4.617"),
        ("llama-3.1-8b", "gguf-f16", "15.010"),
        ("llama-3.1-70b", "gguf-q4_k_m", "41.92"),
        ("gpt-oss-20b", "gguf-mxfp4-moe", "2.575"),
        ("gpt-oss-120b", "gguf-mxfp4-moe", "3.594"),
        ("qwen3-30b-a3b", "gguf-q4_k_m", "1.920"),
    ];
    for (id, quantization, wanted) in cases {
        let found = weights(&model(id), quantization).streamed_bytes(1.0) / GB;
        assert!(close(found, wanted), "{id} {quantization}: {found} for {wanted}");
    }
}

#[test]
fn a_file_that_holds_a_tied_head_twice_is_larger_by_one_table() {
    // The publisher's files of Qwen2.5 1.5B hold embedding and head: 1.04 GiB as Q4_K_M. A step streams the same bytes.
    let tied = weights(&model("qwen2.5-1.5b"), "gguf-q4_k_m");
    let mut twice = facts("qwen2.5-1.5b");
    twice.tied_embeddings = Some(false);
    let twice = Model::new("twice", "twice", &twice).unwrap();
    let untied = weights(&twice, "gguf-q4_k_m");
    assert!(close(untied.file_bytes() / GIB, "1.04"));
    assert!((untied.streamed_bytes(1.0) - tied.streamed_bytes(1.0)).abs() < 1.0);
}

#[test]
fn eight_experts_have_a_rule_of_their_own() {
    // Mixtral 8x7B Q4_K_M is a file of 28.45 GB: keys and values in Q8_0, output projections in Q5_K.
    let mixtral = weights(&model("mixtral-8x7b"), "gguf-q4_k_m");
    assert!(close(mixtral.file_bytes() / GB, "28.45"));
    let names: Vec<&str> = mixtral.lines().iter().map(|line| line.block.name).collect();
    assert!(names.contains(&"Q8_0") && names.contains(&"Q5_K"));
}

#[test]
fn rows_that_a_block_does_not_divide_get_another_block() {
    // Gemma 3 1B: rows of 1,152 are not a multiple of 256, rows of 6,912 are.
    let names: Vec<&str> =
        weights(&model("gemma-3-1b"), "gguf-q4_k_m").lines().iter().map(|line| line.block.name).collect();
    assert!(names.contains(&"Q5_0") && names.contains(&"Q8_0") && names.contains(&"Q4_K"), "{names:?}");
}

#[test]
fn a_mixed_file_takes_its_published_size_and_no_other() {
    let model = model("qwen3-30b-a3b");
    let rule = from_catalog("gguf-ud-q4_k_xl", None).unwrap();
    assert_eq!(rule, Rule::PerFile(FileType::Q4_K_M));
    assert_eq!(Weights::new(&model, rule, None), Err(WeightsError::FileSizeMissing));
    assert_eq!(Weights::new(&model, rule, Some(80.0 * GIB)), Err(WeightsError::FileSizeImplausible));
    let mixed = Weights::new(&model, rule, Some(16.4934 * GIB)).unwrap();
    assert!((mixed.file_bytes() / GIB - 16.4934).abs() < 1e-9 && mixed.is_estimated());
    let plain = weights(&model, "gguf-q4_k_m");
    assert!(!plain.is_estimated());
    let own = plain.clone().scaled_to(17.35 * GIB).unwrap();
    assert!(own.is_estimated() && own.streamed_bytes(1.0) > plain.streamed_bytes(1.0));
    assert_eq!(plain.scaled_to(f64::NAN), Err(WeightsError::FileSizeImplausible));
}

#[test]
fn unknown_formats_are_errors() {
    for id in ["gguf-q8_1", "gguf-q4_k_xxl", "exl2", "exl3-4.0", "mlx-7bit-g64", "", "gguf-ud-iq9"] {
        assert!(from_catalog(id, None).is_err(), "{id}");
    }
    assert!(from_catalog("exl3-4.0", Some(4.0)).is_ok());
    assert!(from_catalog("exl2", Some(f64::NAN)).is_err());
}
