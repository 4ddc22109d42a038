//! Converts the fitted parameters to plain units: shares of the bandwidth and times of a layer, by family, stack and
//! backend.
//!
//! Takes the parts of every fitted row at their fitted times, and their medians first over the rows of a pair of device
//! and model, then over pairs, so that no pair counts more for having many rows.

use crate::method::middle;
use crate::model::FittedSpeed;
use crate::report;
use rooflight_compiler::calibrate::method::FamilyFit;
use rooflight_estimator::calibration::key::{Cost, Effect, Key};
use rooflight_estimator::calibration::packing::Packing;
use rooflight_estimator::calibration::work::{EXTRA_LAYER, LAYER};
use rooflight_glossary::model::catalog::Catalog;
use std::collections::{BTreeMap, BTreeSet};

/// Shares or costs of the rows of each pair of device and model.
type ByPair = BTreeMap<(usize, usize), Vec<f64>>;

#[derive(Default)]
struct Gathered {
    pairs: BTreeSet<(usize, usize)>,
    shares: BTreeMap<u32, ByPair>,
    layer: ByPair,
    mixture: ByPair,
}

/// Summarizes the fitted parts of all rows by place.
pub(super) fn places(catalog: &Catalog, fitted: &FittedSpeed) -> Vec<FamilyFit> {
    let mut gathered: BTreeMap<u32, Gathered> = BTreeMap::new();
    for row in &fitted.rows {
        let anchor = &catalog.anchors[row.anchor];
        let pair = (anchor.hardware, anchor.model);
        let parts = &row.sample.parts;
        let Some(place) = parts.iter().find_map(|part| level(&part.effects, Effect::Place)) else { continue };
        let place = gathered.entry(place).or_default();
        place.pairs.insert(pair);
        for part in parts.iter().filter(|part| part.seconds > 0.0) {
            let slower = fitted.table.seconds(part) / part.seconds;
            let (into, value) = match (part.cost, level(&part.effects, Effect::Packing)) {
                (Cost::Weights, Some(packing)) => (place.shares.entry(packing).or_default(), (1.0 / slower).min(1.0)),
                (Cost::Layer, _) => (&mut place.layer, slower * LAYER),
                (Cost::Mixture, _) => (&mut place.mixture, slower * EXTRA_LAYER),
                _ => continue,
            };
            into.entry(pair).or_default().push(value);
        }
    }
    gathered.into_iter().map(|(level, gathered)| place(level, gathered)).collect()
}

fn level(effects: &[(Key, f64)], wanted: Effect) -> Option<u32> {
    effects.iter().map(|(key, _)| *key).find(|key| key.effect() == Some(wanted)).map(Key::level)
}

fn place(level: u32, gathered: Gathered) -> FamilyFit {
    let Gathered { pairs, mut shares, layer, mixture } = gathered;
    let (family, stack) = report::place_words(level);
    let share = |packing: Packing| shares.remove(&(packing as u32)).and_then(over_pairs);
    FamilyFit {
        family: family.to_owned(),
        stack,
        pairs: pairs.len(),
        shares: Packing::ALL.map(share).to_vec(),
        layer: over_pairs(layer),
        mixture: over_pairs(mixture),
    }
}

/// Median over pairs of the medians of their rows.
fn over_pairs(pairs: ByPair) -> Option<f64> {
    middle(pairs.into_values().filter_map(|rows| middle(rows, 0.5)).collect(), 0.5)
}
