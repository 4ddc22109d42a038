//! A device's page: its facts with sources, the models that fit its memory, their speeds, its rental prices, and all
//! measurements on it.
//!
//! 1. The most measured models are drawn as a range plot; then tables list models in each of the usual formats.
//! 2. A range links to the calculator with the row's inputs.
//!
//! A model that does not fit gets no speed; it is listed with the memory that it needs.

use crate::site::catalog::context::{CatalogContext, ROOT};
use crate::site::catalog::estimates::{CONTEXT, at_context, context, estimate, fits, formats, plain, same_context};
use crate::site::catalog::measured::TableScope;
use crate::site::catalog::models_by_format::{self, FormatView, ModelEstimate, other_context, question};
use crate::site::catalog::page::{CatalogContent, CatalogPage};
use crate::site::catalog::range_plot::{self, RangePlot, RangeRow};
use crate::site::catalog::views::{DeviceView, SpeedsView};
use crate::site::catalog::words::{counted, short_name};
use crate::site::catalog::{facts, measured, memory_chart, rents, sources};
use crate::site::inline::InlinePiece;
use crate::site::page_id::PageId;
use rooflight_document::number;
use rooflight_estimator::calibration::FileFormat;
use rooflight_estimator::records::DeviceRecord;

/// Maximum number of rows in the range plot.
const DRAWN: usize = 14;

/// Makes the page of a device; `None` if its id cannot be part of an address.
pub(super) fn page<'a>(cx: &CatalogContext<'a>, at: usize) -> Option<CatalogPage<'a>> {
    cx.device_path(at)?;
    let device = cx.device(at)?;
    let record = &cx.catalog.hardware[at].record;
    let anchors = &cx.of_device[at];
    let drawn = drawn(cx, device, at);
    let definition = definition(cx, device, at, &drawn);
    let view = DeviceView {
        name: record.name.clone(),
        id: record.id.clone(),
        class: device.device.class.heading().to_owned(),
        facts: facts::device(record, &device.device),
        aliases: record.aliases.clone(),
        memory_chart: memory_chart::view(cx, &device.device),
        speeds: (!drawn.is_empty()).then(|| speeds(cx, device, &drawn, at)),
        measured: (!anchors.is_empty()).then(|| measured::table(cx, anchors, TableScope::Device)),
        measured_title: measured_title(anchors.len(), "this device"),
        rents: rents::table(cx, at),
        sources: sources::list(cx, &record.sources, anchors, ROOT),
        definition,
    };
    let description = format!(
        "{} for language models: what fits, and how fast it runs: ceiling, realistic range and measurements.",
        record.name
    );
    let id = PageId::Device(record.id.clone());
    Some(CatalogPage::new(id, &record.name, description, CatalogContent::Device(Box::new(view))))
}

pub(super) fn measured_title(count: usize, of: &str) -> String {
    match count {
        0 => format!("Nothing measured: no published run of {of} is known here"),
        count => format!("{} of {of}", counted(count, "published measurement")),
    }
}

/// Describes the device in one or two sentences: what it is, and the speed of the most measured model among the drawn
/// ones.
fn definition(cx: &CatalogContext<'_>, device: &DeviceRecord, at: usize, drawn: &[ModelEstimate<'_>]) -> String {
    let record = &cx.catalog.hardware[at].record;
    let memory = record.memory_gib.map(|gib| format!("{} GiB of ", number::plain(gib, 1))).unwrap_or_default();
    let year = record.release_year.map(|year| format!(", {year}")).unwrap_or_default();
    let bandwidth = number::plain(record.bandwidth_gb_s, 1);
    let hardware =
        format!("{}{year}: {memory}{} that moves {bandwidth} GB a second.", record.vendor, record.memory_type);
    let most_measured = drawn.iter().max_by_key(|case| cx.of_model[case.at].len());
    let Some(ModelEstimate { model, format, estimated, .. }) = most_measured else { return hardware };
    let tokens = number::count(context(model, CONTEXT));
    let engine = device.profile(format.files).map_or("", |profile| profile.words.as_str());
    let really = match &estimated.speeds.range {
        Some(range) => format!(", and realistically {}", number::range(range.low, range.high)),
        None => String::new(),
    };
    format!(
        "{hardware} {} in {}, one request with {tokens} tokens of context: at most {} tokens per second{really} ({engine}).",
        short_name(&model.name),
        format.name,
        number::speed(estimated.speeds.ceiling)
    )
}

