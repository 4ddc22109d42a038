//! The table of a device's, a model's or a publication's measurements: every row, without judgement.
//!
//! 1. Rows that differ only in depth and length share a heading, which names hardware, model, format, engine,
//!    conditions, date, cautions and source.
//! 2. A row has its depth, its run, its speed as printed, and the ratio to ceiling and estimate at its own conditions,
//!    computed during calibration.
//!
//! Prompt and batch measurements are listed too; prompts have no ratio.

use crate::calibrate::flags;
use crate::calibrate::records;
use crate::site::catalog::context::CatalogContext;
use crate::site::inline::{Cell, InlinePiece};
use crate::site::table::{GridColumn, GridLine, GridTable, numbers, wide_numbers, words};
use rooflight_document::date::date;
use rooflight_document::number::{self, NONE};
use rooflight_estimator::records::rows::PART;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase};
use rooflight_glossary::model::catalog::short;
use rooflight_primitives::units::count;

/// The kind of page that a table is for; headings omit the fact that the page is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableScope {
    Device,
    Model,
    Publication,
}

/// Number of rows before the collapsed ones.
const OPEN: usize = 20;

const COLUMNS: &[GridColumn] = &[
    numbers("Depth", "tokens"),
    words("Run"),
    numbers("Speed", "tokens per second"),
    wide_numbers("Share", "of ceiling"),
    numbers("Ratio", "to estimate"),
];

/// Makes the table of these measurements, given by their positions in the catalog.
pub(super) fn table(cx: &CatalogContext<'_>, anchors: &[usize], scope: TableScope) -> GridTable {
    let mut rows: Vec<usize> = anchors.to_vec();
    rows.sort_by(|a, b| {
        let [a, b] = [*a, *b].map(|at| &cx.catalog.anchors[at]);
        let prompt = |anchor: &Anchor| anchor.row.phase == Phase::Prefill;
        let depth = |anchor: &Anchor| anchor.row.depth.map_or(f64::MAX, |_| anchor.mean_depth());
        let within = prompt(a).cmp(&prompt(b)).then_with(|| depth(a).total_cmp(&depth(b)));
        key(a, scope).cmp(&key(b, scope)).then(within)
    });
    let mut lines = Vec::with_capacity(rows.len() + rows.len() / 3);
    let mut left = rows.as_slice();
    while let Some(first) = left.first() {
        let head = key(&cx.catalog.anchors[*first], scope);
        let group_length = left.iter().take_while(|at| key(&cx.catalog.anchors[**at], scope) == head).count();
        let (group, rest) = left.split_at(group_length);
        lines.push(GridLine::Group(heading(cx, &cx.catalog.anchors[*first], scope)));
        let speed = |at: &usize| cx.catalog.anchors[*at].row.tokens_per_s;
        let decimals = group.iter().fold(0, |most, at| most.max(number::decimals_needed(speed(at), 2)));
        lines.extend(group.iter().map(|at| run(cx, *at, decimals, scope)));
        left = rest;
    }
    let caption = "As published, digits as printed; share and ratio compare one stream of each run with ceiling and estimate under its own conditions.";
    let (caption, class) = (caption.to_owned(), "measured");
    GridTable { caption, class, columns: COLUMNS.to_vec(), lines, fold: OPEN, what: "measurements" }
}

/// The properties that all runs under a heading share; headings are sorted by them.
type GroupKey<'a> = ([usize; 3], (usize, usize, usize), Settings<'a>);

/// The setup of devices, requests and cache, and the source's cautions.
type Settings<'a> = (u32, u8, u32, bool, Option<&'a str>, Option<&'a str>, Option<&'a str>, &'a [String]);

fn key(anchor: &Anchor, scope: TableScope) -> GroupKey<'_> {
    let row = &anchor.row;
    let order = match scope {
        TableScope::Device => [anchor.model, anchor.quantization, 0],
        TableScope::Model => [anchor.hardware, anchor.quantization, 0],
        TableScope::Publication => [anchor.hardware, anchor.model, anchor.quantization],
    };
    let settings = (
        row.count,
        row.parallel as u8,
        row.concurrency,
        row.phase == Phase::SpecDecode,
        row.kv_type.as_deref(),
        row.version.as_deref(),
        row.date.as_deref(),
        row.flags.as_slice(),
    );
    (order, (anchor.publication, anchor.runtime, anchor.backend), settings)
}

