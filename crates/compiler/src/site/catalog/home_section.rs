//! The home page's section on the catalog: models that run on one device, and the newest measurements.
//!
//! 1. It lists the newest models measured on the device, then the newest measured anywhere, if they fit; a few per
//!    family, the fastest first.
//! 2. The list's models are those with a name in the picture of all models on the device (`room`).
//! 3. It lists the newest plain measurements of one stream, one per pair of device and model and a few per publication,
//!    each with ceiling and range at its own context.
//!
//! It only selects; the numbers are those of the other pages.

use crate::site::answers::Answers;
use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::estimates::{CONTEXT, at_context, context, estimate, format, plain};
use crate::site::catalog::range_plot::{RangePlot, RangeRow, Show};
use crate::site::catalog::room::{RoomView, room};
use crate::site::catalog::words::short_name;
use crate::site::inline::InlinePiece;
use crate::site::inputs::Inputs;
use crate::site::paths::EXPLORE;
use rooflight_document::date::date;
use rooflight_document::number;
use rooflight_estimator::records::rows::is_near;
use rooflight_estimator::records::{FormatRecord, ModelRecord};
use rooflight_glossary::model::catalog::measurements::Anchor;
use rooflight_primitives::units::count;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

const ROOT: &str = "./";

/// Maximum number of models in the list, and of one family.
const MODELS: (usize, usize) = (11, 2);
/// Maximum number of models that take precedence because they were measured on the device.
const HERE: usize = 6;
/// Maximum number of measurements in the list, and of one publication.
const MEASUREMENTS: (usize, usize) = (5, 2);
/// Models with fewer parameters are omitted, since they run on anything.
const MIN_PARAMETERS: f64 = 4e9;

/// The catalog's section of the home page.
#[derive(Serialize)]
pub(crate) struct HomeSection {
    device: String,
    room: Option<RoomView>,
    runs: RangePlot,
    /// True if the site has the explorer, and so the page that checks benchmark outputs.
    explores: bool,
    /// The address of the page with all models for the device.
    all: String,
    models: String,
    newest: Option<RangePlot>,
    measurements: String,
}

/// Makes the section for the device with this id; `None` if the catalog has no such device, or there is nothing to show
/// for it.
pub(crate) fn home_section(inputs: &Inputs<'_>, answers: Option<&Answers<'_>>, id: &str) -> Option<HomeSection> {
    let cx = CatalogContext::new(inputs, answers)?;
    let catalog = cx.catalog;
    let at = catalog.hardware.iter().position(|device| device.record.id == id)?;
    let device = catalog.hardware[at].record.name.clone();
    let all =
        if cx.explores { format!("{ROOT}{EXPLORE}?hw={id}&v=1") } else { format!("{ROOT}{}", cx.device_path(at)?) };
    let selected = selected(&cx, at)?;
    Some(HomeSection {
        room: room(&cx, at, &selected),
        runs: runs(selected, &device),
        device,
        explores: cx.explores,
        all,
        models: number::count(cx.models.iter().flatten().count() as u64),
        newest: newest(&cx),
        measurements: number::count(catalog.anchors.len() as u64),
    })
}

/// Returns the letters that the ids of a family share: "qwen" for "qwen3.6-27b".
fn family(id: &str) -> &str {
    let end = id.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(id.len());
    &id[..end]
}

/// Selects the models of the list: their numbers in the catalog and their rows, the newest measured first; `None`
/// without any.
fn selected(cx: &CatalogContext<'_>, at: usize) -> Option<Vec<(usize, RangeRow)>> {
    let device = cx.device(at)?;
    let anchors = &cx.catalog.anchors;
    let mut newest: Vec<usize> = (0..cx.models.len()).filter(|at| !cx.of_model[*at].is_empty()).collect();
    newest.sort_by_key(|at| Reverse(cx.catalog.models[*at].record.release_date));
    let ran = |number: &usize| -> Vec<usize> {
        cx.of_model[*number].iter().filter(|row| anchors[**row].hardware == at).copied().collect()
    };
    let measured = |number: &usize| {
        let own = ran(number);
        let format = cx.models[*number].and_then(ModelRecord::usual_format);
        format.is_some_and(|format| speeds(cx, &own, format) != (Vec::new(), Vec::new()))
    };
    let (here, others): (Vec<usize>, Vec<usize>) = newest.into_iter().partition(measured);
    let (first, rest) = here.split_at(here.len().min(HERE));
    let mut others = [rest, &others].concat();
    others.sort_by_key(|at| Reverse(cx.catalog.models[*at].record.release_date));
    let mut families: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    for number in first.iter().copied().chain(others) {
        let Some(model) = cx.models[number] else { continue };
        let same = families.entry(family(&model.id)).or_default();
        let own = ran(&number);
        let Some(format) = model.usual_format() else { continue };
        let estimated = estimate(device, model, format);
        let fits = estimated.verdict().is_known_to_fit();
        if rows.len() == MODELS.0 || *same == MODELS.1 || !fits || format.weights.parameters() < MIN_PARAMETERS {
            continue;
        }
        *same += 1;
        let (measured, elsewhere) = speeds(cx, &own, format);
        let row = RangeRow {
            name: InlinePiece::page(cx.model_path(number), short_name(&model.name)),
            under: format.name.clone(),
            side: String::new(),
            question: cx.question(&device.device.id, &model.id, &format.id, context(model, CONTEXT)),
            measured,
            elsewhere,
            estimated,
        };
        rows.push((number, row));
    }
    (!rows.is_empty()).then_some(rows)
}

