//! The data of the methodology page: computed here, neither rounded nor put into words.
//!
//! 1. [`Speed`] gathers the figures of decoding or of prompts: errors by fold and by group, the fitted parameters in
//!    plain units, the spread by family, and the rows that fit worst with likely reasons (`outlier_reasons`).
//! 2. [`Method`] adds the rows left out and the comparison with simple formulas ([`crate::calibrate::baselines`]).
//! 3. `places` converts the parameters into shares of the bandwidth and times.
//!
//! Only held-out predictions are judged; residuals of the full fit appear nowhere.

mod places;

use crate::calibrate::baselines::{self, Comparison};
use crate::calibrate::fitted::Fitted;
use crate::calibrate::flags;
use crate::calibrate::model::{FittedSpeed, Fold};
use crate::calibrate::outlier_reasons::{self, Case};
use crate::calibrate::report::{self, CoverageGroup, Slice};
use crate::calibrate::score::{Prediction, Score, score};
use crate::calibrate::validation::{self, ValidationRow};
use rooflight_calibration::key::{Cost, Effect, Key};
use rooflight_calibration::packing::Packing;
use rooflight_calibration::parts::of_backend;
use rooflight_calibration::{Backend, Engine, family_words};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase};
use std::collections::{BTreeMap, BTreeSet};

/// Number of worst cases listed.
const WORST: usize = 4;

/// Factor of error above which a row counts as far off.
pub const FAR: f64 = 2.0;

/// The figures that the page shows.
#[derive(Debug, Clone, Default)]
pub struct Method {
    /// Number of measurements in the data.
    pub measurements: usize,
    /// Number of publications that they come from.
    pub publications: usize,
    /// Share of runs beyond each end for which ranges are built, over held-out sources and months.
    pub tail: f64,
    /// Figures of decoding; `None` without a measurement.
    pub decode: Option<Speed>,
    /// Figures of reading prompts; `None` without a measurement.
    pub prompts: Option<Speed>,
    /// Each calculator, and the result of its validation.
    pub validation: Vec<ValidationRow>,
    /// Comparison with simple formulas, such as bandwidth over file size; `None` without a row to compare on.
    pub comparison: Option<Comparison>,
    /// Reasons why rows are left out, with their numbers of rows; the most frequent first.
    pub left_out: Vec<(String, usize)>,
    /// Reasons why rows count by half, with their numbers of rows; the most frequent first.
    pub halved: Vec<(String, usize)>,
}

/// Figures of decoding, or of prompts.
#[derive(Debug, Clone)]
pub struct Speed {
    /// Number of rows of the fit.
    pub rows: usize,
    /// Number of different devices among these.
    pub devices: usize,
    /// Number of different models among these.
    pub models: usize,
    /// Number of rows that count in the figures of error.
    pub counted: usize,
    /// Number of fitted parameters.
    pub parameters: usize,
    /// Score of each kind of fold, and that of usual setups: llama.cpp or MLX LM, one device, a short context.
    pub folds: Vec<(Fold, Score, Option<Score>)>,
    /// Scores of the trial of partial pooling: rows whose case another source measured, as they are and moved.
    pub pooled: Option<[Score; 2]>,
    /// Scores by family and backend, the source left out.
    pub coverage_groups: Vec<CoverageGroup>,
    /// Scores by engine, family, format, size, era, and way of sharing: source left out, device left out.
    pub groups: Vec<GroupScores>,
    /// Fitted parameters by place.
    pub places: Vec<FamilyFit>,
    /// Measured over predicted by family, the source left out.
    pub families: Vec<Spread>,
    /// The cases that fit worst, the source left out: the worst row of each.
    pub worst: Vec<Outlier>,
    /// Number of rows that are far off, the source left out.
    pub far: usize,
}

/// Scores of a group of rows.
#[derive(Debug, Clone)]
pub struct GroupScores {
    /// Property by which rows are grouped: `engine`, `family` …
    pub by: &'static str,
    /// Name of the group, such as that of an engine.
    pub name: String,
    /// Score with the source left out.
    pub source: Score,
    /// Score with the device left out.
    pub device: Score,
}

/// Fitted parameters of a family of devices with a stack and a backend: medians over pairs of device and model.
#[derive(Debug, Clone)]
pub struct FamilyFit {
    /// Family, in words.
    pub family: &'static str,
    /// Stack and backend, in words.
    pub stack: String,
    /// Number of pairs of device and model.
    pub pairs: usize,
    /// Share of the bandwidth that streaming weights reaches, by packing.
    pub shares: Vec<(Packing, Option<f64>)>,
    /// Seconds that a layer takes in addition to its bytes.
    pub layer: Option<f64>,
    /// Additional seconds of a layer with experts.
    pub mixture: Option<f64>,
}

