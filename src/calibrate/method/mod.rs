//! The data of the methodology page: all of it computed here, nothing rounded and nothing worded.
//!
//! 1. [`Speed`] gathers what is known of decoding or of prompts: figures by fold and by group, the fitted parameters in
//!    plain units, the spread by family, the rows that fit worst with likely reasons (`doubts`).
//! 2. [`Method`] adds the rows left out and the comparison with simple formulas ([`crate::calibrate::baselines`]).
//! 3. `places` turns the parameters into shares of the bandwidth and times.
//!
//! Held-out predictions alone are judged; a residual of the full fit appears nowhere.

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

/// Cases listed as the worst.
const WORST: usize = 4;

/// Off by more than this factor counts as far.
pub const FAR: f64 = 2.0;

/// All that the page shows.
#[derive(Debug, Clone, Default)]
pub struct Method {
    /// Measurements in the data.
    pub measurements: usize,
    /// Publications that they come from.
    pub publications: usize,
    /// The share of runs that ranges are built to leave at either end, on unknown measurers and in months not seen.
    pub tail: f64,
    /// How far speeds of generating tokens are off.
    pub decode: Option<Speed>,
    /// How far times of reading prompts are off.
    pub prompts: Option<Speed>,
    /// Every calculator, and how it was compared.
    pub validation: Vec<ValidationRow>,
    /// The comparison with simple formulas, such as bandwidth over file size.
    pub peers: Option<Comparison>,
    /// Why rows are left out, and how many for each reason; the most frequent first.
    pub left_out: Vec<(String, usize)>,
    /// Why rows count by half, and how many for each reason.
    pub halved: Vec<(String, usize)>,
}

/// The figures of decoding, or of prompts.
#[derive(Debug, Clone)]
pub struct Speed {
    /// Rows of the fit.
    pub rows: usize,
    /// Different devices among these rows.
    pub devices: usize,
    /// Different models among these rows.
    pub models: usize,
    /// Rows that count in the figures of error.
    pub counted: usize,
    /// Fitted parameters.
    pub parameters: usize,
    /// The figures of each kind of fold, and those of short contexts on one device.
    pub folds: Vec<(Fold, Score, Option<Score>)>,
    /// The trial of partial pooling: rows whose case another source measured, as they are and moved.
    pub pooled: Option<[Score; 2]>,
    /// The figures by family and backend, the source left out.
    pub coverage_groups: Vec<CoverageGroup>,
    /// The figures by engine, family, format, size, era, and way of sharing: source left out, device left out.
    pub groups: Vec<Group>,
    /// The fitted parameters by place.
    pub places: Vec<FamilyFit>,
    /// Measured over predicted by family, the source left out.
    pub families: Vec<Spread>,
    /// The cases that fit worst, the source left out: each by its worst row.
    pub worst: Vec<Doubtful>,
    /// Rows that are far off, the source left out.
    pub far: usize,
}

/// A group of rows.
#[derive(Debug, Clone)]
pub struct Group {
    /// The kind of its members.
    pub by: &'static str,
    /// The name of the member, such as that of a device.
    pub name: String,
    /// The source left out.
    pub source: Score,
    /// The device left out.
    pub device: Score,
}

/// The fit of a family of devices with a stack and a backend: medians over pairs of device and model.
#[derive(Debug, Clone)]
pub struct FamilyFit {
    /// The name of the family to print.
    pub family: &'static str,
    /// The names of the stack and the backend, to print.
    pub stack: String,
    /// Pairs of device and model.
    pub pairs: usize,
    /// Share of the bandwidth that streaming weights reaches, by packing.
    pub shares: Vec<(Packing, Option<f64>)>,
    /// Seconds a layer takes beside its bytes.
    pub layer: Option<f64>,
    /// Further seconds of a layer with experts.
    pub mixture: Option<f64>,
}

/// The spread of a family's measurements around their held-out predictions: measured over predicted speed.
#[derive(Debug, Clone)]
pub struct Spread {
    /// The name of the family to print.
    pub name: &'static str,
    /// The error and coverage of its held-out predictions.
    pub score: Score,
    /// The ends of the ranges that were promised, medians.
    pub promised: (f64, f64),
    /// The first decile, the median and the last decile.
    pub found: (f64, f64, f64),
}

/// The row of a case (device, model, format, engine and backend) that lies farthest from its prediction.
#[derive(Debug, Clone)]
pub struct Doubtful {
    /// The id of its measurement, as in `content/anchors`.
    pub id: String,
    /// The device, with its number where there are several.
    pub device: String,
    /// The model and its format.
    pub model: String,
    /// The engine and its backend.
    pub engine: String,
    /// Mean tokens of context; for a prompt, its tokens.
    pub tokens: f64,
    /// Tokens a second, as printed.
    pub measured: f64,
    /// When it was measured, as printed.
    pub date: String,
    /// Where it was published: title and address.
    pub source: (String, String),
    /// Measured over predicted speed.
    pub ratio: f64,
    /// Rows of the case that are far off, this one among them.
    pub rows: usize,
    /// Likely reasons; empty where no recorded fact tells.
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
            peers: fitted.decode.as_ref().and_then(|speed| baselines::compare(catalog, speed)),
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

fn groups(catalog: &Catalog, fitted: &FittedSpeed) -> Vec<Group> {
    let [source, device] = [Fold::Source, Fold::Device].map(|fold| report::slices(catalog, fitted, fold));
    let group = |Slice { by, name, score }: Slice| {
        let device = device.iter().find(|slice| slice.by == by && slice.name == name)?.score;
        Some(Group { by, name, source: score, device })
    };
    source.into_iter().filter_map(group).collect()
}

/// The value below which a share of the values lies.
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

fn worst(catalog: &Catalog, fitted: &FittedSpeed) -> (Vec<Doubtful>, usize) {
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
    let doubtful = |(at, ratio, rows): (usize, f64, usize)| {
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
        Doubtful { rows, ..described(catalog, anchor, ratio, outlier_reasons::reasons(&case)) }
    };
    (cases.into_iter().map(doubtful).collect(), rows.len())
}

fn described(catalog: &Catalog, anchor: &Anchor, ratio: f64, reasons: Vec<String>) -> Doubtful {
    let row = &anchor.row;
    let device = catalog.hardware[anchor.hardware].record.name.clone();
    let (model, format) =
        (&catalog.models[anchor.model].record.name, &catalog.formats[anchor.quantization].record.name);
    let engine = catalog.runtimes.get(anchor.runtime).map_or("", |engine| engine.name.as_str());
    let backend = catalog.backends.get(anchor.backend).map_or("", |backend| backend.name.as_str());
    let source = catalog.publications.get(anchor.publication);
    let prompt = row.phase == Phase::Prefill;
    Doubtful {
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
