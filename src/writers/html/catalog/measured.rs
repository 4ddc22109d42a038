//! The measurements of a device, a model or a publication: every row, and nothing judged.
//!
//! 1. Rows that share everything but depth and length stand under one heading, which says it once: hardware, model, format, engine,
//!    conditions, date, cautions and source.
//! 2. A row has its depth, its run, its speed as printed, and how that compares with ceiling and estimate under its own conditions, which
//!    was worked out with the calibration.
//!
//! Prompts and batches are here too; of prompts nothing is compared.

use crate::calibrate::flags;
use crate::calibrate::records;
use crate::model::catalog::measurements::{Anchor, Phase};
use crate::syntax::highlight::escape;
use crate::writers::html::catalog::grid::{self, Column, Line, numbers, words};
use crate::writers::html::catalog::{Book, ROOT, link, outside};
use rooflight_estimator::records::rows::PART;
use rooflight_estimator::units::count;
use rooflight_estimator::view::date::date;
use rooflight_estimator::view::number::{self, NONE};

/// Whose measurements a table shows: what its page says already is not said again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
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
pub(super) fn table(book: &Book<'_>, anchors: &[usize], whose: Whose) -> String {
    let mut rows: Vec<usize> = anchors.to_vec();
    rows.sort_by(|a, b| {
        let [a, b] = [*a, *b].map(|at| &book.catalog.anchors[at]);
        let prompt = |anchor: &Anchor| anchor.row.phase == Phase::Prefill;
        let depth = |anchor: &Anchor| anchor.row.depth.map_or(f64::MAX, |_| anchor.mean_depth());
        let within = prompt(a).cmp(&prompt(b)).then_with(|| depth(a).total_cmp(&depth(b)));
        key(a, whose).cmp(&key(b, whose)).then(within)
    });
    let mut lines = Vec::with_capacity(rows.len() + rows.len() / 3);
    let mut left = rows.as_slice();
    while let Some(first) = left.first() {
        let head = key(&book.catalog.anchors[*first], whose);
        let together = left.iter().take_while(|at| key(&book.catalog.anchors[**at], whose) == head).count();
        let (group, rest) = left.split_at(together);
        lines.push(Line::Group(heading(book, &book.catalog.anchors[*first], whose)));
        let speed = |at: &usize| book.catalog.anchors[*at].row.tokens_per_s;
        let decimals = group.iter().fold(0, |most, at| most.max(number::decimals_needed(speed(at), 2)));
        lines.extend(group.iter().map(|at| run(book, *at, decimals, whose)));
        left = rest;
    }
    let caption = "As published, digits as printed; share and ratio compare one stream of each run with ceiling and estimate under its own conditions.";
    grid::write(caption, "measured", COLUMNS, &lines, OPEN, "measurements")
}

/// The properties that the runs under one heading share, in the order of the headings.
type Key<'a> = ([usize; 3], (usize, usize, usize), Settings<'a>);

/// How the devices, the requests and the cache were set up, and what the source says to be careful of.
type Settings<'a> = (u32, u8, u32, bool, Option<&'a str>, Option<&'a str>, Option<&'a str>, &'a [String]);

fn key(anchor: &Anchor, whose: Whose) -> Key<'_> {
    let row = &anchor.row;
    let order = match whose {
        Whose::Device => [anchor.model, anchor.quantization, 0],
        Whose::Model => [anchor.hardware, anchor.quantization, 0],
        Whose::Publication => [anchor.hardware, anchor.model, anchor.quantization],
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

fn heading(book: &Book<'_>, anchor: &Anchor, whose: Whose) -> String {
    let catalog = book.catalog;
    let row = &anchor.row;
    let (device, model) = (&catalog.hardware[anchor.hardware].record, &catalog.models[anchor.model].record);
    let format = records::short(&catalog.formats[anchor.quantization].record.name);
    let times = if row.count > 1 { format!("{} × ", number::count(row.count.into())) } else { String::new() };
    let device_link = || link(ROOT, book.device_path(anchor.hardware).as_deref(), &device.name);
    let model_link = || link(ROOT, book.model_path(anchor.model).as_deref(), &model.name);
    let subject = match whose {
        Whose::Device => format!("{times}{}", model_link()),
        Whose::Model => format!("{times}{}", device_link()),
        Whose::Publication => format!("{times}{}, {}", device_link(), model_link()),
    };
    let subject = if whose == Whose::Device && row.count > 1 {
        // The number is that of the devices, not of the model.
        format!("{}, on {} devices", model_link(), number::count(row.count.into()))
    } else {
        subject
    };
    let mut html = format!("<b>{subject}, {}</b>", escape(format));
    let facts = [records::engine(catalog, anchor), records::conditions(row)];
    let when = row.date.as_deref().map(date).unwrap_or_default();
    for fact in facts.iter().chain([&when]).filter(|fact| !fact.is_empty()) {
        html.extend([", ", &escape(fact)]);
    }
    if whose != Whose::Publication {
        let publication = &catalog.publications[anchor.publication];
        html.extend([", ", &outside(&publication.url, &publication.title)]);
    }
    let mut reasons: Vec<&str> = row.flags.iter().map(|flag| flags::words(flag)).collect();
    reasons.sort_unstable();
    if !reasons.is_empty() {
        html.extend(["<small>Caution: ", &escape(&reasons.join("; ")), "</small>"]);
    }
    html
}

fn run(book: &Book<'_>, at: usize, decimals: usize, whose: Whose) -> Line {
    let anchor = &book.catalog.anchors[at];
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
    let (share, ratio) = book.estimating.compared.get(at).copied().unwrap_or_default();
    let part = |number: u64| count(number) * PART;
    let or_none = |parts: u64, words: String| if parts > 0 { words } else { NONE.to_owned() };
    let name = if whose == Whose::Publication && crate::slug::is_slug(&row.id) {
        format!(" id=\"{}\"", row.id)
    } else {
        String::new()
    };
    let speed = number::fixed(row.tokens_per_s, decimals);
    let (share, ratio) = (or_none(share, number::percent(part(share))), or_none(ratio, number::ratio(part(ratio))));
    let mut html = String::with_capacity(160);
    html.extend(["<th scope=\"row\" class=\"n\"", &name, ">", &depth, "</th><td>", &length, "</td><td class=\"n m\">"]);
    html.extend([&speed, "</td><td class=\"n wide-only\">", &share, "</td><td class=\"n\">", &ratio, "</td>"]);
    Line::Row(html)
}
