//! Estimates for many rows: the contract for everybody who wants to check us.
//!
//! A row has the columns of the measurements (ids of device, model, format, engine and backend; counts, depth, tokens,
//! concurrency, cache type, date). Its answer is a ceiling, a range and what they rest on, or an error in words.
//! Speeds count the tokens of all sequences together, as measurements do; a prompt's speed counts the prompt.
//!
//! Nothing here reads files: rows come as fields, answers go as values.

mod question;

pub use question::shortened;

use crate::calibrate::rows::kv_type;
use crate::model::catalog::Catalog;
use crate::model::catalog::records::NotCovered;
use question::{Question, conditions, number, unknown};
use rooflight_estimator::calibration::{Backend, Basis, Calibration, Conditions, Habit, prompt};
use rooflight_estimator::decode::Range;
use rooflight_estimator::kv;
use rooflight_estimator::prefill::Prompt;
use rooflight_estimator::quantization::Rule;
use rooflight_estimator::setup::Setup;
use rooflight_estimator::units::GIB;
use rooflight_estimator::weights::Weights;
use std::collections::BTreeMap;

/// The columns that a row must have.
pub const REQUIRED: [&str; 3] = ["hardware_id", "model_id", "quant_id"];

/// The columns of the answers.
pub const ANSWER: [&str; 6] = ["id", "ceiling", "typical", "low", "high", "basis"];

/// An answer: tokens a second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speeds {
    /// The most that physics allows.
    pub ceiling: f64,
    /// The 80 % range; none where there is only a ceiling.
    pub range: Option<Range>,
    /// The basis of the estimate.
    pub basis: Basis,
}

impl Speeds {
    /// The answer as fields, after the id.
    #[must_use]
    pub fn fields(&self) -> [String; 5] {
        let range = |of: fn(&Range) -> f64| self.range.as_ref().map(|range| figures(of(range))).unwrap_or_default();
        [
            figures(self.ceiling),
            range(|range| range.typical),
            range(|range| range.low),
            range(|range| range.high),
            self.basis.word().to_owned(),
        ]
    }
}

/// A number in six figures.
fn figures(value: f64) -> String {
    let mut decimals = 5_usize;
    let mut rest = value;
    while rest >= 10.0 && decimals > 0 {
        rest /= 10.0;
        decimals -= 1;
    }
    format!("{value:.decimals$}")
}

/// A model, a format and the bits of a stated file size.
type Stored = (usize, usize, Option<u64>);

/// Weights, and whether their bytes are known or taken from files like it.
type Bytes = (Weights, bool);

/// Answers rows, and remembers the bytes of what it has been asked for.
#[derive(Debug)]
pub struct Batch<'a> {
    catalog: &'a Catalog,
    calibration: &'a Calibration,
    devices: BTreeMap<&'a str, usize>,
    models: BTreeMap<&'a str, usize>,
    formats: BTreeMap<&'a str, usize>,
    mixed: f64,
    weights: BTreeMap<Stored, Option<Bytes>>,
}

impl<'a> Batch<'a> {
    /// A batch over a catalog and its calibration.
    #[must_use]
    pub fn new(catalog: &'a Catalog, calibration: &'a Calibration) -> Self {
        Self {
            catalog,
            calibration,
            devices: catalog.hardware.iter().enumerate().map(|(at, known)| (known.record.id.as_str(), at)).collect(),
            models: catalog.models.iter().enumerate().map(|(at, known)| (known.record.id.as_str(), at)).collect(),
            formats: catalog.formats.iter().enumerate().map(|(at, known)| (known.record.id.as_str(), at)).collect(),
            mixed: usual_mix(catalog),
            weights: BTreeMap::new(),
        }
    }

