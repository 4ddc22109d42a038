//! Laws that hold for every model, format and setup: more work never takes less time, sums are sums, bounds are bounds.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{model, published, rtx_3090, weights};
use proptest::prelude::*;
use rooflight_estimator::decode::{Efficiency, ceiling, hard_ceiling, range, typical};
use rooflight_estimator::experts::touched;
use rooflight_estimator::fit::{fit, largest_batch, longest_context};
use rooflight_estimator::hardware::Device;
use rooflight_estimator::kv::{self, KvType};
use rooflight_estimator::ledger::Ledger;
use rooflight_estimator::model::Model;
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_estimator::tensors::{self, Tensor};
use rooflight_estimator::weights::Weights;
use std::sync::LazyLock;

const FORMATS: [&str; 9] = [
    "gguf-q4_k_m",
    "gguf-q2_k-file",
    "gguf-iq2_xs",
    "gguf-q8_0",
    "gguf-f16",
    "mlx-4bit-g64",
    "awq-4bit-g128",
    "gguf-mxfp4-moe",
    "fp8-e4m3-dynamic",
];

static MODELS: LazyLock<Vec<(Model, Vec<Weights>)>> = LazyLock::new(|| {
    let with_formats = |model: Model| {
        let all = FORMATS.iter().map(|format| weights(&model, format)).collect();
        (model, all)
    };
    published().iter().map(|line| with_formats(model(&line.id))).collect()
});

fn efficiency() -> Efficiency {
    Efficiency {
        weights: 0.7,
        cache: 0.4,
        compute: 0.5,
        layer: 50e-6,
        moe_layer: 30e-6,
        hop: 150e-6,
        all_reduce: 20e-6,
    }
}

fn any_devices() -> impl Strategy<Value = Devices> {
    prop_oneof![
        Just(Devices::One),
        (1_u64..9).prop_map(Devices::LayerSplit),
        (1_u64..9).prop_map(Devices::TensorParallel)
    ]
}

/// A model and a format by number, a depth, a batch.
fn any_question() -> impl Strategy<Value = (usize, usize, f64, f64, Devices, usize)> {
    (0..MODELS.len(), 0..FORMATS.len(), 0.0..200_000.0, 1.0..256.0, any_devices(), 0..KvType::ALL.len())
}