fn runs(selected: Vec<(usize, RangeRow)>, name: &str) -> RangePlot {
    let mut rows: Vec<RangeRow> = selected.into_iter().map(|(_, row)| row).collect();
    rows.sort_by(|a, b| b.estimated.speeds.likely().total_cmp(&a.estimated.speeds.likely()));
    let tokens = number::count(CONTEXT);
    let caption = format!(
        "The newest measured models that fit a {name}, a few of each family: one request with {tokens} tokens of context. A diamond is a run at about this context, a hollow one a run at another."
    );
    RangePlot { caption, first: "Model", side: None, shows: &[Show::Realistic], ids: "r", root: ROOT, rows }
}

/// Returns the speeds of plain runs in a format: those near the list's context, then those at other known contexts.
fn speeds(cx: &CatalogContext<'_>, rows: &[usize], format: &FormatRecord) -> (Vec<f64>, Vec<f64>) {
    let anchors = rows.iter().map(|row| &cx.catalog.anchors[*row]);
    let runs = anchors.filter(|anchor| {
        plain(anchor) && anchor.row.depth.is_some() && cx.catalog.formats[anchor.quantization].record.id == format.id
    });
    let (here, elsewhere): (Vec<&Anchor>, Vec<&Anchor>) = runs.partition(|anchor| has_listed_context(anchor));
    let speed = |anchors: Vec<&Anchor>| anchors.iter().map(|anchor| anchor.row.tokens_per_s).collect();
    (speed(here), speed(elsewhere))
}

/// True if a run's context is known and near the list's.
fn has_listed_context(anchor: &Anchor) -> bool {
    anchor.row.depth.is_some() && is_near(anchor.mean_depth(), count(CONTEXT))
}

fn newest(cx: &CatalogContext<'_>) -> Option<RangePlot> {
    let catalog = cx.catalog;
    let mut runs: Vec<&Anchor> =
        catalog.anchors.iter().filter(|anchor| plain(anchor) && anchor.row.depth.is_some()).collect();
    runs.sort_by(|a, b| b.row.date.cmp(&a.row.date));
    let mut rows: Vec<RangeRow> = Vec::new();
    let mut seen: Vec<(usize, usize)> = Vec::new();
    let mut publications: BTreeMap<usize, usize> = BTreeMap::new();
    for anchor in runs {
        let (Some(device), Some(model)) = (cx.device(anchor.hardware), cx.models[anchor.model]) else { continue };
        let Some(format) = format(model, &catalog.formats[anchor.quantization].record.id) else { continue };
        let own = publications.entry(anchor.publication).or_default();
        if rows.len() == MEASUREMENTS.0 || *own == MEASUREMENTS.1 || seen.contains(&(anchor.hardware, anchor.model)) {
            continue;
        }
        *own += 1;
        seen.push((anchor.hardware, anchor.model));
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of tokens")]
        let depth = anchor.mean_depth().max(1.0) as u64;
        let when = anchor.row.date.as_deref().map(date).unwrap_or_default();
        let tokens = number::count(depth);
        rows.push(RangeRow {
            name: InlinePiece::page(cx.model_path(anchor.model), short_name(&model.name)),
            under: format!("{}, {}, {tokens} tokens, {when}", device.device.name, format.name),
            side: String::new(),
            question: None,
            measured: vec![anchor.row.tokens_per_s],
            elsewhere: Vec::new(),
            estimated: at_context(device, model, format, depth),
        });
    }
    let caption = "Runs of one plain stream, each with the ceiling and the range for its own context.".to_owned();
    let shows = &[Show::Measured];
    (!rows.is_empty()).then_some(RangePlot { caption, first: "Run", side: None, shows, ids: "n", root: ROOT, rows })
}
