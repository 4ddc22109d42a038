//! Compares held-out predictions of this estimator with the simple formulas of other calculators on the same
//! measurements. The formulas are given a head start: they are compared on rows that their authors may have known.

use crate::{catalog, fitted};
use rooflight_fit::baselines::{Comparison, FORMULAS, compare};
use rooflight_fit::model::Fold;

fn comparison() -> Comparison {
    let speed = fitted().decode.as_ref().expect("there are measurements");
    compare(catalog(), speed).expect("there are rows to compare on")
}

#[test]
fn held_out_estimates_beat_every_simple_formula() {
    let Comparison { rows, formulas, ours } = comparison();
    assert_ne!(rows, 0);
    assert_eq!(formulas.len(), FORMULAS.len());
    for (words, theirs) in formulas {
        for (fold, ours) in ours {
            assert!(ours.error < theirs.error - 0.1, "{words}: {theirs:?}, ours with the {fold:?} left out {ours:?}");
            assert!(ours.near > theirs.near, "{words}: {theirs:?}, {ours:?}");
        }
        assert!(theirs.error < 4.0, "{words} is written down wrongly: {theirs:?}");
    }
}

#[test]
fn the_comparison_is_on_what_the_fit_has_not_seen() {
    let speed = fitted().decode.as_ref().expect("there are measurements");
    let Comparison { rows, ours, .. } = comparison();
    let [(source, unknown), (device, left_out), (pair, nearer)] = ours;
    assert_eq!((source, device, pair), (Fold::Source, Fold::Device, Fold::Pair));
    let short = |(row, _): &(&rooflight_fit::rows::FitRow, &rooflight_fit::score::Prediction)| {
        let anchor = &catalog().anchors[row.anchor];
        row.clean && anchor.row.count == 1 && anchor.mean_depth() <= 1500.0
    };
    let guesses: Vec<f64> = speed.fold(Fold::Device).filter(short).map(|(_, guess)| guess.error.abs()).collect();
    assert_eq!(guesses.len(), rows);
    let rows = f64::from(u32::try_from(rows).expect("few rows"));
    assert!((left_out.error - (guesses.iter().sum::<f64>() / rows).exp()).abs() < 1e-9);
    assert!(nearer.error < unknown.error && unknown.error < left_out.error);
}