/// Spread of a family's measurements around their held-out predictions: measured over predicted speed.
#[derive(Debug, Clone)]
pub struct Spread {
    /// Family, in words.
    pub name: &'static str,
    /// Error and coverage of its held-out predictions.
    pub score: Score,
    /// Medians of the ends of the predicted ranges.
    pub promised: (f64, f64),
    /// 10th, 50th and 90th percentile of the measurements.
    pub found: (f64, f64, f64),
}

/// The row of a case (device, model, format, engine and backend) that is farthest from its prediction.
#[derive(Debug, Clone)]
pub struct Outlier {
    /// Id of the measurement, as in `content/anchors`.
    pub id: String,
    /// Device, with the number of devices if there are several.
    pub device: String,
    /// Model and format.
    pub model: String,
    /// Engine and backend.
    pub engine: String,
    /// Mean tokens of context; for a prompt, its tokens.
    pub tokens: f64,
    /// Tokens per second, as printed.
    pub measured: f64,
    /// Date of the measurement, as printed.
    pub date: String,
    /// Title and URL of the publication.
    pub source: (String, String),
    /// Measured over predicted speed.
    pub ratio: f64,
    /// Number of rows of the case that are far off, including this one.
    pub rows: usize,
    /// Likely reasons; empty if no recorded fact explains it.
    pub reasons: Vec<String>,
}

impl Method {
    /// Computes the figures of the methodology page.
    #[must_use]
    pub fn new(catalog: &Catalog, fitted: &Fitted) -> Self {
        let speed = |of: &Option<FittedSpeed>| of.as_ref().map(|fitted| Speed::new(catalog, fitted));
        let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &fitted.left_out {
            *left_out.entry(&row.reason).or_default() += 1;
        }
        let used = [&fitted.decode, &fitted.prefill].into_iter().flatten().flat_map(|speed| &speed.rows);
        let mut halved: BTreeMap<&str, usize> = BTreeMap::new();
        for flag in used.flat_map(|row| &catalog.anchors[row.anchor].row.flags).filter(|flag| flags::halved(flag)) {
            *halved.entry(flags::words(flag)).or_default() += 1;
        }
        Self {
            measurements: catalog.anchors.len(),
            publications: catalog.publications.len(),
            tail: crate::calibrate::fitted::DECODING.tail,
            decode: speed(&fitted.decode),
            prompts: speed(&fitted.prefill),
            validation: validation::table(catalog, fitted),
            comparison: fitted.decode.as_ref().and_then(|speed| baselines::compare(catalog, speed)),
            left_out: by_count(left_out),
            halved: by_count(halved),
        }
    }
}

fn by_count(counts: BTreeMap<&str, usize>) -> Vec<(String, usize)> {
    let mut sorted: Vec<(String, usize)> =
        counts.into_iter().map(|(reason, count)| (reason.to_owned(), count)).collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    sorted
}

impl Speed {
    fn new(catalog: &Catalog, fitted: &FittedSpeed) -> Self {
        let fold = |fold| Some((fold, report::total(fitted, fold)?, report::usual_setups(catalog, fitted, fold)));
        let anchor = |row: &crate::calibrate::rows::FitRow| &catalog.anchors[row.anchor];
        let count = |ids: BTreeSet<usize>| ids.len();
        let (worst, far) = worst(catalog, fitted);
        Self {
            rows: fitted.rows.len(),
            devices: count(fitted.rows.iter().map(|row| anchor(row).hardware).collect()),
            models: count(fitted.rows.iter().map(|row| anchor(row).model).collect()),
            counted: fitted.rows.iter().filter(|row| row.clean).count(),
            parameters: fitted.table.entries.len(),
            folds: Fold::ALL.into_iter().filter_map(fold).collect(),
            pooled: report::pooled(fitted),
            coverage_groups: report::coverage_groups(catalog, fitted, Fold::Source),
            groups: groups(catalog, fitted),
            places: places::places(catalog, fitted),
            families: families(catalog, fitted),
            worst,
            far,
        }
    }
}

fn groups(catalog: &Catalog, fitted: &FittedSpeed) -> Vec<GroupScores> {
    let [source, device] = [Fold::Source, Fold::Device].map(|fold| report::slices(catalog, fitted, fold));
    let group = |Slice { by, name, score }: Slice| {
        let device = device.iter().find(|slice| slice.by == by && slice.name == name)?.score;
        Some(GroupScores { by, name, source: score, device })
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
        found.entry(family_words(family)).or_default().push(*guess);
    }
    let spread = |(name, guesses): (&'static str, Vec<Prediction>)| {
        let at = |share: f64, of: &dyn Fn(&Prediction) -> f64| {
            middle(guesses.iter().map(of).collect(), share).map(libm::exp)
        };
        let error = |guess: &Prediction| guess.error;
        Some(Spread {
            name,
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
