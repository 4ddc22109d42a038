//! Reads the published measurements: content/anchors/, a file per source, a row per line.
//!
//! 1. Each file decodes into its source and its rows.
//! 2. Each row's ids must resolve in the catalog, its own id must be new, its counts must be possible.
//!
//! Figures stay as printed. Rows with flags load like any other; `calibrate::flags` says what a flag means.

use crate::model::catalog::index::CatalogIndex;
use jiff::civil::Date;
use rayon::prelude::*;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::url;
use rooflight_source::yaml::{self, PathSegment, Places};
use rooflight_source::yaml_path;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The folder of the measurements.
pub const ANCHORS: &str = "content/anchors";

/// Most devices and most requests of a measurement.
const MAX_AT_ONCE: u32 = 1_000_000;

/// A file of measurements.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnchorFile {
    /// The publication that printed the rows.
    pub source: Publication,
    /// The rows.
    pub measurements: Vec<Row>,
}

/// A publication of measurements.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Publication {
    /// The title of the page or paper.
    pub title: String,
    /// Its address.
    #[schemars(regex(pattern = "^http"))]
    pub url: String,
    /// Further addresses of the same publication.
    #[serde(default)]
    pub more_urls: Vec<String>,
    /// The person or organisation that published it.
    pub publisher: String,
    /// The day, month or year of publication.
    pub date: String,
    /// The day on which rows were last added to this file; by default the feed uses the source's dates.
    pub added: Option<Date>,
    /// The method of measurement.
    pub method: String,
    /// The licence of the figures.
    pub licence: String,
    /// Limits of the method that readers should know.
    pub caveats: String,
    /// The name of its file in `content/anchors/`, without the extension.
    #[serde(skip)]
    pub file: String,
}

/// A measurement as printed.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// An id that no other row of any file has.
    pub id: String,
    /// The phase that is measured.
    pub phase: Phase,
    /// A device of the catalog.
    pub hardware: String,
    /// The number of devices.
    #[schemars(range(min = 1))]
    pub count: u32,
    /// The setup of the devices, in words.
    pub setup: Option<String>,
    /// How the devices share the model.
    pub parallel: Parallel,
    /// A model of the catalog.
    pub model: String,
    /// A weight format of the catalog.
    pub quantization: String,
    /// The size of the model's file in GiB, if the source prints it.
    pub file_gib: Option<f64>,
    /// An engine of the catalog.
    pub runtime: String,
    /// The engine's version.
    pub version: Option<String>,
    /// The backend of the engine, from the catalog.
    pub backend: String,
    /// Whether flash attention was on.
    pub flash_attention: Option<bool>,
    /// Tokens in the prompt.
    pub prompt: Option<u32>,
    /// Prompt tokens that the engine processed per pass, if the source states it.
    #[schemars(range(min = 1))]
    pub ubatch: Option<u32>,
    /// Tokens generated in the run.
    pub generated: Option<f64>,
    /// Tokens in the context before the run.
    pub depth: Option<u32>,
    /// Requests that ran at once.
    #[schemars(range(min = 1))]
    pub concurrency: u32,
    /// The data type of the KV cache.
    pub kv_type: Option<String>,
    /// The CPU and the system memory that hold the rest of the model, in words.
    pub host: Option<String>,
    /// The bandwidth of that memory, GB per second: channels times transfer rate.
    pub host_gb_s: Option<f64>,
    /// Layers entirely in that memory; the output head counts as one.
    pub host_layers: Option<f64>,
    /// Layers of which only the routed experts are in that memory.
    pub host_experts: Option<f64>,
    /// The drafter of speculative decoding: `mtp`, `dflash`, `eagle3`, or the name of a draft model.
    pub draft: Option<String>,
    /// Tokens that the drafter proposes per verification.
    pub drafted: Option<f64>,
    /// The share of proposed tokens that the model accepts, on average over the run.
    pub accepted: Option<f64>,
    /// Tokens per second, over all requests.
    pub tokens_per_s: f64,
    /// The standard deviation of `tokens_per_s`.
    pub stdev: Option<f64>,
    /// When it was measured.
    pub date: Option<String>,
    /// The table, figure or line of the source.
    pub locator: Option<String>,
    /// Remarks for readers.
    pub notes: Option<String>,
    /// Reasons for caution; none of them hides the row.
    #[serde(default)]
    pub flags: Vec<String>,
}

/// The phase of inference that a row measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Reading the prompt.
    Prefill,
    /// Generating, one token after the other.
    Decode,
    /// Generating with speculative decoding.
    SpecDecode,
    /// Generating for many requests at once.
    BatchedDecode,
}

/// How several devices share a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Parallel {
    /// One device.
    Single,
    /// Each device has some of the layers.
    Layer,
    /// Each device has a part of every layer.
    Tensor,
    /// The source does not say.
    Unclear,
}

