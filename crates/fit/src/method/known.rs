//! Scores predictions by how many publications know the device: whether ranges hold where the data are thin, too.
//!
//! Each row is predicted without its source, so the publications are those of other measurers. Rows of the newest
//! months are scored once more as predicted from what was measured before.

use crate::model::FittedSpeed;
use crate::rows::FitRow;
use crate::score::{Prediction, Score, score};
use rooflight_compiler::calibrate::method::{Fold, KnownScore, KnownScores};
use rooflight_estimator::calibration::width::knowledge;
use rooflight_estimator::model::{Mixer, Model};
use rooflight_glossary::model::catalog::Catalog;
use std::collections::BTreeMap;

/// Minimum number of rows of a group.
const MIN_ROWS: usize = 25;

/// Position of a group in the table, the property by which rows are grouped, and its name.
type Group = (usize, &'static str, String);

/// Scores all rows, and those of each class of devices, engine and kind of model with at least [`MIN_ROWS`] rows.
pub(super) fn known(catalog: &Catalog, fitted: &FittedSpeed) -> Vec<KnownScores> {
    let mut groups: BTreeMap<Group, [Vec<&Prediction>; 4]> = BTreeMap::new();
    let source = fitted.fold(Fold::Source).filter(|(row, _)| row.counted);
    let source = source.flat_map(|(row, guess)| of_row(catalog, row).into_iter().map(move |group| (group, guess)));
    let time = fitted.fold(Fold::Time).filter(|(row, _)| row.clean);
    let time = time.map(|(_, guess)| ((0, "all", Fold::Time.words().to_owned()), guess));
    for (group, guess) in source.chain(time) {
        groups.entry(group).or_default()[knowledge(guess.known)].push(guess);
    }
    groups.retain(|_, guesses| guesses.iter().map(Vec::len).sum::<usize>() >= MIN_ROWS);
    let scores = |((_, by, name), guesses): (Group, [Vec<&Prediction>; 4])| KnownScores {
        by: by.to_owned(),
        name,
        scores: guesses.map(|guesses| score(guesses.into_iter()).map(short)),
    };
    groups.into_iter().map(scores).collect()
}

fn of_row(catalog: &Catalog, row: &FitRow) -> Vec<Group> {
    if row.is_concurrent() {
        return vec![(0, "all", "several requests at once".to_owned())];
    }
    let anchor = &catalog.anchors[row.anchor];
    let class = catalog.hardware[anchor.hardware].device.class.plural();
    let mut groups = vec![
        (0, "all", Fold::Source.words().to_owned()),
        (1, "class of device", class.to_owned()),
        (2, "engine", anchor.row.runtime.clone()),
    ];
    groups.extend(catalog.models[anchor.model].model.as_ref().ok().map(|model| (3, "kind of model", kind_of(model))));
    groups
}

fn kind_of(model: &Model) -> String {
    let base = if model.mixture().is_some() { "mixture of experts" } else { "dense" };
    let recurrent = model.layers().iter().any(|layer| matches!(layer.mixer, Some(Mixer::Recurrent(_))));
    if recurrent { format!("{base}, some layers recurrent") } else { base.to_owned() }
}

#[allow(clippy::cast_possible_truncation, reason = "shares and widths are shown with two digits")]
fn short(Score { rows, covered, above, width, .. }: Score) -> KnownScore {
    KnownScore { rows, covered: covered as f32, above: above as f32, width: width as f32 }
}
