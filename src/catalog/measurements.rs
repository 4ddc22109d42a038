//! The published measurements: content/anchors/, a file per source, a row per line.
//!
//! 1. Each file decodes into its source and its rows.
//! 2. Each row's ids must resolve in the catalog, its own id must be new, its counts must be possible.
//!
//! Figures stay as their source printed them. A row with a flag loads like any other: what a flag means for a fit is the fit's business.

use super::Index;
use crate::diagnostic::{Diagnostic, Place, messages};
use crate::parse::yaml::{self, Step};
use crate::source::{SourceFile, Sources};
use crate::yaml_path;
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The folder of the measurements.
pub const ANCHORS: &str = "content/anchors";

/// A file of measurements.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnchorFile {
    /// Who measured, and where it was published.
    pub source: Publication,
    /// The rows.
    pub measurements: Vec<Row>,
}

/// A publication of measurements.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described in the authoring guide")]
pub struct Publication {
    pub title: String,
    pub url: String,
    #[serde(default)]
    pub more_urls: Vec<String>,
    pub publisher: String,
    pub date: String,
    pub method: String,
    pub licence: String,
    pub caveats: String,
}

/// A measurement as printed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are described in the authoring guide")]
pub struct Row {
    pub id: String,
    pub phase: Phase,
    pub hardware: String,
    pub count: u32,
    pub setup: Option<String>,
    pub parallel: Parallel,
    pub model: String,
    pub quantization: String,
    pub file_gib: Option<f64>,
    pub runtime: String,
    pub version: Option<String>,
    pub backend: String,
    pub flash_attention: Option<bool>,
    pub prompt: Option<u32>,
    pub generated: Option<f64>,
    pub depth: Option<u32>,
    pub concurrency: u32,
    pub kv_type: Option<String>,
    pub tokens_per_s: f64,
    pub stdev: Option<f64>,
    pub date: Option<String>,
    pub locator: Option<String>,
    pub notes: Option<String>,
    #[serde(default)]
    pub flags: Vec<String>,
}

/// What a row measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Phase {
    Prefill,
    Decode,
    SpecDecode,
    BatchedDecode,
}

/// How several devices share a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Parallel {
    Single,
    Layer,
    Tensor,
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
    /// The mean number of tokens in the context while the row's tokens were generated: what stood there before, the prompt that was run
    /// in the same measurement, and half of what was generated. Where the source does not say, the run is taken to be short.
    #[must_use]
    pub fn mean_depth(&self) -> f64 {
        let row = &self.row;
        let before = row.depth.or(row.prompt).unwrap_or(0);
        f64::from(before) + row.generated.unwrap_or(0.0) / 2.0
    }
}

/// Reads every file of measurements.
pub fn read(sources: &Sources, index: &Index, problems: &mut Vec<Diagnostic>) -> (Vec<Publication>, Vec<Anchor>) {
    let files: Vec<&SourceFile> = sources.below(ANCHORS, "yaml").collect();
    let decoded: Vec<(Option<AnchorFile>, Vec<Diagnostic>)> = files
        .par_iter()
        .map(|file| {
            let mut found = Vec::new();
            (yaml::decode(&file.path, &file.text, 0..file.text.len(), &mut found), found)
        })
        .collect();
    let mut publications = Vec::new();
    let mut anchors = Vec::new();
    let mut first: BTreeMap<String, (&SourceFile, usize)> = BTreeMap::new();
    for (file, (decoded, found)) in files.into_iter().zip(decoded) {
        problems.extend(found);
        let Some(AnchorFile { source, measurements }) = decoded else { continue };
        if !source.url.starts_with("http") {
            problems.push(messages::bad_link(spot(file, yaml_path!["source", "url"]), &source.url));
        }
        for (number, row) in measurements.into_iter().enumerate() {
            let here = |key: &str| spot(file, yaml_path!["measurements", number, key]);
            if let Some((other, at)) = first.get(&row.id) {
                let earlier = spot(other, yaml_path!["measurements", *at, "id"]);
                problems.push(messages::duplicate(here("id"), "measurement", &row.id, earlier));
                continue;
            }
            first.insert(row.id.clone(), (file, number));
            anchors.extend(resolve(row, index, publications.len(), &here, problems));
        }
        publications.push(source);
    }
    (publications, anchors)
}

fn spot(file: &SourceFile, path: &[Step]) -> Place {
    yaml::place(&file.path, &file.text, &(0..file.text.len()), path)
}

fn resolve(
    row: Row,
    index: &Index,
    publication: usize,
    here: &dyn Fn(&str) -> Place,
    problems: &mut Vec<Diagnostic>,
) -> Option<Anchor> {
    let before = problems.len();
    let hardware = index.hardware.find(&row.hardware, || here("hardware"), problems);
    let model = index.models.find(&row.model, || here("model"), problems);
    let quantization = index.quantizations.find(&row.quantization, || here("quantization"), problems);
    let runtime = index.runtimes.find(&row.runtime, || here("runtime"), problems);
    let backend = index.backends.find(&row.backend, || here("backend"), problems);
    for (key, value) in [("count", row.count), ("concurrency", row.concurrency)] {
        if value == 0 {
            problems.push(messages::impossible(here(key), format!("`{key}` is 0")));
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
