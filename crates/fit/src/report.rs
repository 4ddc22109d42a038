//! The quality of a calibration, ready to print and to publish: parameters in words, errors by group, the worst rows.

use crate::model::{FittedSpeed, Fold};
use crate::score::{Prediction, Score, score};
use rooflight_compiler::calibrate::measurements::Store;
pub use rooflight_compiler::calibrate::method::{CoverageGroup, POOLED};
use rooflight_estimator::calibration::fixed::UNIT;
use rooflight_estimator::calibration::key::{Effect, Key, device_level};
use rooflight_estimator::calibration::packing::{Packing, main_packing};
use rooflight_estimator::calibration::table::{Evidence, FittedTable};
use rooflight_estimator::calibration::{Backend, DeviceLink, Engine, Stack};
use rooflight_estimator::hardware::Family;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::measurements::{Anchor, Parallel};
use std::collections::{BTreeMap, BTreeSet};

/// A parameter of a table in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Part of the time.
    pub cost: &'static str,
    /// Property on which it depends.
    pub effect: &'static str,
    /// Level: the device, the engine, the family … Empty for a slope.
    pub level: String,
    /// Factor on the time; for a slope, the factor of one unit more.
    pub factor: f64,
    /// Number of pairs of device and model that it was fitted to.
    pub pairs: u32,
    /// Number of different devices among these.
    pub devices: u32,
}

/// Lists the parameters of a table, sorted by cost and effect.
#[must_use]
pub fn parameters(catalog: &Catalog, table: &FittedTable) -> Vec<Parameter> {
    let mut entries: Vec<(Key, f64, Evidence)> = table
        .entries
        .iter()
        .map(|entry| (Key::unpacked(entry.key), libm::exp(f64::from(entry.value) * UNIT), entry.evidence))
        .collect();
    entries.sort_by_key(|(key, ..)| (key.cost(), key.effect(), key.level()));
    let devices: BTreeMap<u32, &str> =
        catalog.hardware.iter().map(|known| (device_level(&known.device.id), known.device.name.as_str())).collect();
    let named = &devices;
    let in_words = |(key, factor, evidence): (Key, f64, Evidence)| {
        let (cost, effect) = (key.cost()?, key.effect()?);
        let level = level_words(effect, key.level(), named);
        Some(Parameter {
            cost: cost.words(),
            effect: effect.words(),
            level,
            factor,
            pairs: evidence.pairs,
            devices: evidence.devices,
        })
    };
    entries.into_iter().filter_map(in_words).collect()
}

fn level_words(effect: Effect, level: u32, devices: &BTreeMap<u32, &str>) -> String {
    let stack = |number| at(&Stack::ALL, number, Stack::name);
    let backend = |number| at(&Backend::ALL, number, Backend::name);
    let engine = |number| at(&Engine::ALL, number, Engine::name);
    let packing = |number| at(&Packing::ALL, number, Packing::words);
    let pair = |number: u32| format!("{} on {}", stack(number >> 4 & 15), backend(number & 15));
    match effect {
        Effect::Family => family(level).to_owned(),
        Effect::Stack | Effect::StackYear => stack(level).to_owned(),
        Effect::Engine => engine(level).to_owned(),
        Effect::Place | Effect::MixturePlace => format!("{}, {}", family(level >> 8), pair(level)),
        Effect::EngineBackend => format!("{} on {}", engine(level >> 4), backend(level & 15)),
        Effect::Link => at(&DeviceLink::ALL, level, DeviceLink::words).to_owned(),
        Effect::Device => devices.get(&level).copied().unwrap_or_default().to_owned(),
        Effect::Packing => packing(level).to_owned(),
        Effect::PackingPlace => format!("{}, {}", packing(level >> 8), pair(level)),
        _ => String::new(),
    }
}

/// Names the variant with this number; empty if there is none.
fn at<T: Copy>(all: &[T], number: u32, name: fn(T) -> &'static str) -> &'static str {
    all.get(number as usize).map_or("", |known| name(*known))
}

fn family(number: u32) -> &'static str {
    at(&Family::ALL, number, Family::words)
}

/// Describes a place by its family, and by its stack and backend: "Apple's chips" and "ggml on Metal".
#[must_use]
pub fn place_words(level: u32) -> (&'static str, String) {
    let family = family(level >> 8);
    let words = level_words(Effect::Place, level, &BTreeMap::new());
    let stack = words.strip_prefix(family).map_or(words.as_str(), |rest| rest.trim_start_matches(", "));
    (family, stack.replace("MLX on MLX", "MLX"))
}

/// Error and coverage of a group of rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Slice {
    /// Property by which rows are grouped: `engine`, `family` …
    pub by: &'static str,
    /// Name of the group, such as that of an engine.
    pub name: String,
    /// Error and coverage of its rows.
    pub score: Score,
}

/// Scores a kind of fold over all rows that count in full.
#[must_use]
pub fn total(fitted: &FittedSpeed, fold: Fold) -> Option<Score> {
    score(clean(fitted, fold).map(|(_, guess)| guess))
}

/// Scores a kind of fold over the setups that most people ask for: llama.cpp or MLX LM, one device, at most 1,500
/// tokens of context.
#[must_use]
pub fn usual_setups(catalog: &Catalog, fitted: &FittedSpeed, fold: Fold) -> Option<Score> {
    let is_common = |anchor: &Anchor| {
        let row = &anchor.row;
        matches!(row.runtime.as_str(), "llama.cpp" | "mlx-lm") && row.count == 1 && anchor.mean_depth() <= 1500.0
    };
    score(clean(fitted, fold).filter(|(at, _)| is_common(&catalog.anchors[*at])).map(|(_, guess)| guess))
}

