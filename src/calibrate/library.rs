//! The catalog as calculators use it, and each device's measurements.
//!
//! Models and formats that cannot be computed are left out, with the reason kept for whoever asks for one.

use super::method::Method;
use crate::catalog::measurements::{Anchor, Parallel, Phase};
use crate::catalog::{Catalog, measurements};
use rooflight_estimator::calculators::Estimator;
use rooflight_estimator::library::anchors::{AnchorSet, Kind, Row, Sharing, Texts};
use rooflight_estimator::library::{DeviceItem, FileSize, FormatItem, Library, ModelItem};
use rooflight_estimator::quantization::Rule;
use std::collections::BTreeMap;

/// The estimator of a site, with what the site wants to say of it.
#[derive(Debug, Clone)]
pub struct Estimating {
    /// The estimator with all measurements loaded.
    pub estimator: Estimator,
    /// What the methodology page shows.
    pub method: Method,
    measurements: usize,
    publications: usize,
    left_out: BTreeMap<(&'static str, String), String>,
}

impl Estimating {
    /// How many measurements there are, and from how many publications.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.measurements, self.publications)
    }

    /// Why the catalog's model or quantization with this id cannot be computed; `None` if that is not the trouble.
    #[must_use]
    pub fn why_not(&self, kind: &str, id: Option<&str>) -> Option<String> {
        let found = self.left_out.iter().find(|((what, known), _)| *what == kind && Some(known.as_str()) == id);
        found.map(|((_, id), reason)| format!("`{id}` is in the catalog, but cannot be computed: {reason}"))
    }
}

/// Positions in the catalog to positions in the library.
type Positions = Vec<Option<usize>>;

/// The estimator of a catalog.
#[must_use]
pub fn estimator(catalog: &Catalog) -> Estimating {
    let fitted = super::fit(catalog);
    let method = Method::new(catalog, &fitted);
    let mut left_out = BTreeMap::new();
    let (models, model_at) = models(catalog, &mut left_out);
    let (formats, format_at) = formats(catalog, &mut left_out);
    let library = Library {
        devices: catalog.hardware.iter().map(device).collect(),
        models,
        formats,
        sizes: sizes(catalog, &model_at, &format_at),
        calibration: fitted.calibration,
    };
    let anchors =
        (0..catalog.hardware.len()).filter_map(|device| anchor_set(catalog, device, &model_at, &format_at)).collect();
    Estimating {
        estimator: Estimator { library, anchors },
        method,
        measurements: catalog.anchors.len(),
        publications: catalog.publications.len(),
        left_out,
    }
}

fn device(known: &crate::catalog::Hardware) -> DeviceItem {
    let record = &known.record;
    DeviceItem { id: record.id.clone(), name: record.name.clone(), facts: known.facts.clone(), anchors: String::new() }
}

