//! Models on a device, format by format: those that fit with their speeds, the others with what they need.
//!
//! 1. The formats are those that people run on the device; models that are measured most in another file have a table
//!    of their own.
//! 2. [`known_first`] picks the rows: those measured here, then those measured most. The counts are those of the whole
//!    catalog.
//! 3. The model that needs least stands first. One that does not fit has no speed.

use crate::site::catalog::cells::{Cell, InlineHtml, Piece};
use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::estimates::{CONTEXT, Estimated, context, estimate, format, formats, most_measured, needed};
use crate::site::catalog::grid::{self, Column, Line, Table, numbers, words};
use crate::site::catalog::range_plot;
use crate::site::catalog::words::{gb, short_name};
use rooflight_calibration::FileFormat;
use rooflight_document::number;
use rooflight_glossary::syntax::inline::sentence_case;
use rooflight_records::{DeviceRecord, FormatRecord, ModelRecord};
use serde::Serialize;
use std::collections::BTreeSet;

/// Rows of a table in one format: a catalog has hundreds of devices and models, and a page lists those that readers
/// look for.
pub(super) const LISTED: usize = 30;

/// Names after a table that are listed as too large or too small.
const NAMED: usize = 12;

/// The [`LISTED`] cases that rank highest, in their order.
pub(super) fn known_first<T>(cases: Vec<T>, rank: impl Fn(&T) -> (bool, usize)) -> Vec<T> {
    let mut ranks: Vec<((bool, usize), usize)> = cases.iter().enumerate().map(|(at, case)| (rank(case), at)).collect();
    ranks.sort_by(|(a, first), (b, second)| b.cmp(a).then(first.cmp(second)));
    ranks.truncate(LISTED);
    let kept: BTreeSet<usize> = ranks.into_iter().map(|(_, at)| at).collect();
    cases.into_iter().enumerate().filter(|(at, _)| kept.contains(at)).map(|(_, case)| case).collect()
}

/// How many of the rows a table shows; empty where it shows all.
pub(super) fn share(shown: usize, all: usize) -> String {
    let [shown_words, all_words] = [shown, all].map(|count| number::count(count as u64));
    if shown < all {
        format!(" {shown_words} of {all_words}: those measured together, then those measured most.")
    } else {
        String::new()
    }
}

/// The first names, and how many more there are.
pub(super) fn named(names: impl Iterator<Item = (Piece, String)>, count: usize) -> InlineHtml {
    let mut pieces = Vec::new();
    for (at, (name, after)) in names.take(NAMED).enumerate() {
        if at > 0 {
            pieces.push(Piece::Text(", ".to_owned()));
        }
        pieces.extend([name, Piece::Text(after)]);
    }
    let rest = count.saturating_sub(NAMED);
    if rest > 0 {
        pieces.push(Piece::Text(format!(", and {} more", number::count(rest as u64))));
    }
    InlineHtml(pieces)
}

/// All that is known in one format.
#[derive(Serialize)]
pub(crate) struct FormatView {
    pub(crate) title: String,
    pub(crate) table: Table,
    /// The models that do not fit, each with the memory it needs.
    pub(crate) too_large: InlineHtml,
}

/// A model in a format on the device.
pub(super) struct ModelEstimate<'a> {
    pub(super) at: usize,
    pub(super) model: &'a ModelRecord,
    pub(super) format: &'a FormatRecord,
    pub(super) estimated: Estimated,
}

/// The note on a model whose longest context is shorter than the tables' context.
pub(super) fn shorter(model: &ModelRecord) -> String {
    other_context(context(model, CONTEXT))
}

/// The note on a context that is not that of the tables.
pub(super) fn other_context(tokens: u64) -> String {
    match tokens {
        CONTEXT => String::new(),
        1 => ", 1 token".to_owned(),
        tokens => format!(", {} tokens", number::count(tokens)),
    }
}

/// The calculator with this row's inputs, below the site's root.
pub(super) fn question(
    cx: &CatalogContext<'_>,
    device: &DeviceRecord,
    model: &ModelRecord,
    format: &FormatRecord,
    tokens: u64,
) -> Option<String> {
    cx.question(&device.device.id, &model.id, &format.id, tokens)
}

const COLUMNS: &[Column] = &[
    words("Model"),
    numbers("Needs", "GB"),
    Column { head: "Reads", small: "GB per token", class: "n wide-only" },
    numbers("Ceiling", "tok/s"),
    numbers("Realistic", "tok/s"),
];

