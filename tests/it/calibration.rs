//! The calibration on the repository's measurements: invariants for each estimate, and accuracy on held-out ones. The
//! fit itself is tested with the tool that makes it.

use crate::support::{repository, specs};
use proptest::prelude::*;
use rooflight::edge::load;
use rooflight_compiler::calibrate::fit_file::Fit;
use rooflight_compiler::calibrate::method::{Fold, Score, Speed};
use rooflight_compiler::calibrate::{carried, measurements};
use rooflight_estimator::calibration::{Backend, Basis, Calibration, Conditions, Engine, Estimate, FileFormat};
use rooflight_estimator::hardware::Device;
use rooflight_estimator::kv::KvType;
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_glossary::model::catalog::measurements::Phase;
use rooflight_glossary::model::catalog::{self, Catalog};
use std::sync::{Arc, OnceLock};

/// The repository's catalog.
pub(crate) fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(|| {
        let mut problems = Vec::new();
        catalog::read(&load::load(repository()), None, &mut problems).expect("the repository has a catalog")
    })
}

/// The fit of the repository's measurements, as the program carries it.
pub(crate) fn fitted() -> Arc<Fit> {
    carried::fit()
}

fn decode(fit: &Fit) -> &Speed {
    fit.method.decode.as_ref().expect("there are measurements")
}

/// The scores of a kind of fold: of all rows, and of the usual set-ups.
fn folds(speed: &Speed, wanted: Fold) -> (Score, Option<Score>) {
    let found = speed.folds.iter().find(|(fold, ..)| *fold == wanted).expect("every fold has a score");
    (found.1, found.2)
}

fn total(speed: &Speed, wanted: Fold) -> Score {
    folds(speed, wanted).0
}

/// Every unflagged row is below the ceiling of its set-up, whatever the fit does with it.
#[test]
fn every_unflagged_measurement_lies_below_the_ceiling_of_its_setup() {
    let nothing = Calibration::default();
    let plain = |anchor: &&rooflight_glossary::model::catalog::measurements::Anchor| {
        anchor.row.flags.is_empty() && matches!(anchor.row.phase, Phase::Decode | Phase::BatchedDecode)
    };
    let mut checked = 0;
    for anchor in catalog().anchors.iter().filter(plain) {
        let Some(estimate) = measurements::estimate(catalog(), &nothing, anchor) else {
            continue;
        };
        checked += 1;
        let (ceiling, measured) = (estimate.ceiling.aggregate(), anchor.row.tokens_per_s);
        assert!(measured <= ceiling, "{}: {measured} above {ceiling}", anchor.row.id);
    }
    assert_ne!(checked, 0, "no row was checked");
}

/// The headline: errors on sources that the fit has not seen. docs/estimator.md has the present figures; the bounds
/// leave some room for new data.
#[test]
fn unknown_measurers_are_predicted() {
    let fit = fitted();
    let (source, core) = folds(decode(&fit), Fold::Source);
    assert!(source.error <= 1.19, "{source:?}");
    assert!((0.77..=0.88).contains(&source.covered), "{source:?}");
    assert!(source.pair_covered >= 0.75, "{source:?}");
    assert!(source.width <= 1.75, "{source:?}");
    let core = core.expect("there are such measurements");
    assert!(core.error <= 1.17, "{core:?}");
}

#[test]
fn months_ahead_are_predicted() {
    let time = total(decode(&fitted()), Fold::Time);
    assert!(time.covered >= 0.75 && time.above <= 0.14, "{time:?}");
}

#[test]
fn every_family_with_a_backend_holds_its_promise() {
    let fit = fitted();
    let known = decode(&fit).coverage_groups.iter().filter(|group| group.score.rows >= 30 && group.sources >= 3);
    let mut checked = 0;
    for group in known {
        assert!(group.score.covered >= 0.70, "{group:?}");
        checked += 1;
    }
    assert!(checked >= 8, "{checked}");
}

/// The bound for held-out devices is the loosest, because many of them are the only ones of their kind: processors,
/// Intel's cards, cards without tensor cores. docs/estimator.md has the present figures.
#[test]
fn held_out_errors_reach_their_targets() {
    let fit = fitted();
    let [pair, model, device] = [Fold::Pair, Fold::Model, Fold::Device].map(|fold| total(decode(&fit), fold));
    assert!(pair.error <= 1.15, "{pair:?}");
    assert!(model.error <= 1.165, "{model:?}");
    assert!(device.pair_error <= 1.26, "{device:?}");
    let usual = folds(decode(&fit), Fold::Pair).1.expect("there are such measurements");
    assert!(usual.error <= 1.125, "{usual:?}");
}

