//! The catalog and the measurements: facts with their sources, checked and cross-referenced.
//!
//! 1. [`list()`] reads each YAML file of `content/catalog/` into the closed schemas of [`records`].
//! 2. Each record becomes the estimator's type, which cannot hold an impossible fact. Reported at its line: a record
//!    without a source, a duplicate id or one that cannot name a file, an address that no page can link to, a loss of
//!    quality whose source the record does not list.
//! 3. [`measurements`] reads `content/anchors/` and resolves every id, with [`index`].
//!
//! A site can build on another catalog: then its own records are added, and one with a known id replaces the other. A
//! site without either has no catalog, and needs none.

pub mod facts;
mod index;
mod list;
pub mod measurements;
pub mod own_record;
pub mod records;
pub mod rentals;
pub mod scores;

use index::{CatalogIndex, Ids};
use list::{RecordReader, list};
use measurements::{Anchor, Publication};
use rooflight_estimator::error::{FactError, Problem};
use rooflight_estimator::hardware::Device;
use rooflight_estimator::model::Model;
use rooflight_estimator::quantization::{self, Rule};
use rooflight_estimator::weights::Weights;
use rooflight_primitives::units::GIB;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::file::Sources;
use rooflight_source::yaml_path;

/// The folder of the catalog.
pub const CATALOG: &str = "content/catalog";

/// The names of the catalog's files, without their extension.
pub const NAMES: [&str; 8] =
    ["hardware", "models", "quantizations", "runtimes", "backends", "quality", "not-covered", "prices"];

/// A device of the catalog.
#[derive(Debug, Clone)]
pub struct Hardware {
    /// The record as written.
    pub record: records::Hardware,
    /// The estimator's device.
    pub device: Device,
}

/// A model of the catalog.
#[derive(Debug, Clone)]
pub struct KnownModel {
    /// The record as written.
    pub record: records::Model,
    /// The estimator's model, or the reason why it cannot be built.
    pub model: Result<Model, FactError>,
}

/// A weight format of the catalog.
#[derive(Debug, Clone)]
pub struct WeightFormat {
    /// The record as written.
    pub record: records::Quantization,
    /// The storage of each tensor, or the reason why it is unknown.
    pub rule: Result<Rule, String>,
}

/// The catalog and the measurements.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    /// The devices, in the order of the file.
    pub hardware: Vec<Hardware>,
    /// The models, in the order of the file.
    pub models: Vec<KnownModel>,
    /// The weight formats, in the order of the file.
    pub formats: Vec<WeightFormat>,
    /// The inference engines.
    pub runtimes: Vec<records::Runtime>,
    /// The backends of engines.
    pub backends: Vec<records::Backend>,
    /// Published benchmark scores, in the order of the file.
    pub scores: Vec<scores::KnownScore>,
    /// Rental prices of devices, in the order of the file.
    pub rentals: Vec<rentals::KnownRental>,
    /// The models that the estimator cannot describe yet.
    pub not_covered: Vec<records::NotCovered>,
    /// The publications of measurements, in the order of the files.
    pub publications: Vec<Publication>,
    /// The measurements, in the order of the files and their rows.
    pub anchors: Vec<Anchor>,
}

impl Catalog {
    /// Returns the published size of a model's file in a format, bytes: the median of those that measurements print.
    #[must_use]
    pub fn published_size(&self, model: usize, format: usize) -> Option<f64> {
        published_file(self.anchors.iter().filter(|anchor| anchor.model == model), format).map(|(gib, _)| gib * GIB)
    }

    /// True if the site offers a model in a format: the model's record lists it, or lists none and engines convert any
    /// model to it, or one of the model's measurements, `anchors`, has it. Where the record lists formats, a measured
    /// file of llama.cpp's mixed types is none of them: it keeps the published tensors, so that its size is not that of
    /// the type.
    #[must_use]
    pub fn is_offered(&self, model: usize, format: usize, anchors: &[&Anchor]) -> bool {
        let (Some(known), Some(stored)) = (self.models.get(model), self.formats.get(format)) else { return false };
        let only = &known.record.only_formats;
        let is_measured = || anchors.iter().any(|anchor| anchor.quantization == format);
        if only.is_empty() {
            return !stored.record.only_published || is_measured();
        }
        only.contains(&stored.record.id) || !matches!(stored.rule, Ok(Rule::Gguf(_))) && is_measured()
    }

    /// Returns a model's weights in a format; `None` if the model, the format or the size of its file is unknown.
    #[must_use]
    pub fn weights(&self, model: usize, format: usize) -> Option<Weights> {
        let known = self.models.get(model)?.model.as_ref().ok()?;
        let rule = self.formats.get(format)?.rule.as_ref().ok()?;
        let size = matches!(rule, Rule::PerFile(_)).then(|| self.published_size(model, format)).flatten();
        Weights::new(known, *rule, size).ok()
    }
}