/// All models in a format.
pub(super) fn in_format(cx: &CatalogContext<'_>, device: &DeviceRecord, id: &str) -> Option<FormatView> {
    let cases: Vec<ModelEstimate<'_>> = cases(cx, device, |_, model| format(model, id)).collect();
    let first = cases.first()?;
    let name = first.format.name.clone();
    let engine = device.profile(first.format.files).map_or("", |profile| profile.words.as_str()).to_owned();
    Some(every(cx, device, cases, &name, &engine))
}

/// Models that are measured most in a format of their own, in that format.
pub(super) fn in_their_own(cx: &CatalogContext<'_>, device: &DeviceRecord) -> Option<FormatView> {
    let shown = formats(&device.device);
    let own = cases(cx, device, |number, model| {
        let format = most_measured(cx, model, &cx.of_model[number])?;
        (format.files == FileFormat::Gguf && !shown.contains(&format.id.as_str())).then_some(format)
    });
    let cases: Vec<ModelEstimate<'_>> = own.collect();
    let engine = device.profile(FileFormat::Gguf).map_or("", |profile| profile.words.as_str()).to_owned();
    (!cases.is_empty()).then(|| every(cx, device, cases, "another format, in which they are measured most", &engine))
}

/// The models for which a format is chosen; the one that needs least first.
fn cases<'a>(
    cx: &CatalogContext<'a>,
    device: &DeviceRecord,
    choose: impl Fn(usize, &'a ModelRecord) -> Option<&'a FormatRecord>,
) -> impl Iterator<Item = ModelEstimate<'a>> {
    let mut cases: Vec<(f64, ModelEstimate<'a>)> = Vec::new();
    for (at, model) in cx.models.iter().enumerate() {
        let Some(model) = *model else { continue };
        let Some(format) = choose(at, model) else { continue };
        let needs = needed(model, format, CONTEXT).map_or(0.0, |fit| fit.needed());
        cases.push((needs, ModelEstimate { at, model, format, estimated: estimate(device, model, format) }));
    }
    cases.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    cases.into_iter().map(|(_, case)| case)
}

fn every(
    cx: &CatalogContext<'_>,
    device: &DeviceRecord,
    cases: Vec<ModelEstimate<'_>>,
    name: &str,
    engine: &str,
) -> FormatView {
    let (fit, too_large): (Vec<ModelEstimate<'_>>, Vec<ModelEstimate<'_>>) =
        cases.into_iter().partition(|case| case.estimated.fits());
    let own = name.contains(' ') && name.starts_with("another");
    let needs = |case: &ModelEstimate<'_>| {
        needed(case.model, case.format, CONTEXT).map(|fit| gb(fit.needed())).unwrap_or_default()
    };
    let row = |case: &ModelEstimate<'_>| {
        let ModelEstimate { at, model, format, estimated } = case;
        let mut under = shorter(model);
        if own {
            under = format!(", {}{under}", format.name);
        }
        let mut name = vec![Piece::page(cx.model_path(*at), short_name(&model.name))];
        name.extend((!under.is_empty()).then(|| Piece::small(under.trim_start_matches(", "))));
        let question = question(cx, device, model, format, context(model, CONTEXT));
        Line::Row(vec![
            Cell::of("", name),
            Cell::text("n", needs(case)),
            Cell::text("n wide-only", number::speed(estimated.moved / 1e9)),
            Cell::text("n c", number::speed(estimated.ceiling)),
            Cell::of("n r", vec![range_plot::realistic(estimated, question)]),
        ])
    };
    let fitting = fit.len();
    let here = |case: &ModelEstimate<'_>| device.measured.contains(&case.model.id);
    let fit = known_first(fit, |case| (here(case), cx.of_model[case.at].len()));
    let lines: Vec<Line> = fit.iter().map(row).collect();
    let tokens = number::count(CONTEXT);
    let caption = format!(
        "{}, {name}, one request, {tokens} tokens of context; {engine}. Needs: weights, cache and buffers.{}",
        device.device.name,
        share(fit.len(), fitting)
    );
    let listed = too_large.iter().map(|case| {
        (Piece::page(cx.model_path(case.at), short_name(&case.model.name)), format!(" ({} GB)", needs(case)))
    });
    let known = device.device.memory.is_some();
    let counted = crate::site::catalog::words::counted(fitting, "model");
    let count = match (known, too_large.len()) {
        (false, _) => format!("{counted}, if its memory holds them"),
        (true, 0) => format!("all {counted} fit"),
        (true, over) => format!("{counted} fit, {over} do not"),
    };
    FormatView {
        title: format!("{}: {count}", sentence_case(name)),
        table: Table { caption, class: "plainly", columns: COLUMNS, lines, fold: grid::OPEN, what: "models" },
        too_large: named(listed, too_large.len()),
    }
}