    /// The answer to a row, given by column; an absent column is an empty field.
    ///
    /// # Errors
    /// The problem of the row, in words, the column first.
    pub fn answer<'r>(&mut self, row: &dyn Fn(&str) -> &'r str) -> Result<Speeds, String> {
        let device = find(&self.devices, "hardware_id", row)?;
        let model = find(&self.models, "model_id", row).map_err(|problem| {
            let gap = NotCovered::reason(&self.catalog.not_covered, row("model_id"));
            gap.map_or(problem, |gap| format!("model_id: {gap}"))
        })?;
        let format = find(&self.formats, "quant_id", row)?;
        let size = number(row, "file_size_gib")?.map(|gib| gib * GIB);
        self.load(model, format, size)?;
        let known = &self.catalog.models[model];
        let stored = self.weights.get(&(model, format, size.map(f64::to_bits))).and_then(Option::as_ref);
        let (weights, published) =
            stored.ok_or("quant_id: the size of such a file is not known, and it has no rule")?;
        let model = known.model.as_ref().map_err(|error| format!("model_id: {error}"))?;
        let device = &self.catalog.hardware[device].device;
        let question = Question::read(row)?;
        let conditions = conditions(row, &Conditions::usual(device, Habit::of(row("quant_id"))))?;
        let setup = Setup {
            model: model.shape(),
            weights,
            device,
            devices: question.devices,
            kv: kv_type(row("kv_type")).ok_or_else(|| unknown("kv_type", row("kv_type")))?,
            depth: question.depth,
            batch: question.concurrency,
        };
        if let Some(most) = known.record.max_context.map(f64::from).filter(|most| question.longest > *most) {
            return Err(format!("depth_tokens: the model's context ends at {most} tokens"));
        }
        fits(&setup, &conditions, question.longest)?;
        let mut speeds = self.speeds(&setup, &conditions, &question)?;
        if !published && speeds.basis == Basis::Calibrated {
            speeds.basis = Basis::Extrapolated;
        }
        Ok(speeds)
    }

    fn speeds(&self, setup: &Setup, conditions: &Conditions, question: &Question) -> Result<Speeds, String> {
        let setup = setup.checked().map_err(|error| error.to_string())?;
        let Some(tokens) = question.prompt else {
            let estimate = self.calibration.estimate(&setup, conditions);
            let all = |speed: f64| speed * setup.batch;
            let range = estimate.range.map(|range| Range {
                low: all(range.low),
                typical: all(range.typical),
                high: all(range.high),
            });
            return Ok(Speeds { ceiling: estimate.ceiling.aggregate(), range, basis: estimate.basis });
        };
        let prompt = Prompt { tokens, cached: question.depth, chunk: tokens };
        let estimate = self.calibration.prompt(&setup, &prompt, conditions);
        let floor = estimate.floor.unwrap_or_else(|| prompt::streaming(&setup, &prompt));
        let speed = |seconds: f64| tokens / seconds.max(floor);
        let range = estimate.span.map(|span| Range {
            low: speed(span.slow),
            typical: speed(span.typical),
            high: speed(span.fast),
        });
        Ok(Speeds { ceiling: tokens / floor, range, basis: estimate.basis })
    }

    /// Computes the bytes of a model in a format, unless that was done before.
    fn load(&mut self, model: usize, format: usize, size: Option<f64>) -> Result<(), String> {
        let key = (model, format, size.map(f64::to_bits));
        if self.weights.contains_key(&key) {
            return Ok(());
        }
        let known = &self.catalog.models[model];
        let model_facts = known.model.as_ref().map_err(|error| format!("model_id: {error}"))?;
        let rule = self.catalog.formats[format].rule.as_ref().map_err(|error| format!("quant_id: {error}"))?;
        let found = match rule {
            Rule::PerFile(base) => match size.or_else(|| self.catalog.published_size(model, format)) {
                Some(bytes) => Weights::new(model_facts, *rule, Some(bytes)).ok().map(|weights| (weights, true)),
                None => Weights::new(model_facts, Rule::Gguf(*base), None)
                    .and_then(|weights| {
                        let bytes = weights.file_bytes() * self.mixed;
                        weights.scaled_to(bytes)
                    })
                    .ok()
                    .map(|weights| (weights, false)),
            },
            rule => Weights::new(model_facts, *rule, None).ok().map(|weights| (weights, true)),
        };
        self.weights.insert(key, found);
        Ok(())
    }
}

/// How much larger files mixed model by model are than the file type that they follow: the middle one of those with a
/// published size.
fn usual_mix(catalog: &Catalog) -> f64 {
    let mut ratios = Vec::new();
    for (format, known) in catalog.formats.iter().enumerate() {
        let Ok(Rule::PerFile(base)) = &known.rule else { continue };
        for (model, known) in catalog.models.iter().enumerate() {
            let (Ok(facts), Some(bytes)) = (&known.model, catalog.published_size(model, format)) else { continue };
            ratios.extend(Weights::new(facts, Rule::Gguf(*base), None).ok().map(|plain| bytes / plain.file_bytes()));
        }
    }
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().unwrap_or(1.0)
}

/// An error if weights and cache are larger than the memory of all devices. Processors use memory that the catalog
/// does not know.
fn fits(setup: &Setup, conditions: &Conditions, longest: f64) -> Result<(), String> {
    let Some(memory) = setup.device.memory.filter(|_| conditions.backend != Backend::Cpu) else { return Ok(()) };
    #[allow(clippy::cast_precision_loss, reason = "a number of devices")]
    let memory = memory * setup.devices.number() as f64;
    let cache = setup.batch * kv::stored_bytes(setup.model, setup.kv, longest);
    let needed = setup.weights.file_bytes() + cache;
    if needed <= memory {
        return Ok(());
    }
    let [needed, memory] = [needed, memory].map(|bytes| bytes / GIB);
    Err(format!("model_id: needs {needed:.1} GiB for weights and cache, and the memory is {memory:.1} GiB"))
}

fn find<'r>(ids: &BTreeMap<&str, usize>, column: &str, row: &dyn Fn(&str) -> &'r str) -> Result<usize, String> {
    let id = row(column);
    ids.get(id).copied().ok_or_else(|| unknown(column, id))
}
