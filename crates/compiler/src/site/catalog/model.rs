//! A model's page: its architecture with sources, its bytes in every format, its cache at several depths, its speed on
//! each device, its published scores, and all measurements of it.
//!
//! 1. Devices on which it was measured are drawn as a range plot; then tables list devices in each of the usual
//!    formats, the fastest ceiling first.
//! 2. A range links to the calculator with the row's inputs.
//!
//! The page of a model that cannot be computed shows its facts, its measurements, and the reason.

use crate::site::catalog::bytes;
use crate::site::catalog::context::{CatalogContext, ROOT};
use crate::site::catalog::device::measured_title;
use crate::site::catalog::estimates::{
    CONTEXT, Estimated, at_context, ceiling, context, estimate, fits, format, formats, memory, needed, plain,
    same_context,
};
use crate::site::catalog::measured::{self, TableScope};
use crate::site::catalog::models_by_format::{FormatView, known_first, named, other_context, question, share};
use crate::site::catalog::page::{CatalogContent, CatalogPage};
use crate::site::catalog::range_plot::{self, RangePlot, RangeRow};
use crate::site::catalog::views::{ModelView, SpeedsView};
use crate::site::catalog::words::{counted, gb, short_name};
use crate::site::catalog::{facts, scores, sources};
use crate::site::inline::{Cell, InlinePiece};
use crate::site::page_id::PageId;
use crate::site::table::{self, GridColumn, GridLine, GridTable, numbers, words};
use rooflight_document::number;
use rooflight_estimator::calibration::FileFormat;
use rooflight_estimator::fit::{Fit, FitVerdict};
use rooflight_estimator::records::{DeviceRecord, FormatRecord, ModelRecord};
use std::cmp::Reverse;

/// Maximum number of rows in the range plot.
const DRAWN: usize = 14;

struct DeviceEstimate<'a> {
    at: usize,
    device: &'a DeviceRecord,
    estimated: Estimated,
    /// The context of the estimate, tokens.
    tokens: u64,
    measured: Vec<f64>,
}

/// A device of a table, with the memory that the model takes there.
struct DeviceCase<'a> {
    at: usize,
    device: &'a DeviceRecord,
    fit: Option<Fit>,
}

impl DeviceCase<'_> {
    fn verdict(&self) -> FitVerdict {
        FitVerdict::of(self.fit.as_ref())
    }
}

/// Makes the page of a model; `None` if its id cannot be part of an address.
pub(super) fn page<'a>(cx: &CatalogContext<'a>, at: usize) -> Option<CatalogPage<'a>> {
    cx.model_path(at)?;
    let record = &cx.catalog.models[at].record;
    let (model, anchors) = (cx.models[at], &cx.of_model[at]);
    let usual = model.and_then(ModelRecord::usual_format);
    let both = model.zip(usual);
    let view = ModelView {
        name: record.name.clone(),
        id: record.id.clone(),
        definition: definition(cx, at, both),
        facts: facts::model(record, model),
        aliases: record.aliases.clone(),
        unverified: record.unverified.clone(),
        why_not: cx.calibrated.why_not("model", Some(&record.id)),
        bytes: model.filter(|model| !model.formats.is_empty()).map(|model| bytes::table(model, usual)),
        bytes_title: both.map(|(model, format)| bytes::title(model, format)).unwrap_or_default(),
        cache: model.map(bytes::cache),
        cache_title: model.map(bytes::cache_title).unwrap_or_default(),
        speeds: both.and_then(|(model, format)| speeds(cx, at, model, format)),
        quality: scores::table(cx, at),
        measured: (!anchors.is_empty()).then(|| measured::table(cx, anchors, TableScope::Model)),
        measured_title: measured_title(anchors.len(), "this model"),
        sources: sources::list(cx, &record.sources, anchors, ROOT),
    };
    let description = format!(
        "{}: architecture, bytes in every format, KV cache, and how fast it runs on {} devices.",
        record.name,
        cx.catalog.hardware.len()
    );
    let id = PageId::Model(record.id.clone());
    Some(CatalogPage::new(id, &record.name, description, CatalogContent::Model(Box::new(view))))
}