/// Returns the models to draw: models measured on this device take precedence, then the most measured ones. Sorted by
/// bytes read per token, the smallest first.
fn drawn<'a>(cx: &CatalogContext<'a>, device: &DeviceRecord, at: usize) -> Vec<ModelEstimate<'a>> {
    let anchors = &cx.catalog.anchors;
    let mut ranked = Vec::new();
    for (number, model) in cx.models.iter().enumerate() {
        let Some((model, format)) = model.and_then(|model| Some((model, model.usual_format()?))) else { continue };
        if fits(device, model, format) {
            let is_its = |position: &usize| {
                let anchor = &anchors[*position];
                let same = || cx.catalog.formats[anchor.quantization].record.id == format.id;
                anchor.hardware == at && plain(anchor) && same()
            };
            let rank = (cx.of_model[number].iter().any(is_its), cx.of_model[number].len());
            ranked.push((rank, number, model, format));
        }
    }
    ranked.sort_by(|(a, left, ..), (b, right, ..)| b.cmp(a).then(left.cmp(right)));
    ranked.truncate(DRAWN);
    let case = |(_, at, model, format)| ModelEstimate { at, model, format, estimated: estimate(device, model, format) };
    let mut cases: Vec<ModelEstimate<'a>> = ranked.into_iter().map(case).collect();
    cases.sort_by(|a, b| a.estimated.moved.total_cmp(&b.estimated.moved));
    cases
}

fn speeds(cx: &CatalogContext<'_>, device: &DeviceRecord, drawn: &[ModelEstimate<'_>], at: usize) -> SpeedsView {
    let rows: Vec<RangeRow> = drawn.iter().map(|case| range_row(cx, device, case, at)).collect();
    let tokens = number::count(CONTEXT);
    let mut engines: Vec<&str> =
        drawn.iter().filter_map(|case| Some(device.profile(case.format.files)?.words.as_str())).collect();
    engines.dedup();
    engines.sort_unstable();
    engines.dedup();
    let caption = format!(
        "{}, one request, {tokens} tokens of context unless a row says otherwise, cache in 16 bits; {}. Measured: one plain stream; its row has the context of those runs.",
        device.device.name,
        engines.join("; ")
    );
    let reason = device.profile(FileFormat::Gguf).map_or("", |profile| profile.reason.as_str());
    let mut all: Vec<FormatView> =
        formats(&device.device).iter().filter_map(|id| models_by_format::in_format(cx, device, id)).collect();
    all.extend(models_by_format::in_their_own(cx, device));
    let explorer = cx.explorer(&format!("hw={}", device.device.id));
    SpeedsView {
        title: title(cx, drawn),
        drawn: RangePlot {
            caption,
            first: "Model",
            side: Some(("GB", "per token")),
            shows: range_plot::ALL,
            ids: "s",
            root: ROOT,
            rows,
        },
        note: format!("The realistic range is an 80 % range: {reason}."),
        explorer: explorer.map(|address| (address, "All models on this device, sorted and filtered")),
        all,
    }
}

/// Returns the heading of the range plot: the speed of the most measured model.
fn title(cx: &CatalogContext<'_>, drawn: &[ModelEstimate<'_>]) -> String {
    let most_measured = drawn.iter().max_by_key(|case| cx.of_model[case.at].len());
    most_measured.map_or_else(String::new, |ModelEstimate { model, format, estimated, .. }| {
        let ceiling = number::speed(estimated.speeds.ceiling);
        let model_in_format = format!("{} in {}", short_name(&model.name), format.name);
        match &estimated.speeds.range {
            Some(range) => {
                format!(
                    "{model_in_format}: about {} tokens per second; the memory bus allows {ceiling}",
                    number::speed(range.typical)
                )
            }
            None => format!("{model_in_format}: at most {ceiling} tokens per second"),
        }
    })
}

fn range_row(cx: &CatalogContext<'_>, device: &DeviceRecord, case: &ModelEstimate<'_>, at: usize) -> RangeRow {
    let ModelEstimate { at: number, model, format, .. } = case;
    let same = |position: &&usize| {
        let anchor = &cx.catalog.anchors[**position];
        anchor.hardware == at && plain(anchor) && cx.catalog.formats[anchor.quantization].record.id == format.id
    };
    let own = cx.of_model[*number].iter().filter(same).map(|position| &cx.catalog.anchors[*position]);
    let (tokens, measured) = same_context(own, model);
    let estimated = at_context(device, model, format, tokens);
    RangeRow {
        name: InlinePiece::page(cx.model_path(*number), short_name(&model.name)),
        under: format!("{}{}", format.name, other_context(tokens)),
        side: number::speed(estimated.moved / 1e9),
        estimated,
        question: question(cx, device, model, format, tokens),
        measured,
        elsewhere: Vec::new(),
    }
}
