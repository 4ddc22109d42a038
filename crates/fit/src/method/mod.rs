//! Computes the figures of the methodology page, neither rounded nor put into sentences.
//!
//! 1. Errors of decoding and of prompts by fold and by group, the fitted parameters in plain units (`places`), the
//!    spread by family, the record by how many publications know the device (`known`), and the rows that fit worst with
//!    likely reasons (`outlier_reasons`).
//! 2. The rows left out and the comparison with simple formulas ([`crate::baselines`]).
//!
//! Only held-out predictions are judged; residuals of the full fit appear nowhere.

mod known;
mod places;

use crate::baselines;
use crate::fitted::{DECODING, Fitted};
use crate::model::FittedSpeed;
use crate::outlier_reasons::{self, Case};
use crate::report::{self, Slice};
use crate::rows::FitRow;
use crate::score::{Prediction, score};
use crate::validation;
use rooflight_compiler::calibrate::flags;
use rooflight_compiler::calibrate::method::{FAR, Fold, GroupScores, Method, Outlier, Speed, Spread};
use rooflight_estimator::calibration::key::{Cost, Effect, Key};
use rooflight_estimator::calibration::parts::of_backend;
use rooflight_estimator::calibration::{Backend, Engine};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase};
use std::collections::{BTreeMap, BTreeSet};

/// Number of worst cases listed.
const WORST: usize = 4;

/// Computes the figures of a fit.
#[must_use]
pub fn method(catalog: &Catalog, fitted: &Fitted) -> Method {
    let figures = |of: &Option<FittedSpeed>| of.as_ref().map(|fitted| speed(catalog, fitted));
    let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &fitted.left_out {
        *left_out.entry(&row.reason).or_default() += 1;
    }
    let used = [&fitted.decode, &fitted.prefill].into_iter().flatten().flat_map(|speed| &speed.rows);
    let mut halved: BTreeMap<&str, usize> = BTreeMap::new();
    for flag in used.flat_map(|row| &catalog.anchors[row.anchor].row.flags).filter(|flag| flags::halved(flag)) {
        *halved.entry(flags::words(flag)).or_default() += 1;
    }
    Method {
        measurements: catalog.anchors.len(),
        publications: catalog.publications.len(),
        tail: DECODING.tail,
        decode: figures(&fitted.decode),
        prompts: figures(&fitted.prefill),
        validated: validation::validated(catalog, fitted),
        comparison: fitted.decode.as_ref().and_then(|speed| baselines::compare(catalog, speed)),
        left_out: by_count(left_out),
        halved: by_count(halved),
    }
}

fn by_count(counts: BTreeMap<&str, usize>) -> Vec<(String, usize)> {
    let mut sorted: Vec<(String, usize)> =
        counts.into_iter().map(|(reason, count)| (reason.to_owned(), count)).collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    sorted
}

fn speed(catalog: &Catalog, fitted: &FittedSpeed) -> Speed {
    let fold = |fold| Some((fold, report::total(fitted, fold)?, report::usual_setups(catalog, fitted, fold)));
    let anchor = |row: &FitRow| &catalog.anchors[row.anchor];
    let count = |ids: BTreeSet<usize>| ids.len();
    let (worst, far) = worst(catalog, fitted);
    Speed {
        rows: fitted.rows.len(),
        devices: count(fitted.rows.iter().map(|row| anchor(row).hardware).collect()),
        models: count(fitted.rows.iter().map(|row| anchor(row).model).collect()),
        counted: fitted.rows.iter().filter(|row| row.clean).count(),
        parameters: fitted.table.entries.len(),
        folds: Fold::ALL.into_iter().filter_map(fold).collect(),
        pooled: report::pooled(fitted),
        coverage_groups: report::coverage_groups(catalog, fitted, Fold::Source),
        groups: groups(catalog, fitted),
        known: known::known(catalog, fitted),
        places: places::places(catalog, fitted),
        families: families(catalog, fitted),
        worst,
        far,
    }
}

fn groups(catalog: &Catalog, fitted: &FittedSpeed) -> Vec<GroupScores> {
    let [source, device] = [Fold::Source, Fold::Device].map(|fold| report::slices(catalog, fitted, fold));
    let group = |Slice { by, name, score }: Slice| {
        let device = device.iter().find(|slice| slice.by == by && slice.name == name)?.score;
        Some(GroupScores { by: by.to_owned(), name, source: score, device })
    };
    source.into_iter().filter_map(group).collect()
}

/// Returns the quantile of `values` at `share`; `None` if there are none.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few values")]
fn middle(mut values: Vec<f64>, share: f64) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    values.get((last as f64 * share).round() as usize).copied()
}