fn definition(cx: &CatalogContext<'_>, at: usize, both: Option<(&ModelRecord, &FormatRecord)>) -> String {
    let record = &cx.catalog.models[at].record;
    let total = record.total_params_b.map(|total| format!("{} billion parameters", number::plain(total, 2)));
    let active = record.active_params_b.filter(|_| record.moe.is_some());
    let active = active
        .map(|active| format!(", of which a token reads {} billion", number::plain(active, 2)))
        .unwrap_or_default();
    let size = total.unwrap_or_else(|| "A model".to_owned());
    let layers = number::count(record.n_layers);
    let architecture = format!("{size}{active}, in {layers} layers: {}.", facts::attention(&record.attention.kind));
    let Some((model, format)) = both else { return architecture };
    let Some(fit) = needed(model, format, CONTEXT) else { return architecture };
    let tokens = number::count(context(model, CONTEXT));
    format!("{architecture} In {} it takes {} GB with {tokens} tokens of context.", format.name, gb(fit.needed()))
}

fn speeds(cx: &CatalogContext<'_>, at: usize, model: &ModelRecord, usual: &FormatRecord) -> Option<SpeedsView> {
    let drawn = drawn(cx, at, model, usual);
    let best = drawn.iter().max_by_key(|case| (case.measured.len(), cx.of_device[case.at].len()))?;
    let (name, tokens) = (&best.device.device.name, number::count(context(model, CONTEXT)));
    let here = other_context(best.tokens).replacen(',', " with", 1);
    let ceiling = number::speed(best.estimated.speeds.ceiling);
    let title = match &best.estimated.speeds.range {
        Some(range) => format!(
            "On {name}{here}: about {} tokens per second; the memory bus allows {ceiling}",
            number::speed(range.typical)
        ),
        None => format!("On {name}{here}: at most {ceiling} tokens per second"),
    };
    let rows: Vec<RangeRow> = drawn.iter().map(|case| range_row(cx, case, model, usual)).collect();
    let caption = format!(
        "{} in {}, one request, {tokens} tokens of context unless a row says otherwise, cache in 16 bits; the engine stands below each device. Measured: one plain stream; its row has the context of those runs.",
        short_name(&model.name),
        usual.name
    );
    let explorer = cx.explorer(&format!("mode=which&m={}", model.id));
    Some(SpeedsView {
        title,
        drawn: RangePlot {
            caption,
            first: "Device",
            side: Some(("GB/s", "bandwidth")),
            shows: range_plot::ALL,
            ids: "s",
            root: ROOT,
            rows,
        },
        note: "The realistic range is an 80 % range, fitted to published measurements.".to_owned(),
        explorer: explorer.map(|address| (address, "All hardware for this model, sorted and filtered")),
        all: device_tables(cx, model, usual),
    })
}

/// Returns the devices to draw: devices measured in this format take precedence, then the most measured ones. Sorted by
/// ceiling, the fastest first.
fn drawn<'a>(
    cx: &CatalogContext<'a>,
    at: usize,
    model: &ModelRecord,
    format: &FormatRecord,
) -> Vec<DeviceEstimate<'a>> {
    let mut cases = Vec::new();
    for number in 0..cx.catalog.hardware.len() {
        let Some(device) = cx.device(number).filter(|device| fits(device, model, format)) else { continue };
        let same = cx.of_model[at].iter().map(|position| &cx.catalog.anchors[*position]).filter(|anchor| {
            anchor.hardware == number && plain(anchor) && cx.catalog.formats[anchor.quantization].record.id == format.id
        });
        cases.push((number, device, same_context(same, model)));
    }
    cases.sort_by_key(|(at, _, (_, measured))| Reverse((!measured.is_empty(), cx.of_device[*at].len())));
    cases.truncate(DRAWN);
    let case = |(at, device, (tokens, measured))| {
        let estimated = at_context(device, model, format, tokens);
        DeviceEstimate { at, device, estimated, tokens, measured }
    };
    let mut cases: Vec<DeviceEstimate<'a>> = cases.into_iter().map(case).collect();
    cases.sort_by(|a, b| b.estimated.speeds.ceiling.total_cmp(&a.estimated.speeds.ceiling));
    cases
}

fn engine(device: &DeviceRecord, files: FileFormat) -> &str {
    device.profile(files).map_or("", |profile| profile.words.as_str())
}

fn range_row(
    cx: &CatalogContext<'_>,
    case: &DeviceEstimate<'_>,
    model: &ModelRecord,
    format: &FormatRecord,
) -> RangeRow {
    let device = &case.device.device;
    RangeRow {
        name: InlinePiece::page(cx.device_path(case.at), &device.name),
        under: format!("{}{}", engine(case.device, format.files), other_context(case.tokens)),
        side: number::plain(device.bandwidth / 1e9, 1),
        estimated: case.estimated,
        question: question(cx, case.device, model, format, case.tokens),
        measured: case.measured.clone(),
        elsewhere: Vec::new(),
    }
}

