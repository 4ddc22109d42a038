//! Held-out errors of all estimates except one stream on one device: speculative decoding, CPU offload, tensor
//! parallelism, batches, prompts.
//!
//! 1. For drafts and splits one number moves the plain estimate to the runs (`cases`), and another one those of drafts
//!    with ggml on Metal. The estimator has copies of the fitted numbers (`calibration::arrangement`); nothing here
//!    changes them.
//! 2. The others are judged as the tables estimate them ([`estimated`]).
//! 3. Each source is left out in turn, also of the fit of the tables. The errors of its runs are those that a new
//!    source would have: they give the geometric error, the ends of the range (for drafts and splits, from all other
//!    sources), and the coverage.
//!
//! Source: conformal prediction by left-out groups, Lei et al. arXiv 1604.04173.

mod cases;
mod estimated;

use crate::band;
use crate::fitted::{DECODING, PROMPTS};
use crate::fitting::Design;
use crate::model::Noise;
use crate::rows::{self, FitRow};
use cases::{Numbers, OffloadCase, cases};
use estimated::{LeaveOneSourceOut, missed, runs};
use rayon::prelude::*;
use rooflight_compiler::calibrate::measurements::{self, Store};
use rooflight_estimator::calibration::Calibration;
use rooflight_estimator::calibration::key::Key;
use rooflight_estimator::calibration::table::{FittedParameter, FittedTable};
use rooflight_glossary::model::catalog::Catalog;
use std::collections::{BTreeMap, BTreeSet};

rooflight_primitives::variants! {
    /// An arrangement other than one stream on one device.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Arrangement [
        /// Describes what is judged.
        pub words: &'static str,
    ] {
        /// Speculative decoding; its number is the cost of checking one token, as a share of a plain step.
        Draft = "drafts: a check's share of a plain step",
        /// CPU offload; its number is the share of the host's bandwidth that is reached.
        Host = "splits: the host's share of its bandwidth",
        /// Tensor parallelism over several devices, one request.
        Tensor = "several devices on each layer",
        /// Several requests at once.
        Batch = "several requests at once",
        /// Reading a prompt.
        Prompt = "prompts",
    }
}

impl Arrangement {
    /// Arrangements for which a number is fitted.
    const FITTED: [Self; 2] = [Self::Draft, Self::Host];

    /// Share of errors beyond each end: less where sources differ more, so that the range holds the promised share.
    const fn tail(self) -> f64 {
        match self {
            Self::Draft | Self::Host => 0.07,
            _ => 0.1,
        }
    }
}

/// Held-out errors of one arrangement, each run with its source left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeldOutScore {
    /// Fitted number; `None` if the arrangement has none.
    pub value: Option<f64>,
    /// Fitted number of drafts with ggml on Metal.
    pub on_metal: Option<f64>,
    /// Number of runs that count.
    pub cases: usize,
    /// Number of publications of these runs.
    pub sources: usize,
    /// Geometric error of the predicted speed; 1 is perfect.
    pub error: f64,
    /// Lower end of the range, as measured over predicted speed.
    pub low: f64,
    /// Upper end of the range.
    pub high: f64,
    /// Share of runs within the range.
    pub held: f64,
}

/// Scores each arrangement on the catalog's measurements. An arrangement without a run that gets a range is left out.
#[must_use]
pub fn held_out_scores(catalog: &Catalog, calibration: &Calibration) -> Vec<(Arrangement, HeldOutScore)> {
    let store = measurements::store(catalog);
    let (decoding, _) = rows::decoding(catalog, &store);
    let (prompts, _) = rows::prompts(catalog, &store);
    let Some(full) = table(&decoding, DECODING, |_| true) else { return Vec::new() };
    let all = Arrangement::FITTED.map(|arrangement| cases(catalog, &store, &full, arrangement));
    let mut sources: BTreeSet<usize> = all.iter().flatten().map(|case| case.source).collect();
    let of = |arrangement: Arrangement| runs(catalog, arrangement).map(|anchor| anchor.publication);
    sources.extend(of(Arrangement::Tensor).chain(of(Arrangement::Batch)));
    let without = LeaveOneSourceOut {
        decode: without(catalog, &decoding, DECODING, sources),
        prefill: without(catalog, &prompts, PROMPTS, of(Arrangement::Prompt).collect()),
    };
    let scored = |(arrangement, cases): (Arrangement, &Vec<OffloadCase>)| {
        score(catalog, &store, &without.decode, arrangement, cases).map(|score| (arrangement, score))
    };
    let mut found: Vec<(Arrangement, HeldOutScore)> =
        Arrangement::FITTED.into_iter().zip(&all).filter_map(scored).collect();
    for arrangement in Arrangement::ALL.into_iter().filter(|one| !Arrangement::FITTED.contains(one)) {
        let misses: Vec<SourceError> = runs(catalog, arrangement)
            .filter_map(|anchor| Some((anchor.publication, missed(catalog, &store, calibration, &without, anchor)?)))
            .collect();
        found.extend(summed(&misses, arrangement.tail()).map(|score| (arrangement, score)));
    }
    found
}