fn families(catalog: &Catalog, fitted: &FittedSpeed) -> Vec<Spread> {
    let mut found: BTreeMap<&'static str, Vec<Prediction>> = BTreeMap::new();
    for (row, guess) in fitted.fold(Fold::Source).filter(|(row, _)| row.clean) {
        let family = catalog.hardware[catalog.anchors[row.anchor].hardware].device.family;
        found.entry(family.words()).or_default().push(*guess);
    }
    let spread = |(name, guesses): (&'static str, Vec<Prediction>)| {
        let at = |share: f64, of: &dyn Fn(&Prediction) -> f64| {
            middle(guesses.iter().map(of).collect(), share).map(libm::exp)
        };
        let error = |guess: &Prediction| guess.error;
        Some(Spread {
            name: name.to_owned(),
            score: score(guesses.iter())?,
            promised: (at(0.5, &|guess| guess.ends[0])?, at(0.5, &|guess| guess.ends[1])?),
            found: (at(0.1, &error)?, at(0.5, &error)?, at(0.9, &error)?),
        })
    };
    let mut families: Vec<Spread> = found.into_iter().filter_map(spread).collect();
    families.sort_by_key(|family| std::cmp::Reverse(family.score.rows));
    families
}

fn worst(catalog: &Catalog, fitted: &FittedSpeed) -> (Vec<Outlier>, usize) {
    let mut cases: Vec<(usize, f64, usize)> = Vec::new();
    let mut seen: BTreeMap<_, usize> = BTreeMap::new();
    let far = |ratio: &f64| libm::log(*ratio).abs() > libm::log(FAR);
    let rows = report::worst(fitted, Fold::Source, usize::MAX);
    let rows: Vec<(usize, f64)> = rows.into_iter().take_while(|(_, ratio)| far(ratio)).collect();
    for (at, ratio) in &rows {
        let Anchor { hardware, model, quantization, runtime, backend, row, .. } = &catalog.anchors[*at];
        let case = (*hardware, row.count, *model, *quantization, *runtime, *backend);
        let number = *seen.entry(case).or_insert(cases.len());
        match cases.get_mut(number) {
            Some((.., rows)) => *rows += 1,
            None => cases.push((*at, *ratio, 1)),
        }
    }
    cases.truncate(WORST);
    let outlier = |(at, ratio, rows): (usize, f64, usize)| {
        let anchor = &catalog.anchors[at];
        let weights = catalog.weights(anchor.model, anchor.quantization);
        let engine = Engine::from_id(&anchor.row.runtime).unwrap_or(Engine::Unknown);
        let key = if anchor.row.phase == Phase::Prefill {
            let backend = Backend::from_id(&anchor.row.backend).unwrap_or(Backend::Unknown);
            Key::new(Cost::Compute, Effect::EngineBackend, of_backend(engine, backend))
        } else {
            Key::new(Cost::Weights, Effect::Engine, engine as u32)
        };
        let engine_pairs = fitted.table.evidence(key).pairs;
        let case = Case { catalog, anchor, weights: weights.as_ref(), ratio, engine_pairs };
        Outlier { rows, ..described(catalog, anchor, ratio, outlier_reasons::reasons(&case)) }
    };
    (cases.into_iter().map(outlier).collect(), rows.len())
}

fn described(catalog: &Catalog, anchor: &Anchor, ratio: f64, reasons: Vec<String>) -> Outlier {
    let row = &anchor.row;
    let device = catalog.hardware[anchor.hardware].record.name.clone();
    let (model, format) =
        (&catalog.models[anchor.model].record.name, &catalog.formats[anchor.quantization].record.name);
    let engine = catalog.runtimes.get(anchor.runtime).map_or("", |engine| engine.name.as_str());
    let backend = catalog.backends.get(anchor.backend).map_or("", |backend| backend.name.as_str());
    let source = catalog.publications.get(anchor.publication);
    let prompt = row.phase == Phase::Prefill;
    Outlier {
        id: row.id.clone(),
        device: if row.count > 1 { format!("{} × {device}", row.count) } else { device },
        model: format!("{model}, {format}"),
        engine: if engine == backend { engine.to_owned() } else { format!("{engine}, {backend}") },
        tokens: if prompt { row.prompt.unwrap_or(0).into() } else { anchor.mean_depth() },
        measured: row.tokens_per_s,
        date: row.date.clone().unwrap_or_default(),
        source: source.map(|source| (source.title.clone(), source.url.clone())).unwrap_or_default(),
        ratio,
        rows: 1,
        reasons,
    }
}
