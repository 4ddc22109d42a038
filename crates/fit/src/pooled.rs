//! A trial: would published runs of the same pair improve its estimate, beyond what the fit has learned from them?
//!
//! 1. A case is a device, a model, a format, an engine and a backend, on one device and with one request. Cases that at
//!    least two sources measured are judged, each source held out in turn.
//! 2. The errors of a fit without the source on the other sources' runs show how far the pair is from the fit's
//!    expectation. Partial pooling moves the estimate by `n / (n + k)` of their mean, over n sources.
//! 3. `k` is the variance between measurers of a case over that between cases, estimated by moments of the same errors.
//!    That favours pooling, since it is judged on the runs from which `k` comes.
//!
//! Nothing here changes an estimate: the report shows both, and docs/estimator.md draws the conclusion.
//!
//! Source: partial pooling of group means, Gelman and Hill 2007, chapter 12.

use crate::fitting::Design;
use crate::holdout::Refit;
use crate::rows::FitRow;
use rooflight_glossary::model::catalog::Catalog;
use std::collections::BTreeMap;

/// A case with a source held out.
struct Trial {
    /// Rows of the held-out source.
    rows: Vec<usize>,
    /// Mean of their errors.
    own: f64,
    /// Mean of the other sources' errors, each source counting the same.
    others: f64,
    /// Number of the other sources.
    sources: f64,
}

/// Returns each row that other sources' runs of the same case would move, and by how much: a logarithm of speed. Each
/// of `refits` holds out one source.
pub(super) fn shifts(catalog: &Catalog, rows: &[FitRow], design: &Design, refits: &[Refit]) -> Vec<(usize, f64)> {
    // By case, then by source.
    let mut cases: BTreeMap<_, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        let anchor = &catalog.anchors[row.anchor];
        if row.clean && anchor.row.count == 1 {
            let case = (anchor.hardware, anchor.model, anchor.quantization, anchor.runtime, anchor.backend);
            cases.entry(case).or_default().entry(anchor.publication).or_default().push(at);
        }
    }
    let of_source = |refit: &Refit| {
        let source = refit.judged.first().map(|at| catalog.anchors[rows[*at].anchor].publication);
        let error = |at: &usize| design.predict(*at, &refit.values) - design.time(*at);
        let trial = |sources: &BTreeMap<usize, Vec<usize>>| {
            let rows = sources.get(&source?).filter(|_| sources.len() > 1)?;
            let others = sources.iter().filter(|(other, _)| Some(**other) != source);
            Some(Trial {
                rows: rows.clone(),
                own: mean(rows.iter().map(error)),
                others: mean(others.map(|(_, rows)| mean(rows.iter().map(error)))),
                sources: count(sources.len() - 1),
            })
        };
        cases.values().filter_map(trial).collect::<Vec<Trial>>()
    };
    let trials: Vec<Trial> = refits.iter().flat_map(of_source).collect();
    let k = caution(&trials);
    let shift = |trial: &Trial| trial.sources / (trial.sources + k) * trial.others;
    let mut found: Vec<(usize, f64)> =
        trials.iter().flat_map(|trial| trial.rows.iter().map(move |at| (*at, shift(trial)))).collect();
    found.sort_unstable_by_key(|(at, _)| *at);
    found
}

/// Number of sources that move an estimate by half: smaller the better two sources agree, infinite if they do not.
fn caution(trials: &[Trial]) -> f64 {
    let between: f64 = trials.iter().map(|trial| trial.own * trial.others).sum();
    let all: f64 = trials.iter().map(|trial| trial.own * trial.own).sum();
    if between > 0.0 { (all / between - 1.0).max(0.0) } else { f64::INFINITY }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, number) = values.fold((0.0, 0), |(sum, number), value| (sum + value, number + 1));
    sum / count(number)
}

#[allow(clippy::cast_precision_loss, reason = "a few hundred rows")]
const fn count(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trials with these mean errors: of the held-out source, of the others.
    fn trials(errors: &[(f64, f64)]) -> Vec<Trial> {
        errors
            .iter()
            .map(|(own, others)| Trial { rows: Vec::new(), own: *own, others: *others, sources: 1.0 })
            .collect()
    }

    #[test]
    fn sources_that_agree_need_no_caution_and_those_that_do_not_are_not_followed() {
        assert!(caution(&trials(&[(0.1, 0.1), (-0.2, -0.2)])) < 1e-9);
        assert!((caution(&trials(&[(0.2, 0.1), (-0.2, -0.1)])) - 1.0).abs() < 1e-9);
        assert!(caution(&trials(&[(0.1, -0.1), (0.2, 0.0)])).is_infinite());
        assert!(caution(&[]).is_infinite());
    }
}
