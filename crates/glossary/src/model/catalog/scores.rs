//! Published benchmark scores of models: `content/catalog/quality.yaml`.
//!
//! 1. Each score names a model of the catalog, its benchmark, its setting, its date and its source; `list` checks the
//!    source.
//! 2. [`chosen`] picks the one score that is shown for a model on a benchmark, by a rule that the page states.
//!
//! Scores of different benchmarks or settings are never combined.

use crate::model::catalog::index::Ids;
use crate::model::catalog::list::RecordReader;
use crate::model::catalog::records::Score;
use rooflight_source::diagnostic::messages;
use rooflight_source::yaml_path;
use std::cmp::Reverse;

/// A score and its model's position in the catalog.
#[derive(Debug, Clone)]
pub struct KnownScore {
    /// The record as written.
    pub record: Score,
    /// The model's position in [`Catalog::models`](super::Catalog::models).
    pub model: usize,
}

/// Checks a record; `None`, with a diagnostic, if it cannot be used.
pub(super) fn score(record: Score, models: &Ids, reader: &mut RecordReader<'_>) -> Option<KnownScore> {
    let highest = if record.unit.is_none() { 100.0 } else { 1e6 };
    if !(0.0..=highest).contains(&record.value) {
        let message = format!("`value` is {}; it lies between 0 and {highest}", record.value);
        reader.problems.push(messages::impossible(reader.location("value"), message));
        return None;
    }
    let path = yaml_path![reader.number, "model"];
    let model = reader.find(models, &record.model, path)?;
    Some(KnownScore { record, model })
}

/// Returns the one score to show for a model on a benchmark, per cent: no base checkpoint's; the maker's own before an
/// independent one before another maker's; of several settings the highest.
#[must_use]
pub fn chosen(scores: &[KnownScore], model: usize, benchmark: &str) -> Option<f64> {
    let own = scores.iter().filter(|score| score.model == model && score.record.benchmark == benchmark);
    let usable = own.filter(|score| !score.record.base && score.record.unit.is_none());
    let best = usable
        .map(|score| &score.record)
        .max_by(|a, b| Reverse(a.publisher).cmp(&Reverse(b.publisher)).then_with(|| a.value.total_cmp(&b.value)));
    best.map(|record| record.value)
}
