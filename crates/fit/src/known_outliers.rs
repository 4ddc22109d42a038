//! Groups of runs whose estimates were once far off, scored again: a list that keeps known errors in sight.
//!
//! 1. `known_outliers.yaml` names each group, its predicted over measured speed at the time, and the reason.
//! 2. [`table`] scores its runs with their source left out. A group without a run that counts has no score.
//!
//! Moves no estimate: a group is judged, and neither fitted apart nor left out.

use crate::model::{FittedSpeed, Fold};
use crate::score::{Prediction, Score, score};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Parallel, Row};
use serde::Deserialize;
use std::collections::BTreeSet;

/// A group of runs that was once far off.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownOutlier {
    /// Name of the group.
    pub name: String,
    /// Predicted over measured speed when the group was added.
    pub was: String,
    /// What is known of the error, or of the runs.
    pub reason: String,
    /// Its runs.
    #[serde(rename = "where")]
    runs: Runs,
}

/// The runs of a group: an empty list and a missing value allow any.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Runs {
    hardware: Vec<String>,
    model: Vec<String>,
    quantization: Vec<String>,
    runtime: Vec<String>,
    backend: Vec<String>,
    count: Option<u32>,
    parallel: Option<Parallel>,
    deeper_than: Option<u32>,
}

impl KnownOutlier {
    /// True if a measurement belongs to the group, whether or not it counts.
    #[must_use]
    pub fn has_runs(&self, catalog: &Catalog) -> bool {
        catalog.anchors.iter().any(|anchor| self.runs.contain(&anchor.row))
    }
}

impl Runs {
    fn contain(&self, row: &Row) -> bool {
        let any = |wanted: &[String], id: &str| wanted.is_empty() || wanted.iter().any(|pattern| fits(pattern, id));
        any(&self.hardware, &row.hardware)
            && any(&self.model, &row.model)
            && any(&self.quantization, &row.quantization)
            && any(&self.runtime, &row.runtime)
            && any(&self.backend, &row.backend)
            && self.count.is_none_or(|count| count == row.count)
            && self.parallel.is_none_or(|parallel| parallel == row.parallel)
            && self.deeper_than.is_none_or(|least| row.depth.is_some_and(|depth| depth > least))
    }
}

/// True if an id is the pattern; a `*` at either end stands for any text.
fn fits(pattern: &str, id: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(_), Some(_)) => id.contains(pattern.trim_matches('*')),
        (Some(end), None) => id.ends_with(end),
        (None, Some(start)) => id.starts_with(start),
        (None, None) => id == pattern,
    }
}

/// Reads the list; `None` if it has a mistake.
#[must_use]
pub fn list() -> Option<Vec<KnownOutlier>> {
    rooflight_source::yaml::read(include_str!("../known_outliers.yaml"))
}

/// Scores every group, in the order of the list, and counts the publications of its runs.
#[must_use]
pub fn table(catalog: &Catalog, decode: &FittedSpeed) -> Vec<(KnownOutlier, usize, Option<Score>)> {
    let judged: Vec<(&Anchor, &Prediction)> = decode
        .fold(Fold::Source)
        .filter(|(row, _)| row.clean)
        .map(|(row, guess)| (&catalog.anchors[row.anchor], guess))
        .collect();
    let scored = |group: KnownOutlier| {
        let of_group: Vec<_> = judged.iter().filter(|(anchor, _)| group.runs.contain(&anchor.row)).collect();
        let sources: BTreeSet<usize> = of_group.iter().map(|(anchor, _)| anchor.publication).collect();
        (group, sources.len(), score(of_group.iter().map(|(_, guess)| *guess)))
    };
    list().unwrap_or_default().into_iter().map(scored).collect()
}