/// Source of a run, logarithm of measured over predicted speed, and whether the range holds it.
type SourceError = (usize, (f64, bool));

fn without(catalog: &Catalog, rows: &[FitRow], noise: Noise, sources: BTreeSet<usize>) -> BTreeMap<usize, FittedTable> {
    let of = |source: usize| {
        let table = table(rows, noise, |row| catalog.anchors[row.anchor].publication != source);
        (source, table.unwrap_or_default())
    };
    sources.into_par_iter().map(of).collect()
}

/// Fits some of the rows; the table has values only.
fn table(rows: &[FitRow], noise: Noise, wanted: impl Fn(&FitRow) -> bool) -> Option<FittedTable> {
    let samples: Vec<_> = rows.iter().filter(|row| wanted(row)).map(|row| &row.sample).collect();
    let design = Design::new(samples.into_iter(), noise.row);
    let solution = design.fit_all()?;
    let entry = |(key, value): (&Key, &f64)| FittedParameter {
        key: key.packed(),
        value: band::units(*value),
        ..FittedParameter::default()
    };
    let mut entries: Vec<FittedParameter> = design.keys.iter().zip(&solution.values).map(entry).collect();
    entries.sort_by_key(|entry| entry.key);
    Some(FittedTable { entries, ..FittedTable::default() })
}

/// Fits the number of an arrangement, and scores it on each source with the number and the table fitted without it.
fn score(
    catalog: &Catalog,
    store: &Store,
    without: &BTreeMap<usize, FittedTable>,
    arrangement: Arrangement,
    all: &[OffloadCase],
) -> Option<HeldOutScore> {
    let sources: BTreeSet<usize> = all.iter().map(|case| case.source).collect();
    let mut errors: Vec<(usize, f64)> = Vec::new();
    for source in sources {
        let numbers = Numbers::fit(all, |case| case.source != source);
        let unseen = cases(catalog, store, without.get(&source)?, arrangement);
        let own = unseen.iter().filter(|case| case.source == source && case.counts);
        errors.extend(own.map(|case| (source, numbers.error(case))));
    }
    let inside = |source: usize, error: f64| {
        let mut others: Vec<f64> = errors.iter().filter(|one| one.0 != source).map(|one| one.1).collect();
        others.sort_by(f64::total_cmp);
        let end = |share: f64| quantile(&others, share);
        end(arrangement.tail())
            .zip(end(1.0 - arrangement.tail()))
            .is_some_and(|(low, high)| (low..=high).contains(&error))
    };
    let misses: Vec<SourceError> =
        errors.iter().map(|(source, error)| (*source, (*error, inside(*source, *error)))).collect();
    let Numbers { usual, on_metal } = Numbers::fit(all, |_| true);
    let value = if arrangement == Arrangement::Host { 1.0 / usual } else { usual };
    summed(&misses, arrangement.tail()).map(|score| HeldOutScore { value: Some(value), on_metal, ..score })
}

/// Summarizes the errors of some runs; `None` if there are none.
#[allow(clippy::cast_precision_loss, reason = "numbers of runs")]
fn summed(misses: &[SourceError], tail: f64) -> Option<HeldOutScore> {
    let mut errors: Vec<f64> = misses.iter().map(|(_, (error, _))| *error).collect();
    errors.sort_by(f64::total_cmp);
    let all = misses.len() as f64;
    Some(HeldOutScore {
        value: None,
        on_metal: None,
        cases: misses.len(),
        sources: misses.iter().map(|(source, _)| source).collect::<BTreeSet<_>>().len(),
        error: libm::exp(errors.iter().map(|error| error.abs()).sum::<f64>() / all),
        low: libm::exp(quantile(&errors, tail)?),
        high: libm::exp(quantile(&errors, 1.0 - tail)?),
        held: misses.iter().filter(|(_, (_, held))| *held).count() as f64 / all,
    })
}

/// Returns the quantile of sorted values at `share`.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a position in a list"
)]
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get((share * last as f64).round() as usize).copied()
}
