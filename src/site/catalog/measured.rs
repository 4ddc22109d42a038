//! The measurements of a device, a model or a publication: every row, and nothing judged.
//!
//! 1. Rows that share everything but depth and length stand under one heading, which says it once: hardware, model,
//!    format, engine, conditions, date, cautions and source.
//! 2. A row has its depth, its run, its speed as printed, and how that compares with ceiling and estimate under its own
//!    conditions, which was worked out with the calibration.
//!
//! Prompts and batches are here too; of prompts nothing is compared.

use crate::calibrate::flags;
use crate::calibrate::records;
use crate::site::catalog::cells::{Cell, Piece};
use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::grid::{Column, Line, Table, numbers, words};
use rooflight_document::date::date;
use rooflight_document::number::{self, NONE};
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase};
use rooflight_glossary::model::catalog::short;
use rooflight_primitives::units::count;
use rooflight_records::rows::PART;

/// The page that a table of measurements is for; columns that the page already states are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableScope {
    Device,
    Model,
    Publication,
}

/// Rows that stand open.
const OPEN: usize = 20;

const COLUMNS: &[Column] = &[
    numbers("Depth", "tokens"),
    words("Run"),
    numbers("Speed", "tokens per second"),
    Column { head: "Share", small: "of ceiling", class: "n wide-only" },
    numbers("Ratio", "to estimate"),
];

/// The table of these measurements: positions in the catalog.
pub(super) fn table(cx: &CatalogContext<'_>, anchors: &[usize], scope: TableScope) -> Table {
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
        let together = left.iter().take_while(|at| key(&cx.catalog.anchors[**at], scope) == head).count();
        let (group, rest) = left.split_at(together);
        lines.push(Line::Group(heading(cx, &cx.catalog.anchors[*first], scope)));
        let speed = |at: &usize| cx.catalog.anchors[*at].row.tokens_per_s;
        let decimals = group.iter().fold(0, |most, at| most.max(number::decimals_needed(speed(at), 2)));
        lines.extend(group.iter().map(|at| run(cx, *at, decimals, scope)));
        left = rest;
    }
    let caption = "As published, digits as printed; share and ratio compare one stream of each run with ceiling and estimate under its own conditions.";
    let (caption, class) = (caption.to_owned(), "measured");
    Table { caption, class, columns: COLUMNS, lines, fold: OPEN, what: "measurements" }
}

/// The properties that the runs under one heading share, in the order of the headings.
type Key<'a> = ([usize; 3], (usize, usize, usize), Settings<'a>);

/// How the devices, the requests and the cache were set up, and what the source says to be careful of.
type Settings<'a> = (u32, u8, u32, bool, Option<&'a str>, Option<&'a str>, Option<&'a str>, &'a [String]);

fn key(anchor: &Anchor, scope: TableScope) -> Key<'_> {
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

fn heading(cx: &CatalogContext<'_>, anchor: &Anchor, scope: TableScope) -> Vec<Piece> {
    let catalog = cx.catalog;
    let row = &anchor.row;
    let (device, model) = (&catalog.hardware[anchor.hardware].record, &catalog.models[anchor.model].record);
    let format = short(&catalog.formats[anchor.quantization].record.name);
    let many = number::count(row.count.into());
    let text = |words: String| Piece::Text(words);
    let times = || text(if row.count > 1 { format!("{many} × ") } else { String::new() });
    let device = Piece::page(cx.device_path(anchor.hardware), &device.name);
    let model = Piece::page(cx.model_path(anchor.model), &model.name);
    let mut subject = match scope {
        // The number is that of the devices, not of the model.
        TableScope::Device if row.count > 1 => vec![model, text(format!(", on {many} devices"))],
        TableScope::Device => vec![model],
        TableScope::Model => vec![times(), device],
        TableScope::Publication => vec![times(), device, text(", ".to_owned()), model],
    };
    subject.push(text(format!(", {format}")));
    let mut pieces = vec![Piece::Strong(subject)];
    let engine = records::engine(catalog, anchor);
    let name = catalog.runtimes.get(anchor.runtime).map_or("", |runtime| runtime.name.as_str());
    pieces.push(text(", ".to_owned()));
    pieces.push(Piece::page(cx.runtime_path(anchor.runtime), name));
    pieces.push(text(engine.strip_prefix(name).unwrap_or_default().to_owned()));
    let when = row.date.as_deref().map(date).unwrap_or_default();
    let facts = [records::conditions_in_english(row), when];
    pieces.extend(facts.iter().filter(|fact| !fact.is_empty()).map(|fact| text(format!(", {fact}"))));
    if scope != TableScope::Publication {
        let publication = &catalog.publications[anchor.publication];
        pieces.push(text(", ".to_owned()));
        pieces.push(Piece::Outside(publication.url.clone(), publication.title.clone()));
    }
    let mut reasons: Vec<&str> = row.flags.iter().map(|flag| flags::words(flag)).collect();
    reasons.sort_unstable();
    pieces.extend((!reasons.is_empty()).then(|| Piece::small(format!("Caution: {}", reasons.join("; ")))));
    pieces
}

fn run(cx: &CatalogContext<'_>, at: usize, decimals: usize, scope: TableScope) -> Line {
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
    Line::Row(vec![
        Cell { id, ..Cell::text("n", depth) },
        Cell::text("", length),
        Cell::text("n m", number::fixed(row.tokens_per_s, decimals)),
        Cell::text("n wide-only", or_none(share, number::percent(part(share)))),
        Cell::text("n", or_none(ratio, number::ratio(part(ratio)))),
    ])
}
