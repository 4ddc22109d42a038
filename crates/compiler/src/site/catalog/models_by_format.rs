//! Tables of the models on a device, by format: models that fit with their speeds, others with the memory that they
//! need.
//!
//! 1. The formats are those that people run on the device; models that are mostly measured in another format have a
//!    separate table.
//! 2. [`known_first`] selects the rows: models measured on the device, then the most measured ones. Counts in headings
//!    cover the whole catalog.
//! 3. Models are sorted by the memory that they need, the least first. A model that does not fit has no speed.

use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::estimates::{CONTEXT, Estimated, context, estimate, fits, format, formats, needed};
use crate::site::catalog::range_plot;
use crate::site::catalog::words::{gb, short_name};
use crate::site::inline::{Cell, InlineHtml, InlinePiece};
use crate::site::table::{self, GridColumn, GridLine, GridTable, numbers, wide_numbers, words};
use rooflight_document::number;
use rooflight_estimator::calibration::FileFormat;
use rooflight_estimator::records::{DeviceRecord, FormatRecord, ModelRecord};
use rooflight_glossary::syntax::inline::sentence_case;
use serde::Serialize;
use std::collections::BTreeSet;

/// Maximum number of rows of a table, since a catalog has hundreds of devices and models.
pub(super) const LISTED: usize = 30;

/// Maximum number of names listed after a table as too large or too small.
const NAMED: usize = 12;

/// Keeps the [`LISTED`] cases that rank highest, in their present order.
pub(super) fn known_first<T>(cases: Vec<T>, rank: impl Fn(&T) -> (bool, usize)) -> Vec<T> {
    let mut ranks: Vec<((bool, usize), usize)> = cases.iter().enumerate().map(|(at, case)| (rank(case), at)).collect();
    ranks.sort_by(|(a, first), (b, second)| b.cmp(a).then(first.cmp(second)));
    ranks.truncate(LISTED);
    let kept: BTreeSet<usize> = ranks.into_iter().map(|(_, at)| at).collect();
    cases.into_iter().enumerate().filter(|(at, _)| kept.contains(at)).map(|(_, case)| case).collect()
}

/// Says how many of the rows a table shows; empty if it shows all.
pub(super) fn share(shown: usize, all: usize) -> String {
    let [shown_words, all_words] = [shown, all].map(|count| number::count(count as u64));
    if shown < all {
        format!(" {shown_words} of {all_words}: those measured together, then those measured most.")
    } else {
        String::new()
    }
}

/// Lists the first names, and says how many more there are.
pub(super) fn named(names: impl Iterator<Item = (InlinePiece, String)>, count: usize) -> InlineHtml {
    let mut pieces = Vec::new();
    for (at, (name, after)) in names.take(NAMED).enumerate() {
        if at > 0 {
            pieces.push(InlinePiece::Text(", ".to_owned()));
        }
        pieces.extend([name, InlinePiece::Text(after)]);
    }
    let rest = count.saturating_sub(NAMED);
    if rest > 0 {
        pieces.push(InlinePiece::Text(format!(", and {} more", number::count(rest as u64))));
    }
    InlineHtml(pieces)
}

/// The table of one format.
#[derive(Serialize)]
pub(crate) struct FormatView {
    pub(crate) title: String,
    pub(crate) table: GridTable,
    /// The models that do not fit with the memory that they need, or the devices that are too small with their memory.
    pub(crate) too_large: InlineHtml,
}

/// A model in a format, with its estimate on the device.
pub(super) struct ModelEstimate<'a> {
    pub(super) at: usize,
    pub(super) model: &'a ModelRecord,
    pub(super) format: &'a FormatRecord,
    pub(super) estimated: Estimated,
}

/// A model in a format, with the memory that it needs.
struct ModelCase<'a> {
    at: usize,
    model: &'a ModelRecord,
    format: &'a FormatRecord,
    needs: Option<f64>,
}

/// Returns the note for a model whose longest context is shorter than the tables' context; else empty.
pub(super) fn shorter(model: &ModelRecord) -> String {
    other_context(context(model, CONTEXT))
}

/// Returns the note for a context that differs from the tables'; else empty.
pub(super) fn other_context(tokens: u64) -> String {
    match tokens {
        CONTEXT => String::new(),
        1 => ", 1 token".to_owned(),
        tokens => format!(", {} tokens", number::count(tokens)),
    }
}

/// Returns the address of the calculator with a row's inputs, below the site's root.
pub(super) fn question(
    cx: &CatalogContext<'_>,
    device: &DeviceRecord,
    model: &ModelRecord,
    format: &FormatRecord,
    tokens: u64,
) -> Option<String> {
    cx.question(&device.device.id, &model.id, &format.id, tokens)
}

const COLUMNS: &[GridColumn] = &[
    words("Model"),
    numbers("Needs", "GB"),
    wide_numbers("Reads", "GB per token"),
    numbers("Ceiling", "tok/s"),
    numbers("Realistic", "tok/s"),
];

