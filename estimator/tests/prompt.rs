//! Prompts, memory, host memory, speculation: worked figures.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{model, rtx_3090, weights};
use rooflight_estimator::decode::{Bound, Efficiency, balanced_batch, ceiling};
use rooflight_estimator::fit::{buffers, fit, usable_memory};
use rooflight_estimator::hardware::{Device, DeviceClass, DeviceFacts, Family};
use rooflight_estimator::offload::{self, OnHost};
use rooflight_estimator::prefill::{self, Prompt};
use rooflight_estimator::setup::Setup;
use rooflight_estimator::speculative::{speed_up, tokens_per_step};
use rooflight_primitives::units::{GB, GIB, MIB, TERA};

fn near(found: f64, wanted: f64) {
    assert!((found / wanted - 1.0).abs() < 1e-3, "{found} for {wanted}");
}

fn h100() -> Device {
    let facts = DeviceFacts {
        vendor: Some("NVIDIA".into()),
        class: Some("datacenter-gpu".into()),
        memory_type: Some("HBM3".into()),
        memory_gib: Some(80.0),
        bandwidth_gb_s: Some(3350.0),
        bf16_dense_tflops: Some(989.0),
        release_year: Some(2022),
        ..DeviceFacts::default()
    };
    Device::new("h100", "H100 SXM", &facts).unwrap()
}

#[test]
fn the_operations_of_a_prompt() {
    let (model, device) = (model("llama-3.1-8b"), rtx_3090());
    let weights = weights(&model, "gguf-f16");
    let setup = Setup::single(model.shape(), &weights, &device, 0.0);
    let prompt = Prompt { tokens: 1024.0, cached: 0.0, chunk: 512.0, usual: 512.0 };
    let found = prefill::operations(&setup, &prompt);
    // 8.030 billion parameters, minus embedding and head of 0.525 billion each.
    near(found.weights, 2.0 * (8.030_261e9 - 2.0 * 128_256.0 * 4096.0) * 1024.0);
    near(found.attention, 2.0 * 32.0 * 32.0 * 128.0 * 1024.0 * 1024.0 * (1025.0 / 1024.0));
    near(found.head, 2.0 * 128_256.0 * 4096.0);
    // Compute-bound: 71.2 TFLOPS with 32-bit accumulation, twice that with 16-bit.
    let seconds = prefill::seconds(&setup, &prompt, &Efficiency::IDEAL).unwrap();
    near(seconds, found.total() / (142.4 * TERA));
    // A later prompt also attends to the cached tokens.
    let later = prefill::operations(&setup, &Prompt { cached: 4096.0, ..prompt });
    near(later.attention / found.attention, (4096.0 + 512.5) / 512.5);
}

#[test]
fn windows_limit_what_a_prompt_compares() {
    let (model, device) = (model("mistral-7b-v0.1"), rtx_3090());
    let weights = weights(&model, "gguf-q4_0");
    let setup = Setup::single(model.shape(), &weights, &device, 0.0);
    let at =
        |tokens, cached| prefill::operations(&setup, &Prompt { tokens, cached, chunk: 512.0, usual: 512.0 }).attention;
    let pair = 2.0 * 32.0 * 32.0 * 256.0;
    near(at(4096.0, 0.0), pair * 4096.0 * 4097.0 / 2.0);
    near(at(8192.0, 0.0) - at(4096.0, 0.0), pair * 4096.0 * 4096.0);
    near(at(10.0, 100_000.0), pair * 10.0 * 4096.0);
}

#[test]
fn a_first_token_waits_for_prompt_and_step() {
    let (model, device) = (model("llama-3.1-8b"), rtx_3090());
    let weights = weights(&model, "gguf-q4_k_m");
    let step = ceiling(&Setup::single(model.shape(), &weights, &device, 1024.0));
    let first = prefill::first_token(0.1, 0.5, &step);
    near(first, 0.6 + step.seconds);
    near(prefill::total(first, 101.0, &step), first + 100.0 * step.seconds);
}

#[test]
fn arithmetic_overtakes_bandwidth_at_the_balanced_batch() {
    let (model, device) = (model("llama-3.1-8b"), h100());
    let weights = weights(&model, "bf16");
    let setup = Setup::single(model.shape(), &weights, &device, 0.0);
    let batch = balanced_batch(&setup).unwrap();
    near(batch, 989.0 / 3.35);
    assert_eq!(ceiling(&Setup { batch: 290.0, ..setup }).bound(), Bound::Bandwidth);
    assert_eq!(ceiling(&Setup { batch: 300.0, ..setup }).bound(), Bound::Arithmetic);
}

#[test]
fn buffers_are_those_llama_cpp_prints() {
    near(buffers(model("llama-2-7b").shape()), 70.5 * MIB);
    near(buffers(model("llama-3.1-8b").shape()), 258.5 * MIB);
}

#[test]
fn memory_of_macs_and_cards() {
    let record = rtx_3090();
    near(usable_memory(&record).unwrap(), 0.98 * 24.0 * GIB);
    let mac = |memory| Device {
        class: DeviceClass::AppleSoc,
        family: Family::Apple,
        memory: Some(memory * GIB),
        ..rtx_3090()
    };
    near(usable_memory(&mac(64.0)).unwrap(), 48.0 * GIB);
    near(usable_memory(&mac(16.0)).unwrap(), 32.0 / 3.0 * GIB);
    assert!(usable_memory(&Device { memory: None, ..rtx_3090() }).is_none());
}

#[test]
fn a_card_holds_what_it_is_known_to_hold() {
    let device = rtx_3090();
    let (small, large) = (model("qwen3-32b"), model("llama-3.1-70b"));
    let (a, b) = (weights(&small, "gguf-q4_k_m"), weights(&large, "gguf-q4_k_m"));
    assert!(fit(&Setup::single(small.shape(), &a, &device, 4096.0)).unwrap().fits());
    assert!(!fit(&Setup::single(large.shape(), &b, &device, 0.0)).unwrap().fits());
}

#[test]
fn host_memory_adds_time_and_experts_are_the_part_to_put_there() {
    let host = Device { bandwidth: 80.0 * GB, memory: None, ..rtx_3090() };
    let device = rtx_3090();
    let model = model("gpt-oss-120b");
    let weights = weights(&model, "gguf-mxfp4-moe");
    let setup = Setup::single(model.shape(), &weights, &device, 0.0);
    let at = |on_host| offload::seconds(&setup, &host, on_host, &Efficiency::IDEAL, &Efficiency::IDEAL);
    near(at(OnHost::Layers(0.0)), ceiling(&setup).seconds);
    let half = weights.streamed_bytes(1.0) / 2.0;
    near(at(OnHost::Layers(0.5)), half / (936.2 * GB) + half / (80.0 * GB));
    // The same bytes in host memory: experts cost less than whole layers.
    let experts = offload::host_bytes(&setup, OnHost::Experts(1.0));
    let share = experts / weights.file_bytes();
    assert!(share > 0.9 && at(OnHost::Experts(1.0)) < at(OnHost::Layers(share)));
}

#[test]
fn speculation_multiplies_as_published() {
    near(tokens_per_step(0.7, 4.0), 2.7731);
    near(speed_up(0.7, 4.0, 0.05, 1.0), 2.3109);
    near(tokens_per_step(1.0, 4.0), 5.0);
    near(tokens_per_step(0.0, 4.0), 1.0);
    assert!(speed_up(0.1, 8.0, 0.3, 1.0) < 1.0);
}
