//! A model partly in the host's memory: its estimate lies between those of device and host, changes monotonically with
//! the share, and counts every byte.

use crate::calibration::{catalog, fitted};
use proptest::prelude::*;
use rooflight_estimator::calibration::{Basis, Calibration, Conditions, Estimate, FileFormat, Split};
use rooflight_estimator::decode;
use rooflight_estimator::hardware::{Device, Family};
use rooflight_estimator::kv;
use rooflight_estimator::model::shape::Shape;
use rooflight_estimator::offload::{OnHost, host_bytes, sides};
use rooflight_estimator::setup::Setup;
use rooflight_estimator::weights::Weights;

/// A model in a format on a device, and a processor whose memory is slower.
type Question<'a> = (&'a Shape, Weights, &'a Device, &'a Device, FileFormat);

fn question((model, format, device, host): (usize, usize, usize, usize)) -> Option<Question<'static>> {
    let catalog = catalog();
    let weights = catalog.weights(model, format)?;
    let model = catalog.models[model].model.as_ref().ok()?.shape();
    let hosts: Vec<&Device> = catalog.hardware.iter().map(|h| &h.device).filter(|d| d.family == Family::Cpu).collect();
    let host = hosts[host % hosts.len()];
    let device = &catalog.hardware[device].device;
    let files = FileFormat::of(&catalog.formats[format].record.id);
    (device.bandwidth > host.bandwidth).then_some((model, weights, device, host, files))
}

fn any_question() -> impl Strategy<Value = (usize, usize, usize, usize)> {
    let catalog = catalog();
    (0..catalog.models.len(), 0..catalog.formats.len(), 0..catalog.hardware.len(), 0..64_usize)
}

/// The estimate of a split.
fn offloaded(
    calibration: &Calibration,
    setup: &Setup,
    host: &Device,
    part: OnHost,
    conditions: &Conditions,
) -> Estimate {
    let near = calibration.decode.profile(setup.device, setup.devices, conditions);
    Split { setup, host, near: &near }.estimate(part)
}

/// The least time that streaming alone takes, whatever the arithmetic.
fn streaming(setup: &Setup) -> f64 {
    let step = decode::ceiling(setup);
    step.weights + step.cache
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_byte_is_lost(draw in any_question(), share in 0.0..1.0_f64, depth in 0.0..100_000.0_f64) {
        let Some((model, weights, device, ..)) = question(draw) else { return Ok(()) };
        let setup = Setup::single(model, &weights, device, depth);
        let all = weights.streamed_bytes(1.0) + kv::state_traffic(model) + kv::read_bytes(model, setup.kv, depth);
        for part in [OnHost::Layers(share), OnHost::Experts(1.0)] {
            let found = sides(&setup, part);
            let sum = found.device + found.host + found.cache + found.host_cache;
            prop_assert!((sum / all - 1.0).abs() < 1e-12, "{part:?} {found:?}");
            prop_assert!([found.device, found.host, found.cache, found.host_cache].iter().all(|bytes| *bytes >= -1e-6));
            prop_assert!(host_bytes(&setup, part) <= weights.file_bytes() * (1.0 + 1e-12));
        }
    }

    #[test]
    fn the_ceiling_lies_between_the_two_sides_and_falls_with_the_share(
        draw in any_question(), [near, far] in [0.0..1.0_f64, 0.0..1.0_f64], depth in 0.0..100_000.0_f64,
    ) {
        let Some((model, weights, device, host, format)) = question(draw) else { return Ok(()) };
        let setup = Setup::single(model, &weights, device, depth);
        let alone = Setup { device: host, ..setup };
        let conditions = Conditions::usual(device, format);
        let ceiling = |part| offloaded(&fitted().calibration, &setup, host, part, &conditions).ceiling.seconds;
        let (best, worst) = (streaming(&setup) * (1.0 - 1e-12), streaming(&alone) * (1.0 + 1e-12));
        for part in [OnHost::Layers(near), OnHost::Layers(far), OnHost::Experts(1.0)] {
            prop_assert!((best..=worst).contains(&ceiling(part)), "{part:?}");
        }
        prop_assert!(ceiling(OnHost::Layers(near.min(far))) <= ceiling(OnHost::Layers(near.max(far))) * (1.0 + 1e-12));
    }

    #[test]
    fn the_range_is_in_order_and_extrapolated(draw in any_question(), share in 0.0..1.0_f64, depth in 0.0..100_000.0_f64) {
        let Some((model, weights, device, host, format)) = question(draw) else { return Ok(()) };
        let setup = Setup::single(model, &weights, device, depth);
        let conditions = Conditions::usual(device, format);
        for part in [OnHost::Layers(share), OnHost::Experts(1.0)] {
            let estimate = offloaded(&fitted().calibration, &setup, host, part, &conditions);
            prop_assert!(!estimate.reason.is_empty());
            let Some(range) = estimate.range else {
                prop_assert_eq!(estimate.basis, Basis::CeilingOnly);
                continue;
            };
            prop_assert_eq!(estimate.basis, Basis::Extrapolated);
            let top = estimate.ceiling.per_stream() * (1.0 + 1e-12);
            prop_assert!(0.0 < range.low && range.low <= range.typical && range.typical <= range.high && range.high <= top);
        }
    }

    /// Without a split the typical speed is the device's; if the host is the slower side, every further layer on it
    /// costs time.
    #[test]
    fn further_layers_on_the_host_cost_time(draw in any_question(), [near, far] in [0.0..1.0_f64, 0.0..1.0_f64], depth in 0.0..50_000.0_f64) {
        let Some((model, weights, device, host, format)) = question(draw) else { return Ok(()) };
        let setup = Setup::single(model, &weights, device, depth);
        let conditions = Conditions::usual(device, format);
        let calibration = &fitted().calibration;
        let split = |share| {
            offloaded(calibration, &setup, host, OnHost::Layers(share), &conditions).range.map(|range| range.typical)
        };
        let alone = calibration.estimate(&setup, &conditions).range.map(|range| range.typical);
        if let (Some(split), Some(alone)) = (split(0.0), alone) {
            prop_assert!((split / alone - 1.0).abs() < 1e-9, "{split} {alone}");
        }
        let between = (split(near.min(far)), split(near.max(far)));
        if let (Some(here), Some(there), (Some(less), Some(more))) = (split(0.0), split(1.0), between)
            && there < here
        {
            prop_assert!(more <= less * (1.0 + 1e-9), "{less} {more}");
            prop_assert!(less <= here * (1.0 + 1e-9) && more >= there * (1.0 - 1e-9));
        }
    }
}

#[test]
fn without_measurements_there_is_the_ceiling_alone() {
    let (model, format) = (0, catalog().formats.iter().position(|f| f.record.id == "gguf-q4_0").expect("a format"));
    let card = catalog().hardware.iter().position(|h| h.record.id == "rtx-4090").expect("a card");
    let (model, weights, device, host, format) = question((model, format, card, 0)).expect("a question");
    let setup = Setup::single(model, &weights, device, 0.0);
    let conditions = Conditions::usual(device, format);
    let estimate = offloaded(&Calibration::default(), &setup, host, OnHost::Layers(0.5), &conditions);
    assert_eq!((estimate.basis, estimate.range), (Basis::CeilingOnly, None));
    assert!(estimate.ceiling.seconds > 0.0);
}