fn models(catalog: &Catalog, left_out: &mut BTreeMap<(&'static str, String), String>) -> (Vec<ModelItem>, Positions) {
    let mut items = Vec::new();
    let mut positions = Vec::new();
    for known in &catalog.models {
        let record = &known.record;
        positions.push(known.model.is_ok().then_some(items.len()));
        match &known.model {
            Ok(_) => items.push(ModelItem {
                id: record.id.clone(),
                name: record.name.clone(),
                facts: known.facts.clone(),
                max_context: record.max_context.map(u64::from),
            }),
            Err(error) => {
                left_out.insert(("model", record.id.clone()), error.message());
            }
        }
    }
    (items, positions)
}

fn formats(catalog: &Catalog, left_out: &mut BTreeMap<(&'static str, String), String>) -> (Vec<FormatItem>, Positions) {
    let mut items = Vec::new();
    let mut positions = Vec::new();
    for known in &catalog.formats {
        let record = &known.record;
        positions.push(known.rule.is_ok().then_some(items.len()));
        match &known.rule {
            Ok(_) => items.push(FormatItem {
                id: record.id.clone(),
                name: record.name.clone(),
                family: heading(&record.id, &record.family).to_owned(),
                bits: record.bits_per_weight,
            }),
            Err(reason) => {
                left_out.insert(("quantization", record.id.clone()), reason.clone());
            }
        }
    }
    (items, positions)
}

/// What a format is listed under.
fn heading(id: &str, family: &str) -> &'static str {
    match family {
        _ if id.starts_with("gguf-ud-") => "GGUF, mixed for each model by Unsloth",
        "gguf-mix" => "GGUF files",
        "gguf" => "GGUF, one type",
        "mlx" => "MLX",
        "gptq" | "awq" => "GPTQ and AWQ",
        "exl2" | "exl3" => "ExLlama",
        "float" => "16 bits",
        _ => "8 and 4 bits",
    }
}

fn sizes(catalog: &Catalog, model_at: &Positions, format_at: &Positions) -> Vec<FileSize> {
    let mut sizes = Vec::new();
    for (format, known) in catalog.formats.iter().enumerate() {
        if !known.rule.as_ref().is_ok_and(Rule::needs_file_size) {
            continue;
        }
        for (model, at) in model_at.iter().enumerate() {
            let found = (*at, format_at[format], catalog.published_size(model, format));
            if let (Some(model), Some(format), Some(bytes)) = found {
                sizes.push(FileSize { model, format, bytes });
            }
        }
    }
    sizes
}

fn anchor_set(catalog: &Catalog, device: usize, model_at: &Positions, format_at: &Positions) -> Option<AnchorSet> {
    let mut texts = Texts::default();
    let of_device =
        catalog.anchors.iter().filter(|anchor| anchor.hardware == device && anchor.row.phase != Phase::Prefill);
    let rows: Vec<Row> = of_device
        .filter_map(|anchor| row(catalog, anchor, model_at[anchor.model]?, format_at[anchor.quantization]?, &mut texts))
        .collect();
    if rows.is_empty() { None } else { Some(AnchorSet { device, texts: texts.into_list(), rows }) }
}

fn row(catalog: &Catalog, anchor: &Anchor, model: usize, format: usize, texts: &mut Texts) -> Option<Row> {
    let measurements::Row { count, parallel, concurrency, flags, .. } = &anchor.row;
    let row = &anchor.row;
    let publication = catalog.publications.get(anchor.publication)?;
    let date = row.date.as_deref().unwrap_or_default();
    let mut sorted = flags.clone();
    sorted.sort();
    Some(Row {
        model,
        format,
        kind: if row.phase == Phase::SpecDecode { Kind::Speculative } else { Kind::Decode },
        count: u64::from(*count),
        sharing: match parallel {
            Parallel::Single => Sharing::Single,
            Parallel::Layer => Sharing::Layers,
            Parallel::Tensor => Sharing::Tensors,
            Parallel::Unclear => Sharing::Unclear,
        },
        concurrency: u64::from(*concurrency),
        depth: anchor.row.depth.is_some().then(|| anchor.mean_depth()),
        detail: texts.position(&detail(row)),
        speed: row.tokens_per_s,
        runtime: texts.position(&row.runtime),
        engine: texts.position(&engine(catalog, anchor)),
        backend: texts.position(&row.backend),
        kv: texts.position(row.kv_type.as_deref().unwrap_or_default()),
        date: texts.position(date),
        year: decimal_year(date),
        flags: sorted.iter().map(|flag| texts.position(reason(flag))).collect(),
        source: texts.position(&publication.title),
        href: texts.position(&publication.url),
    })
}

/// "after 4,096 tokens, 128 generated".
fn detail(row: &measurements::Row) -> String {
    let generated =
        row.generated.map(|count| format!("{} generated", rooflight_estimator::view::number::plain(count, 0)));
    generated.unwrap_or_default()
}

/// "llama.cpp b2824, CUDA".
fn engine(catalog: &Catalog, anchor: &Anchor) -> String {
    let runtime = catalog.runtimes.get(anchor.runtime).map_or("", |runtime| runtime.name.as_str());
    let backend = catalog
        .backends
        .get(anchor.backend)
        .filter(|backend| backend.id != "unknown")
        .map_or("", |backend| backend.name.as_str());
    let version = anchor.row.version.as_deref().unwrap_or_default();
    let engine = [runtime, version].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    [engine.as_str(), backend].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// 2024-05 is 2024.375: the middle of May.
#[must_use]
pub fn decimal_year(date: &str) -> Option<f64> {
    let mut parts = date.split('-');
    let year: f64 = parts.next()?.trim().parse().ok()?;
    let month: Option<f64> = parts.next().and_then(|month| month.trim().parse().ok());
    Some(year + month.map_or(0.5, |month| (month - 0.5) / 12.0))
}

/// A flag of the data in words.
#[must_use]
pub fn reason(flag: &str) -> &str {
    match flag {
        "speculative" => "speculative decoding",
        "above-ceiling" => "lies above its ceiling",
        "does-not-fit" => "does not fit into the device's memory",
        "duplicate" => "the same run is published elsewhere too",
        "size-mismatch" => "the printed file size does not belong to this format",
        "suspect-source" => "the source may not be reliable",
        "few-threads" => "not all cores were used",
        "numa-limited" => "limited by memory that belongs to another processor",
        "old-build" => "an old build",
        "includes-prompt-time" => "the time for the prompt is included",
        "quant-assumed" => "the format is assumed",
        "launch-bound-runtime" => "the engine is held up by starting kernels",
        "power-limited" => "power was limited",
        "mtp-build" => "a build with multi-token prediction",
        "on-battery" => "ran on battery",
        "parallel-unclear" => "how the devices share the model is not stated",
        "depth-unknown" => "the context is not stated",
        "gpu-cores-assumed" => "the number of GPU cores is assumed",
        "device-variant-unstated" => "the variant of the device is not stated",
        "laptop" => "measured on a laptop",
        "secondary-copy" => "read in a copy",
        "excerpt-only" => "only an excerpt was read",
        other => other,
    }
}
