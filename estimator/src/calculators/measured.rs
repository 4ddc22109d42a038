//! Measurements beside the estimate for the same conditions: for each row its share of the ceiling and its ratio to the estimate.
//!
//! 1. Of a device's rows, those of the reader's model and format come first, then the model's other formats.
//! 2. Each is estimated under its own conditions: its depth, its number of devices, its engine, its year.
//! 3. None is hidden. A row whose conditions differ (several devices, several streams, a flag) is an open diamond.

use super::options::join;
use crate::calibration::{Backend, Conditions, Engine};
use crate::kv::KvType;
use crate::library::Library;
use crate::library::anchors::{AnchorSet, Kind, Row, Sharing};
use crate::model::Model;
use crate::setup::{Devices, Setup};
use crate::view::number;
use crate::view::tables::Measurement;
use crate::weights::Weights;
use alloc::string::String;
use alloc::vec::Vec;

/// A measurement that the reader's inputs call for.
#[derive(Clone, Debug)]
pub struct Shown {
    /// As the table takes it.
    pub measurement: Measurement,
    /// True if the format is the reader's too.
    pub same_format: bool,
}

/// Everything about the reader's question that measurements are compared with.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The facts.
    pub library: &'a Library,
    /// The reader's setup.
    pub setup: &'a Setup<'a>,
    /// Position of the model.
    pub model: usize,
    /// Position of the format.
    pub format: usize,
    /// The reader's context, tokens.
    pub context: u64,
}

/// The rows of the reader's model on this device: the reader's format first, then by format, then by depth.
#[must_use]
pub fn rows(question: &Question<'_>, set: &AnchorSet) -> Vec<Shown> {
    let mut rows: Vec<&Row> = set.rows.iter().filter(|row| row.model == question.model).collect();
    let depth = |row: &Row| row.depth.unwrap_or(f64::MAX);
    rows.sort_by(|a, b| {
        let key =
            |row: &Row| (row.format != question.format, is_open(row), row.format, row.count, row.source, row.engine);
        key(a).cmp(&key(b)).then_with(|| depth(a).total_cmp(&depth(b)))
    });
    rows.into_iter().map(|row| shown(question, set, row)).collect()
}

fn is_open(row: &Row) -> bool {
    row.count > 1 || row.concurrency > 1 || row.kind == Kind::Speculative || row.kv > 0 || !row.flags.is_empty()
}

fn shown(question: &Question<'_>, set: &AnchorSet, row: &Row) -> Shown {
    let library = question.library;
    let same_format = row.format == question.format;
    let depth = row.depth.unwrap_or(0.0);
    let streams = row.concurrency.max(1);
    let compared = compare(question, set, row);
    #[allow(clippy::cast_precision_loss, reason = "a handful of streams")]
    let per_stream = row.speed / streams as f64;
    let near = depth >= 0.8 * context(question) && depth <= 1.25 * context(question);
    let name = library.formats.get(row.format).map_or("", |item| item.name.as_str());
    let device = &question.setup.device.name;
    let measurement = Measurement {
        setup: if row.count > 1 { [&number::count(row.count), " × ", device].concat() } else { device.clone() },
        quantization: String::from(short(name)),
        runtime: String::from(set.text(row.engine)),
        conditions: conditions(set, row),
        date: String::from(set.text(row.date)),
        source: String::from(set.text(row.source)),
        href: String::from(set.text(row.href)),
        depth: row.depth,
        detail: String::from(set.text(row.detail)),
        speed: row.speed,
        share: compared.map(|(ceiling, _)| per_stream / ceiling),
        ratio: compared.and_then(|(_, typical)| typical).map(|typical| per_stream / typical),
        flags: row.flags.iter().map(|flag| String::from(set.text(*flag))).collect(),
        open: is_open(row) || !same_format,
        matches: same_format && near && !is_open(row) && row.depth.is_some(),
    };
    Shown { measurement, same_format }
}

#[allow(clippy::cast_precision_loss, reason = "contexts are far below 2^52")]
fn context(question: &Question<'_>) -> f64 {
    question.context as f64
}

/// "GGUF" says nothing beside `Q4_K_M`.
#[must_use]
pub fn short(format: &str) -> &str {
    format.strip_prefix("GGUF ").unwrap_or(format)
}

fn conditions(set: &AnchorSet, row: &Row) -> String {
    let mut words: Vec<String> = Vec::new();
    match row.sharing {
        Sharing::Single => {}
        Sharing::Layers => words.push("layers split between them".into()),
        Sharing::Tensors => words.push("tensor parallel".into()),
        Sharing::Unclear => words.push("how they share is not stated".into()),
    }
    if row.concurrency > 1 {
        words.push(join(&[&number::count(row.concurrency), " requests together"]));
    }
    if row.kind == Kind::Speculative {
        words.push("speculative decoding".into());
    }
    if row.kv > 0 {
        words.push(join(&["cache in ", set.text(row.kv)]));
    }
    words.join(", ")
}

/// Ceiling and, where there is one, typical speed under the row's own conditions: tokens a second of one stream.
/// Speculative decoding is compared with plain decode, which it is meant to beat.
fn compare(question: &Question<'_>, set: &AnchorSet, row: &Row) -> Option<(f64, Option<f64>)> {
    let library = question.library;
    let model: Model = library.model(row.model).ok()?;
    let weights: Weights = library.weights(row.model, row.format).ok()?;
    let devices = match row.sharing {
        Sharing::Tensors => Devices::TensorParallel(row.count),
        _ if row.count > 1 => Devices::LayerSplit(row.count),
        _ => Devices::One,
    };
    #[allow(clippy::cast_precision_loss, reason = "a handful of streams")]
    let batch = row.concurrency.max(1) as f64;
    let kv = KvType::from_name(set.text(row.kv)).unwrap_or(KvType::F16);
    let depth = row.depth.unwrap_or(0.0);
    let setup = Setup { model: &model, weights: &weights, device: question.setup.device, devices, kv, depth, batch };
    let usual = Conditions::usual(question.setup.device, &library.formats.get(row.format)?.id);
    let conditions = Conditions {
        engine: Engine::from_id(set.text(row.runtime)).unwrap_or(usual.engine),
        backend: Backend::from_id(set.text(row.backend)).unwrap_or(usual.backend),
        year: row.year.unwrap_or(usual.year),
        flash_attention: None,
    };
    let estimate = library.calibration.estimate(&setup, &conditions);
    Some((estimate.ceiling.per_stream(), estimate.range.map(|range| range.typical)))
}