fn heading(cx: &CatalogContext<'_>, anchor: &Anchor, scope: TableScope) -> Vec<InlinePiece> {
    let catalog = cx.catalog;
    let row = &anchor.row;
    let (device, model) = (&catalog.hardware[anchor.hardware].record, &catalog.models[anchor.model].record);
    let format = short(&catalog.formats[anchor.quantization].record.name);
    let many = number::count(row.count.into());
    let text = |words: String| InlinePiece::Text(words);
    let times = || text(if row.count > 1 { format!("{many} × ") } else { String::new() });
    let device = InlinePiece::page(cx.device_path(anchor.hardware), &device.name);
    let model = InlinePiece::page(cx.model_path(anchor.model), &model.name);
    let mut subject = match scope {
        // The count is the number of devices, so it must not precede the model.
        TableScope::Device if row.count > 1 => vec![model, text(format!(", on {many} devices"))],
        TableScope::Device => vec![model],
        TableScope::Model => vec![times(), device],
        TableScope::Publication => vec![times(), device, text(", ".to_owned()), model],
    };
    subject.push(text(format!(", {format}")));
    let mut pieces = vec![InlinePiece::Strong(subject)];
    let engine = records::engine(catalog, anchor);
    let name = catalog.runtimes.get(anchor.runtime).map_or("", |runtime| runtime.name.as_str());
    pieces.push(text(", ".to_owned()));
    pieces.push(InlinePiece::page(cx.runtime_path(anchor.runtime), name));
    pieces.push(text(engine.strip_prefix(name).unwrap_or_default().to_owned()));
    let when = row.date.as_deref().map(date).unwrap_or_default();
    let facts = [records::conditions_in_english(row), when];
    pieces.extend(facts.iter().filter(|fact| !fact.is_empty()).map(|fact| text(format!(", {fact}"))));
    if scope != TableScope::Publication {
        let publication = &catalog.publications[anchor.publication];
        pieces.push(text(", ".to_owned()));
        pieces.push(InlinePiece::Outside(publication.url.clone(), publication.title.clone()));
    }
    let mut reasons: Vec<&str> = row.flags.iter().map(|flag| flags::words(flag)).collect();
    reasons.sort_unstable();
    pieces.extend((!reasons.is_empty()).then(|| InlinePiece::small(format!("Caution: {}", reasons.join("; ")))));
    pieces
}

fn run(cx: &CatalogContext<'_>, at: usize, decimals: usize, scope: TableScope) -> GridLine {
    let anchor = &cx.catalog.anchors[at];
    let row = &anchor.row;
    let depth = match (row.phase, row.depth) {
        (Phase::Prefill, depth) => number::count(depth.unwrap_or(0).into()),
        (_, Some(_)) => number::fixed(anchor.mean_depth(), 0),
        (_, None) => "not stated".to_owned(),
    };
    let length = match (row.phase, row.prompt, row.generated) {
        (Phase::Prefill, Some(prompt), _) => format!("prompt of {}", number::count(prompt.into())),
        (Phase::Prefill, None, _) => "prompt".to_owned(),
        (_, _, None) => String::new(),
        (_, _, Some(generated)) => format!("{} generated", number::plain(generated, 0)),
    };
    let (share, ratio) = cx.calibrated.compared.get(at).copied().unwrap_or_default();
    let part = |number: u64| count(number) * PART;
    let or_none = |parts: u64, words: String| if parts > 0 { words } else { NONE.to_owned() };
    let id = if scope == TableScope::Publication && rooflight_source::slug::is_slug(&row.id) {
        row.id.clone()
    } else {
        String::new()
    };
    GridLine::Row(vec![
        Cell { id, ..Cell::text("n", depth) },
        Cell::text("", length),
        Cell::text("n m", number::fixed(row.tokens_per_s, decimals)),
        Cell::text("n wide-only", or_none(share, number::percent(part(share)))),
        Cell::text("n", or_none(ratio, number::ratio(part(ratio)))),
    ])
}