/// Scores a kind of fold over the rows of several requests without a flag.
#[must_use]
pub fn concurrent_score(fitted: &FittedSpeed, fold: Fold) -> Option<Score> {
    score(fitted.fold(fold).filter(|(row, _)| row.counted && row.is_concurrent()).map(|(_, guess)| guess))
}

/// Scores the trial of partial pooling, in the order of [`POOLED`]; `None` if no case has two sources.
#[must_use]
pub fn pooled(fitted: &FittedSpeed) -> Option<[Score; 2]> {
    Some([score(fitted.pooled.iter().map(|[plain, _]| plain))?, score(fitted.pooled.iter().map(|[_, moved]| moved))?])
}

/// Returns the positions and held-out predictions of the rows that count in full.
fn clean(fitted: &FittedSpeed, fold: Fold) -> impl Iterator<Item = (usize, &Prediction)> {
    fitted.fold(fold).filter(|(row, _)| row.clean).map(|(row, guess)| (row.anchor, guess))
}

/// Scores a kind of fold by family and backend; groups with most rows first.
#[must_use]
pub fn coverage_groups(catalog: &Catalog, fitted: &FittedSpeed, fold: Fold) -> Vec<CoverageGroup> {
    let mut found: BTreeMap<u32, (Vec<&Prediction>, BTreeSet<usize>)> = BTreeMap::new();
    for (row, guess) in fitted.fold(fold).filter(|(row, _)| row.clean) {
        let (guesses, sources) = found.entry(row.group).or_default();
        guesses.push(guess);
        sources.insert(catalog.anchors[row.anchor].publication);
    }
    let group_score = |(group, (guesses, sources)): (u32, (Vec<&Prediction>, BTreeSet<usize>))| {
        Some(CoverageGroup {
            name: group_words(group),
            sources: u32::try_from(sources.len()).unwrap_or(u32::MAX),
            score: score(guesses.into_iter())?,
        })
    };
    let mut groups: Vec<CoverageGroup> = found.into_iter().filter_map(group_score).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.score.rows));
    groups
}

/// Describes a family and a backend: "Apple's chips on Metal".
#[must_use]
pub fn group_words(group: u32) -> String {
    let backend = Backend::ALL.iter().find(|known| **known as u32 == group & 0xff).map_or("", |known| known.name());
    format!("{} on {backend}", family(group >> 8))
}

/// Scores a kind of fold by engine, backend, family, packing, size of the model, era, and way of sharing.
#[must_use]
pub fn slices(catalog: &Catalog, fitted: &FittedSpeed, fold: Fold) -> Vec<Slice> {
    let mut groups: BTreeMap<(usize, &'static str, String), Vec<&Prediction>> = BTreeMap::new();
    let mut weights = Store::new();
    for (at, guess) in clean(fitted, fold) {
        for (order, (by, name)) in names(catalog, &catalog.anchors[at], &mut weights).into_iter().enumerate() {
            groups.entry((order, by, name)).or_default().push(guess);
        }
    }
    let slice = |((_, by, name), guesses): ((usize, &'static str, String), Vec<&Prediction>)| {
        Some(Slice { by, name, score: score(guesses.into_iter())? })
    };
    groups.into_iter().filter_map(slice).collect()
}

fn names(catalog: &Catalog, anchor: &Anchor, known: &mut Store) -> [(&'static str, String); 7] {
    let row = &anchor.row;
    let (model, format) = (anchor.model, anchor.quantization);
    let weights = known.entry((model, format)).or_insert_with(|| catalog.weights(model, format));
    let packing = weights.as_ref().map(main_packing).map_or("", Packing::words);
    let active = weights.as_ref().map_or(0.0, |weights| weights.active_parameters() / 1e9);
    let size = match active {
        active if active < 2.0 => "1: below 2 billion",
        active if active < 6.0 => "2: 2 to 6 billion",
        active if active < 20.0 => "3: 6 to 20 billion",
        _ => "4: 20 billion and more",
    };
    let sharing = match (row.count, row.parallel) {
        (1, _) => "one device",
        (_, Parallel::Tensor) => "tensor parallel",
        _ => "layer split",
    };
    let device = &catalog.hardware[anchor.hardware].device;
    [
        ("engine", row.runtime.clone()),
        ("backend", row.backend.clone()),
        ("family", device.family.words().to_owned()),
        ("format", packing.to_owned()),
        ("active parameters", size.to_owned()),
        ("era", row.date.as_deref().and_then(|date| date.get(..4)).unwrap_or("not stated").to_owned()),
        ("devices", sharing.to_owned()),
    ]
}

/// Returns the `number` rows that a kind of fold predicts worst: their position in the catalog, and measured over
/// predicted speed.
#[must_use]
pub fn worst(fitted: &FittedSpeed, fold: Fold, number: usize) -> Vec<(usize, f64)> {
    let mut rows: Vec<(usize, f64)> = clean(fitted, fold).map(|(at, guess)| (at, guess.error)).collect();
    rows.sort_by(|left, right| right.1.abs().total_cmp(&left.1.abs()).then(left.0.cmp(&right.0)));
    rows.truncate(number);
    rows.into_iter().map(|(at, error)| (at, libm::exp(error))).collect()
}