/// Ranges are calibrated on unseen sources, so they cover more if other runs of the same source stay in the fit: with
/// pairs held out they cover the most. The range of a held-out device is the widest.
#[test]
fn ranges_hold_what_they_promise() {
    for fold in Fold::ALL {
        let score = total(decode(&fitted()), fold);
        let most = if fold == Fold::Pair { 0.91 } else { 0.90 };
        assert!((0.78..=most).contains(&score.covered), "{fold:?} {score:?}");
        assert!(score.pair_covered >= 0.76, "{fold:?} {score:?}");
        let widest = if fold == Fold::Device { 1.95 } else { 1.8 };
        assert!(score.width <= widest, "{fold:?} {score:?}");
    }
}

/// An engine or a place that only one publication measured is never called calibrated, nor is a wide range.
#[test]
fn thin_groups_are_not_called_calibrated() {
    let fit = fitted();
    let table = &fit.calibration.decode;
    let mut seen = 0;
    for hardware in &catalog().hardware {
        for files in [FileFormat::Gguf, FileFormat::TMac, FileFormat::Exl3] {
            let conditions = Conditions::usual(&hardware.device, files);
            let levels =
                rooflight_estimator::calibration::parts::EffectLevels::new(&hardware.device, Devices::One, &conditions);
            let sources = |effect, level| {
                let key = rooflight_estimator::calibration::key::Key::new(
                    rooflight_estimator::calibration::key::Cost::Weights,
                    effect,
                    level,
                );
                table.evidence(key).sources
            };
            let place = sources(rooflight_estimator::calibration::key::Effect::Place, levels.place());
            let engine = sources(rooflight_estimator::calibration::key::Effect::Engine, levels.engine as u32);
            let profile = table.profile(&hardware.device, Devices::One, &conditions);
            assert!(!profile.measured || place.min(engine) >= 2, "{}: {}", hardware.record.id, profile.words);
            seen += usize::from(!profile.measured);
        }
    }
    assert_ne!(seen, 0, "every profile is measured");
}

#[test]
fn every_calculator_says_how_it_was_compared() {
    use rooflight_compiler::calibrate::validation::{ValidationResult, table};
    let all = table(&fitted().method.validated, rooflight_compiler::library::specs().into_iter());
    assert_eq!(all.len(), specs().count());
    let compared = all.iter().filter(|row| matches!(row.result, ValidationResult::Compared(_)));
    assert!(compared.clone().any(|row| row.title == "Decode speed") && compared.count() >= 4);
}

#[test]
fn prompts_reach_their_targets() {
    let fit = fitted();
    let speed = fit.method.prompts.as_ref().expect("there are measurements of prompts");
    let score = total(speed, Fold::Pair);
    assert!(total(speed, Fold::Source).covered >= 0.75);
    assert!(score.error <= 1.40, "{score:?}");
    assert!((0.78..=0.92).contains(&score.covered), "{score:?}");
}

#[test]
fn an_empty_table_answers_with_the_ceiling_alone() {
    let (model, device) = (catalog().models[0].model.as_ref().expect("a model"), &catalog().hardware[0].device);
    let format = catalog().formats.iter().position(|known| known.record.id == "gguf-q4_0").expect("a format");
    let weights = catalog().weights(0, format).expect("weights");
    let setup = Setup::single(model.shape(), &weights, device, 0.0);
    let estimate = Calibration::default().estimate(&setup, &Conditions::usual(device, FileFormat::Gguf));
    assert_eq!((estimate.basis, estimate.range), (Basis::CeilingOnly, None));
    assert!(estimate.ceiling.seconds > 0.0 && !estimate.reason.is_empty());
}

fn words(setup: &Setup, conditions: &Conditions) -> String {
    let Setup { model, weights, device, depth, batch, .. } = setup;
    let bits = weights.bits_per_weight();
    format!(
        "{} layers of {bits:.2} bits on {}, {}, {depth} deep, {batch} at once",
        model.layers,
        device.name,
        conditions.words()
    )
}

/// Asserts the invariants of every estimate.
fn check(estimate: &Estimate, setup: &Setup) {
    let Some(range) = estimate.range else {
        assert_eq!(estimate.basis, Basis::CeilingOnly);
        return;
    };
    let what = format!("{:?} on {}: {range:?}", setup.model, setup.device.name);
    assert!(range.low > 0.0 && range.low <= range.typical && range.typical <= range.high, "{what}");
    assert!(range.high <= estimate.ceiling.per_stream() * (1.0 + 1e-12), "{what} {:?}", estimate.ceiling);
    if let Some(terms) = estimate.terms {
        terms.efficiency.checked().expect("efficiencies are possible");
        assert!((terms.step.per_stream() / range.typical - 1.0).abs() < 1e-9, "{what}");
    }
}

