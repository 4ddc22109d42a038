//! The costs of drafts, hosts and several devices: the estimator's numbers are those of the measurements, and their
//! held-out errors are those of the documentation.

use crate::{catalog, fitted};
use rooflight_estimator::calibration::arrangement::{self, CHECK, CHECK_ON_METAL, HOST, check, is_ggml_on_metal};
use rooflight_estimator::calibration::drafters::Drafter;
use rooflight_estimator::calibration::{Conditions, ENGINE_OPTIONS, FileFormat};
use rooflight_estimator::speculative::chance;
use rooflight_fit::offload_and_speculation::{Arrangement, HeldOutScore, held_out_scores};
use std::collections::BTreeMap;
use std::sync::OnceLock;

fn of(wanted: Arrangement) -> &'static HeldOutScore {
    static SCORES: OnceLock<Vec<(Arrangement, HeldOutScore)>> = OnceLock::new();
    let all = SCORES.get_or_init(|| held_out_scores(catalog(), &fitted().calibration));
    &all.iter().find(|(arrangement, _)| *arrangement == wanted).expect("there are cases").1
}

#[test]
fn the_estimator_holds_the_fitted_numbers() {
    for (wanted, held) in [(Arrangement::Draft, CHECK), (Arrangement::Host, HOST)] {
        let fitted = of(wanted);
        let arrangement::Arrangement { value, low, high, cases, sources, error, held, reason } = held;
        for (name, held, fitted) in
            [("value", value, fitted.value.expect("a number")), ("low", low, fitted.low), ("high", high, fitted.high)]
        {
            assert!((held / fitted - 1.0).abs() < 0.05, "{wanted:?}, {name}: {held} is held, {fitted:.4} is fitted");
        }
        assert_eq!((cases, sources), (fitted.cases, fitted.sources), "{wanted:?}: runs and sources");
        let rounded = |error: f64, held: f64| format!("{error:.2}, {held:.2}");
        assert_eq!(rounded(error, held), rounded(fitted.error, fitted.held), "{wanted:?}: error and share held");
        let words = format!("held {:.0} % of {} such runs", fitted.held * 100.0, fitted.cases);
        assert!(reason.contains(&words), "{wanted:?}: \"{reason}\" does not say \"{words}\"");
    }
}

/// Drafts under ggml on Metal have their own number, and every engine that a reader may choose gets the right one of
/// the two by the words of its profile.
#[test]
fn drafts_on_metal_have_their_own_check() {
    let fitted = of(Arrangement::Draft).on_metal.expect("there are such runs");
    assert!((CHECK_ON_METAL / fitted - 1.0).abs() < 0.05, "{CHECK_ON_METAL} is held, {fitted:.4} is fitted");
    let mut on_metal = 0;
    for device in catalog().hardware.iter().map(|known| &known.device) {
        let usual = FileFormat::ALL.into_iter().map(|files| Conditions::usual(device, files));
        for conditions in usual.chain(ENGINE_OPTIONS.iter().filter_map(|option| option.conditions(device))) {
            let is_apart = is_ggml_on_metal(conditions.engine, conditions.backend);
            let expected = if is_apart { CHECK_ON_METAL } else { CHECK.value };
            assert_eq!(check(&conditions.words()).to_bits(), expected.to_bits(), "{}", conditions.words());
            on_metal += usize::from(is_apart);
        }
    }
    assert!(on_metal > 0, "no device has such an engine");
}

/// The acceptance rate of drafted tokens, by kind of draft, is that of the catalog's runs, each publication with the
/// same weight.
#[test]
#[allow(clippy::cast_precision_loss, reason = "numbers of runs")]
fn drafts_are_kept_as_published_runs_keep_them() {
    for kind in Drafter::ALL {
        let mut by_source: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for anchor in &catalog().anchors {
            let row = &anchor.row;
            let (Some(draft), Some(drafted), Some(kept)) = (&row.draft, row.drafted, row.accepted) else { continue };
            if Drafter::of(draft) == kind {
                by_source.entry(anchor.publication).or_default().push(chance(kept, drafted));
            }
        }
        let Some(held) = kind.acceptance() else {
            assert!(by_source.is_empty(), "{kind:?}: {by_source:?}");
            continue;
        };
        let runs: usize = by_source.values().map(Vec::len).sum();
        assert_eq!([held.runs, held.sources], [runs, by_source.len()].map(|number| number as u64), "{kind:?}");
        let mut chances: Vec<(f64, f64)> = Vec::new();
        for of_source in by_source.values() {
            let share = 1.0 / (of_source.len() as f64 * by_source.len() as f64);
            chances.extend(of_source.iter().map(|chance| (*chance, share)));
        }
        chances.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (wanted, held) in [0.1, 0.5, 0.9].into_iter().zip(held.chance) {
            let mut sum = 0.0;
            let reached = chances.iter().find(|(_, share)| {
                sum += share;
                sum >= wanted - 1e-9
            });
            let (found, _) = reached.expect("a run");
            assert!((found - held).abs() < 5e-4, "{kind:?}: {held} is held, {found:.4} is measured");
        }
    }
}

/// The targets, with the source held out: errors of 1.25 for drafts, 1.20 for splits, 1.22 for several devices and for
/// several requests, 1.40 for prompts; ranges that cover 75 to 90 %; 40 runs of 6 sources. Where the test allows more,
/// docs/estimator.md says why. Tensor parallelism gets no range, and has no score.
#[test]
fn sources_left_out_are_met_as_well_as_documented() {
    let bounds = [
        (Arrangement::Draft, 1.29, 0.75..=0.9, 6),
        (Arrangement::Host, 1.2, 0.75..=0.9, 6),
        (Arrangement::Batch, 1.27, 0.75..=0.9, 4),
        (Arrangement::Prompt, 1.57, 0.65..=0.9, 6),
    ];
    for (wanted, most, holds, least) in bounds {
        let HeldOutScore { error, held, cases, sources, .. } = *of(wanted);
        assert!(cases >= 40 && sources >= least, "{wanted:?}: {cases} runs of {sources} sources");
        assert!(error <= most, "{wanted:?}: error {error:.3}");
        assert!(holds.contains(&held), "{wanted:?}: held {held:.3}");
    }
}