const COLUMNS: &[GridColumn] =
    &[words("Device"), numbers("Usable", "GB"), numbers("Ceiling", "tok/s"), numbers("Realistic", "tok/s")];

/// Makes a table of devices for each format.
fn device_tables(cx: &CatalogContext<'_>, model: &ModelRecord, usual: &FormatRecord) -> Vec<FormatView> {
    let ids = ["gguf-q4_k_m", "awq-4bit-g128", "mlx-4bit-g64", "gguf-q8_0", "bf16", "mlx-bf16", "gguf-f16"];
    let rest = ids.into_iter().filter(|id| *id != usual.id).filter_map(|id| format(model, id));
    std::iter::once(usual).chain(rest).filter_map(|format| every(cx, model, format)).collect()
}

fn every(cx: &CatalogContext<'_>, model: &ModelRecord, format: &FormatRecord) -> Option<FormatView> {
    let is_listed = |device: &&DeviceRecord| {
        let id = format.id.as_str();
        formats(&device.device).contains(&id) || (format.files == FileFormat::Gguf && id != "gguf-f16")
    };
    let devices = (0..cx.catalog.hardware.len()).filter_map(|at| Some((at, cx.device(at).filter(is_listed)?)));
    let cases = devices.map(|(at, device)| DeviceCase { at, device, fit: memory(device, model, format) });
    let (mut fit, mut too_small): (Vec<_>, Vec<_>) = cases.partition(|case| case.verdict() != FitVerdict::No);
    if fit.is_empty() && too_small.is_empty() {
        return None;
    }
    // Ceilings are positive, and positive numbers have the order of their bits.
    fit.sort_by_cached_key(|case| Reverse(ceiling(case.device, model, format).to_bits()));
    let unknown = fit.iter().filter(|case| case.verdict() == FitVerdict::Unknown).count();
    let fitting = fit.len();
    let fit = known_first(fit, |case| (case.device.measured.contains(&model.id), cx.of_device[case.at].len()));
    let usable = |case: &DeviceCase<'_>| case.fit.as_ref().map_or(0.0, |fit| fit.usable);
    too_small.sort_by(|a, b| usable(b).total_cmp(&usable(a)));
    let lines: Vec<GridLine> = fit.iter().map(|case| row(cx, case, model, format)).collect();
    let listed = too_small.iter().map(|case| {
        let usable = case.fit.as_ref().map(|fit| gb(fit.usable)).unwrap_or_default();
        (InlinePiece::page(cx.device_path(case.at), &case.device.device.name), format!(" ({usable} GB)"))
    });
    let needs = needed(model, format, CONTEXT).map(|fit| gb(fit.needed())).unwrap_or_default();
    let tokens = number::count(context(model, CONTEXT));
    let caption = format!(
        "{} in {}, one request, {tokens} tokens of context, {needs} GB needed; the engine stands below each device. A GiB of memory is 1.074 GB, of which the driver or the system keeps a part.{}",
        short_name(&model.name),
        format.name,
        share(fit.len(), fitting)
    );
    let unsaid = if unknown == 0 { String::new() } else { format!(", memory not known of {unknown}") };
    let over = if too_small.is_empty() { String::new() } else { format!(", does not fit on {}", too_small.len()) };
    Some(FormatView {
        title: format!("{}, {needs} GB: fits on {}{unsaid}{over}", format.name, counted(fitting - unknown, "device")),
        table: GridTable {
            caption,
            class: "plainly",
            columns: COLUMNS.to_vec(),
            lines,
            fold: table::OPEN,
            what: "devices",
        },
        too_large: named(listed, too_small.len()),
    })
}

fn row(cx: &CatalogContext<'_>, case: &DeviceCase<'_>, model: &ModelRecord, format: &FormatRecord) -> GridLine {
    let DeviceCase { at, device, fit } = case;
    let estimated = estimate(device, model, format);
    let question = question(cx, device, model, format, context(model, CONTEXT));
    let usable = fit.as_ref().map_or_else(|| "as installed".to_owned(), |fit| gb(fit.usable));
    let name = InlinePiece::page(cx.device_path(*at), &device.device.name);
    GridLine::Row(vec![
        Cell::of("", vec![name, InlinePiece::small(engine(device, format.files))]),
        Cell::text("n", usable),
        Cell::text("n c", number::speed(estimated.speeds.ceiling)),
        Cell::of("n r", vec![range_plot::realistic(&estimated, question)]),
    ])
}
