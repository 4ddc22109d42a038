//! Estimates for many rows, for readers who want to check the estimator.
//!
//! A row has the columns of the measurements (ids of device, model, format, engine and backend; counts, depth, tokens,
//! concurrency, cache type, date). Its answer is a ceiling, a range and their basis, or an error in words. Speeds count
//! the tokens of all sequences together, as measurements do; a prompt's speed counts the prompt.
//!
//! Reads no files: rows come as fields, answers are returned as values.

use rooflight_estimator::calibration::Calibration;
use rooflight_estimator::quantization::Rule;
use rooflight_estimator::records::Gap;
use rooflight_estimator::weights::Weights;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::catalog::records::NotCovered;
use rooflight_ingest::verdict::Answers;
use rooflight_ingest::verdict::question::{number, unknown};
use rooflight_ingest::verdict::speeds::{self, Speeds, Subject};
use rooflight_primitives::units::GIB;
use std::collections::BTreeMap;

/// Columns that a row must have.
pub const REQUIRED: [&str; 3] = ["hardware_id", "model_id", "quant_id"];

/// Columns of an answer.
pub const ANSWER: [&str; 6] = ["id", "ceiling", "typical", "low", "high", "basis"];

/// Positions of a model and a format, and the bits of a stated file size.
type Stored = (usize, usize, Option<u64>);

/// Weights, and whether their bytes are known; if not, they are assumed from similar files.
type Bytes = (Weights, bool);

/// Answers rows, and caches the weights that they need.
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
    /// Prepares to answer rows from a catalog and its calibration.
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

    /// Answers a row, given by column; an absent column is an empty field.
    ///
    /// # Errors
    /// The problem of the row, in words that begin with the column.
    pub fn answer<'r>(&mut self, row: &dyn Fn(&str) -> &'r str) -> Result<Speeds, String> {
        let device = find(&self.devices, "hardware_id", row)?;
        let model = find(&self.models, "model_id", row).map_err(|problem| {
            let gaps: Vec<Gap> = self.catalog.not_covered.iter().map(NotCovered::gap).collect();
            Gap::reason(&gaps, row("model_id")).map_or(problem, |gap| format!("model_id: {gap}"))
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
        let max_context = known.record.max_context.map(f64::from);
        let published = *published;
        speeds::answer(
            row,
            &Subject { device, model: model.shape(), max_context, weights, published },
            self.calibration,
        )
    }

    /// Caches the weights of a model in a format, unless that was done before.
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

/// Median ratio of the published size of files mixed model by model to the size of the file type that they follow.
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

fn find<'r>(ids: &BTreeMap<&str, usize>, column: &str, row: &dyn Fn(&str) -> &'r str) -> Result<usize, String> {
    let id = row(column);
    ids.get(id).copied().ok_or_else(|| unknown(column, id))
}

impl Answers for Batch<'_> {
    fn answer<'r>(&mut self, row: &dyn Fn(&str) -> &'r str) -> Result<Speeds, String> {
        Batch::answer(self, row)
    }
}