fn setup<'a>(question: &(usize, usize, f64, f64, Devices, usize), device: &'a Device) -> Setup<'a> {
    let (which, format, depth, batch, devices, kv) = *question;
    let (model, formats) = &MODELS[which];
    Setup {
        model: model.shape(),
        weights: &formats[format],
        device,
        devices,
        kv: KvType::ALL[kv],
        depth,
        batch: batch.floor(),
        reading: 0.0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ledger_lines_sum_to_file_cache_and_state(question in any_question()) {
        let device = rtx_3090();
        let setup = setup(&question, &device);
        let ledger = Ledger::of(&setup);
        let cache = setup.batch * kv::read_bytes(setup.model, setup.kv, setup.depth);
        let state = setup.batch * kv::state_traffic(setup.model);
        let all = setup.weights.file_bytes() + cache + state;
        prop_assert!(((ledger.moved_bytes() + ledger.idle_bytes()) / all - 1.0).abs() < 1e-12);
        let moved = setup.weights.streamed_bytes(setup.batch) + cache + state;
        prop_assert!((ledger.moved_bytes() / moved - 1.0).abs() < 1e-12);
        prop_assert!(ledger.moved.iter().chain(&ledger.idle).all(|line| line.bytes >= 0.0));
    }

    #[test]
    fn a_step_streams_no_more_than_the_file(question in any_question()) {
        let device = rtx_3090();
        let setup = setup(&question, &device);
        let one = setup.weights.streamed_bytes(1.0);
        let many = setup.weights.streamed_bytes(setup.batch);
        prop_assert!(one > 0.0 && one <= many * (1.0 + 1e-12) && many <= setup.weights.file_bytes() * (1.0 + 1e-12));
    }

    #[test]
    fn more_depth_or_batch_is_never_faster(question in any_question(), more in 1.0..4.0_f64) {
        let device = rtx_3090();
        let setup = setup(&question, &device);
        let deeper = Setup { depth: setup.depth * more, ..setup };
        let wider = Setup { batch: (setup.batch * more).floor(), ..setup };
        for step in [ceiling, hard_ceiling, |setup: &Setup| typical(setup, &efficiency())] {
            prop_assert!(step(&deeper).seconds >= step(&setup).seconds);
            prop_assert!(step(&wider).seconds >= step(&setup).seconds);
        }
    }

    #[test]
    fn splitting_over_devices_conserves_bytes(question in any_question(), number in 1_u64..9) {
        let device = rtx_3090();
        let one = Setup { devices: Devices::One, ..setup(&question, &device) };
        let ledger = Ledger::of(&one);
        for devices in [Devices::LayerSplit(number), Devices::TensorParallel(number)] {
            let split = Ledger::of(&Setup { devices, ..one });
            prop_assert!((split.moved_bytes() / ledger.moved_bytes() - 1.0).abs() < 1e-12);
            prop_assert!((split.idle_bytes() - ledger.idle_bytes()).abs() <= 1e-12 * ledger.moved_bytes());
        }
        let tensor = Setup { devices: Devices::TensorParallel(number), ..one };
        #[allow(clippy::cast_precision_loss)]
        let shared = ceiling(&tensor).seconds * number as f64;
        prop_assert!((shared / ceiling(&one).seconds - 1.0).abs() < 1e-12);
        let in_turn = Setup { devices: Devices::LayerSplit(number), ..one };
        prop_assert!((ceiling(&in_turn).seconds / ceiling(&one).seconds - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_batch_never_yields_less_in_all(question in any_question(), more in 1.0..4.0_f64) {
        let device = rtx_3090();
        let setup = setup(&question, &device);
        let wider = Setup { batch: (setup.batch * more).floor(), ..setup };
        prop_assert!(ceiling(&wider).aggregate() >= ceiling(&setup).aggregate() * (1.0 - 1e-12));
    }

    #[test]
    fn more_bandwidth_is_never_slower(question in any_question(), more in 1.0..4.0_f64) {
        let device = rtx_3090();
        let faster = Device { bandwidth: device.bandwidth * more, ..rtx_3090() };
        let slow = setup(&question, &device);
        let fast = Setup { device: &faster, ..slow };
        prop_assert!(ceiling(&fast).seconds <= ceiling(&slow).seconds);
        prop_assert!(typical(&fast, &efficiency()).seconds <= typical(&slow, &efficiency()).seconds);
    }

    #[test]
    fn typical_lies_below_the_ceiling_and_the_range_between(question in any_question(), low in 0.3..1.0_f64, high in 1.0..3.0_f64) {
        let device = rtx_3090();
        let setup = setup(&question, &device);
        let (top, usual) = (ceiling(&setup), typical(&setup, &efficiency()));
        prop_assert!(usual.per_stream() <= top.per_stream());
        prop_assert!(top.per_stream() <= hard_ceiling(&setup).per_stream());
        let range = range(&usual, &top, low, high);
        prop_assert!(range.low <= range.typical && range.typical <= range.high && range.high <= top.per_stream());
        prop_assert!(typical(&setup, &Efficiency::IDEAL).seconds >= top.seconds);
    }

    #[test]
    fn experts_lie_between_one_token_and_all(total in 1_u64..1024, share in 0.0..1.0_f64, batch in 1.0..4096.0_f64) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let active = ((total as f64 * share) as u64).max(1);
        #[allow(clippy::cast_precision_loss)]
        let (n, k) = (total as f64, active as f64);
        let found = touched(total, active, batch);
        prop_assert!(found >= k * (1.0 - 1e-12) && found <= n.min(k * batch) * (1.0 + 1e-12));
        prop_assert!(touched(total, active, batch + 1.0) >= found);
    }

    #[test]
    fn the_longest_context_and_the_largest_batch_fit_and_no_more_do(question in any_question()) {
        let device = rtx_3090();
        let setup = setup(&question, &device);
        if let Some(longest) = longest_context(&setup) {
            let with = |depth: f64| fit(&Setup { depth, ..setup }).unwrap().fits();
            prop_assert!(longest == 0.0 || with(longest));
            prop_assert!(!with(longest + 1.0));
        }
        if let Some(largest) = largest_batch(&setup) {
            let with = |batch: f64| fit(&Setup { batch, ..setup }).unwrap().fits();
            prop_assert!(largest == 0.0 || with(largest));
            prop_assert!(!with(largest + 1.0));
        }
    }
}

#[test]
fn more_bits_are_never_faster_nor_smaller() {
    let ladder = [
        "gguf-iq1_s",
        "gguf-iq2_xxs",
        "gguf-iq2_xs",
        "gguf-q2_k-file",
        "gguf-q3_k_s",
        "gguf-q3_k_m",
        "gguf-q4_k_s",
        "gguf-q4_k_m",
        "gguf-q5_k_s",
        "gguf-q5_k_m",
        "gguf-q6_k",
        "gguf-q8_0",
        "gguf-f16",
        "gguf-f32",
    ];
    let device = rtx_3090();
    let mut seen = 0;
    for line in published() {
        let model = model(&line.id);
        // If a block does not divide the rows, a small type gets larger blocks than the next one.
        let divides = |tensor: &Tensor| tensor.columns.is_multiple_of(256) || tensor.is_vector() || tensor.columns < 32;
        if !tensors::tensors_of(&model).iter().all(divides) {
            continue;
        }
        seen += 1;
        let mut before = (0.0, 0.0);
        for format in ladder {
            let weights = weights(&model, format);
            let seconds = ceiling(&Setup::single(model.shape(), &weights, &device, 1000.0)).seconds;
            let now = (weights.file_bytes(), seconds);
            assert!(now.0 >= before.0 && now.1 >= before.1, "{} {format}: {now:?} after {before:?}", line.id);
            before = now;
        }
    }
    assert!(seen > 25, "{seen}");
}

#[test]
fn a_layer_split_adds_capacity_and_no_speed() {
    let device = rtx_3090();
    let model = model("llama-3.1-70b");
    let weights = weights(&model, "gguf-q4_k_m");
    let one = Setup::single(model.shape(), &weights, &device, 4096.0);
    let split = Setup { devices: Devices::LayerSplit(2), ..one };
    let tensor = Setup { devices: Devices::TensorParallel(2), ..one };
    assert_eq!(ceiling(&split).seconds.to_bits(), ceiling(&one).seconds.to_bits());
    assert!((ceiling(&tensor).seconds / ceiling(&one).seconds - 0.5).abs() < 1e-12);
    assert!(typical(&split, &efficiency()).seconds > typical(&one, &efficiency()).seconds);
    assert!(!fit(&one).unwrap().fits() && fit(&split).unwrap().fits());
}

#[test]
fn published_counts_of_experts() {
    for (total, active, batch, wanted) in [
        (128, 8, 4.0, 29.1),
        (128, 8, 8.0, 51.6),
        (128, 8, 16.0, 82.4),
        (128, 8, 32.0, 111.8),
        (128, 4, 64.0, 111.2),
        (32, 4, 8.0, 21.0),
        (32, 4, 64.0, 32.0),
    ] {
        assert!((touched(total, active, batch) - wanted).abs() < 0.05, "{total} {active} {batch}");
    }
}