fn any_setup() -> impl Strategy<Value = (usize, usize, usize, [f64; 2], u64, [usize; 3], f64)> {
    let catalog = catalog();
    (
        0..catalog.models.len(),
        0..catalog.formats.len(),
        0..catalog.hardware.len(),
        [0.0..200_000.0, 1.0..300.0_f64],
        1_u64..9,
        [0..Engine::ALL.len(), 0..Backend::ALL.len(), 0_usize..6],
        2022.0..2030.0,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// For any question the range is in order and below the ceiling, and the formula with its numbers gives the typical
    /// speed.
    #[test]
    fn every_range_is_in_order((model, format, device, [depth, batch], number, [engine, backend, how], year) in any_setup()) {
        let Some(weights) = catalog().weights(model, format) else { return Ok(()) };
        let model = catalog().models[model].model.as_ref().expect("weights have a model");
        let device = &catalog().hardware[device].device;
        let devices = match how { 0 | 1 => Devices::One, 2 | 3 => Devices::LayerSplit(number), _ => Devices::TensorParallel(number) };
        let batch = if how % 2 == 0 { 1.0 } else { batch };
        let setup = Setup { model: model.shape(), weights: &weights, device, devices, kv: KvType::F16, depth, batch, reading: 0.0 };
        let conditions = Conditions { engine: Engine::ALL[engine], backend: Backend::ALL[backend], year, flash_attention: None, link: None, ubatch: None };
        let fit = fitted();
        let calibration = &fit.calibration;
        check(&calibration.estimate(&setup, &conditions), &setup);
        let prompt = calibration.prompt(&setup, &conditions.prompt(depth + 1.0, 0.0), &conditions);
        if let Some(span) = prompt.span {
            prop_assert!(span.fast <= span.typical && span.typical <= span.slow);
            prop_assert!(prompt.floor.is_none_or(|floor| floor <= span.fast * (1.0 + 1e-12)));
        }
    }

    /// More bandwidth is never slower; more sequences never lower the total, nor raise the speed of each.
    #[test]
    fn bandwidth_and_batch_never_hurt((model, format, device, [depth, batch], ..) in any_setup(), more in 1.0..4.0_f64) {
        let Some(weights) = catalog().weights(model, format) else { return Ok(()) };
        let model = catalog().models[model].model.as_ref().expect("weights have a model");
        let device = &catalog().hardware[device].device;
        let conditions = Conditions::usual(device, FileFormat::of(&catalog().formats[format].record.id));
        let faster = Device { bandwidth: device.bandwidth * more, ..device.clone() };
        let typical = |setup: Setup| {
            let range = fitted().calibration.estimate(&setup, &conditions).range;
            range.map(|range| range.typical * setup.batch)
        };
        let one = Setup::single(model.shape(), &weights, device, depth);
        if let (Some(slow), Some(fast)) = (typical(one), typical(Setup { device: &faster, ..one })) {
            // A profile rounds the effect of the bandwidth to a millionth.
            prop_assert!(fast >= slow * (1.0 - 4e-6));
        }
        let (few, many) = (Setup { batch: batch.floor(), ..one }, Setup { batch: (batch * more).floor(), ..one });
        if let (Some(less), Some(all)) = (typical(few), typical(many)) {
            prop_assert!(all >= less * (1.0 - 1e-9), "{}: {less} {all}", words(&few, &conditions));
            prop_assert!(all / many.batch <= less / few.batch * (1.0 + 1e-9), "{}: {less} {all}", words(&few, &conditions));
        }
    }

    /// A deeper context is never faster.
    #[test]
    fn depth_never_makes_it_faster((model, format, device, [depth, _], ..) in any_setup()) {
        let Some(weights) = catalog().weights(model, format) else { return Ok(()) };
        let model = catalog().models[model].model.as_ref().expect("weights have a model");
        let device = &catalog().hardware[device].device;
        let conditions = Conditions::usual(device, FileFormat::of(&catalog().formats[format].record.id));
        let at = |depth: f64| {
            let setup = Setup::single(model.shape(), &weights, device, depth);
            fitted().calibration.estimate(&setup, &conditions).range.map(|range| range.typical)
        };
        if let (Some(near), Some(far)) = (at(depth), at(depth * 2.0 + 1.0)) {
            prop_assert!(far <= near * (1.0 + 1e-12));
        }
    }
}