/// A row with its ids resolved to positions in the catalog.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Anchor {
    pub row: Row,
    pub hardware: usize,
    pub model: usize,
    pub quantization: usize,
    pub runtime: usize,
    pub backend: usize,
    /// The position of its publication.
    pub publication: usize,
}

impl Anchor {
    /// Returns the mean number of tokens in the context while the row's tokens were generated: the depth, or the prompt
    /// if no depth is stated, and half of the generated tokens. Numbers that the source does not state count as 0.
    #[must_use]
    pub fn mean_depth(&self) -> f64 {
        let row = &self.row;
        let before = row.depth.or(row.prompt).unwrap_or(0);
        f64::from(before) + row.generated.unwrap_or(0.0) / 2.0
    }
}

/// Reads every file of measurements, those of a base first; a site's file replaces one of its base with the same name.
pub fn read(
    (base, sources): (Option<&Sources>, &Sources),
    index: &CatalogIndex,
    problems: &mut Vec<Diagnostic>,
) -> (Vec<Publication>, Vec<Anchor>) {
    let own = || sources.below(ANCHORS, "yaml");
    let is_replaced = |file: &&SourceFile| own().any(|other| other.path == file.path);
    let of_base = base.into_iter().flat_map(|base| base.below(ANCHORS, "yaml")).filter(|file| !is_replaced(file));
    let files: Vec<&SourceFile> = of_base.chain(own()).collect();
    let decoded: Vec<(Option<AnchorFile>, Vec<Diagnostic>)> = files
        .par_iter()
        .map(|file| {
            let mut found = Vec::new();
            (yaml::decode_facts(&file.path, &file.text, &mut found), found)
        })
        .collect();
    let mut publications = Vec::new();
    let mut anchors = Vec::new();
    let mut first: BTreeMap<String, (&SourceFile, Rc<Places>, usize)> = BTreeMap::new();
    for (file, (decoded, found)) in files.into_iter().zip(decoded) {
        problems.extend(found);
        let Some(AnchorFile { mut source, measurements }) = decoded else { continue };
        file.stem().clone_into(&mut source.file);
        let places = Rc::new(Places::default());
        let location = |path: &[PathSegment]| place_of(file, &places, path);
        if !url::is_address(&source.url) {
            problems.push(messages::bad_link(location(yaml_path!["source", "url"]), &source.url));
        }
        for (number, more) in source.more_urls.iter().enumerate().filter(|(_, more)| !url::is_address(more)) {
            problems.push(messages::bad_link(location(yaml_path!["source", "more_urls", number]), more));
        }
        for (number, row) in measurements.into_iter().enumerate() {
            let here = |key: &str| location(yaml_path!["measurements", number, key]);
            if let Some((other, places, at)) = first.get(&row.id) {
                let earlier = place_of(other, places, yaml_path!["measurements", *at, "id"]);
                problems.push(messages::duplicate(here("id"), "measurement", &row.id, earlier));
                continue;
            }
            first.insert(row.id.clone(), (file, Rc::clone(&places), number));
            anchors.extend(resolve(row, index, publications.len(), &here, problems));
        }
        publications.push(source);
    }
    (publications, anchors)
}

fn place_of(file: &SourceFile, places: &Places, path: &[PathSegment]) -> Location {
    places.location(&file.path, &file.text, &(0..file.text.len()), path)
}

fn resolve(
    row: Row,
    index: &CatalogIndex,
    publication: usize,
    here: &dyn Fn(&str) -> Location,
    problems: &mut Vec<Diagnostic>,
) -> Option<Anchor> {
    let before = problems.len();
    let hardware = index.hardware.find(&row.hardware, || here("hardware"), problems);
    let model = index.models.find(&row.model, || here("model"), problems);
    let quantization = index.quantizations.find(&row.quantization, || here("quantization"), problems);
    let runtime = index.runtimes.find(&row.runtime, || here("runtime"), problems);
    let backend = index.backends.find(&row.backend, || here("backend"), problems);
    for (key, value) in [("count", row.count), ("concurrency", row.concurrency)] {
        if !(1..=MAX_AT_ONCE).contains(&value) {
            let message = format!("`{key}` is {value}; it lies between 1 and {MAX_AT_ONCE}");
            problems.push(messages::impossible(here(key), message));
        }
    }
    if !(row.tokens_per_s.is_finite() && row.tokens_per_s > 0.0) {
        problems.push(messages::impossible(here("tokens_per_s"), "a measured speed is above 0"));
    }
    if problems.len() > before {
        return None;
    }
    Some(Anchor {
        row,
        hardware: hardware?,
        model: model?,
        quantization: quantization?,
        runtime: runtime?,
        backend: backend?,
        publication,
    })
}