/// Returns the published size of a model's file in a format, GiB as printed, and the position of the publication, from
/// the model's measurements. Of an even number of sizes, the larger one in the middle.
pub fn published_file<'a>(anchors: impl Iterator<Item = &'a Anchor>, format: usize) -> Option<(f64, usize)> {
    let of_format = anchors.filter(|anchor| anchor.quantization == format);
    let mut sizes: Vec<(f64, usize)> =
        of_format.filter_map(|anchor| Some((anchor.row.file_gib?, anchor.publication))).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    sizes.get(sizes.len() / 2).copied()
}

/// Reads the catalog and the measurements of a site, added to those of `base`; `None` if there is no catalog.
pub fn read(sources: &Sources, base: Option<&Sources>, problems: &mut Vec<Diagnostic>) -> Option<Catalog> {
    if base.is_none() {
        sources.below(CATALOG, "yaml").next()?;
    }
    let both = (base, sources);
    let formats = list(both, "quantizations", problems, format);
    let quantizations = Ids::new(
        "quantization",
        "quantizations",
        formats.iter().map(|known| known.record.id.as_str()),
        sources,
        problems,
    );
    let mut catalog = Catalog {
        hardware: list(both, "hardware", problems, hardware),
        models: list(both, "models", problems, |record, reader| known_model(record, &quantizations, reader)),
        formats,
        runtimes: list(both, "runtimes", problems, |record: records::Runtime, _| Some(record)),
        backends: list(both, "backends", problems, |record: records::Backend, _| Some(record)),
        not_covered: list(both, "not-covered", problems, |record: records::NotCovered, _| Some(record)),
        ..Catalog::default()
    };
    let ids = |what, name, ids: Vec<&str>| Ids::new(what, name, ids.into_iter(), sources, problems);
    let index = CatalogIndex {
        hardware: ids("device", "hardware", catalog.hardware.iter().map(|known| known.record.id.as_str()).collect()),
        models: ids("model", "models", catalog.models.iter().map(|known| known.record.id.as_str()).collect()),
        quantizations,
        runtimes: ids("runtime", "runtimes", catalog.runtimes.iter().map(|known| known.id.as_str()).collect()),
        backends: ids("backend", "backends", catalog.backends.iter().map(|known| known.id.as_str()).collect()),
    };
    catalog.scores = list(both, "quality", problems, |record, reader| scores::score(record, &index.models, reader));
    catalog.rentals = list(both, "prices", problems, |record, reader| rentals::rental(record, &index.hardware, reader));
    (catalog.publications, catalog.anchors) = measurements::read(both, &index, problems);
    Some(catalog)
}

fn hardware(record: records::Hardware, reader: &mut RecordReader<'_>) -> Option<Hardware> {
    let facts = facts::device(&record);
    match Device::new(&record.id, &record.name, &facts) {
        Ok(device) => Some(Hardware { record, device }),
        Err(error) => {
            reader.impossible(&error);
            None
        }
    }
}

/// Checks a model. One that the estimator has no formula for stays in the catalog; one that contradicts itself does
/// not.
fn known_model(record: records::Model, formats: &Ids, reader: &mut RecordReader<'_>) -> Option<KnownModel> {
    for (at, format) in record.only_formats.iter().enumerate() {
        let path = yaml_path![reader.number, "only_formats", at];
        reader.find(formats, format, path);
    }
    let facts = facts::model(&record);
    let model = Model::new(&record.id, &record.name, &facts);
    match &model {
        Err(error) if error.problem != Problem::NoFormula => {
            reader.impossible(error);
            None
        }
        _ => Some(KnownModel { record, model }),
    }
}

#[allow(clippy::unnecessary_wraps, reason = "the same shape as the other records'")]
fn format(record: records::Quantization, reader: &mut RecordReader<'_>) -> Option<WeightFormat> {
    for quality in &record.quality {
        let titles = record.sources.iter().map(|source| source.title.as_str());
        if !titles.clone().any(|title| title == quality.source) {
            let problem =
                messages::unknown_id(reader.location("quality"), "source of this record", &quality.source, titles);
            reader.problems.push(problem);
        }
    }
    let known = quantization::from_catalog(&record.id, record.bits_per_weight).map_err(|error| error.to_string());
    let inside_files = ["gguf-q5_k", "gguf-q4_k", "gguf-q3_k", "gguf-q2_k", "gguf-mxfp4"].contains(&record.id.as_str());
    let rule =
        if inside_files { Err("it is a block type that occurs inside files, and no file's".to_owned()) } else { known };
    Some(WeightFormat { record, rule })
}

/// Shortens the name of a format: `Q4_K_M` implies "GGUF".
#[must_use]
pub fn short(format: &str) -> &str {
    format.strip_prefix("GGUF ").unwrap_or(format)
}
