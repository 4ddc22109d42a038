//! Held-out errors of all estimates but those of one stream on one device: speculative decoding, CPU offload, tensor
//! parallelism, batches, prompts.
//!
//! 1. For drafts and splits one number moves the plain estimate to the runs (`cases`), and one more those of drafts
//!    under ggml on Metal. The estimator holds the numbers as they were fitted (`calibration::arrangement`); nothing
//!    here changes them.
//! 2. The others are judged as the tables estimate them ([`estimated`]).
//! 3. Each source is left out in turn, of the fit of the tables too. The errors of its runs are what strangers would
//!    see: they make the error, the ends of the range (of drafts and splits, from all other sources), and the share
//!    that the range held.
//!
//! Source: errors on left-out groups as the ends of a range, Lei et al. arXiv 1604.04173.

mod cases;
mod estimated;

use crate::calibrate::band;
use crate::calibrate::fitted::{DECODING, PROMPTS};
use crate::calibrate::fitting::Design;
use crate::calibrate::model::Noise;
use crate::calibrate::rows::{self, FitRow, Store};
use cases::{Numbers, OffloadCase, cases};
use estimated::{LeaveOneSourceOut, missed, runs};
use rayon::prelude::*;
use rooflight_calibration::Calibration;
use rooflight_calibration::key::Key;
use rooflight_calibration::table::{Entry, Table};
use rooflight_glossary::model::catalog::Catalog;
use std::collections::{BTreeMap, BTreeSet};

/// An arrangement beyond one stream on one device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// A draft: the number is the share of a plain step that checking one token takes.
    Draft,
    /// A host that holds a part: the number is the share of its bandwidth.
    Host,
    /// Several devices that work on each layer together, one request.
    Tensor,
    /// Several requests at once.
    Batch,
    /// Reading a prompt.
    Prompt,
}

impl Arrangement {
    /// Every arrangement.
    pub const ALL: [Self; 5] = [Self::Draft, Self::Host, Self::Tensor, Self::Batch, Self::Prompt];

    /// Those for which a number is fitted.
    const FITTED: [Self; 2] = [Self::Draft, Self::Host];

    /// The number or the kind of answers that is judged, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Draft => "drafts: a check's share of a plain step",
            Self::Host => "splits: the host's share of its bandwidth",
            Self::Tensor => "several devices on each layer",
            Self::Batch => "several requests at once",
            Self::Prompt => "prompts",
        }
    }

    /// The share of errors beyond each end: fewer where sources differ more, so that the range holds what it promises.
    const fn tail(self) -> f64 {
        match self {
            Self::Draft => 0.07,
            _ => 0.1,
        }
    }
}

/// The held-out errors of one kind of set-up, each run with its source left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeldOutScore {
    /// The fitted number, where there is one.
    pub value: Option<f64>,
    /// The number of drafts under ggml on Metal.
    pub on_metal: Option<f64>,
    /// Runs that count.
    pub cases: usize,
    /// Publications that these runs come from.
    pub sources: usize,
    /// Geometric error of the speed.
    pub error: f64,
    /// The lower end of measured over predicted speed.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The share of runs inside the range.
    pub held: f64,
}

/// Each arrangement with its record, from the catalog's measurements and the calibration that was fitted to them. One
/// whose runs get no range has no record.
#[must_use]
pub fn judged(catalog: &Catalog, calibration: &Calibration) -> Vec<(Arrangement, HeldOutScore)> {
    let store = rows::store(catalog);
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
    let judge = |(arrangement, cases): (Arrangement, &Vec<OffloadCase>)| {
        judge(catalog, &store, &without.decode, arrangement, cases).map(|judged| (arrangement, judged))
    };
    let mut found: Vec<(Arrangement, HeldOutScore)> =
        Arrangement::FITTED.into_iter().zip(&all).filter_map(judge).collect();
    for arrangement in Arrangement::ALL.into_iter().filter(|one| !Arrangement::FITTED.contains(one)) {
        let misses: Vec<HeldOutError> = runs(catalog, arrangement)
            .filter_map(|anchor| Some((anchor.publication, missed(catalog, &store, calibration, &without, anchor)?)))
            .collect();
        found.extend(summed(&misses, arrangement.tail()).map(|judged| (arrangement, judged)));
    }
    found
}

/// The source of a run, the logarithm of its measured over its predicted speed, and whether the range holds it.
type HeldOutError = (usize, (f64, bool));

fn without(catalog: &Catalog, rows: &[FitRow], noise: Noise, sources: BTreeSet<usize>) -> BTreeMap<usize, Table> {
    let of = |source: usize| {
        let table = table(rows, noise, |row| catalog.anchors[row.anchor].publication != source);
        (source, table.unwrap_or_default())
    };
    sources.into_par_iter().map(of).collect()
}

/// The fit to some of the rows: values alone.
fn table(rows: &[FitRow], noise: Noise, wanted: impl Fn(&FitRow) -> bool) -> Option<Table> {
    let samples: Vec<_> = rows.iter().filter(|row| wanted(row)).map(|row| &row.sample).collect();
    let design = Design::new(samples.into_iter(), noise.row);
    let solution = design.fit_all()?;
    let entry =
        |(key, value): (&Key, &f64)| Entry { key: key.packed(), value: band::units(*value), ..Entry::default() };
    let mut entries: Vec<Entry> = design.keys.iter().zip(&solution.values).map(entry).collect();
    entries.sort_by_key(|entry| entry.key);
    Some(Table { entries, ..Table::default() })
}

/// Fits the number of an arrangement, and judges it on each source by the number and the table that have not seen it.
fn judge(
    catalog: &Catalog,
    store: &Store,
    without: &BTreeMap<usize, Table>,
    what: Arrangement,
    known: &[OffloadCase],
) -> Option<HeldOutScore> {
    let sources: BTreeSet<usize> = known.iter().map(|case| case.source).collect();
    let mut errors: Vec<(usize, f64)> = Vec::new();
    for source in sources {
        let numbers = Numbers::fit(known, |case| case.source != source);
        let unseen = cases(catalog, store, without.get(&source)?, what);
        let own = unseen.iter().filter(|case| case.source == source && case.counts);
        errors.extend(own.map(|case| (source, numbers.error(case))));
    }
    let inside = |source: usize, error: f64| {
        let mut others: Vec<f64> = errors.iter().filter(|one| one.0 != source).map(|one| one.1).collect();
        others.sort_by(f64::total_cmp);
        let end = |share: f64| quantile(&others, share);
        end(what.tail()).zip(end(1.0 - what.tail())).is_some_and(|(low, high)| (low..=high).contains(&error))
    };
    let misses: Vec<HeldOutError> =
        errors.iter().map(|(source, error)| (*source, (*error, inside(*source, *error)))).collect();
    let Numbers { usual, apart } = Numbers::fit(known, |_| true);
    let value = if what == Arrangement::Host { 1.0 / usual } else { usual };
    summed(&misses, what.tail()).map(|judged| HeldOutScore { value: Some(value), on_metal: apart, ..judged })
}

/// The figures over some runs.
#[allow(clippy::cast_precision_loss, reason = "numbers of runs")]
fn summed(misses: &[HeldOutError], tail: f64) -> Option<HeldOutScore> {
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

/// The value below which a share of sorted values lies.
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