/// Makes the table of all models in a format; `None` if no model has it.
pub(super) fn in_format(cx: &CatalogContext<'_>, device: &DeviceRecord, id: &str) -> Option<FormatView> {
    let cases = cases(cx, |_, model| format(model, id));
    let first = cases.first()?;
    let name = first.format.name.clone();
    let engine = device.profile(first.format.files).map_or("", |profile| profile.words.as_str()).to_owned();
    Some(every(cx, device, cases, &name, &engine))
}

/// Makes the table of models that are mostly measured in another format than those of the device's tables.
pub(super) fn in_their_own(cx: &CatalogContext<'_>, device: &DeviceRecord) -> Option<FormatView> {
    let shown = formats(&device.device);
    let is_own = |format: &&FormatRecord| format.files == FileFormat::Gguf && !shown.contains(&format.id.as_str());
    let cases = cases(cx, |number, _| cx.most_measured[number].filter(is_own));
    let engine = device.profile(FileFormat::Gguf).map_or("", |profile| profile.words.as_str()).to_owned();
    (!cases.is_empty()).then(|| every(cx, device, cases, "another format, in which they are measured most", &engine))
}

/// Returns the models for which `choose` returns a format, sorted by the memory that they need, the least first.
fn cases<'a>(
    cx: &CatalogContext<'a>,
    choose: impl Fn(usize, &'a ModelRecord) -> Option<&'a FormatRecord>,
) -> Vec<ModelCase<'a>> {
    let case = |(at, model): (usize, Option<&'a ModelRecord>)| {
        let model = model?;
        let format = choose(at, model)?;
        Some(ModelCase { at, model, format, needs: needed(model, format, CONTEXT).map(|fit| fit.needed()) })
    };
    let mut cases: Vec<ModelCase<'a>> = cx.models.iter().copied().enumerate().filter_map(case).collect();
    cases.sort_by(|a, b| a.needs.unwrap_or(0.0).total_cmp(&b.needs.unwrap_or(0.0)));
    cases
}

fn every(
    cx: &CatalogContext<'_>,
    device: &DeviceRecord,
    cases: Vec<ModelCase<'_>>,
    name: &str,
    engine: &str,
) -> FormatView {
    let (fit, too_large): (Vec<ModelCase<'_>>, Vec<ModelCase<'_>>) =
        cases.into_iter().partition(|case| fits(device, case.model, case.format));
    let own = name.contains(' ') && name.starts_with("another");
    let needs = |case: &ModelCase<'_>| case.needs.map(gb).unwrap_or_default();
    let row = |case: &ModelCase<'_>| {
        let ModelCase { at, model, format, .. } = case;
        let estimated = estimate(device, model, format);
        let mut under = shorter(model);
        if own {
            under = format!(", {}{under}", format.name);
        }
        let mut name = vec![InlinePiece::page(cx.model_path(*at), short_name(&model.name))];
        name.extend((!under.is_empty()).then(|| InlinePiece::small(under.trim_start_matches(", "))));
        let question = question(cx, device, model, format, context(model, CONTEXT));
        GridLine::Row(vec![
            Cell::of("", name),
            Cell::text("n", needs(case)),
            Cell::text("n wide-only", number::speed(estimated.moved / 1e9)),
            Cell::text("n c", number::speed(estimated.speeds.ceiling)),
            Cell::of("n r", vec![range_plot::realistic(&estimated, question)]),
        ])
    };
    let fitting = fit.len();
    let here = |case: &ModelCase<'_>| device.measured.contains(&case.model.id);
    let fit = known_first(fit, |case| (here(case), cx.of_model[case.at].len()));
    let lines: Vec<GridLine> = fit.iter().map(row).collect();
    let tokens = number::count(CONTEXT);
    let caption = format!(
        "{}, {name}, one request, {tokens} tokens of context; {engine}. Needs: weights, cache and buffers.{}",
        device.device.name,
        share(fit.len(), fitting)
    );
    let listed = too_large.iter().map(|case| {
        (InlinePiece::page(cx.model_path(case.at), short_name(&case.model.name)), format!(" ({} GB)", needs(case)))
    });
    let has_memory = device.device.memory.is_some();
    let counted = crate::site::catalog::words::counted(fitting, "model");
    let count = match (has_memory, too_large.len()) {
        (false, _) => format!("{counted}, if its memory holds them"),
        (true, 0) => format!("all {counted} fit"),
        (true, over) => format!("{counted} fit, {over} do not"),
    };
    FormatView {
        title: format!("{}: {count}", sentence_case(name)),
        table: GridTable {
            caption,
            class: "plainly",
            columns: COLUMNS.to_vec(),
            lines,
            fold: table::OPEN,
            what: "models",
        },
        too_large: named(listed, too_large.len()),
    }
}
